// The button at the end of the selection. One part checks the claim, the other opens a menu.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const CSS = `.cl{color-scheme:light dark;--hover:light-dark(#edf0fb,#242834);display:flex;font:600 13px/1.4 system-ui,sans-serif;color:light-dark(#161a23,#eceef3);background:light-dark(#ffffff,#15171c);border-radius:10px;box-shadow:0 0 0 1px light-dark(#e3e6ec,#2d323c),0 3px 12px rgb(0 0 0/18%)}
[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}
button{all:unset;box-sizing:border-box;display:flex;align-items:center;gap:7px;min-height:34px;padding:0 9px;cursor:pointer;white-space:nowrap;border-radius:10px}
.touch button{min-height:44px}
button:hover,[aria-expanded=true]{background:var(--hover)}
button:focus-visible{outline:2px solid light-dark(#2f4fd0,#a9b8ff);outline-offset:-2px}
.more{padding:0 7px}
p{max-width:300px;margin:0;padding:9px 13px;font-weight:500}
.logo{width:18px;height:18px;border-radius:5px;background:#1f2c52;color:#ffc857;display:grid;place-items:center}
.logo::before{content:"";width:8px;height:3.5px;border:solid;border-width:0 0 2px 2px;border-radius:1px;transform:translateY(-1px)rotate(-45deg)}
.busy{opacity:.6}
@media(forced-colors:active){.cl,.logo{border:1px solid CanvasText}}`;

  /** @type {import("../types").Bubble | null} */
  let shown = null;

  /** @param {string} kind @param {string} label @param {() => void} press @param {...(Node | string)} inside */
  function button(kind, label, press, ...inside) {
    const made = ns.host.make("button");
    made.className = kind;
    made.setAttribute("aria-label", label);
    // Trusted clicks only (S11); a double click counts once.
    made.addEventListener("click", (event) => event.isTrusted && event.detail < 2 && press());
    made.append(...inside);
    return made;
  }

  function hide() {
    shown?.end();
    shown = null;
  }

  /** @type {typeof ns.bubble.show} */
  function show(selected, reach, on) {
    hide();
    const { words } = reach;
    const { root, frame, fit, remove } = ns.host.create(CSS, reach.theme);
    const logo = ns.host.make("span");
    logo.className = "logo";
    const more = button("more", words.bubble_more, () => withCard(() => ns.bubbleMenu.open(mine)), "⋮");
    more.setAttribute("aria-haspopup", "menu");
    frame.classList.toggle("touch", selected.touch);
    frame.dir = words.dir;
    frame.append(button("check", words.menu_check, () => withCard(() => (hide(), on.check())), logo, words.bubble_check), more);

    /** @type {typeof mine.put} */
    function put(ending = selected) {
      fit();
      const { offsetLeft: x, offsetTop: y, width, height } = /** @type {VisualViewport} */ (visualViewport);
      const { left, top, right, bottom } = ending.rect;
      const rect = { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
      const at = ns.place.button({ ...selected, ...ending, rect }, frame.getBoundingClientRect(), { width, height });
      frame.style.left = `${at.left + x}px`;
      frame.style.top = `${at.top + y}px`;
    }

    /** Shows that the extension was updated. */
    function lost() {
      const notice = ns.host.make("p");
      notice.setAttribute("role", "alert");
      notice.textContent = `${words.failure_updated_title}. ${words.failure_updated_body}`;
      frame.replaceChildren(notice);
      put();
      notice.tabIndex = -1;
      notice.focus({ preventScroll: true });
    }

    /** @param {() => unknown} work */
    function withCard(work) {
      const { classList } = frame;
      // The card is already loading.
      if (classList.contains("busy")) return;
      classList.add("busy");
      ns.load("card").then(work).catch(lost).finally(() => classList.remove("busy"));
    }

    const gone = new AbortController();
    /** @type {import("../types").Bubble} */
    const mine = {
      root, frame, more, selected, site: on.site, at: Date.now(), hide, lost, put, escape: hide, follow: () => {}, gone: gone.signal,
      end: () => (gone.abort(), remove()),
    };
    const follow = () => mine.follow();
    const keydown = (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && mine.escape();
    for (const [type, listener] of Object.entries({ scroll: follow, resize: follow, keydown, fullscreenchange: hide })) {
      addEventListener(type, (/** @type {any} */ event) => event.isTrusted && listener(event), { capture: true, passive: true, signal: gone.signal });
    }
    // Keep the selection.
    frame.addEventListener("mousedown", (event) => event.preventDefault());
    shown = mine;
    put();
    // Preload the card.
    ns.load("card").then(() => ns.bubbleFollow.attend(mine), () => (mine.follow = hide));
  }

  ns.bubble = { show, hide, now: () => shown };
})();
