/** Announces the state of the list to screen readers, in one permanent line, because only changes of its text are announced. */

import { tallied, tallyLine } from "./tally.js";

const ns = globalThis.Claimlight;

/** @param {import("../scan").ScanRecord | null} record @param {number} busy @param {number} over @returns {string} "" if an alert announces the state */
function line(record, busy, over) {
  const { i18n } = ns;
  if (!record || record.phase === "failed") return "";
  if (record.phase === "reading") return i18n.t("panel_reading");
  if (busy > 0) return i18n.t("panel_checked", [over, over + busy]);
  if (record.claims.length === 0) return `${i18n.t("panel_nothing")}. ${i18n.plural("panel_nothing_about", record.sentences)}`;
  return [i18n.plural("panel_count", record.claims.length), i18n.plural("panel_among", record.sentences), ...tallied(record).map(tallyLine)].join(" ");
}

/** @param {import("../scan").ScanRecord | null} record @param {number} busy number of running or waiting checks @param {number} over number of finished checks */
export function say(record, busy, over) {
  const place = /** @type {HTMLElement} */ (document.getElementById("page-said"));
  const said = line(record, busy, over);
  if (place.textContent !== said) place.textContent = said;
}
