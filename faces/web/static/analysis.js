// The questions beside the table. One stream per page brings what searches say; `answers.js` shows the answers.
import { $, $$, call, figure, make, say } from "./common.js";
import { ANSWERS, curves, figures, plan } from "./answers.js";

const FIELDS = {
  solve: { seconds: 30, words: ["goal", "level"], about: "The best play if every draw to come is known." },
  advise: { seconds: 25, words: ["goal", "level"], objective: true, about: "The best play for one who does not know the draws." },
  whatif: { seconds: 30, about: "What it costs to make a move, or to do without it." },
  target: { seconds: 30, words: ["goal", "level"], score: true, why: true, about: "Can a score, or the goal, be reached?" },
  move: { about: "Who goes where, in the least time." },
  review: { seconds: 60, objective: true, about: "What each decision of this game cost, and what luck did." },
  hint: { seconds: 15, about: "As much help as you want: first where to look." },
  schedule: { seconds: 30, count: true, why: true, about: "The best builds, hires and admissions of this round, and who does what when." },
};
const TITLES = { solve: "Solve", advise: "Advise", whatif: "Compare", target: "Decide", move: "Plan", review: "Review", hint: "Hint", schedule: "Schedule" };
const PLANS = ["solve", "advise", "target", "schedule", "move"];  // that tell what to play
const GROWING = ["solve", "target", "whatif", "schedule"];

export class Analysis {
  constructor(name, table) {
    Object.assign(this, { name, table, number: null, early: null, command: null, forced: [], forbidden: [], curve: null, level: 0 });
    this.page = [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(36)).join("").slice(0, 20).padEnd(8, "0");
    this.listen();
    document.addEventListener("visibilitychange", () => this.listen());
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

  // A browser has few lines to one host: a page in the background that asks nothing gives its own back.
  listen() {
    if (document.hidden && this.number === null && !this.early) { this.stream?.close(); this.stream = null; }
    if (document.hidden || this.stream) return;
    this.stream = new EventSource(`/api/events?page=${this.page}`);
    this.stream.onmessage = (message) => this.hear(JSON.parse(message.data));
  }

  open(command) {
    if (!this.tabs.some((tab) => tab.dataset.command === command)) return;
    this.leave();
    this.command = command;
    for (const tab of this.tabs) {
      const is = tab.dataset.command === command;
      tab.setAttribute("aria-selected", String(is));
      tab.tabIndex = is ? 0 : -1;
      if (is) $("#panel").setAttribute("aria-labelledby", tab.id);
    }
    this.build();
  }

  // Another position: an answer stays while its plan is followed, or where it is about the whole game.
  moved(follows) {
    [this.forced, this.forbidden] = [[], []];
    if (this.command === "review") return;
    if (follows && $("#found .plan, #found .ways")) { this.mark(); return; }
    this.leave();
    this.level = 0;
    this.build();
  }

  // The step of a plan that is next can be played.
  mark() {
    const best = this.table.best();
    for (const step of $$("#found .plan li")) {
      const next = step.textContent === best;
      if (next === step.classList.contains("here")) continue;
      step.classList.toggle("here", next);
      step.replaceChildren(next ? make("button", { class: "link", title: "play it", onclick: () => this.table.play(best) }, best) : step.textContent);
      if (next) step.parentElement.scrollTop = step.offsetTop - step.parentElement.offsetTop - 40;
    }
  }

  // What a move costs, or what it costs to do without it.
  whatIf(move, way) {
    this.open("whatif");
    [this.forced, this.forbidden] = way === "force" ? [[move], []] : [[], [move]];
    this.build();
    $("#analysis").scrollIntoView({ block: "nearest" });
    $("#ask").focus();
  }

  tell() { say($("#progress span").textContent || "no search is under way"); }

  // --- the form of a question ---

  build() {
    const fields = FIELDS[this.command], form = make("form", { class: "ask" }), { goals, levels, explains } = $("#panel").dataset, rare = [];
    const select = (name, words, choices) => make("label", {}, `${words} `, make("select", { name }, ...choices.map(([value, shown]) => make("option", { value }, shown))));
    const count = (name, words, more) => make("label", {}, `${words} `, make("input", { name, type: "number", ...more }));
    if (this.command === "whatif") form.append(this.conditions());
    form.append(make("span", { class: "line" }, make("button", { id: "ask", class: "main" }, TITLES[this.command]),
      make("button", { id: "stop", type: "button", disabled: true, onclick: () => this.stop() }, "Stop"),
      this.command === "solve" ? make("button", { id: "go-on", type: "button", disabled: true, onclick: () => this.ask(true) }, "Go on") : null));
    if (fields.score) form.append(count("score", "score", { placeholder: "the goal" }));
    if (fields.objective) form.append(select("objective", "for", [["score", "a high score"], ["goal", "meeting the goal"]]));
    if (fields.seconds) form.append(count("seconds", "seconds", { min: 1, max: 600, value: fields.seconds }));
    for (const [name, words] of Object.entries({ goal: goals, level: levels })) {
      if (words && fields.words?.includes(name)) rare.push(select(name, name, [["", "as played"], ...words.split(",").map((word) => [word, word])]));
    }
    if (fields.count) rare.push(count("count", "how many of the best", { min: 1, max: 5, value: 1 }));
    if (fields.why && (explains || this.command === "schedule")) rare.push(make("label", {}, make("input", { name: "why", type: "checkbox", checked: this.command === "target" }), " with reasons"));
    if (rare.length) form.append(make("details", { class: "wide" }, make("summary", {}, "Options"), make("div", { class: "ask" }, ...rare)));
    form.addEventListener("submit", (event) => { event.preventDefault(); this.ask(false); });
    $("#panel").replaceChildren(make("p", { class: "muted" }, fields.about), form,
      make("p", { id: "progress", class: "progress" }, make("progress", { max: 1, value: 0, "aria-label": "time used" }), make("span", {}, "")),
      make("div", { id: "found", class: "found" }));
  }

  conditions() {
    const moves = this.table.current()?.moves ?? [];
    const row = (words, list) => make("div", { class: "conditions" }, make("label", {}, make("span", {}, words), make("select", {
      onchange: (event) => { list.push(event.target.value); this.build(); } }, make("option", { value: "" }, "choose a move"),
      ...moves.slice(0, 300).map((one) => make("option", { value: one.move }, one.move)))),
      ...list.map((move, at) => make("button", { type: "button", class: "tag", title: "take it away", onclick: () => { list.splice(at, 1); this.build(); } }, `${move} ×`)));
    return make("div", { class: "wide" }, row("force", this.forced), row("forbid", this.forbidden));
  }

  options() {
    const found = {};
    for (const field of $$("#panel form.ask [name]")) {
      if (field.type === "checkbox") found[field.name] = field.checked;
      else if (field.value) found[field.name] = field.type === "number" ? Number(field.value) : field.value;
    }
    if (this.command === "whatif") Object.assign(found, { forced: this.forced, forbidden: this.forbidden });
    if (this.command === "hint") found.level = this.level + 1;
    return found;
  }

  async ask(goOn) {
    this.leave();
    if (this.command === "hint") this.level = Math.min(this.level, 2);
    this.curve = { best: [], bound: [], plan: [] };
    this.early = [];
    $("#found").replaceChildren();
    const top = (selector) => $(selector).getBoundingClientRect().top;
    $("#analysis").scrollTop += top("#panel form") - top("#analysis") - $("[role=tablist]").offsetHeight - 6;
    if (matchMedia("(max-width: 979px)").matches) $("#panel").scrollIntoView({ block: "start" });
    this.progress("asked", 0);
    const asked = this.command, { at } = this.table.current().tree;
    try {
      const { number } = await call("/api/ask", { page: this.page, name: this.name, at, command: asked, options: this.options(), go_on: goOn });
      const early = this.early ?? [];
      this.early = null;
      if (asked !== this.command || at !== this.table.current().tree.at) { this.end(number); return; }
      this.number = number;
      this.running(true);
      early.forEach((said) => this.hear(said));
    } catch (error) {
      this.early = null;
      this.refused(error.message);
    }
  }

  end(number) { call("/api/stop", { page: this.page, number }).catch(() => {}); }

  // End the search and see what it has found.
  stop() { if (this.number !== null) this.end(this.number); }

  // End the search and forget it.
  leave() {
    this.stop();
    this.number = null;
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
    if (this.early) this.early.push(said);  // its number is not known yet
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
    if (["found", "searching"].includes(event.kind) && GROWING.includes(this.command)) this.growing();
  }

  growing() {
    const { best, bound } = this.curve, last = (points) => (points.length ? points[points.length - 1][1] : null), low = last(best), high = last(bound);
    $("#found").replaceChildren(figures(low, high, low !== null && low === high ? "closing" : "searching"),
      curves(this.curve, `best ${low ?? "unknown"}, bound ${high ?? "unknown"}`), plan(this.curve.plan) ?? "");
  }

  answered(answer) {
    this.number = null;
    this.progress(answer.interrupted ? "stopped: what was found so far" : `answered in ${figure(answer.elapsed)} s`, 1);
    if (answer.moves?.length && PLANS.includes(this.command)) this.table.follow(answer.moves);
    const shown = ANSWERS[answer.command](answer, this);
    if (answer.note) shown.push(make("p", { class: "muted" }, answer.note));
    if (answer.deck?.reconstructed) shown.push(make("p", { class: "muted" }, `The ${answer.deck.name} deck is reconstructed: what is printed on real cards may differ.`));
    $("#found").replaceChildren(...shown.filter(Boolean));
    this.mark();
    this.running(false);
    say(`${TITLES[this.command]}: ${$("#found .verdict, #found h3")?.textContent ?? "answered"}`);
  }
}
