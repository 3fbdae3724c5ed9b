import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";
import { result } from "./samples.js";

const { Queue, AT_ONCE } = await import("../../chrome_extension/sidepanel/queue.js");
const { begin, isOver } = await import("../../chrome_extension/sidepanel/check.js");

/** A client whose messages are sent by the test. */
function scripted() {
  /** @type {{ options: import("../../chrome_extension/types").ClientOptions, started: boolean, closed: string }[]} */ const made = [];
  const client = /** @type {typeof Claimlight.client} */ ({
    runId: () => `run-${made.length}`,
    create(options) {
      const one = { options, started: false, closed: "" };
      made.push(one);
      return { start: () => void (one.started = true), retry: () => {}, close: (cancel = true) => void (one.closed = cancel ? "cancelled" : "left") };
    },
  });
  return { made, client };
}

/** Creates a queue with scripted checks, and records its notifications. */
function queued() {
  const { made, client } = scripted();
  /** @type {string[]} */ const told = [];
  const queue = new Queue((id, place) => void told.push(`${id} ${place}`), (options) => begin({ ...options, client }));
  return { queue, made, told };
}
const item = (/** @type {string} */ id, run = "") => ({ id, run, incognito: false, request: { claim: `Claim ${id}`, context: { title: "", surrounding: "" } } });
const done = /** @type {import("../../chrome_extension/types").PortMessage} */ ({ type: "event", event: "result", n: 9, data: result({}) });
const failed = (/** @type {any} */ failure) => /** @type {import("../../chrome_extension/types").PortMessage} */ ({ type: "failure", failure });

test("two checks run at a time and the next begins when one ends", () => {
  const { queue, made, told } = queued();
  queue.add(["a", "b", "c", "d"].map((id) => item(id)));
  assert.equal(made.length, AT_ONCE);
  made[0].options.onMessage(done);
  assert.equal(made.length, 3);
  assert.equal(made[2].options.request.claim, "Claim c");
  made[1].options.onMessage(done);
  made[2].options.onMessage(done);
  made[3].options.onMessage(done);
  assert.equal(queue.busy, 0);
  assert.deepEqual(told.filter((line) => line.endsWith("done")), ["a done", "b done", "c done", "d done"]);
});

test("a claim that is asked already is not asked again", () => {
  const { queue, made } = queued();
  queue.add([item("a")]);
  queue.add([item("a"), item("b")]);
  assert.equal(made.length, 2);
  assert.equal(queue.busy, 2);
});

test("stopping all cancels what runs, drops what waits, and tells both", () => {
  const { queue, made, told } = queued();
  queue.add(["a", "b", "c"].map((id) => item(id)));
  queue.cancelAll();
  assert.deepEqual(made.map((one) => one.closed), ["cancelled", "cancelled"]);
  assert.deepEqual(told.filter((line) => line.endsWith("found")).sort(), ["a found", "b found", "c found"]);
  assert.equal(queue.busy, 0);
  made[0].options.onMessage(done);
  assert.equal(made.length, 2);
});

test("stopping one makes room for the next", () => {
  const { queue, made } = queued();
  queue.add(["a", "b", "c"].map((id) => item(id)));
  queue.cancel("a");
  assert.deepEqual(made.map((one) => one.options.request.claim), ["Claim a", "Claim b", "Claim c"]);
  assert.equal(made[0].closed, "cancelled");
});

test("a temporary failure keeps its slot, a permanent one releases it", () => {
  const { queue, made, told } = queued();
  queue.add(["a", "b", "c"].map((id) => item(id)));
  made[0].options.onMessage(failed({ kind: "down" }));
  assert.equal(made.length, 2);
  made[1].options.onMessage(failed({ kind: "restarted" }));
  assert.equal(made.length, 3);
  assert.ok(told.includes("b failed") && !told.includes("a failed"));
  made[0].options.onMessage(done);
  assert.ok(told.includes("a done"));
});

test("leaving the page cancels no check", () => {
  const { queue, made } = queued();
  queue.add([item("a")]);
  queue.leave();
  assert.equal(made[0].closed, "left");
  assert.equal(queue.busy, 0);
});

test("a check is over when no further event can arrive", () => {
  const state = Claimlight.model.initial("c");
  assert.equal(isOver(state), false);
  assert.equal(isOver({ ...state, phase: "done" }), true);
  assert.equal(isOver({ ...state, phase: "failed", failure: { kind: "overloaded" } }), false);
  assert.equal(isOver({ ...state, phase: "failed", failure: { kind: "request" } }), true);
});
