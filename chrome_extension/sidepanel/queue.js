/** Runs checks in order, at most two at a time. Checks can be stopped individually or all together. */

import { begin, isOver } from "./check.js";

export const AT_ONCE = 2;

/** @typedef {import("../types").CardState} CardState */
/** @typedef {{ id: string, request: import("../types").ClaimRequest & { mode?: import("../types").Mode }, incognito: boolean, run?: string }} Item */
/** @typedef {"queued" | "running" | "done" | "failed" | "found"} Place */

export class Queue {
  /** @type {Item[]} */
  #waiting = [];
  /** @type {Map<string, import("./check.js").Check>} */
  #running = new Map();
  #onChange;
  #begin;

  /** Creates a queue. `onChange` is called on every change. The place `found` means that the check was stopped.
   * @param {(id: string, place: Place, state: CardState | null, run: string) => void} onChange @param {typeof begin} [seam] */
  constructor(onChange, seam = begin) {
    this.#onChange = onChange;
    this.#begin = seam;
  }

  get busy() {
    return this.#running.size + this.#waiting.length;
  }

  /** @param {string} id */
  has(id) {
    return this.#running.has(id) || this.#waiting.some((item) => item.id === id);
  }

  /** @param {Item[]} items */
  add(items) {
    const fresh = items.filter((item) => !this.has(item.id));
    this.#waiting.push(...fresh);
    for (const item of fresh) this.#onChange(item.id, "queued", null, item.run ?? "");
    this.#go();
  }

  /** @param {string} id */
  retry(id) {
    this.#running.get(id)?.retry();
  }

  /** @param {string} id */
  cancel(id) {
    if (!this.has(id)) return;
    this.#waiting = this.#waiting.filter((item) => item.id !== id);
    this.#running.get(id)?.cancel();
    this.#running.delete(id);
    this.#onChange(id, "found", null, "");
    this.#go();
  }

  cancelAll() {
    const waiting = this.#waiting.map((item) => item.id);
    this.#waiting = [];
    for (const id of waiting) this.#onChange(id, "found", null, "");
    for (const id of [...this.#running.keys()]) this.cancel(id);
  }

  /** Empties the queue when the user has moved to another page. Running jobs are not cancelled, so the panel can resume them. */
  leave() {
    this.#empty("leave");
  }

  /** Empties the queue and cancels the running jobs of a scan that no longer exists, because these jobs could not be resumed. */
  drop() {
    this.#empty("cancel");
  }

  /** Stops all checks without calling `onChange`. @param {"leave" | "cancel"} how */
  #empty(how) {
    this.#waiting = [];
    for (const check of this.#running.values()) check[how]();
    this.#running.clear();
  }

  #go() {
    while (this.#running.size < AT_ONCE) {
      const item = this.#waiting.shift();
      if (!item) return;
      this.#start(item);
    }
  }

  /** @param {Item} item */
  #start({ id, request, incognito, run }) {
    const mine = { over: false };
    const check = this.#begin({
      request,
      incognito,
      run,
      show: (state, now) => {
        if (mine.over) return;
        mine.over = isOver(state);
        this.#onChange(id, mine.over ? (state.phase === "done" ? "done" : "failed") : "running", state, now);
        if (!mine.over) return;
        this.#running.delete(id);
        this.#go();
      },
    });
    const end = (/** @type {() => void} */ how) => {
      mine.over = true;
      how();
    };
    if (!mine.over) this.#running.set(id, { retry: check.retry, cancel: () => end(check.cancel), leave: () => end(check.leave) });
  }
}
