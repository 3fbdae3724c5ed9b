// How the web page describes errors to users whose language is not English.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, post } from "../../backend/web/static/js/api.js";
import { errorWords } from "../../backend/web/static/js/error_words.js";
import { follow } from "../../backend/web/static/js/follow.js";
import { use } from "../../backend/web/static/js/words.js";
import { messagesOf } from "./namespace.js";
import { json, serve, stream } from "./server.js";

const german = Object.fromEntries(Object.entries(messagesOf("de")).map(([key, { message }]) => [key, message]));
use(german);

/** The page requests paths from the backend that served it, but Node needs complete URLs.
 * @param {import("node:test").TestContext} t @param {import("./server.js").Answer} answer */
async function served(t, answer) {
  const { url } = await serve(t, answer);
  const plain = globalThis.fetch;
  globalThis.fetch = (path, init) => plain(new URL(String(path), url), init);
  t.after(() => { globalThis.fetch = plain; });
}

/** @param {() => Promise<unknown>} work @returns {Promise<Refused>} */
const refusedBy = (work) => work().then(() => assert.fail("it was not refused"), (error) => (assert.ok(error instanceof Refused), error));

test("an answer that is not an error of the backend keeps its sentence in the reader's language", async (t) => {
  await served(t, (_asked, response) => json(response, "<h1>Bad gateway</h1>", 502));
  const error = await refusedBy(() => post("/api/status"));
  assert.deepEqual(errorWords(error), { message: german.page_no_answer, hint: "", detail: "" });
});

test("an answer that the page cannot draw keeps its sentence in the reader's language", async (t) => {
  await served(t, (_asked, response) => stream(response, [[1, "result", {}]]));
  const draw = () => { throw new TypeError("no view"); };
  const error = await refusedBy(() => follow({}, draw, new AbortController().signal));
  assert.deepEqual(errorWords(error), { message: german.page_broken, hint: german.page_broken_about, detail: "" });
});

test("an error of the backend has the message for its code, and its English text as a detail", () => {
  const words = errorWords({ code: "token", message: "The access token is wrong.", hint: "Enter it." });
  assert.deepEqual(words, { message: german.page_error_token, hint: german.page_hint_token, detail: "The access token is wrong. Enter it." });
});
