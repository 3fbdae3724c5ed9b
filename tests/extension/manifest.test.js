import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root));
const manifest = JSON.parse(read("chrome_extension/manifest.json").toString());

test("the manifest's key gives the id that the backend lets in", () => {
  const hash = createHash("sha256").update(Buffer.from(manifest.key, "base64")).digest("hex").slice(0, 32);
  const id = [...hash].map((digit) => String.fromCharCode(97 + parseInt(digit, 16))).join("");
  assert.match(read("backend/settings.py").toString(), new RegExp(`^EXTENSION_ID = "${id}"$`, "m"));
});

test("every file that the manifest names is there", () => {
  const files = [manifest.background.service_worker, manifest.action.default_popup, manifest.options_ui.page, ...manifest.content_scripts[0].js];
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
  assert.equal(manifest.web_accessible_resources, undefined);
});

test("popup and overlay load the same shared scripts in the same order", () => {
  const page = read("chrome_extension/popup/popup.html").toString();
  const scripts = [...page.matchAll(/src="\.\.\/(shared\/[^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual(scripts.filter((file) => file.endsWith(".js")), manifest.content_scripts[0].js.filter((/** @type {string} */ file) => file.startsWith("shared/")));
});
