// @ts-check
// What the browser keeps for this page. Where the reader forbids it to keep anything, the page does as long as it is open.

/** @param {() => Storage} open throws where storage is forbidden */
function keeper(open) {
  /** @type {Map<string, string>} */
  const here = new Map();
  /** @template T @param {() => T} work */
  const attempt = (work) => {
    try {
      return work();
    } catch {
      return undefined;
    }
  };
  return {
    /** @param {string} name @returns {string | null} */
    get: (name) => here.get(name) ?? attempt(() => open().getItem(name)) ?? null,
    /** @param {string} name @param {string} value */
    set(name, value) {
      here.set(name, value);
      // Storage that is full is as good as none.
      attempt(() => {
        open().setItem(name, value);
        here.delete(name);
      });
    },
    /** @param {string} name */
    remove(name) {
      here.delete(name);
      attempt(() => open().removeItem(name));
    },
  };
}

/** As long as the tab is open. */
export const session = keeper(() => sessionStorage);
/** Until the reader clears it. */
export const lasting = keeper(() => localStorage);
