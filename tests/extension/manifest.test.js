import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { Claimlight } from "./namespace.js";

const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root));
/** Maximum size of the scripts that are loaded into every page before the user selects text. */
const CONTENT_BYTES = 20_000;
const manifest = JSON.parse(read("chrome_extension/manifest.json").toString());

test("the manifest's key gives the id that the backend lets in", () => {
  const hash = createHash("sha256").update(Buffer.from(manifest.key, "base64")).digest("hex").slice(0, 32);
  const id = [...hash].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join("");
  assert.match(read("backend/settings.py").toString(), new RegExp(`^EXTENSION_ID = "${id}"$`, "m"));
});

test("every file that the manifest names is there", () => {
  const files = [manifest.background.service_worker, manifest.action.default_popup, manifest.options_ui.page, ...manifest.content_scripts[0].js, ...Object.values(Claimlight.parts).flatMap((part) => part.files)];
  for (const file of files) assert.ok(read(`chrome_extension/${file}`).length > 0);
});

test("the icons have the sizes they are listed under", () => {
  for (const [size, file] of Object.entries(manifest.icons)) {
    const png = read(`chrome_extension/${file}`);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [Number(size), Number(size)]);
  }
});

test("the README names the shortcut, the oldest browser and the default address as they are", () => {
  const readme = read("README.md").toString();
  const keys = manifest.commands["verify-selection"].suggested_key.default.split("+");
  assert.ok(readme.includes(keys.map((/** @type {string} */ key) => `<kbd>${key}</kbd>`).join("+")));
  assert.ok(readme.includes(`(version ${manifest.minimum_chrome_version} or newer)`));
  assert.ok(readme.includes(`open \`${Claimlight.settings.DEFAULTS.backend}\``));
});

test("pages of the web can neither call nor detect the extension", () => {
  assert.equal(manifest.externally_connectable, undefined);
  // From this version on, Chromium enforces resource URLs that change with every session.
  assert.ok(Number(manifest.minimum_chrome_version) >= 130);
  for (const entry of manifest.web_accessible_resources) {
    assert.equal(entry.use_dynamic_url, true);
    for (const pattern of entry.resources) assert.match(pattern, /\.js$/);
  }
});

test("every file that is loaded on demand may be loaded, and every always loaded one is small", () => {
  const open = manifest.web_accessible_resources.flatMap((/** @type {any} */ entry) => entry.resources);
  const files = Object.values(Claimlight.parts).flatMap((part) => part.files);
  for (const file of ["shared/parts.js", ...files]) assert.ok(open.includes(file.replace(/[^/]+$/, "*.js")), file);
  const always = manifest.content_scripts.flatMap((/** @type {any} */ script) => script.js);
  assert.deepEqual(files.filter((file) => always.includes(file)), []);
  const size = always.reduce((/** @type {number} */ sum, /** @type {string} */ file) => sum + read(`chrome_extension/${file}`).length, 0);
  assert.ok(size <= CONTENT_BYTES, `${size} bytes go into every page`);
});

test("files loaded on demand may come in any order", async () => {
  const files = Object.values(Claimlight.parts).flatMap((part) => part.files);
  const fresh = new Worker(new URL("on_demand.js", import.meta.url), { workerData: [...new Set(files)].reverse() });
  const [made] = await once(fresh, "message");
  for (const name of ["overlay", "view", "i18n", "check"]) assert.ok(made.includes(name), name);
});

test("every message of the worker has exactly one handler", () => {
  const types = Object.values(Claimlight.parts).flatMap((part) => part.answers);
  assert.deepEqual(types, [...new Set(types)]);
});

test("popup and panel load every shared script that the card loads, before anything of their own", () => {
  const imported = [...read("chrome_extension/shared/card_files.js").toString().matchAll(/^import "\.\/([^"]+\.js)";$/gm)].map((match) => `shared/${match[1]}`);
  const shared = [...manifest.content_scripts[0].js, ...Claimlight.parts.card.files].filter((file) => file.startsWith("shared/"));
  assert.deepEqual(shared.filter((file) => !imported.includes(file)), []);
  for (const page of ["popup/popup.html", "sidepanel/panel.html"]) {
    const scripts = [...read(`chrome_extension/${page}`).toString().matchAll(/<script src="([^"]+)"( type="module")?>/g)];
    assert.equal(scripts[0][1], "../shared/card_files.js", page);
    assert.ok(scripts.every((script) => script[2]), `${page}: modules keep their order, other scripts would come first`);
  }
});

test("the privacy text says why each permission is needed, and names none that is not asked for", () => {
  const table = read("docs/privacy.md").toString().split("## Purpose of each permission")[1].split("\n\n")[0];
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap((row) => [...row[1].matchAll(/`([^`]+)`/g)].map((name) => name[1]));
  const asked = [...manifest.permissions, ...manifest.host_permissions, ...manifest.content_scripts.flatMap((/** @type {any} */ one) => one.matches)];
  assert.deepEqual(named.sort(), asked.sort());
});
