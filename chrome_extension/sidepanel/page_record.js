/** Checks whether a tab's scan belongs to the document that the tab shows, and whether the scan is still running. */

import { LONGEST_MS } from "../background/scan.js";
import { askPage } from "../background/tabs.js";

/** @typedef {import("../scan").ScanRecord} ScanRecord @typedef {import("../background/scans.js").Scans} Scans */

/** Time after which a scan counts as interrupted. The time includes a margin, because the worker may have to wake up first. */
export const LOST_MS = LONGEST_MS + 5000;

/** Returns the document in a tab: undefined if a scan cannot read the document, null if the page does not respond.
 * @param {number} tab @returns {Promise<{ page: string, url: string } | undefined | null>} */
const shownIn = async (tab) => {
  const there = await askPage(chrome, tab, { type: "scan-page" });
  return there === false ? undefined : there;
};

/** Returns a tab's record, or deletes it if it belongs to an earlier document. If the page does not respond, the tab's
 * document is unknown, so nothing is deleted and null is returned.
 * @param {Scans} scans @param {number} tab @returns {Promise<ScanRecord | null>} */
export async function fresh(scans, tab) {
  const record = await scans.get(tab);
  if (!record || (record.phase === "reading" && !record.page)) return record;
  const there = await shownIn(tab);
  if (there === null) return null;
  if (there?.page === (record.page || undefined)) return scans.get(tab);
  await scans.forget(tab, record.scan);
  return scans.get(tab);
}

/** Whether the scan has read the page's text and the tab still shows that document.
 * @param {number} tab @param {ScanRecord} record */
export async function stillShown(tab, { page, url }) {
  const there = await shownIn(tab);
  return page !== "" && there?.page === page && there.url === url;
}

/** Returns the milliseconds after which the scan counts as interrupted because its worker was killed, or null if the scan has ended.
 * @param {ScanRecord | null} record */
export function patience(record) {
  return record?.phase === "reading" ? Math.max(0, record.at + LOST_MS - Date.now()) : null;
}
