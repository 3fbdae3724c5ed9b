// Waits for an event that always happens, with a time limit generous enough for a busy machine.
import assert from "node:assert/strict";

const TURNS = 6000;
const TURN_MS = 5;

/** @param {() => boolean} condition */
export async function until(condition) {
  for (let turn = 0; turn < TURNS && !condition(); turn += 1) await new Promise((resolve) => void setTimeout(resolve, TURN_MS));
  assert.ok(condition(), "it did not happen within half a minute");
}
