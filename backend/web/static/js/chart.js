// @ts-check
// Draws the weights of supporting and refuting sources, as the macro `chart` in templates/answer.html does.

const WIDTH = 360, ROW = 26, TOP = 26, AXIS = 246, REACH = 78, NAME = 20;
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
export function drawn(tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** @param {any} v the view of the answer @param {any} chart @param {number} place index of this chart */
export function draw(v, chart, place) {
  const title = chart.about || v.labels.weights;
  const height = TOP + ROW * chart.sources.length + 4;
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${height}`, direction: "ltr", role: "img", "aria-labelledby": `chart-${place}-title chart-${place}-words` });
  svg.append(
    drawn("title", { id: `chart-${place}-title` }, title),
    drawn("desc", { id: `chart-${place}-words` }, chart.sources.map((/** @type {any} */ one) => `${one.publisher}: ${one.words}. `).join("")),
    drawn("text", { class: "chart-side", x: AXIS - 8, y: 14, "text-anchor": "end" }, v.labels.against),
    drawn("text", { class: "chart-side", x: AXIS + 8, y: 14 }, v.labels.for),
    ...chart.sources.flatMap(row),
    drawn("line", { class: "chart-axis", x1: AXIS, x2: AXIS, y1: TOP - 4, y2: height }),
  );
  const figure = document.createElement("figure");
  figure.className = "chart";
  const caption = document.createElement("figcaption");
  caption.dir = "auto";
  caption.textContent = title;
  figure.append(caption, svg);
  if (chart.sum) {
    const sum = document.createElement("p");
    sum.className = "fine";
    sum.textContent = chart.sum;
    figure.append(sum);
  }
  return figure;
}

/** @param {any} source @param {number} index */
function row({ publisher, share }, index) {
  const [y, width] = [TOP + ROW * index, Math.round(Math.abs(REACH * share) * 10) / 10];
  return [
    drawn("rect", { class: `chart-bar ${share > 0 ? "for" : "against"}`, x: share > 0 ? AXIS : AXIS - width, y: y + 4, width, height: ROW - 10, rx: 3 }),
    drawn("text", { class: "chart-name", x: 0, y: y + 16 }, publisher.length > NAME ? `${publisher.slice(0, NAME - 1)}…` : publisher),
  ];
}
