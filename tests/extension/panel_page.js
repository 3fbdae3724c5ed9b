// A fake of the browser for the panel's page: elements, a session storage that reports its changes, and pages that answer.
import { Claimlight } from "./namespace.js";
import { area } from "./server.js";

class Element {
  dataset = {};
  style = { setProperty() {} };
  hidden = false;
  inert = false;
  textContent = "";
  className = "";
  isConnected = true;
  /** @type {any[]} */ children = [];
  /** @type {Record<string, string>} */ attributes = {};
  /** @type {Record<string, (event: any) => void>} */ on = {};
  /** @param {any[]} nodes */
  append(...nodes) { this.children.push(...nodes); }
  /** @param {any[]} nodes */
  replaceChildren(...nodes) { this.children = nodes; }
  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name === "hidden") this.hidden = true;
  }
  /** @param {string} name */
  getAttribute(name) { return this.attributes[name] ?? null; }
  /** @param {string} name */
  hasAttribute(name) { return name in this.attributes; }
  /** @param {string} name */
  removeAttribute(name) { delete this.attributes[name]; }
  /** @param {string} name @param {(event: any) => void} work */
  addEventListener(name, work) { this.on[name] = work; }
  press() { this.on.click({ isTrusted: true }); }
  contains() { return false; }
  getBoundingClientRect() { return { width: 0 }; }
  get firstChild() { return this.children[0]; }
  get firstElementChild() { return this.children[0] ?? null; }
  get childElementCount() { return this.children.length; }
  /** Returns all descendants. @returns {any[]} */
  get all() { return this.children.flatMap((child) => [child, ...(child.all ?? [])]); }
}

/** @type {Record<string, Element>} */ const elements = {};
/** @param {string} id */
export const element = (id) => (elements[id] ??= new Element());

/** The answer of each tab's page. @type {Map<number, (message: any) => unknown>} */
export const pages = new Map();
/** Messages to the worker. @type {any[]} */
export const said = [];
/** The worker's answers. @type {{ answer: (message: any) => unknown }} */
export const worker = { answer: () => undefined };
/** The ports that the panel's checks opened. @type {{ started: any, cancelled: boolean, open: boolean, tell(message: any): void }[]} */
export const ports = [];

export const session = area();

function connect() {
  /** @type {(message: any) => void} */ let receive = () => {};
  const port = { started: /** @type {any} */ (null), cancelled: false, open: true, tell: (/** @type {any} */ message) => receive(message) };
  ports.push(port);
  return {
    postMessage: (/** @type {any} */ message) => void (message.type === "start" ? (port.started = message) : (port.cancelled = true)),
    disconnect: () => void (port.open = false),
    onMessage: { addListener: (/** @type {(message: any) => void} */ listener) => void (receive = listener) },
    onDisconnect: { addListener() {} },
  };
}

Object.assign(globalThis, {
  HTMLElement: Element,
  window: globalThis,
  document: { getElementById: element, createElementNS: () => new Element(), createTextNode: String, activeElement: null, visibilityState: "visible", body: new Element() },
  chrome: {
    storage: { session, local: area() },
    runtime: { connect, sendMessage: async (/** @type {any} */ message) => (said.push(message), worker.answer(message)) },
    tabs: { sendMessage: async (/** @type {number} */ tab, /** @type {any} */ message) => pages.get(tab)?.(message) },
  },
});
await import("../../chrome_extension/shared/dom.js");
await import("../../chrome_extension/shared/view_verdict.js");
Claimlight.settings.load = async () => Claimlight.settings.DEFAULTS;
