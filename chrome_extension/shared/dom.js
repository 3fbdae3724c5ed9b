// Creates all elements: text only as text nodes, links only to permitted URLs, and handlers only for trusted events.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const SVG = "http://www.w3.org/2000/svg";
  /** XML pages create no HTML elements by default. */
  const HTML = "http://www.w3.org/1999/xhtml";

  /** Attributes for the backend's sentences, which are in English regardless of the card's language (WCAG 3.1.2). */
  const BACKEND = Object.freeze({ dir: "auto", lang: "en" });

  /** Paths on a 24 × 24 grid, drawn as strokes. @type {Record<string, string>} */
  const ICONS = {
    mark: "M5 12.5l4.2 4.2L19 7",
    close: "M6 6l12 12M18 6L6 18",
    copy: "M9 9h10v11H9zM15 9V4H5v11h4",
    again: "M19 5v5h-5M5 19v-5h5M18.4 10A7 7 0 0 0 6 7.6M5.6 14A7 7 0 0 0 18 16.4",
    true: "M5 12.5l4.5 4.5L19 7.5",
    false: "M7 7l10 10M17 7L7 17",
    partial: "M5 12h14",
    misleading: "M12 6v7.5M12 17.5v.2",
    unknown: "M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2M12 17.6v.2",
    probably_true: "M5.5 15.5l4 4L18.5 11M6.5 7c1.8-2.2 3.6-1.4 5.5-.5s3.7 1.7 5.5-.5",
    probably_false: "M7.5 11.5l9 9M16.5 11.5l-9 9M6.5 6c1.8-2.2 3.6-1.4 5.5-.5s3.7 1.7 5.5-.5",
    probably_partial: "M5 15h14M6.5 8c1.8-2.2 3.6-1.4 5.5-.5s3.7 1.7 5.5-.5",
    mixed: "M4 8.5l2.5 2.5L11 6M14 9h6M4 17h16",
    opinion: "M6 8h12M6 12h12M6 16h7",
    supports: "M5 12.5l4.5 4.5L19 7.5",
    refutes: "M7 7l10 10M17 7L7 17",
    neutral: "M6 12h12",
    out: "M10 6H6v12h12v-4M14 5h5v5M19 5l-8 8",
    chevron: "M9 6l6 6-6 6",
    alert: "M12 8v5M12 16.4v.2M12 3.5l9 16H3z",
    gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
    deeper: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M8 10.5h5M10.5 8v5",
    pen: "M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5",
    flag: "M6 21V4h12l-3 4.5 3 4.5H6",
    fold: "M5 12h14",
    grow: "M20 11v9h-9M20 20L11 11",
    plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  };

  /** @param {string} tag @param {Record<string, string | number>} attributes @param {...SVGElement} children */
  function svg(tag, attributes, ...children) {
    const made = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
  }

  /** @param {string} name @param {number} [size] pixels */
  function icon(name, size = 16) {
    const drawn = svg("path", { d: ICONS[name] ?? ICONS.unknown });
    return svg("svg", {
      viewBox: "0 0 24 24", width: size, height: size, fill: "none", stroke: "currentColor",
      "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true", class: "icon",
    }, drawn);
  }

  /** Wraps a handler so that it ignores events dispatched by the page, which are never trusted (S11). @param {(event: Event) => void} handler */
  function trusted(handler) {
    return (/** @type {Event} */ event) => {
      if (event.isTrusted) handler(event);
    };
  }

  /** @param {string} tag @param {import("../types").Props | null} [props] @param {...import("../types").Child} children */
  function h(tag, props, ...children) {
    const element = /** @type {HTMLElement} */ (document.createElementNS(HTML, tag));
    for (const [name, value] of Object.entries(props ?? {})) {
      if (value === null || value === undefined || value === false) continue;
      if (typeof value === "function") element.addEventListener(name, trusted(value));
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children) {
      if (child) element.append(typeof child === "string" ? document.createTextNode(ns.text.clean(child)) : child);
    }
    return element;
  }

  /** Creates a link that opens a new tab, or plain text if the URL is not allowed.
   * @param {string} url @param {import("../types").Props} props @param {...import("../types").Child} children */
  function link(url, props, ...children) {
    const href = ns.text.safeLink(url);
    if (!href) return h("span", props, ...children);
    return h("a", { ...props, href, target: "_blank", rel: "noopener noreferrer" }, ...children);
  }

  /** Copies text. Uses a copy command where the clipboard API is unavailable (no HTTPS) or forbidden. The page can read the
   * selection during that command, so only a space is selected, and the copy event replaces it with the text. @param {string} text @param {ParentNode} root */
  async function copyText(text, root) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = /** @type {HTMLTextAreaElement} */ (document.createElementNS(HTML, "textarea"));
      area.value = " ";
      area.style.cssText = "position:fixed;opacity:0";
      let copied = false;
      area.addEventListener("copy", (event) => {
        event.clipboardData?.setData("text/plain", text);
        event.preventDefault();
        event.stopImmediatePropagation();
        copied = true;
      });
      root.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      return copied;
    }
  }

  /** @param {() => string} text @param {import("../types").Props} props
   * @param {(text: string) => Promise<boolean>} copy @param {...import("../types").Child} children */
  function copyButton(text, props, copy, ...children) {
    const button = h("button", { type: "button", ...props, click: () => void press() }, ...children);
    async function press() {
      const done = await copy(text());
      button.focus({ preventScroll: true });
      button.classList.toggle("copied", done);
      button.setAttribute("aria-label", ns.i18n.t(done ? "action_copied" : "action_copy_failed"));
      setTimeout(() => {
        button.classList.remove("copied");
        button.setAttribute("aria-label", String(props["aria-label"] ?? ns.i18n.t("action_copy")));
      }, 1600);
    }
    return button;
  }

  ns.dom = { BACKEND, h, svg, icon, trusted, link, copyText, copyButton };
})();
