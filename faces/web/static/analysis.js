// The questions beside the table. One stream per page brings what searches say; each answer has a shape of its own.
import { $, $$, call, figure, make, say, signed } from "./common.js";
import { chart, draw } from "./chart.js";

const FIELDS = {
  solve: { seconds: 30, about: "The best play if every draw to come is known." },
  advise: { seconds: 25, about: "The best play for one who does not know the draws." },
  whatif: { seconds: 30, about: "What it costs to make a move, or to do without it." },
  target: { seconds: 30, about: "Can a score be reached?" },
  move: { about: "Who goes where, in the least time." },
  review: { seconds: 60, about: "What each decision of this game cost, and what luck did." },
  hint: { seconds: 15, about: "As much help as you want: first where to look." },
  schedule: { seconds: 20, about: "The people and rooms of this round, over time." },
};
const TITLES = { solve: "Solve", advise: "Advise", whatif: "Compare", target: "Decide", move: "Plan", review: "Review", hint: "Hint", schedule: "Schedule" };
const HINTS = [["look_at", "Look at"], ["kind", "A move of the kind"], ["move", "The move"]];

export class Analysis {
  constructor(name, table) {
    Object.assign(this, { name, table, number: null, command: null, forced: [], forbidden: [], curve: null, level: 0 });
    this.page = [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(36)).join("").slice(0, 20).padEnd(8, "0");
    this.stream = new EventSource(`/api/events?page=${this.page}`);
    this.stream.onmessage = (message) => this.hear(JSON.parse(message.data));
    this.tabs = $$("[role=tab]");
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab.dataset.command));
    $("[role=tablist]").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = this.tabs.indexOf(document.activeElement), next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
      next.focus();
      this.open(next.dataset.command);
    });
    this.open(this.tabs[0].dataset.command);
  }

  open(command) {
    if (!this.tabs.some((tab) => tab.dataset.command === command)) return;
    this.stop();
    this.command = command;
    for (const tab of this.tabs) {
      const is = tab.dataset.command === command;
      tab.setAttribute("aria-selected", String(is));
      tab.tabIndex = is ? 0 : -1;
      if (is) $("#panel").setAttribute("aria-labelledby", tab.id);
    }
    this.build();
  }

  moved() {
    this.stop();
    this.level = 0;
    [this.forced, this.forbidden] = [[], []];
    if (this.command !== "review") this.build();
  }

  whatIf(move) {
    this.open("whatif");
    this.forced = [move];
    this.build();
    $("#ask").focus();
  }

  // --- the form of a question ---

  build() {
    const fields = FIELDS[this.command], form = make("form", { class: "ask" });
    const choice = (name, words) => words ? make("label", {}, `${name} `, make("select", { name }, make("option", { value: "" }, "as played"),
      ...words.split(",").map((word) => make("option", {}, word)))) : null;
    const { goals, levels } = $("#panel").dataset;
    if (fields.seconds) form.append(make("label", {}, "seconds ", make("input", { name: "seconds", type: "number", min: 1, max: 600, value: fields.seconds })));
    if (["solve", "advise", "target"].includes(this.command)) form.append(...[choice("goal", goals), choice("level", levels)].filter(Boolean));
    if (this.command === "target") form.append(make("label", {}, "score ", make("input", { name: "score", type: "number", placeholder: "the goal" })));
    if (["advise", "review"].includes(this.command)) form.append(make("label", {}, "for ", make("select", { name: "objective" }, make("option", { value: "score" }, "a high score"), make("option", { value: "goal" }, "meeting the goal"))));
    if (this.command === "whatif") form.append(this.conditions());
    form.append(make("span", { class: "line" }, make("button", { id: "ask", class: "main" }, TITLES[this.command]),
      make("button", { id: "stop", type: "button", disabled: true, onclick: () => this.stop() }, "Stop"),
      this.command === "solve" ? make("button", { id: "go-on", type: "button", disabled: true, onclick: () => this.ask(true) }, "Go on") : null));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.ask(false); });
    $("#panel").replaceChildren(make("p", { class: "muted" }, fields.about), form,
      make("p", { id: "progress", class: "progress" }, make("progress", { max: 1, value: 0, "aria-label": "time used" }), make("span", {}, "")),
      make("div", { id: "found", class: "found" }));
  }

  conditions() {
    const moves = this.table.current()?.moves ?? [];
    const row = (words, list) => make("div", { class: "conditions" }, make("label", {}, `${words} `, make("select", {
      onchange: (event) => { list.push(event.target.value); this.build(); } }, make("option", { value: "" }, "choose a move"),
      ...moves.slice(0, 300).map((one) => make("option", { value: one.move }, one.move)))),
      ...list.map((move, at) => make("button", { type: "button", class: "tag", title: "take it away", onclick: () => { list.splice(at, 1); this.build(); } }, `${move} ×`)));
    return make("div", {}, row("force", this.forced), row("forbid", this.forbidden));
  }

  options() {
    const found = {};
    for (const field of $$("#panel form.ask [name]")) {
      if (field.value) found[field.name] = field.type === "number" ? Number(field.value) : field.value;
    }
    if (this.command === "whatif") Object.assign(found, { forced: this.forced, forbidden: this.forbidden });
    if (this.command === "hint") found.level = this.level + 1;
    if (this.command === "advise") found.why = true;
    return found;
  }

  async ask(goOn) {
    this.stop();
    if (this.command === "hint") this.level = Math.min(this.level, 2);
    const at = this.table.current().tree.at;
    this.curve = { best: [], bound: [], plan: [] };
    $("#found").replaceChildren();
    this.progress("asked", 0);
    try {
      const { number } = await call("/api/ask", { page: this.page, name: this.name, at, command: this.command, options: this.options(), go_on: goOn });
      this.number = number;
      this.running(true);
    } catch (error) {
      this.refused(error.message);
    }
  }

  stop() {
    if (this.number !== null) call("/api/stop", { page: this.page, number: this.number }).catch(() => {});
  }

  running(is) {
    if ($("#stop")) $("#stop").disabled = !is;
    if ($("#ask")) $("#ask").disabled = is;
    if ($("#go-on")) $("#go-on").disabled = is || !this.curve?.best.length;
    $("#panel").setAttribute("aria-busy", String(is));
  }

  progress(words, share) {
    $("#progress progress").value = share;
    $("#progress span").textContent = words;
  }

  refused(words) {
    this.number = null;
    this.running(false);
    this.progress("", 0);
    $("#found").replaceChildren(make("p", { class: "faults" }, words));
    say(words);
  }

  // --- what the stream says ---

  hear(said) {
    if (this.number === null) { setTimeout(() => { if (this.number === said.number) this.hear(said); }, 60); return; }
    if (said.number !== this.number) return;
    if (said.kind === "waiting") this.progress("waiting for another search to end", 0);
    else if (said.kind === "progress") this.event(said.event);
    else if (said.kind === "answer") this.answered(said.answer);
    else if (said.kind === "refused" || said.kind === "stopped") this.refused(said.message);
  }

  event(event) {
    const share = event.limit ? Math.min(1, event.seconds / event.limit) : 0, words = [event.heading, event.stage].filter(Boolean).join(": ");
    if (event.kind === "remark") { $("#found").append(make("p", { class: "muted" }, event.message)); return; }
    const before = $("#progress span").textContent;
    this.progress(words ? `${words} · ${Math.round(event.seconds)} s` : before.replace(/\d+ s$/, `${Math.round(event.seconds)} s`), share);
    if (event.kind === "found") this.curve.plan = event.moves;
    if (event.kind === "searching") {
      if (event.best !== null) this.curve.best.push([event.seconds, event.best]);
      if (event.bound !== null) this.curve.bound.push([event.seconds, event.bound]);
    }
    if (["found", "searching"].includes(event.kind) && ["solve", "target", "whatif"].includes(this.command)) this.growing();
  }

  growing() {
    const { best, bound, plan } = this.curve, last = (points) => points.length ? points[points.length - 1][1] : null;
    const high = last(bound), low = last(best);
    $("#found").replaceChildren(
      make("p", { class: "figures" }, ...this.figures(low, high, low !== null && low === high ? "closing" : "searching")),
      chart([{ name: "bound", kind: "bound", points: bound }, { name: "best", kind: "best", points: best }], { label: `best ${low ?? "unknown"}, bound ${high ?? "unknown"}`, stepped: true }),
      this.plan(plan));
  }

  figures(best, bound, word) {
    const box = (name, value) => make("span", { class: "figure" }, make("small", {}, name), make("b", {}, figure(value)));
    const gap = best === null || bound === null ? null : bound - best;
    return [box("best", best), box("bound", bound), box("gap", gap), make("span", { class: `verdict ${word}` }, word)];
  }

  plan(moves) {
    if (!moves?.length) return make("p", { class: "muted" }, "");
    return make("ol", { class: "plan" }, ...moves.map((move, at) => make("li", {}, at === 0
      ? make("button", { class: "link", title: "play it", onclick: () => this.table.play(move) }, move) : move)));
  }

  answered(answer) {
    this.number = null;
    this.running(false);
    this.progress(answer.interrupted ? "stopped: what was found so far" : `answered in ${figure(answer.elapsed)} s`, 1);
    if (answer.moves?.length && ["solve", "advise", "target"].includes(this.command)) this.table.setBest(answer.moves[0]);
    const view = this[`show_${answer.command}`] ?? this.show_other;
    const shown = view.call(this, answer);
    if (answer.note) shown.push(make("p", { class: "muted" }, answer.note));
    if (answer.deck?.reconstructed) shown.push(make("p", { class: "muted" }, `The ${answer.deck.name} deck is reconstructed: what is printed on real cards may differ.`));
    $("#found").replaceChildren(...shown);
    const first = $("#found .verdict, #found h3");
    say(`${TITLES[this.command]}: ${first?.textContent ?? "answered"}`);
  }

  items(score, other = null, more = null) {
    if (!score) return make("p", {}, "");
    const head = other ? make("thead", {}, make("tr", {}, ...["", "free", "as told", "difference"].map((word) => make("th", { scope: "col" }, word)))) : null;
    return make("table", { class: "items" }, head, make("tbody", {}, ...Object.entries(score).map(([name, points]) => make("tr", {},
      make("th", { scope: "row" }, name), make("td", {}, figure(points)), other ? make("td", {}, figure(other[name])) : null,
      more ? make("td", { class: more[name] < 0 ? "worse" : "" }, signed(more[name])) : null))));
  }

  show_solve(answer) {
    const { best, bound } = this.curve;
    if (answer.best !== null) best.push([answer.elapsed, answer.best]);
    if (answer.bound !== null) bound.push([answer.elapsed, answer.bound]);
    this.running(false);
    return [make("p", { class: "figures" }, ...this.figures(answer.best, answer.bound, answer.status === "optimal" ? "proven" : answer.status)),
      chart([{ name: "bound", kind: "bound", points: bound }, { name: "best", kind: "best", points: best }], { label: `best ${answer.best}, bound ${answer.bound}`, stepped: true }),
      make("p", { class: "muted" }, answer.proof ? `The bound rests on: ${answer.proof}` : "No bound was found in time."),
      this.plan(answer.moves), this.items(answer.score)];
  }

  show_target(answer) {
    const because = answer.because?.length ? [make("h4", {}, "Because of"), make("ul", {}, ...answer.because.map((one) => make("li", {}, one)))] : [];
    const proven = answer.verdict === "unreachable" ? " (proven)" : "";
    return [make("p", { class: "figures" }, ...this.figures(answer.best, answer.bound, `${answer.verdict}${proven}`)), ...because,
      make("p", { class: "muted" }, answer.proof ? `The bound rests on: ${answer.proof}` : ""), this.plan(answer.moves), this.items(answer.score)];
  }

  show_whatif(answer) {
    const sure = answer.difference_proven ? "proven" : "an estimate from plans not proven best";
    const free = answer.free;
    return [make("p", { class: "figures" }, make("span", { class: "figure" }, make("small", {}, "free"), make("b", {}, figure(free.best))),
      make("span", { class: "figure" }, make("small", {}, "as told"), make("b", {}, figure(answer.best))),
      make("span", { class: "figure" }, make("small", {}, "difference"), make("b", {}, answer.difference === null ? "–" : signed(answer.difference))),
      make("span", { class: "verdict" }, sure)),
    free.score && answer.score ? this.items(free.score, answer.score, answer.difference_by_item) : make("p", {}, "a plan is missing"),
    make("div", { class: "two" }, make("div", {}, make("h4", {}, "Free"), this.plan(free.moves)), make("div", {}, make("h4", {}, "As told"), this.plan(answer.moves)))];
  }

  show_advise(answer) {
    const told = answer.played ?? answer.within;
    const words = answer.within && answer.within.low === answer.within.high ? `exact: ${figure(answer.within.low)} can be expected`
      : told ? `${figure(told.mean ?? told.low)} can be expected${told.low !== undefined ? `, between ${figure(told.low)} and ${figure(told.high)}` : ""}`
        : answer.best !== null ? `${figure(answer.best)} can be expected, as far as was seen` : "no way to go on was compared in time";
    const chance = answer.goal_chance ? make("p", {}, `Chance of the goal: ${Math.round(100 * answer.goal_chance.mean)} %, between ${Math.round(100 * answer.goal_chance.low)} and ${Math.round(100 * answer.goal_chance.high)} %`) : null;
    const percent = answer.objective === "goal" ? (value) => value === null ? "–" : `${Math.round(100 * value)} %` : figure;
    return [make("h3", {}, words), ...(chance ? [chance] : []), make("table", { class: "items" }, make("thead", {}, make("tr", {},
      ...["way to go on", "expected", "interval", "goal", "loss"].map((word) => make("th", { scope: "col" }, word)))), make("tbody", {},
      ...(answer.options ?? []).map((option, at) => make("tr", { class: at ? "" : "best" }, make("td", {}, make("button", { class: "link", title: "play the first of these", onclick: () => this.table.play(option.moves[0]) }, option.moves.join("; "))),
        make("td", {}, percent(option.value)), make("td", {}, option.interval ? `${percent(option.interval.low)} to ${percent(option.interval.high)}` : "–"),
        make("td", {}, option.goal_share === null || option.goal_share === undefined ? "–" : `${Math.round(100 * option.goal_share)} %`), make("td", {}, percent(option.loss))))))];
  }

  show_hint(answer) {
    this.level = Math.min(3, answer.hint_level);
    const rows = HINTS.filter(([key]) => answer[key]).map(([key, words]) => make("p", {}, `${words}: `, make("b", {}, answer[key])));
    if (answer.move) this.table.setBest(answer.move);
    if (this.level < 3) rows.push(make("button", { class: "main", onclick: () => this.ask(false) }, "Tell me more"));
    return [make("h3", {}, rows[0]?.textContent ?? "nothing was found"), ...rows];
  }

  show_review(answer) {
    const line = this.table.current().tree.line, moves = answer.marks.filter((mark) => mark.value !== null);
    const marks = moves.map((mark) => ({ x: mark.number, y: mark.value, grade: mark.grade.replaceAll(" ", "-"), title: `${mark.number}. ${mark.move}: ${mark.grade}, lost ${figure(mark.loss)}`, click: () => this.table.go(line[mark.number - 1]) }));
    if (!moves.length) return [make("h3", {}, "No decision could be looked at in this time, and nothing is said about luck: give it more seconds")];
    const luck = answer.luck.reduce((sum, one) => sum + (one.gain ?? 0), 0);
    return [make("h3", {}, `Lost by play: ${figure(answer.loss)} · gained by luck: ${signed(Math.round(luck * 10) / 10)}`),
      chart([{ name: "expected", kind: "best", points: moves.map((mark) => [mark.number, mark.value]), marks }], { label: "the expected score, decision by decision", across: "decision" }),
      make("ul", { class: "marks" }, ...answer.marks.map((mark) => make("li", {}, make("button", { class: `row ${mark.grade.replaceAll(" ", "-")}`, onclick: () => this.table.go(line[mark.number - 1]) },
        make("b", {}, `${mark.number}. ${mark.move}`), " ", make("span", { class: "tag" }, `${mark.grade}${mark.loss ? ` −${figure(mark.loss)}` : ""}`), mark.better.length && mark.loss ? make("small", {}, `better: ${mark.better[0]}`) : null)))),
      make("details", {}, make("summary", {}, "Luck, draw by draw"), make("ul", {}, ...answer.luck.map((one) => make("li", {}, `round ${one.round}, ${one.drawn}: ${one.gain === null ? "–" : signed(Math.round(one.gain * 10) / 10)}`))))];
  }

  show_move(answer) {
    const svg = $("#picture svg");
    $("#paths", svg)?.remove();
    const paths = draw("g", { id: "paths" });
    for (const [at, walk] of answer.walks.entries()) {
      const points = walk.way.map((leg) => svg.querySelector(`[id="at-${CSS.escape(leg.place)}"]`)?.getBBox()).filter(Boolean)
        .map((box) => [box.x + box.width / 2 + (at % 5) * 4 - 8, box.y + box.height / 2 + (at % 5) * 4 - 8]);
      if (!points.length) continue;
      paths.append(draw("polyline", { class: "path", points: points.map((point) => point.join(",")).join(" ") }));
      const [x, y] = points[points.length - 1];
      paths.append(draw("circle", { class: "path-end", cx: x, cy: y, r: 9 }), draw("text", { class: "path-time", x, y: y + 4, "text-anchor": "middle" }, `${walk.time}`));
    }
    svg.append(paths);
    if (answer.moves[0]) this.table.setBest(answer.moves[0]);
    return [make("h3", {}, answer.refusal ?? `Least time: ${figure(answer.best)}`), make("p", {}, answer.question), this.plan(answer.moves),
      make("ul", {}, ...answer.walks.map((walk) => make("li", {}, `${walk.who} to ${walk.space} (${walk.room}), time ${walk.time}: `, make("small", {}, walk.way.map((leg) => `${leg.conveyor ? "by conveyor " : ""}${leg.place}`).join(" → "))))),
      ...answer.remarks.map((words) => make("p", { class: "muted" }, words))];
  }

  // A timeline where an answer has bars with a beginning and an end; otherwise what it says, key by key.
  show_schedule(answer) {
    const bars = Object.values(answer).find((value) => Array.isArray(value) && value[0] && typeof value[0].start === "number") ?? [];
    const end = Math.max(1, ...bars.map((bar) => bar.end ?? bar.start));
    const rows = [...new Set(bars.map((bar) => bar.who ?? bar.room ?? bar.name ?? ""))];
    const svg = draw("svg", { class: "chart timeline", viewBox: `0 0 420 ${rows.length * 26 + 30}`, role: "img", "aria-label": "the round over time" });
    for (const [at, row] of rows.entries()) {
      svg.append(draw("text", { x: 4, y: at * 26 + 18 }, row));
      for (const bar of bars.filter((one) => (one.who ?? one.room ?? one.name ?? "") === row)) {
        svg.append(draw("rect", { class: "bar", x: 110 + 300 * bar.start / end, y: at * 26 + 4, width: Math.max(3, 300 * ((bar.end ?? bar.start) - bar.start) / end), height: 18, rx: 4 }));
      }
    }
    return [make("h3", {}, `Least time: ${figure(answer.best)} (${answer.status})`), ...(bars.length ? [svg] : []), this.plan(answer.moves), ...this.show_other(answer)];
  }

  show_other(answer) {
    return [make("details", {}, make("summary", {}, "The whole answer"), make("pre", {}, JSON.stringify(answer, null, 1)))];
  }
}
