/** Whether what is known of a tab's scan is about the document that the tab shows, and whether more of it is to come. */

import { LONGEST_MS } from "../background/scan.js";
import { askPage } from "../background/tabs.js";

/** @typedef {import("../scan").ScanRecord} ScanRecord @typedef {import("../background/scans.js").Scans} Scans */

/** The worker may have to be woken first. */
export const LOST_MS = LONGEST_MS + 5000;

/** Which document a tab shows, if one that a scan can read; null: it is stopped at the moment.
 * @param {number} tab @returns {Promise<{ page: string, url: string } | undefined | null>} */
const shownIn = async (tab) => {
  const there = await askPage(chrome, tab, { type: "scan-page" });
  return there === false ? undefined : there;
};

/** The record, unless it is of a document that is gone, or the one of a newer scan. Of a page that is stopped nobody can tell: nothing is shown, and nothing forgotten.
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

/** Whether the tab still shows what the scan was asked for, and the scan got as far as its text.
 * @param {number} tab @param {ScanRecord} record */
export async function stillShown(tab, { page, url }) {
  const there = await shownIn(tab);
  return page !== "" && there?.page === page && there.url === url;
}

/** Milliseconds after which nothing more will come of it: the worker was killed while it read. Null when it is over.
 * @param {ScanRecord | null} record */
export function patience(record) {
  return record?.phase === "reading" ? Math.max(0, record.at + LOST_MS - Date.now()) : null;
}
