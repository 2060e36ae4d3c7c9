// Small charts, drawn as SVG: lines over time, with a label in words for those who listen.

const SVG = "http://www.w3.org/2000/svg";

export function draw(tag, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

// A sign for each grade of a decision: its shape tells it as well as its colour.
export function shape(grade, x, y, more = {}) {
  const about = (points) => points.map(([across, down]) => `${x + across},${y + down}`).join(" ");
  const outlines = { inaccuracy: [[0, -6], [6, 5], [-6, 5]], mistake: [[0, -7], [7, 0], [0, 7], [-7, 0]], blunder: [[-5, -5], [5, -5], [5, 5], [-5, 5]] };
  if (outlines[grade]) return draw("polygon", { class: `mark ${grade}`, points: about(outlines[grade]), ...more });
  return draw("circle", { class: `mark ${grade}`, cx: x, cy: y, r: 5, ...more });
}

// Round steps of 1, 2 or 5: at most four of them.
function stepFor(span) {
  let step = 1;
  for (let at = 0; step * 4 < span; at += 1) step *= [2, 2.5, 2][at % 3];
  return step;
}

// The corners of a line in steps.
function corners(points, from, to) {
  let value = points.findLast(([when]) => when <= from)[1];
  const found = [[from, value]];
  for (const [when, next] of points.filter(([when]) => when > from)) {
    found.push([when, value], [when, next]);
    value = next;
  }
  return [...found, [to, value]];
}

// series: [{name, kind, points: [[x, y], ...], marks: [{x, y, grade, title, click}]}]; kinds are classes of the style.
export function chart(series, { label, across = "seconds", stepped = false, between = false }) {
  const width = 420, height = 160, left = 38, low = 26, top = 12, right = 12;
  const points = series.flatMap((one) => one.points);
  const svg = draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: series.some((one) => one.marks) ? "group" : "img", "aria-label": label });
  if (!points.length) {
    svg.append(draw("text", { x: width / 2, y: height / 2, "text-anchor": "middle" }, "nothing to draw yet"));
    return svg;
  }
  const most = Math.max(...points.map(([x]) => x), 1e-9), least = stepped ? 0 : Math.min(...points.map(([x]) => x));
  const highest = Math.max(...points.map(([, y]) => y)), lowest = Math.min(...points.map(([, y]) => y));
  const step = stepFor(Math.max(highest - lowest, 2)), deep = Math.floor(lowest / step) * step, high = Math.max(Math.ceil(highest / step) * step, deep + 2 * step);
  const x = (value) => left + (width - left - right) * (value - least) / Math.max(most - least, 1e-9);
  const y = (value) => top + (height - low - top) * (high - value) / (high - deep);
  for (let value = deep; value <= high; value += step) {
    svg.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }), draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, `${value}`));
  }
  svg.append(draw("text", { x: width - right, y: height - 6, "text-anchor": "end" }, `${across} ${Math.round(most)}`), draw("text", { x: left, y: height - 6 }, `${Math.round(least)}`));
  const trace = (one) => {
    let path = `${x(one.points[0][0])},${y(one.points[0][1])}`;
    for (let at = 1; at < one.points.length; at += 1) path += `${stepped ? `H${x(one.points[at][0])}` : ""}L${x(one.points[at][0])},${y(one.points[at][1])}`;
    return stepped ? `${path}H${x(most)}` : path;
  };
  const drawn = series.filter((one) => one.points.length);
  if (between && drawn.length === 2) {
    const from = Math.max(...drawn.map((one) => one.points[0][0]));
    const outline = [...corners(drawn[0].points, from, most), ...corners(drawn[1].points, from, most).reverse()];
    svg.append(draw("polygon", { class: "gap", points: outline.map(([when, value]) => `${x(when)},${y(value)}`).join(" ") }));
  }
  for (const one of drawn) {
    svg.append(draw("path", { class: `curve ${one.kind}`, d: `M${trace(one)}` }));
    const last = one.points[one.points.length - 1][1], below = drawn.length > 1 && one.kind === "best";
    svg.append(draw("text", { class: `name ${one.kind}`, x: width - right, y: y(last) + (below ? 14 : -6), "text-anchor": "end" }, one.name));
    for (const mark of one.marks ?? []) {
      const sign = shape(mark.grade, x(mark.x), y(mark.y), { tabindex: 0, role: "button", "aria-label": mark.title });
      sign.append(draw("title", {}, mark.title));
      sign.addEventListener("click", mark.click);
      sign.addEventListener("keydown", (event) => { if (event.key === "Enter") mark.click(); });
      svg.append(sign);
    }
  }
  return svg;
}
