/** The service worker's entry point. Listeners are registered synchronously, so that a worker that wakes up misses no event. */

import "../shared/text.js";
import "../shared/i18n.js";
import "../shared/reach.js";
import "../shared/settings.js";
import "../shared/vault.js";
import "../shared/migrations.js";
import "../shared/words.js";
import { Backend } from "./backend.js";
import * as entries from "./entries.js";
import * as forget from "./forget.js";
import { handOver } from "./hand_over.js";
import * as messages from "./messages.js";
import { servePort } from "./ports.js";
import * as privacy from "./private.js";
import { Runs } from "./runs.js";
import { endOrphans, noteVerdict, scanTab } from "./scan.js";
import { Scans } from "./scans.js";
import { Answers, roomy } from "./session.js";
import { Slots } from "./slots.js";
import * as words from "./words.js";

const STREAMS = 4;

const settings = () => globalThis.Claimlight.settings.load();
const backend = new Backend({
  fetch: fetch.bind(globalThis), settings, token: () => globalThis.Claimlight.settings.token(), version: chrome.runtime.getManifest().version, browserLanguage: () => chrome.i18n.getUILanguage(),
});
/** @param {string} text */
async function language(text) {
  const { isReliable, languages } = await chrome.i18n.detectLanguage(text);
  return isReliable ? (languages[0]?.language ?? "") : "";
}
const runs = new Runs(roomy(chrome.storage.session, new Answers(chrome.storage.session)));
const slots = new Slots(STREAMS);
const scans = new Scans(chrome.storage.session);
// The card already shows the answer, so a failure to update the list is ignored.
const noted = (/** @type {number} */ tab, /** @type {string} */ claim, /** @type {any} */ result) =>
  void noteVerdict(tab, claim, result, { chrome, backend, scans }).catch(() => {});

chrome.runtime.onConnect.addListener((port) => {
  if (port.name !== "verify" || port.sender?.id !== chrome.runtime.id) return port.disconnect();
  servePort(port, { backend, runs, slots, settings, language, noted, handOver: (request, tab, requestSettled) => handOver(chrome, request, tab, requestSettled) }, messages.isOurPage(port.sender, chrome.runtime));
});
messages.listen({ chrome, backend, settings, scans });
forget.listen({ chrome, backend, scans });
entries.listen(chrome, (tab) => void scanTab(tab, { chrome, backend, scans }));
privacy.listen({ chrome, scans });
words.listen(chrome, settings);
// The health check tells the backend that the extension is installed.
for (const event of [chrome.runtime.onInstalled, chrome.runtime.onStartup]) event.addListener(() => void backend.health().catch(() => {}));
void endOrphans({ scans }, Date.now());
const { migrations, vault } = globalThis.Claimlight;
// If the vault fails, the token is moved at a later start. Until then, the old copy is used.
void migrations.run(chrome.storage.local).then(() => vault?.adopt(chrome.storage.local, "token").catch(() => {}));
