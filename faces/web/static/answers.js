// What answers look like: for each command a function that makes the elements of its answer.
import { $, figure, make, signed } from "./common.js";
import { chart, draw, shape } from "./chart.js";

const HINTS = [["look_at", "Look at"], ["kind", "A move of the kind"], ["move", "The move"]];
const GRADES = ["fine", "inaccuracy", "mistake", "blunder"];

const box = (name, value) => make("span", { class: "figure" }, make("small", {}, name), make("b", {}, value));
const tenth = (value) => Math.round(10 * value) / 10;
const known = (value) => value !== null && value !== undefined;
const percent = (value) => (known(value) ? `${Math.round(100 * value)} %` : "–");

export function figures(best, bound, word) {
  const gap = best === null || bound === null ? null : bound - best;
  return make("p", { class: "figures" }, box("best", figure(best)), box("bound", figure(bound)), box("gap", figure(gap)), make("span", { class: `verdict ${word}` }, word));
}

export function curves({ best, bound }, label) {
  return chart([{ name: "bound", kind: "bound", points: bound }, { name: "best", kind: "best", points: best }], { label, stepped: true, between: true });
}

export function plan(moves) {
  return moves?.length ? make("ol", { class: "plan", tabindex: 0 }, ...moves.map((move) => make("li", {}, move))) : null;
}

// The moves one after the other, as far as they can be played.
function whole(moves, { table }) {
  if (!(moves?.length > 1)) return null;
  return make("button", { type: "button", onclick: async () => { for (const move of moves) if (!await table.play(move)) break; } }, "Play the whole line");
}

function items(score) {
  if (!score) return make("p", {}, "");
  const points = Object.values(score).reduce((sum, one) => sum + one, 0);
  const row = (name, value, kind) => make("tr", { class: kind }, make("th", { scope: "row" }, name), make("td", {}, figure(value)));
  return make("table", { class: "items" }, make("tbody", {}, ...Object.entries(score).map(([name, value]) => row(name, value)), row("in all", points, "sum")));
}

function compared(free, told, difference) {
  const sum = (score) => Object.values(score).reduce((all, one) => all + one, 0);
  const row = (name, one, other, more, kind) => make("tr", { class: kind }, make("th", { scope: "row" }, name), make("td", {}, figure(one)), make("td", {}, figure(other)),
    make("td", { class: more < 0 ? "worse" : "" }, more ? signed(more) : "="));
  return make("table", { class: "items" }, make("thead", {}, make("tr", {}, ...["", "free", "as told", "difference"].map((word) => make("th", { scope: "col" }, word)))),
    make("tbody", {}, ...Object.keys(free).map((name) => row(name, free[name], told[name], difference[name])), row("in all", sum(free), sum(told), sum(told) - sum(free), "sum")));
}

function solve(answer, analysis) {
  const { curve } = analysis;
  if (answer.best !== null) curve.best.push([answer.elapsed, answer.best]);
  if (answer.bound !== null) curve.bound.push([answer.elapsed, answer.bound]);
  return [figures(answer.best, answer.bound, answer.status === "optimal" ? "proven" : answer.status), curves(curve, `best ${answer.best}, bound ${answer.bound}`),
    make("p", { class: "muted" }, answer.proof ? `The bound rests on: ${answer.proof}` : "No bound was found in time."),
    plan(answer.moves), whole(answer.moves, analysis), items(answer.score)];
}

function reasons(title, because, asked) {
  if (because?.length) return [make("h4", {}, title), make("ul", {}, ...because.map((one) => make("li", {}, one)))];
  return asked ? [make("p", { class: "muted" }, "The rules that are to blame were not found in this time.")] : [];
}

function target(answer, analysis) {
  const because = reasons("It is out of reach because of", answer.because, answer.verdict === "unreachable" && $("#panel [name=why]")?.checked);
  const proven = answer.verdict === "unreachable" ? " (proven)" : "";
  return [figures(answer.best, answer.bound, `${answer.verdict}${proven}`), ...because,
    make("p", { class: "muted" }, answer.proof ? `The bound rests on: ${answer.proof}` : ""), plan(answer.moves), whole(answer.moves, analysis), items(answer.score)];
}

function whatif(answer) {
  const { free } = answer, line = (title, moves) => make("div", {}, make("h4", {}, title), plan(moves) ?? "none");
  return [make("p", { class: "figures" }, box("free", figure(free.best)), box("as told", figure(answer.best)), box("difference", answer.difference === null ? "–" : signed(answer.difference)),
    make("span", { class: `verdict ${answer.difference_proven ? "proven" : ""}` }, answer.difference_proven ? "proven" : "an estimate from plans not proven best")),
  free.score && answer.score ? compared(free.score, answer.score, answer.difference_by_item) : make("p", {}, "One of the two plans was not found in time."),
  make("div", { class: "two" }, line("Free", free.moves), line("As told", answer.moves))];
}

// Where a value lies between the least and the most of all the ways, with its interval.
function range(option, least, most) {
  const x = (value) => 6 + 228 * (value - least) / Math.max(most - least, 1e-9), { interval, value } = option;
  const svg = draw("svg", { class: "range", viewBox: "0 0 240 14", "aria-hidden": "true" });
  svg.append(draw("line", { x1: 0, x2: 240, y1: 7, y2: 7 }));
  if (interval) svg.append(draw("line", { class: "span", x1: x(interval.low), x2: Math.max(x(interval.high), x(interval.low) + 3), y1: 7, y2: 7 }));
  svg.append(draw("circle", { cx: x(value), cy: 7, r: 5 }));
  return svg;
}

function expectation(answer, show) {
  const { within, played, best } = answer;
  if (within && within.low === within.high) return `exact: ${show(within.low)} can be expected`;
  if (played) return `${figure(played.mean)} can be expected, between ${figure(played.low)} and ${figure(played.high)}`;
  if (within) return `${show(within.low)} can be expected, between ${show(within.low)} and ${show(within.high)}`;
  return best === null ? "no way to go on was compared in time" : `${show(best)} can be expected, as far as was seen`;
}

function advise(answer, { table }) {
  const show = answer.objective === "goal" ? percent : figure, chance = answer.goal_chance, options = answer.options ?? [];
  const ends = options.flatMap((one) => (one.interval ? [one.interval.low, one.interval.high, one.value] : [one.value])).filter((one) => one !== null);
  const way = (option, at) => {
    const fact = (name, value) => make("div", {}, make("dt", {}, name), make("dd", {}, value)), [first, ...then] = option.moves;
    return make("li", { class: at ? "" : "best" },
      make("button", { class: "link", title: "play the first of these", onclick: () => table.play(first) }, make("b", {}, `${at + 1}. ${first}`)),
      then.length ? make("small", {}, `then ${then.join("; ")}`) : null,
      make("dl", {}, make("div", {}, make("dt", {}, "expected"), make("dd", { class: "value" }, show(option.value))),
        option.interval ? fact("between", `${show(option.interval.low)} and ${show(option.interval.high)}`) : null,
        known(option.goal_share) ? fact("chance of the goal", percent(option.goal_share)) : null, fact("loss", show(option.loss))),
      ends.length && Math.max(...ends) > Math.min(...ends) ? range(option, Math.min(...ends), Math.max(...ends)) : null);
  };
  return [make("h3", {}, expectation(answer, show)),
    chance ? make("p", {}, `Chance of the goal: ${percent(chance.mean)}, between ${percent(chance.low)} and ${percent(chance.high)}`) : null,
    make("ol", { class: "ways" }, ...options.map(way))];
}

function hint(answer, analysis) {
  analysis.level = Math.min(3, answer.hint_level);
  if (answer.move) analysis.table.follow([answer.move]);
  const told = HINTS.filter(([key]) => answer[key]);
  return [make("h3", {}, told.length ? `Hint ${analysis.level} of 3` : "nothing was found"),
    make("ol", { class: "ladder" }, ...told.map(([key, words]) => make("li", {}, make("small", {}, words), make("b", {}, answer[key])))),
    analysis.level < 3 ? make("button", { class: "main", onclick: () => analysis.ask(false) }, "Tell me more")
      : answer.move ? make("button", { class: "main", onclick: () => analysis.table.play(answer.move) }, "Play it") : null];
}

function review(answer, { table }) {
  const { line } = table.current().tree, stand = (mark) => () => table.go(line[mark.number - 1]), valued = answer.marks.filter((mark) => mark.value !== null);
  if (!valued.length) return [make("h3", {}, "No decision could be looked at in this time, and nothing is said about luck: give it more seconds")];
  const grade = (mark) => mark.grade.replaceAll(" ", "-"), luck = answer.luck.reduce((sum, one) => sum + (one.gain ?? 0), 0);
  const marks = valued.map((mark) => ({ x: mark.number, y: mark.value, grade: grade(mark), title: `${mark.number}. ${mark.move}: ${mark.grade}, lost ${figure(mark.loss)}`, click: stand(mark) }));
  const legend = GRADES.map((name) => {
    const sign = draw("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" });
    sign.append(shape(name, 7, 7));
    return make("li", {}, sign, `${name} ${answer.marks.filter((mark) => mark.grade === name).length}`);
  });
  const row = (mark) => make("li", {}, make("button", { class: "row", onclick: stand(mark) }, make("b", {}, `${mark.number}. ${mark.move}`),
    make("span", { class: `tag ${grade(mark)}` }, `${mark.grade}${mark.loss ? ` −${figure(mark.loss)}` : ""}`), mark.better.length && mark.loss ? make("small", {}, `better: ${mark.better[0]}`) : null));
  return [make("h3", {}, `Lost by play: ${figure(answer.loss)} · gained by luck: ${signed(tenth(luck))}`),
    chart([{ name: "expected", kind: "best", points: valued.map((mark) => [mark.number, mark.value]), marks }], { label: "the expected score, decision by decision", across: "decision" }),
    make("ul", { class: "legend" }, ...legend),
    make("ul", { class: "marks", tabindex: 0 }, ...answer.marks.map(row)),
    make("details", {}, make("summary", {}, "Luck, draw by draw"), make("ul", {}, ...answer.luck.map((one) => make("li", {}, `round ${one.round}, ${one.drawn}: ${one.gain === null ? "–" : signed(tenth(one.gain))}`))))];
}

// Where people walk, drawn over the board; those who go the same way go beside each other.
function paths(walks) {
  const svg = $("#picture svg"), drawn = draw("g", { id: "paths" });
  $("#paths", svg)?.remove();
  for (const [at, walk] of walks.entries()) {
    const shift = (at % 5) * 5 - 10;
    const points = walk.way.map((leg) => [svg.querySelector(`[id="at-${CSS.escape(leg.place)}"]`)?.getBBox(), leg.conveyor]).filter(([place]) => place)
      .map(([place, ride]) => [place.x + place.width / 2 + shift, place.y + place.height / 2 + shift, ride]);
    if (!points.length) continue;
    points.slice(1).forEach(([x, y, ride], step) => drawn.append(draw("polyline", { class: ride ? "path ride" : "path", points: `${points[step][0]},${points[step][1]} ${x},${y}` })));
    const [x, y] = points[points.length - 1];
    drawn.append(draw("circle", { class: "path-end", cx: x, cy: y, r: 9 }), draw("text", { class: "path-time", x, y: y + 4, "text-anchor": "middle" }, `${walk.time}`));
  }
  svg.append(drawn);
}

function move(answer) {
  paths(answer.walks);
  const way = (walk) => walk.way.map((leg) => `${leg.conveyor ? "by conveyor " : ""}${leg.place}`).join(" → ");
  return [make("h3", {}, answer.refusal ?? `Least time: ${figure(answer.best)}`), make("p", { class: "muted" }, `${answer.question}. The number at the end of a path is its time; dots are a ride.`), plan(answer.moves),
    make("ul", {}, ...answer.walks.map((walk) => make("li", {}, `${walk.who} to ${walk.space} (${walk.room}), time ${walk.time}: `, make("small", {}, way(walk))))),
    ...answer.remarks.map((words) => make("p", { class: "muted" }, words))];
}

// A row for everybody, a column for each part of the round, and what they do in it.
function timeline(tasks) {
  const phases = [...new Set(tasks.map((task) => task.phase))], people = [...new Set(tasks.map((task) => task.who))];
  const cell = (who, phase) => make("td", {}, ...tasks.filter((task) => task.who === who && task.phase === phase).map((task) => make("span", { class: `task ${who.split(" ")[0]}` }, task.what,
    task.time ? make("span", { class: "ticks", title: `time walked: ${task.time}` }, `${"▮".repeat(task.time)} ${task.time}`) : null)));
  return make("div", { class: "timeline", tabindex: 0, role: "region", "aria-label": "The round over time" }, make("table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "who"), ...phases.map((phase) => make("th", { scope: "col" }, phase)))),
    make("tbody", {}, ...people.map((who) => make("tr", {}, make("th", { scope: "row" }, who), ...phases.map((phase) => cell(who, phase)))))));
}

function schedule(answer, analysis) {
  const [first, ...others] = answer.schedules;
  if (!first) return [make("h3", {}, "No schedule was found in this time: give it more seconds")];
  const because = reasons("A better one is forbidden by", answer.because, $("#panel [name=why]")?.checked);
  return [figures(answer.best, answer.bound, answer.status === "optimal" ? "proven" : answer.status),
    make("p", { class: "muted" }, `Round ${answer.round}, as if the game ended with it. ▮ is time walked, ${first.walked} in all.`), timeline(first.tasks), ...because,
    plan(answer.moves), whole(answer.moves, analysis),
    ...others.map((one, at) => make("details", {}, make("summary", {}, `${at + 2}. ${figure(one.best)}, time walked ${one.walked}`), timeline(one.tasks)))];
}

export const ANSWERS = { solve, target, whatif, advise, hint, review, move, schedule };
