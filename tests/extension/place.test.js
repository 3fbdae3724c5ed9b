import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { button } = Claimlight.place;
const card = Claimlight.placeCard;
const VIEWPORT = { width: 1000, height: 700 };
const SIZE = { width: 90, height: 34 };
const at = (/** @type {number} */ left, /** @type {number} */ top) => ({ left, top, right: left + 120, bottom: top + 20 });
const place = (/** @type {any} */ given) => button({ rect: at(400, 300), backwards: false, rtl: false, ...given }, SIZE, VIEWPORT);

test("the button stands below the end of the selection", () => {
  assert.deepEqual(place({}), { left: 460, top: 328 });
});

test("it stands above the start when selected backwards", () => {
  assert.deepEqual(place({ backwards: true }), { left: 370, top: 258 });
});

test("right-to-left text ends on the left", () => {
  assert.equal(place({ rtl: true }).left, 370);
  assert.equal(place({ rtl: true, backwards: true }).left, 460);
});

test("the button flips where there is no room", () => {
  assert.equal(place({ rect: at(400, 670) }).top, 628);
  assert.equal(place({ rect: at(400, 5), backwards: true }).top, 33);
});

test("a touch selection's handles stay free", () => {
  assert.deepEqual(place({ touch: true }), { left: 460, top: 350 });
  assert.equal(place({ touch: true, backwards: true }).top, 350);
  assert.equal(place({ touch: true, rect: at(400, 640) }).top, 598);
});

test("the button never leaves the window", () => {
  for (let left = -300; left < 1300; left += 37) {
    for (let top = -300; top < 1000; top += 41) {
      for (const backwards of [true, false]) {
        const found = place({ rect: at(left, top), backwards });
        assert.ok(found.left >= 8 && found.left + SIZE.width <= 992, `${left} ${top}`);
        assert.ok(found.top >= 8 && found.top + SIZE.height <= 692, `${left} ${top}`);
      }
    }
  }
});

test("the card stands under the selection, above it, beside it, or over it when it is tall", () => {
  assert.deepEqual(card(at(100, 100), 428, VIEWPORT), { left: 100, top: 132, maxHeight: 556 });
  assert.deepEqual(card(at(900, 600), 428, VIEWPORT), { left: 564, bottom: 112, maxHeight: 576 });
  assert.deepEqual(card(at(100, 330), 428, VIEWPORT), { left: 228, top: 84, maxHeight: 608 });
  assert.deepEqual(card(at(800, 330), 428, VIEWPORT), { left: 364, top: 84, maxHeight: 608 });
  assert.deepEqual(card({ left: 10, right: 900, top: 280, bottom: 320 }, 428, VIEWPORT), { left: 10, top: 332, maxHeight: 356 });
  assert.deepEqual(card({ left: 10, right: 900, top: 20, bottom: 690 }, 428, VIEWPORT), { left: 10, top: 8, maxHeight: 684 });
});

test("a free margin comes before all other places, if it is wide enough for the card", () => {
  const [right, left] = [{ side: "right", edge: 520, room: 480 }, { side: "left", edge: 450, room: 450 }];
  const beside = (/** @type {any} */ margins, chosen = 0) => card(at(100, 100), 500, VIEWPORT, margins, chosen);
  assert.deepEqual(beside([right, left]), { left: 536, top: 84, maxHeight: 608, width: 456 });
  assert.deepEqual(beside([left, right]), { left: 8, top: 84, maxHeight: 608, width: 426 });
  assert.deepEqual(beside([{ ...right, room: 399 }, left]), { left: 8, top: 84, maxHeight: 608, width: 426 });
  assert.deepEqual(beside([right, left], 456), { left: 536, top: 84, maxHeight: 608, width: 456 });
  assert.equal(beside([right, left], 457).width, undefined);
});

test("the card is in the corner without a selection", () => {
  assert.deepEqual(card(null, 428, VIEWPORT), { left: 556, top: 16, maxHeight: 676 });
});

test("the card fits the window wherever the selection is", () => {
  for (let top = -200; top < 900; top += 23) {
    const found = card(at(400, top), 428, VIEWPORT);
    const upper = found.top ?? VIEWPORT.height - (found.bottom ?? 0) - found.maxHeight;
    assert.ok(found.maxHeight >= 200 && upper >= 0 && upper + found.maxHeight <= VIEWPORT.height, `${top}`);
  }
});
