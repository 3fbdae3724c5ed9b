import assert from "node:assert/strict";
import test from "node:test";
import { SseParser } from "../../chrome_extension/background/sse.js";

const STREAM = 'id: 1\nevent: accepted\ndata: {"a":1}\n\n: comment\n\nevent: heartbeat\ndata: {}\n\nid: 2\nevent: stage\ndata: x\ndata: y\n\n';
const EVENTS = [
  { id: 1, event: "accepted", data: '{"a":1}' },
  { id: 0, event: "heartbeat", data: "{}" },
  { id: 2, event: "stage", data: "x\ny" },
];

for (const ending of ["\n", "\r\n", "\r"]) {
  test(`every cut of the stream gives the same events (${JSON.stringify(ending)})`, () => {
    const stream = STREAM.replaceAll("\n", ending) + (ending === "\r" ? ":\n" : "");
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const parser = new SseParser();
      assert.deepEqual([...parser.push(stream.slice(0, cut)), ...parser.push(stream.slice(cut))], EVENTS);
    }
  });
}

test("a stream is parsed one character at a time", () => {
  const parser = new SseParser();
  assert.deepEqual([...STREAM].flatMap((character) => parser.push(character)), EVENTS);
});

test("an event without data is not dispatched, and its id does not leak into the next", () => {
  assert.deepEqual(new SseParser().push("id: 7\nevent: stage\n\ndata: a\n\n"), [{ id: 0, event: "message", data: "a" }]);
});

test("only the first space after the colon is removed, and a field may be empty", () => {
  assert.deepEqual(new SseParser().push("data:  a\ndata\ndata:b\n\n"), [{ id: 0, event: "message", data: " a\n\nb" }]);
});

test("an unfinished event is not dispatched", () => {
  assert.deepEqual(new SseParser().push("data: a\n"), []);
});
