// @ts-check
// Wraps the browser storage of this page. If the browser blocks storage, values are kept in memory while the page is open.

/** @param {() => Storage} open throws if storage is blocked */
function keeper(open) {
  /** @type {Map<string, string>} */
  const memory = new Map();
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
    get: (name) => memory.get(name) ?? attempt(() => open().getItem(name)) ?? null,
    /** @param {string} name @param {string} value */
    set(name, value) {
      memory.set(name, value);
      // Full storage is treated like blocked storage.
      attempt(() => {
        open().setItem(name, value);
        memory.delete(name);
      });
    },
    /** @param {string} name */
    remove(name) {
      memory.delete(name);
      attempt(() => open().removeItem(name));
    },
  };
}

/** Storage for values that are kept while the tab is open. */
export const session = keeper(() => sessionStorage);
/** Storage for values that are kept until the user clears the browser's data. */
export const lasting = keeper(() => localStorage);
