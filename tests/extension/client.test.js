import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

/** A port whose two ends the test controls. */
class FakePort {
  /** @type {any[]} */ sent = [];
  disconnected = false;
  /** @type {((message: any) => void)[]} */ #message = [];
  /** @type {(() => void)[]} */ #gone = [];
  onMessage = { addListener: (/** @type {any} */ f) => this.#message.push(f) };
  onDisconnect = { addListener: (/** @type {any} */ f) => this.#gone.push(f) };
  postMessage(/** @type {any} */ message) { this.sent.push(message); }
  disconnect() { this.disconnected = true; }
  say(/** @type {any} */ message) { for (const f of this.#message) f(message); }
  die() { for (const f of this.#gone) f(); }
}

/** @param {Partial<import("../../chrome_extension/types").ClientOptions>} [change] */
function world(change) {
  /** @type {FakePort[]} */ const ports = [];
  /** @type {any[]} */ const seen = [];
  /** @type {{ run: () => void, ms: number }[]} */ const waits = [];
  const client = Claimlight.client.create({
    request: { claim: "The Earth is flat", context: { title: "", surrounding: "" } },
    run: "run-1",
    connect: () => {
      ports.push(new FakePort());
      return /** @type {any} */ (ports.at(-1));
    },
    onMessage: (message) => seen.push(message),
    isVisible: () => true,
    wait: (run, ms) => waits.push({ run, ms }),
    ...change,
  });
  client.start();
  return { client, ports, seen, waits, next: () => waits.shift()?.run() };
}
const event = (/** @type {number} */ n, name = "stage") => ({ type: "event", event: name, n, data: {} });

test("when the worker is killed the port is opened again and the stream goes on after the last event", () => {
  const { ports, next } = world();
  ports[0].say(event(1));
  ports[0].say(event(2));
  ports[0].die();
  next();
  assert.deepEqual(ports.map((port) => port.sent.at(-1).after), [0, 2]);
  assert.equal(ports[1].sent[0].run, "run-1");
});

test("events that were seen already are not shown twice", () => {
  const { ports, seen } = world();
  for (const n of [1, 2, 2, 1, 3]) ports[0].say(event(n));
  assert.deepEqual(seen.map((message) => message.n), [1, 2, 3]);
});

test("a restarted backend counts from one again", () => {
  const { ports, seen } = world();
  for (const message of [event(5), { type: "restarted" }, event(1)]) ports[0].say(message);
  assert.deepEqual(seen.map((message) => message.n ?? message.type), [5, "restarted", 1]);
});

test("while the backend is down the client retries on the same port with growing delays", () => {
  const { ports, waits, next } = world();
  const pauses = [];
  for (let round = 0; round < 6; round += 1) {
    ports[0].say({ type: "failure", failure: { kind: "down" } });
    pauses.push(waits[0].ms);
    next();
  }
  assert.deepEqual(pauses, [2000, 3000, 4500, 6750, 8000, 8000]);
  assert.equal(ports.length, 1);
  assert.equal(ports[0].sent.length, 7);
});

test("an overloaded backend is not contacted before its retry time", () => {
  const { ports, waits } = world();
  ports[0].say({ type: "failure", failure: { kind: "overloaded", retry_after_s: 20 } });
  assert.equal(waits[0].ms, 20_000);
});

test("nothing is requested while the page is hidden", () => {
  let visible = false;
  const { ports, next } = world({ isVisible: () => visible });
  ports[0].say({ type: "failure", failure: { kind: "down" } });
  next();
  assert.equal(ports[0].sent.length, 1);
  visible = true;
  next();
  assert.equal(ports[0].sent.length, 2);
});

test("pressing the retry button replaces the waiting attempt", () => {
  const { client, ports, next } = world();
  ports[0].say({ type: "failure", failure: { kind: "down" } });
  client.retry();
  next();
  assert.equal(ports[0].sent.length, 2);
});

test("a request that cannot succeed is not repeated", () => {
  const { ports, waits } = world();
  ports[0].say({ type: "failure", failure: { kind: "request", message: "Too vague." } });
  assert.deepEqual(waits, []);
  assert.equal(ports[0].disconnected, true);
});

test("a worker that dies repeatedly is reported and retried later", () => {
  const { ports, seen, next } = world();
  for (let round = 0; round < 7; round += 1) {
    ports.at(-1)?.die();
    if (round < 6) next();
  }
  assert.deepEqual(seen, [{ type: "failure", failure: { kind: "lost" } }]);
});

test("an extension that was updated under the page says so", () => {
  const { seen } = world({ connect: () => { throw new Error("Extension context invalidated."); } });
  assert.deepEqual(seen, [{ type: "failure", failure: { kind: "updated" } }]);
});

test("closing cancels the check without waiting for an answer", () => {
  const { client, ports, waits } = world();
  client.close();
  assert.deepEqual([ports[0].sent.at(-1).type, ports[0].disconnected, waits.length], ["cancel", true, 0]);
});

test("after the result the port is closed without cancelling", () => {
  const { ports, seen } = world();
  ports[0].say(event(1, "result"));
  assert.deepEqual([seen.length, ports[0].disconnected, ports[0].sent.length], [1, true, 1]);
});
