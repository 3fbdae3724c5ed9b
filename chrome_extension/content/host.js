// Our element on the page: closed root, top layer, isolated from page styles (S11).
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const CSS = `:host{all:initial!important;display:block!important;position:fixed!important;inset:0 auto auto 0!important;pointer-events:none!important}
.cl{pointer-events:auto;position:fixed;user-select:none}
@media print{:host{display:none!important}}`;

  /** Everything outside these elements is inert, so ours goes inside. */
  const TOP = "dialog:modal,:fullscreen";

  /** Also enters popovers, because a click outside would close them. @param {HTMLElement} host */
  function enter(host) {
    const { ask, measure, outwards, rootOf } = ns.selection;
    const near = outwards(measure()?.start, (at) => (ask(at, "matches", `${TOP},:popover-open`) ? at : rootOf(at)?.querySelector(TOP)));
    ask(near ?? [...document.querySelectorAll(TOP)].at(-1) ?? document.documentElement, "append", host);
    // Replaced elements do not render their children.
    if (!host.checkVisibility()) document.documentElement.append(host);
  }

  /** XML pages create no HTML elements by default. @param {string} tag */
  const make = (tag) => document.createElementNS("http://www.w3.org/1999/xhtml", tag);

  /** @param {string} css @param {string} theme */
  function create(css, theme) {
    const host = make("div");
    const root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS + css);
    root.adoptedStyleSheets = [sheet];
    const frame = make("div");
    frame.className = "cl";
    frame.dataset.theme = theme;
    root.append(frame);
    // Hide events from the page's shortcuts and outside-click handlers.
    for (const type of ["pointerdown", "mousedown", "click", "keydown", "keyup"]) frame.addEventListener(type, (event) => event.stopPropagation());
    enter(host);
    host.popover = "manual";
    host.showPopover();
    /** Undoes the page's CSS zoom. */
    const fit = () => void (frame.style.zoom = `${1 / host.currentCSSZoom}`);
    return { host, root, frame, fit, remove: () => host.remove() };
  }

  ns.host = { make, create };
})();
