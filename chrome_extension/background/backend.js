/** HTTP client for the backend's API (docs/api.md). It distinguishes every kind of failure (R7). */

import { SseParser } from "./sse.js";

/** @typedef {import("../types").Failure} Failure */
/** @typedef {import("../types").Health} Health */

export const HEALTH_TIMEOUT_MS = 4000;
/** The backend sends a heartbeat every 10 s. After three missing heartbeats, the connection is considered dead. */
const SILENCE_MS = 30_000;
const DEFAULT_RETRY_S = 5;
/** HTTP statuses that a reverse proxy returns when the backend is unavailable. */
const UNAVAILABLE_STATUSES = new Set([502, 503, 504]);

export class BackendFailure extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The backend no longer has the job, because the job is too old or the backend was restarted. */
export class JobGone extends Error {}

export class Backend {
  #fetch;
  #settings;
  #token;
  #version;
  #browserLanguage;
  #silence;

  /** @param {{ fetch: typeof globalThis.fetch, settings: () => Promise<import("../types").Settings>, token?: () => Promise<string>,
   * version: string, browserLanguage?: () => string, silenceMs?: number }} seam `token` rejects if the token cannot be read */
  constructor({ fetch, settings, token = async () => (await settings()).token, version, browserLanguage = () => "", silenceMs = SILENCE_MS }) {
    this.#fetch = fetch;
    this.#settings = settings;
    this.#token = token;
    this.#version = version;
    this.#browserLanguage = browserLanguage;
    this.#silence = silenceMs;
  }

  /** The only request that is sent before the server is known to be Claimlight. It carries the extension's version. The extension and the
   * backend may differ by one major version (`backend/api/extension.py`).
   * @param {AbortSignal} [signal] @returns {Promise<Health>} @throws {BackendFailure} */
  async health(signal) {
    const { backend } = await this.#settings();
    const limit = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const body = await this.#healthBody(backend, signal ? AbortSignal.any([signal, limit]) : limit, signal);
    if (body?.service !== "claimlight") throw new BackendFailure({ kind: "foreign", backend });
    if (Math.abs(major(body.version) - major(this.#version)) > 1) {
      throw new BackendFailure({ kind: "version", found: String(body.version).slice(0, 20), wanted: this.#series });
    }
    return { version: body.version, ready: body.ready !== false, kb_size: Number(body.kb_size) || 0 };
  }

  get #series() {
    return `${major(this.#version)}.x`;
  }

  /** @param {string} backend @param {AbortSignal} limited @param {AbortSignal} [signal] @returns {Promise<any>} null if the response is not JSON */
  async #healthBody(backend, limited, signal) {
    let response;
    try {
      response = await this.#fetch(`${backend}/api/health?extension=${encodeURIComponent(this.#version)}`, { signal: limited, cache: "no-store", credentials: "omit", redirect: "error" });
    } catch (error) {
      signal?.throwIfAborted();
      // A program that accepts the connection but never answers is not Claimlight either.
      throw new BackendFailure({ kind: nameOf(error) === "TimeoutError" ? "foreign" : "down", backend });
    }
    const body = await response.json().catch(() => null);
    if (body?.service !== "claimlight" && UNAVAILABLE_STATUSES.has(response.status)) {
      signal?.throwIfAborted();
      throw new BackendFailure(response.headers.has("Retry-After") ? busy(response) : { kind: "down", backend });
    }
    return body;
  }

  /** @param {string} path @param {unknown} body @param {AbortSignal} signal
   * @returns {AsyncGenerator<{ id: number, event: string, data: any }>} @throws {BackendFailure | JobGone} */
  async *events(path, body, signal) {
    const stalled = new AbortController();
    const response = await this.#post(path, body, AbortSignal.any([signal, stalled.signal]), "text/event-stream");
    if (!response.ok) throw await refusal(response);
    if (!response.body) return;
    const parser = new SseParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let timer = setTimeout(() => stalled.abort(), this.#silence);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        clearTimeout(timer);
        if (done) return;
        timer = setTimeout(() => stalled.abort(), this.#silence);
        for (const event of parser.push(value)) yield { ...event, data: JSON.parse(event.data) };
      }
    } finally {
      clearTimeout(timer);
      await reader.cancel().catch(() => {});
    }
  }

  /** Sends one request and returns the response. A health check comes first, so only Claimlight receives the request.
   * @param {string} path @param {unknown} body @param {{ limit?: number, signal?: AbortSignal }} [until] `limit` in ms; `signal` cancels the request
   * @returns {Promise<any>} @throws {BackendFailure} or the signal's reason */
  async ask(path, body, { limit = HEALTH_TIMEOUT_MS, signal } = {}) {
    await this.health(signal);
    const { backend } = await this.#settings();
    const timeout = AbortSignal.timeout(limit);
    const response = await this.#post(path, body, signal ? AbortSignal.any([signal, timeout]) : timeout, "application/json").catch((error) => {
      signal?.throwIfAborted();
      if (error instanceof BackendFailure) throw error;
      // The health check has just succeeded, so a timeout means that the backend is overloaded.
      throw new BackendFailure(nameOf(error) === "TimeoutError" ? { kind: "overloaded" } : { kind: "down", backend });
    });
    if (response.ok) {
      return response.json().catch(() => {
        signal?.throwIfAborted();
        throw new BackendFailure({ kind: timeout.aborted ? "overloaded" : "lost" });
      });
    }
    const refused = await refusal(response);
    // The health check has just succeeded, so the running Claimlight service must be too old to have this route.
    if (refused instanceof JobGone) throw new BackendFailure({ kind: "version", wanted: this.#series });
    throw refused;
  }

  /** Sends a request and ignores failures, because a job without clients ends at its deadline anyway. @param {string} path @param {unknown} body */
  async tell(path, body) {
    await this.ask(path, body).catch(() => {});
  }

  /** Sends no token if the token cannot be read. Most backends need no token, and otherwise the error explains what to do.
   * @param {string} path @param {unknown} body @param {AbortSignal} signal @param {string} accept */
  async #post(path, body, signal, accept) {
    const { backend, language = "auto" } = await this.#settings();
    const token = await this.#token().catch(() => null);
    // The language is sent as a header, because earlier versions of the backend have no option for it.
    const acceptLanguage = language === "auto" ? this.#browserLanguage() : language.replace("_", "-");
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json", Accept: accept, ...(acceptLanguage && { "Accept-Language": acceptLanguage }) };
    if (token) headers.Authorization = `Bearer ${token}`;
    const response = await this.#fetch(backend + path, {
      method: "POST", headers, body: JSON.stringify(body), signal, cache: "no-store", credentials: "omit", redirect: "error",
    });
    if (token === null && response.status === 401) throw new BackendFailure({ kind: "token" });
    return response;
  }
}

/** @param {Response} response @returns {Promise<BackendFailure | JobGone>} */
async function refusal(response) {
  if (response.status === 404) return new JobGone();
  const error = await response.json().then((body) => body.error ?? {}, () => ({}));
  const message = typeof error.message === "string" ? error.message : "";
  const hint = typeof error.hint === "string" ? error.hint : "";
  if (response.status === 503 && error.code !== "storage") {
    return new BackendFailure({ ...busy(response), message });
  }
  if (response.status === 401 || response.status === 403) return new BackendFailure({ kind: "refused", message, status: response.status });
  return new BackendFailure({ kind: "request", message, hint, ...(message ? {} : { status: response.status }) });
}

/** @param {Response} response @returns {Failure} */
function busy(response) {
  const seconds = Number(response.headers.get("Retry-After")) || DEFAULT_RETRY_S;
  return { kind: "overloaded", retry_after_s: Math.min(seconds, 60) };
}

/** @param {unknown} version */
function major(version) {
  return Number(String(version).split(".")[0]) || 0;
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error || error instanceof DOMException ? error.name : "";
}
