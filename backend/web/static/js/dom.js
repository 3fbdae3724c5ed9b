// @ts-check
// Clones and fills the page's templates. Text is inserted only through textContent.

/** @param {string} id @returns {any} */
export const at = (id) => document.getElementById(id);

/** Returns a filled copy of a template's first element. @param {string} template @param {any} view @returns {HTMLElement} */
export function build(template, view) {
  const copy = /** @type {HTMLElement} */ (at(template).content.firstElementChild.cloneNode(true));
  fill(copy, view);
  return copy;
}

/** @param {HTMLElement} root @param {any} view */
export function fill(root, view) {
  for (const place of [root, ...root.querySelectorAll("*")]) fillOne(/** @type {any} */ (place), view);
}

/** @param {any} place @param {any} view */
function fillOne(place, view) {
  const { f, fHref, fLabel, fTone, fState, fStance, fHidden, fTitle, fClaim, rows } = place.dataset;
  if (f && f in view) show(place, view[f]);
  if (fHref && view[fHref]) place.href = view[fHref];
  if (fTitle && view[fTitle]) place.title = view[fTitle];
  if (fLabel && view[fLabel]) place.setAttribute("aria-label", view[fLabel]);
  if (fTone && view[fTone]) place.dataset.tone = view[fTone];
  if (fState && view[fState]) place.dataset.state = view[fState];
  if (fStance && view[fStance]) place.dataset.stance = view[fStance];
  if (fClaim && view[fClaim]) place.dataset.claim = view[fClaim];
  if (fHidden) place.hidden = !view[fHidden];
  if (rows && view[rows]) {
    place.replaceChildren(...view[rows].map((/** @type {any} */ row) => build(place.dataset.rowTemplate, row)));
    place.hidden = view[rows].length === 0;
  }
}

/** Shows the backend's technical message, which is in English, in a folded element. "" hides the element. @param {string} id @param {string} words */
export function detail(id, words) {
  at(id).lastElementChild.textContent = words;
  at(id).hidden = !words;
}

/** @param {HTMLElement} place @param {unknown} value */
function show(place, value) {
  place.textContent = String(value ?? "");
  place.hidden = place.textContent === "";
}
