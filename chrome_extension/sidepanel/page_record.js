/** Whether a tab's scan belongs to the document that the tab shows, and whether it is still running. */

import { LONGEST_MS } from "../background/scan.js";
import { askPage } from "../background/tabs.js";

/** @typedef {import("../scan").ScanRecord} ScanRecord @typedef {import("../background/scans.js").Scans} Scans */

/** The worker may have to wake up first. */
export const LOST_MS = LONGEST_MS + 5000;

/** The document that a tab shows, if a scan can read it; null: the page is currently blocked.
 * @param {number} tab @returns {Promise<{ page: string, url: string } | undefined | null>} */
const shownIn = async (tab) => {
  const there = await askPage(chrome, tab, { type: "scan-page" });
  return there === false ? undefined : there;
};

/** The record, unless it belongs to an earlier document or to a newer scan. While a page is blocked this is unknown: nothing is shown, and nothing is deleted.
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

/** Whether the tab still shows the scanned document, and the scan has read its text.
 * @param {number} tab @param {ScanRecord} record */
export async function stillShown(tab, { page, url }) {
  const there = await shownIn(tab);
  return page !== "" && there?.page === page && there.url === url;
}

/** Milliseconds after which the scan counts as interrupted: the worker was killed while it ran. Null if the scan has ended.
 * @param {ScanRecord | null} record */
export function patience(record) {
  return record?.phase === "reading" ? Math.max(0, record.at + LOST_MS - Date.now()) : null;
}
