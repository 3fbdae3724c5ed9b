/** Limits the number of concurrent streams. The browser opens at most six connections to one host, and health checks need one of them. */

export class Slots {
  #free;
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {number} size */
  constructor(size) {
    this.#free = size;
  }

  get full() {
    return this.#free === 0;
  }

  /** @param {AbortSignal} signal @returns {Promise<() => void>} a function to call once, which releases the slot */
  async take(signal) {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  /** @param {AbortSignal} signal @returns {Promise<void>} */
  #turn(signal) {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== go);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
