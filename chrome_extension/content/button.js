// The small button near the end of the selection.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const CSS = `
.cl{border-radius:10px;box-shadow:0 0 0 1px var(--line),0 3px 12px rgb(0 0 0 / 18%);background:var(--ground);animation:pop .12s ease-out}
.cl .check{display:flex;align-items:center;gap:7px;height:34px;padding:0 12px 0 9px;border-radius:10px;font-size:13px;font-weight:600;white-space:nowrap;color:var(--ink)}
.cl .check:hover{background:color-mix(in srgb,var(--accent) 9%,var(--ground))}
.cl .check:active{background:color-mix(in srgb,var(--accent) 16%,var(--ground))}
.logo{width:18px;height:18px;border-radius:5px;background:#1f2c52;color:#ffc857;display:grid;place-items:center}
.logo .icon{stroke-width:3.4}
@keyframes pop{from{opacity:0;transform:translateY(3px) scale(.97)}}
@media (prefers-reduced-motion:reduce){.cl{animation:none}}
@media (forced-colors:active){.cl{border:1px solid CanvasText}}`;

  /** @type {ReturnType<typeof ns.host.create> | null} */
  let shown = null;

  function hide() {
    shown?.remove();
    shown = null;
  }

  /** @param {import("../types").Selected} selected @param {string} theme
   * @param {(selected: import("../types").Selected) => void} onClick */
  function show(selected, theme, onClick) {
    hide();
    const { h, icon, trusted } = ns.dom;
    shown = ns.host.create(ns.styles.card + CSS, theme);
    const click = () => {
      hide();
      onClick(selected);
    };
    const button = h(
      "button",
      { type: "button", class: "check", "aria-label": ns.i18n.t("menu_check"), click },
      h("span", { class: "logo" }, icon("mark", 13)),
      ns.i18n.t("bubble_check"),
    );
    // Pressing the button must not clear the page's selection.
    shown.frame.addEventListener("mousedown", trusted((event) => event.preventDefault()));
    shown.frame.append(button);
    const { width, height } = shown.frame.getBoundingClientRect();
    const at = ns.place.button(selected, { width, height }, { width: document.documentElement.clientWidth, height: innerHeight });
    shown.frame.style.left = `${Math.round(at.left)}px`;
    shown.frame.style.top = `${Math.round(at.top)}px`;
  }

  ns.button = { show, hide };
})();
