// Small charts, drawn as SVG: lines over time, with a table's worth of words for those who listen.

const SVG = "http://www.w3.org/2000/svg";

export function draw(tag, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

// series: [{name, kind, points: [[x, y], ...], marks: [{x, y, grade, title, click}]}]; kinds are classes of the style.
export function chart(series, { label, across = "seconds", stepped = false }) {
  const width = 420, height = 190, left = 38, low = 26, top = 12;
  const points = series.flatMap((one) => one.points);
  const svg = draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  if (!points.length) return svg;
  const most = Math.max(...points.map(([x]) => x), 1e-9), least = Math.min(...points.map(([x]) => x));
  let high = Math.max(...points.map(([, y]) => y)), deep = Math.min(...points.map(([, y]) => y));
  const tick = Math.max(1, Math.ceil((high - deep) / 3));  // whole numbers, whatever the range
  deep = Math.floor(deep) - (high - deep < 3 ? 1 : 0);
  high = Math.max(deep + 4 * tick, high);
  const x = (value) => left + (width - left - 12) * (value - least) / Math.max(most - least, 1e-9);
  const y = (value) => top + (height - low - top) * (high - value) / (high - deep);
  for (let at = 0; at <= 4; at += 1) {
    const value = deep + tick * at;
    svg.append(draw("line", { class: "grid", x1: left, x2: width - 8, y1: y(value), y2: y(value) }));
    svg.append(draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, `${Math.round(value)}`));
  }
  svg.append(draw("text", { x: width - 8, y: height - 6, "text-anchor": "end" }, across));
  svg.append(draw("text", { x: left, y: height - 6 }, `${Math.round(least)} to ${Math.round(most)}`));
  for (const one of series) {
    if (!one.points.length) continue;
    let path = `M${x(one.points[0][0])},${y(one.points[0][1])}`;
    for (let at = 1; at < one.points.length; at += 1) {
      const [px, py] = one.points[at];
      if (stepped) path += `H${x(px)}`;
      path += `L${x(px)},${y(py)}`;
    }
    svg.append(draw("path", { class: `curve ${one.kind}`, d: path }));
    const [, last] = one.points[one.points.length - 1];
    svg.append(draw("text", { class: `name ${one.kind}`, x: width - 10, y: y(last) + (one.kind === "best" && series.length > 1 ? 14 : -9), "text-anchor": "end" }, one.name));
    for (const mark of one.marks ?? []) {
      const circle = draw("circle", { class: `mark ${mark.grade}`, cx: x(mark.x), cy: y(mark.y), r: 5, tabindex: 0, role: "button", "aria-label": mark.title });
      circle.append(draw("title", {}, mark.title));
      circle.addEventListener("click", mark.click);
      circle.addEventListener("keydown", (event) => { if (event.key === "Enter") mark.click(); });
      svg.append(circle);
    }
  }
  return svg;
}
