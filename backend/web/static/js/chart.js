// @ts-check
// Draws the chart of evidence for and against; the template `chart` in parts.html is the same drawing.

const WIDTH = 360, ROW = 26, TOP = 26, AXIS = 246;
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
export function drawn(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** The same drawing as the template `chart`. @param {any} view */
export function draw(view) {
  const figure = document.createElement("figure");
  figure.className = "chart";
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${view.height}`, role: "img", "aria-labelledby": `${view.id}-title ${view.id}-words` });
  svg.append(
    drawn("title", { id: `${view.id}-title` }, view.title),
    drawn("desc", { id: `${view.id}-words` }, view.words),
    drawn("text", { class: "chart-side", x: AXIS - 8, y: 14, "text-anchor": "end" }, "Against"),
    drawn("text", { class: "chart-side", x: AXIS + 8, y: 14 }, "For"),
  );
  for (const one of view.bars) {
    const pro = one.side === "for";
    svg.append(
      drawn("rect", { class: `chart-bar ${one.side}`, x: one.x, y: one.y + 4, width: one.width, height: ROW - 10, rx: 3 }),
      drawn("text", { class: "chart-name", x: 0, y: one.y + 16 }, one.name),
      drawn("text", { class: "chart-weight", x: one.weight_x, y: one.y + 16, "text-anchor": pro ? "start" : "end" }, one.weight),
    );
  }
  svg.append(drawn("line", { class: "chart-axis", x1: AXIS, x2: AXIS, y1: TOP - 4, y2: view.height }));
  const caption = document.createElement("figcaption");
  caption.textContent = view.title;
  const rest = document.createElement("p");
  rest.className = "fine";
  rest.textContent = view.more;
  rest.hidden = !view.more;
  figure.append(caption, svg, rest);
  return figure;
}
