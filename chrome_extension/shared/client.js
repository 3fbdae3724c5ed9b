// The client of one check. It opens a port to the worker, reopens the port after the worker was stopped, and retries after a temporary
// failure while the page is visible.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @type {Set<import("../types").Failure["kind"]>} */
  const MAY_PASS = new Set(["down", "foreign", "version", "overloaded", "lost"]);
  const FIRST_WAIT_MS = 2000;
  const LONGEST_WAIT_MS = 8000;
  const RECONNECT_MS = 250;
  const SILENT_RECONNECTS = 6;

  function runId() {
    return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  }

  /** @param {import("../types").ClientOptions} options @returns {import("../types").Client} */
  function create(options) {
    const wait = options.wait ?? ((callback, ms) => Number(setTimeout(callback, ms)));
    /** @type {chrome.runtime.Port | null} */
    let port = null;
    let after = 0;
    let finished = false;
    let pause = FIRST_WAIT_MS;
    let silent = 0;
    let turn = 0;

    /** @param {number} ms */
    function later(ms) {
      const mine = ++turn;
      wait(() => {
        if (finished || mine !== turn) return;
        if (options.isVisible()) send();
        else later(FIRST_WAIT_MS);
      }, ms);
    }

    function send() {
      turn += 1;
      try {
        port ??= open();
        port.postMessage({ type: "start", run: options.run, after, incognito: options.incognito ?? false, ...options.request });
      } catch {
        // The extension was updated or removed while this page was open, so there is no worker to connect to.
        finished = true;
        options.onMessage({ type: "failure", failure: { kind: "updated" } });
      }
    }

    function open() {
      const opened = options.connect();
      opened.onMessage.addListener(receive);
      opened.onDisconnect.addListener(() => {
        void globalThis.chrome?.runtime?.lastError;
        if (port !== opened) return;
        port = null;
        if (finished) return;
        silent += 1;
        if (silent <= SILENT_RECONNECTS) later(RECONNECT_MS);
        else receive({ type: "failure", failure: { kind: "lost" } });
      });
      return opened;
    }

    /** @param {import("../types").PortMessage} message */
    function receive(message) {
      if (message.type === "beat") return;
      silent = 0;
      if (message.type === "failure") afterFailure(message.failure);
      if (message.type === "restarted") after = 0;
      if (message.type === "event") {
        if (message.n && message.n <= after) return;
        after = message.n || after;
        pause = FIRST_WAIT_MS;
        finished ||= message.event === "result" || message.event === "error";
      }
      options.onMessage(message);
      if (finished) close(false);
    }

    /** @param {import("../types").Failure} failure */
    function afterFailure(failure) {
      if (!MAY_PASS.has(failure.kind)) {
        finished = true;
        return;
      }
      later(Math.max(pause, (failure.retry_after_s ?? 0) * 1000));
      pause = Math.min(pause * 1.5, LONGEST_WAIT_MS);
    }

    function close(cancel = true) {
      finished = true;
      const open = port;
      port = null;
      if (!open) return;
      if (cancel) open.postMessage({ type: "cancel" });
      open.disconnect();
    }

    /** Asks the worker to continue the run in one of our own pages, because this page removes the card. */
    function handOver() {
      finished = true;
      try {
        port ??= open();
        port.postMessage({ type: "hand-over", run: options.run, incognito: options.incognito ?? false, ...options.request });
      } catch {
        // The extension was updated while this page was open.
      }
      close(false);
    }

    return { start: send, retry: send, close, handOver };
  }

  ns.client = { create, runId };
})();
