/** Parses the subset of server-sent events (WHATWG HTML §9.2.6) that docs/api.md uses: id, event and data. Comments are skipped. */

/** @typedef {{ id: number, event: string, data: string }} ServerEvent */

export class SseParser {
  #rest = "";
  #id = 0;
  #event = "";
  /** @type {string[]} */
  #data = [];

  /** Adds decoded text, which may be split at any position, and returns the events that it completes. @param {string} chunk @returns {ServerEvent[]} */
  push(chunk) {
    const text = this.#rest + chunk;
    // A CR at the end may be the first half of a CRLF, so the CR is kept for the next chunk.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line));
  }

  /** @param {string} line @returns {ServerEvent[]} */
  #line(line) {
    if (line === "") return this.#dispatch();
    if (line.startsWith(":")) return [];
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "data") this.#data.push(value);
    if (field === "event") this.#event = value;
    if (field === "id" && /^\d+$/.test(value)) this.#id = Number(value);
    return [];
  }

  #dispatch() {
    const event = { id: this.#id, event: this.#event || "message", data: this.#data.join("\n") };
    const complete = this.#data.length > 0;
    this.#id = 0;
    this.#event = "";
    this.#data = [];
    return complete ? [event] : [];
  }
}
