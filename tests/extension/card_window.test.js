// The card's window: its position while the page scrolls, its maximum size, and its stored size and state.
import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { follow, extent, sized } = Claimlight.follow;
const VIEW = { width: 1000, height: 800 };
const SIZE = { width: 500, height: 400 };
const still = { dx: 0, dy: 0 };

test("a card under its text moves with it and grows into the room", () => {
  const place = { left: 100, top: 300, maxHeight: 492 };
  assert.deepEqual(follow(place, still, SIZE, VIEW), { left: 100, top: 300, maxHeight: 492 });
  assert.deepEqual(follow(place, { dx: 0, dy: -120 }, SIZE, VIEW), { left: 100, top: 180, maxHeight: 612 });
});

test("a card over its text keeps its lower edge at the text", () => {
  const place = { left: 100, bottom: 250, maxHeight: 542 };
  assert.deepEqual(follow(place, { dx: 0, dy: -40 }, SIZE, VIEW), { left: 100, bottom: 290, maxHeight: 502 });
  assert.deepEqual(follow(place, { dx: 0, dy: 40 }, SIZE, VIEW), { left: 100, bottom: 210, maxHeight: 582 });
});

test("however far the text goes, the card stays in the window and enough of it can be read", () => {
  for (const dy of [-5000, -700, -1, 0, 1, 300, 5000]) {
    for (const place of [{ left: 100, top: 300, maxHeight: 0 }, { left: 100, bottom: 300, maxHeight: 0 }]) {
      for (const [size, view] of /** @type {const} */ ([[SIZE, VIEW], [{ width: 304, height: 240 }, { width: 320, height: 256 }], [{ width: 180, height: 40 }, VIEW]])) {
        const at = follow(place, { dx: dy, dy }, size, view);
        const kept = Math.min(size.height, 320, view.height - 16);
        assert.ok(at.left >= 8 && at.left + size.width <= view.width - 8, JSON.stringify(at));
        assert.ok((at.top ?? at.bottom ?? -1) >= 8 && at.maxHeight >= kept, JSON.stringify(at));
      }
    }
  }
});

test("a height chosen by the user is kept even without room", () => {
  assert.deepEqual(follow({ left: 100, top: 500, maxHeight: 0 }, still, SIZE, VIEW, 600), { left: 100, top: 192, maxHeight: 600 });
  assert.deepEqual(follow({ left: 100, bottom: 500, maxHeight: 0 }, still, SIZE, VIEW, 5000), { left: 100, bottom: 8, maxHeight: 784 });
});

test("the card has its own size until the reader chooses one, and never more than the window", () => {
  assert.deepEqual(extent({ width: 0, height: 0 }, { left: 8, maxHeight: 500 }, VIEW), { width: "", height: "", maxHeight: "500px" });
  assert.deepEqual(extent({ width: 0, height: 0 }, { left: 8, maxHeight: 790 }, VIEW), { width: "", height: "", maxHeight: "640px" });
  assert.deepEqual(extent({ width: 700, height: 700 }, { left: 8, maxHeight: 790 }, VIEW), { width: "700px", height: "700px", maxHeight: "790px" });
  assert.deepEqual(extent({ width: 700, height: 700 }, { left: 8, maxHeight: 240 }, { width: 320, height: 256 }), { width: "304px", height: "240px", maxHeight: "240px" });
});

test("a place may be narrower than the card, but the reader's width wins", () => {
  assert.equal(extent({ width: 0, height: 0 }, { left: 8, maxHeight: 500, width: 390 }, VIEW).width, "390px");
  assert.equal(extent({ width: 700, height: 0 }, { left: 8, maxHeight: 500, width: 390 }, VIEW).width, "700px");
});

test("a card can be made neither too small to read nor larger than the window", () => {
  assert.deepEqual(sized({ width: 10, height: 10 }, VIEW), { width: 280, height: 160 });
  assert.deepEqual(sized({ width: 5000, height: 5000 }, VIEW), { width: 984, height: 784 });
  assert.deepEqual(sized({ width: 10, height: 300.4 }, { width: 240, height: 400 }), { width: 224, height: 300 });
});

test("an invalid stored size gives the default size", () => {
  const own = { width: 0, height: 0, small: false };
  for (const stored of [undefined, null, 4, "x", [], { width: "9", height: -1, small: "yes" }, { width: Infinity, height: NaN }]) assert.deepEqual(Claimlight.shape.parse(stored), own);
  assert.deepEqual(Claimlight.shape.parse({ width: 600.4, height: 500, small: true, more: 1 }), { width: 600, height: 500, small: true });
});
