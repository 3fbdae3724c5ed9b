// Design tokens, one table per theme. A test requires a contrast of 4.5:1 for every pair of text and background.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  const light = {
    ground: "#ffffff",
    raised: "#f7f8fa",
    ink: "#161a23",
    soft: "#535b6b",
    line: "#e3e6ec",
    accent: "#2f4fd0",
    "accent-ink": "#ffffff",
    focus: "#2f4fd0",
    shadow: "0 0 0 1px rgb(16 24 40 / 6%), 0 2px 6px rgb(16 24 40 / 6%), 0 18px 44px -8px rgb(16 24 40 / 24%)",
    "true-ink": "#0f6537",
    "true-ground": "#e9f6ef",
    "true-mark": "#1a8f50",
    "false-ink": "#ab1d1d",
    "false-ground": "#fdeeed",
    "false-mark": "#d23b36",
    "partial-ink": "#735400",
    "partial-ground": "#fcf5dd",
    "partial-mark": "#a87c00",
    "misleading-ink": "#964000",
    "misleading-ground": "#fef0e5",
    "misleading-mark": "#d4691a",
    "unknown-ink": "#474f5f",
    "unknown-ground": "#eff1f5",
    "unknown-mark": "#737d8f",
    "opinion-ink": "#4a3ea6",
    "opinion-ground": "#f0eefc",
    "opinion-mark": "#7165d2",
    star: "#a87400",
    "seal-ink": "#ffffff",
  };

  const dark = {
    ground: "#15171c",
    raised: "#1d2027",
    ink: "#eceef3",
    soft: "#a3abba",
    line: "#2d323c",
    accent: "#a9b8ff",
    "accent-ink": "#10142a",
    focus: "#a9b8ff",
    shadow: "0 0 0 1px rgb(255 255 255 / 9%), 0 18px 48px rgb(0 0 0 / 60%)",
    "true-ink": "#7fdba7",
    "true-ground": "#12291d",
    "true-mark": "#36b36f",
    "false-ink": "#ff9d97",
    "false-ground": "#331a1b",
    "false-mark": "#f0605a",
    "partial-ink": "#ecc95a",
    "partial-ground": "#2c2512",
    "partial-mark": "#d2a622",
    "misleading-ink": "#ffb27a",
    "misleading-ground": "#332013",
    "misleading-mark": "#ea8438",
    "unknown-ink": "#bfc6d3",
    "unknown-ground": "#23272f",
    "unknown-mark": "#8790a1",
    "opinion-ink": "#c0b8ff",
    "opinion-ground": "#231f3b",
    "opinion-mark": "#9589f2",
    star: "#e6b84c",
    "seal-ink": "#12141a",
  };

  /** @param {Record<string, string>} theme */
  const declarations = (theme) => Object.entries(theme).map(([name, value]) => `--${name}:${value};`).join("");

  /** Returns the custom properties for `selector`, which follow the system's theme unless data-theme is set. @param {string} selector */
  function css(selector) {
    return `
${selector}{color-scheme:light;${declarations(light)}}
${selector}[data-theme="dark"]{color-scheme:dark;${declarations(dark)}}
@media (prefers-color-scheme:dark){${selector}:not([data-theme="light"]){color-scheme:dark;${declarations(dark)}}}`;
  }

  ns.tokens = { light, dark, css };
})();
