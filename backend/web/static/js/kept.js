// @ts-check
// Browser storage of this page. If the browser blocks storage, values are kept in memory while the page is open.

/** @param {() => Storage} open throws if storage is blocked */
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
      // A full storage is treated like a blocked one.
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

/** Kept while the tab is open. */
export const session = keeper(() => sessionStorage);
/** Kept until the user clears it. */
export const lasting = keeper(() => localStorage);
