/** Creates the card of an answer in a list: the shared view with the actions available here. */

const ns = globalThis.Claimlight;

/** `edit` checks an edited claim. `mode` is the mode of the last check, and `setMode` checks the same claim in another mode.
 * @param {{ recheck: () => void, retry: () => void, incognito?: boolean } & Pick<import("../types").CardActions, "edit" | "mode" | "setMode">} on */
export function createCard({ recheck, retry, incognito = false, edit, mode, setMode }) {
  return ns.view.create({
    recheck,
    retry,
    openOptions: () => void chrome.runtime.openOptionsPage(),
    copy: (text) => ns.dom.copyText(text, document.body),
    edit,
    mode,
    setMode,
    // Nothing is stored for a private window.
    ...(incognito ? {} : { report: ns.reports.add }),
  });
}

/** Creates a button with an icon. The name is shown as a tooltip and read by screen readers. @param {string} icon @param {string} name
 * @param {(event: Event) => void} click @param {Record<string, string>} [props] */
export function iconButton(icon, name, click, props = {}) {
  return ns.dom.h("button", { type: "button", class: "icon-button", "aria-label": name, title: name, click, ...props }, ns.dom.icon(icon, 16));
}

/** Ignores a failure. @param {Promise<unknown>} work fails only if the page no longer exists */
export const quietly = (work) => void work.catch(() => undefined);
