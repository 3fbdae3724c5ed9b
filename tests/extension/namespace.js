// Loads the classic scripts that work without a page into this process, in the manifest's order, with English messages.
import { readFileSync } from "node:fs";
import "../../chrome_extension/shared/text.js";
import "../../chrome_extension/shared/i18n.js";
import "../../chrome_extension/shared/parts.js";
import "../../chrome_extension/shared/reach.js";
import "../../chrome_extension/shared/settings.js";
import "../../chrome_extension/shared/words.js";
import "../../chrome_extension/shared/sentence.js";
import "../../chrome_extension/shared/tokens.js";
import "../../chrome_extension/shared/passage.js";
import "../../chrome_extension/shared/calibration.js";
import "../../chrome_extension/shared/shape.js";
import "../../chrome_extension/shared/reports.js";
import "../../chrome_extension/shared/model.js";
import "../../chrome_extension/shared/copy.js";
import "../../chrome_extension/shared/review.js";
import "../../chrome_extension/shared/client.js";
import "../../chrome_extension/content/place.js";
import "../../chrome_extension/content/place_card.js";
import "../../chrome_extension/content/follow.js";

export const Claimlight = globalThis.Claimlight;

/** Returns the messages in one folder of _locales. @param {string} folder @returns {import("../../chrome_extension/types").Messages} */
export function messagesOf(folder) {
  return JSON.parse(readFileSync(new URL(`../../chrome_extension/_locales/${folder}/messages.json`, import.meta.url), "utf8"));
}

Claimlight.i18n.use(messagesOf("en"));
