// The table: the board, what is due, moves by click, list and notation, and the tree of variations.
import { $, $$, call, download, make, say } from "./common.js";
import { Analysis } from "./analysis.js";

const name = document.body.dataset.name;
const game = { table: null, plans: new Map(), chosen: [], need: null };  // plans: what is best to play on, by position

export const current = () => game.table;

// --- asking the server ---

async function change(data) {
  try {
    show(await call(`/api/game/${name}`, { at: game.table.tree.at, ...data }));
    return true;
  } catch (error) {
    trouble(error.message);
    return false;
  }
}

function trouble(words) {
  const place = $("#trouble");
  place.hidden = !words;
  place.textContent = words ?? "";
  if (words) say(words);
}

export const play = (move) => change({ do: "play", move });
export const go = (to) => (to === undefined || to === null ? Promise.resolve(false) : change({ do: "go", to }));
const MOVING = "click somebody on the board, then where they go, and so on; Play does it in the least time";

export const best = () => game.plans.get(game.table.tree.at)?.[0] ?? null;
export const follow = (moves) => { game.plans.set(game.table.tree.at, moves); mark(); };

// --- showing ---

function show(table) {
  const moved = game.table?.tree.at !== table.tree.at;
  Object.assign(game, { table, chosen: [], need: null });
  const here = node_of(table.tree, table.tree.at);
  last_child.set(here.parent, here.number);
  const before = game.plans.get(here.parent);
  if (before?.[0] === here.move && !game.plans.has(here.number)) game.plans.set(here.number, before.slice(1));
  trouble("");
  $("#header").textContent = table.header;
  const [now, ...figures] = table.status;
  $("#status").replaceChildren(...figures.join("   ").split(/ {2,}/).filter(Boolean).map((words) => make("li", {}, words)));
  $("#goal").textContent = `${table.goal}${table.over ? "" : " (as it stands)"}`;
  const due = table.over ? `The game is over: ${total(table)} points`
    : table.chance ? `To be drawn: ${table.due}` : now;
  $("#due").textContent = due;
  $("#drawn").textContent = table.drawn.join(" ");
  $("#line").value = "";
  picture(table);
  grid();
  list();
  tree(table.tree);
  $("#notation").replaceChildren(...table.notation.flatMap(([move, does]) => [make("dt", {}, make("code", {}, move)), make("dd", {}, does)]));
  if (moved) { say(`${now}. ${due === now ? "" : due}`); analysis.moved(game.plans.has(here.number)); }
  document.body.dataset.shown = Number(document.body.dataset.shown ?? 0) + 1;
}

const total = (table) => Object.values(table.score).reduce((sum, one) => sum + one, 0);

function picture(table) {
  const place = $("#picture");
  place.innerHTML = table.svg;
  const svg = $("svg", place);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${table.header}; the board is also a table, below`);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  // The heading of the picture stands above it already.
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const top = Math.min(...$$("rect", svg).slice(1).map((rect) => Number(rect.getAttribute("y")))) - 14;
  svg.setAttribute("viewBox", `10 ${top} ${width - 20} ${height - top}`);
  for (const part of table.parts) {
    const drawn = part_of(part.id);
    drawn?.addEventListener("click", () => choose(part));
  }
}

const part_of = (id) => $("#picture svg")?.querySelector(`[id="${CSS.escape(id)}"]`);
const fitting = () => game.table.moves.filter((one) => game.chosen.every((part) => one.about.includes(part.name)));

// A part can be clicked where that tells moves apart, or where there is one move alone.
function clickable(part) {
  const found = fitting(), about = found.filter((one) => one.about.includes(part.name)).length;
  const asked = !game.table.complete && (part.person || (game.need && part.id.startsWith("at-")));
  return asked || game.chosen.includes(part) || (about > 0 && (about < found.length || found.length === 1));
}

function choose(part) {
  const table = game.table;
  if (!table || !clickable(part)) return;
  if (!table.complete && part.person) {
    game.need = part;
    say(`${part.label}: now choose where to`);
  } else if (!table.complete && game.need) {
    const line = $("#line"), who = game.need.label.split(" at ")[0];
    line.value = `${line.value ? `${line.value}; ` : ""}${who} > ${part.name}`;
    game.need = null;
    line.focus();
  } else {
    game.chosen = game.chosen.includes(part) ? game.chosen.filter((one) => one !== part) : [...game.chosen, part];
    const found = fitting();
    if (game.chosen.length && found.length === 1) { play(found[0].move); return; }
    say(`${found.length} moves`);
  }
  list();
  grid();
}

function mark() {
  const known = game.table.moves.find((one) => one.move === best());
  for (const part of game.table.parts) {
    const drawn = part_of(part.id);
    if (!drawn) continue;
    drawn.classList.toggle("open", clickable(part));
    drawn.classList.toggle("chosen", game.chosen.includes(part) || game.need === part);
    drawn.classList.toggle("best", Boolean(known?.about.includes(part.name)));
  }
  for (const row of $$("#moves li")) row.classList.toggle("best", row.dataset.move === best());
}

// The board for those who do not see it or have no mouse: a table for each floor or group, a button for each part.
function grid() {
  const groups = new Map();
  for (const part of game.table.parts) {
    if (!groups.has(part.group)) groups.set(part.group, new Map());
    const rows = groups.get(part.group);
    if (!rows.has(part.row)) rows.set(part.row, []);
    rows.get(part.row).push(part);
  }
  $("#grid").replaceChildren(...[...groups].map(([group, rows]) => make("table", {}, make("caption", {}, group),
    make("tbody", {}, ...[...rows.values()].map((parts) => make("tr", {}, ...parts.map((part) => make("td", {},
      make("button", { type: "button", "aria-pressed": String(game.chosen.includes(part)), disabled: !clickable(part), onclick: () => choose(part) },
        make("b", {}, part.name), ` ${part.label}`)))))))));
  mark();
}

function list() {
  const table = game.table, words = $("#line").value.toLowerCase().split(/\s+/).filter(Boolean);
  const place = $("#moves");
  const chosen = $("#chosen");
  chosen.hidden = !game.chosen.length && !game.need;
  chosen.replaceChildren("chosen: ", make("b", {}, [...game.chosen, ...(game.need ? [game.need] : [])].map((part) => part.name).join(", ")), " ",
    make("button", { type: "button", onclick: forget }, "forget it"));
  if (table.chance) {
    const entries = [make("li", {}, make("button", { class: "move main", onclick: () => change({ do: "draw" }) }, "Draw by chance"))];
    for (const draw of table.draws) {
      const example = draw.includes("such as");
      entries.push(make("li", {}, example ? make("span", { class: "muted" }, `or type ${draw}`)
        : make("button", { class: "move", onclick: () => change({ do: "draw", text: draw }) }, make("code", {}, draw), make("small", {}, "as on my own table"))));
    }
    place.replaceChildren(...entries);
    $("#remark").textContent = "";
    return;
  }
  $("#typed").hidden = table.over;
  if (table.over) {
    const row = (name, points, kind) => make("tr", { class: kind }, make("th", { scope: "row" }, name), make("td", {}, `${points}`.replace("-", "−")));
    place.replaceChildren(make("li", {}, make("button", { class: "move main", onclick: () => analysis.open("review") }, "Review this game")),
      make("li", {}, make("table", { class: "items" }, make("tbody", {}, ...Object.entries(table.score).map(([name, points]) => row(name, points)), row("in all", total(table), "sum")))));
    $("#remark").textContent = "";
    return;
  }
  const whole = fitting();
  const found = whole.filter((one) => words.every((word) => `${one.move} ${one.does}`.toLowerCase().includes(word)));
  const shown = (found.length ? found : whole).slice(0, 150);
  place.replaceChildren(...shown.map((one) => make("li", { "data-move": one.move },
    make("button", { class: "move", onclick: () => play(one.move) }, make("code", {}, one.move), make("small", {}, one.does)),
    make("button", { class: "more", "aria-label": `More about: ${one.move}`, "aria-haspopup": "menu", title: "what if …", onclick: (event) => menu(one.move, event.currentTarget) }, "⋯"))));
  const rest = found.length - shown.length;
  $("#remark").textContent = [`${whole.length} moves${rest > 0 ? `, ${rest} not shown: type words of them` : ""}`, table.complete ? "" : MOVING, table.remark].filter(Boolean).join(" · ");
  mark();
}

// The menu of a move: play it, or ask what it costs to make it or to do without it.
function menu(move, beside) {
  const place = $("#menu"), { right, bottom, top } = beside.getBoundingClientRect();
  const entry = (words, what) => make("button", { type: "button", role: "menuitem", onclick: () => { place.hidePopover(); what(); } }, words);
  place.replaceChildren(entry("Play it", () => play(move)), entry("What if I play it?", () => analysis.whatIf(move, "force")), entry("What if it is forbidden?", () => analysis.whatIf(move, "forbid")));
  place.showPopover();
  place.style.left = `${Math.max(8, right - place.offsetWidth)}px`;
  place.style.top = `${bottom + place.offsetHeight < innerHeight ? bottom : top - place.offsetHeight}px`;
  $("button", place).focus();
}

$("#menu").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = $$("#menu button");
  if (!step) return;
  event.preventDefault();
  all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
});

function forget() {
  Object.assign(game, { chosen: [], need: null });
  list();
  grid();
}

// --- the tree ---

function branches(tree) {
  const children = new Map();
  for (const node of tree.nodes) {
    if (node.parent === null) continue;
    children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  }
  return children;
}

function tree(data) {
  const children = branches(data), line = new Set(data.line), rows = [];
  const walk = (node, depth) => {
    rows.push(make("li", { class: `depth-${Math.min(depth, 6)}` }, make("button", {
      class: `${node.number === data.at ? "here" : ""} ${line.has(node.number) ? "line" : ""}`,
      "aria-current": node.number === data.at ? "step" : null, onclick: () => go(node.number) }, node.move || "beginning")));
    const next = children.get(node.number) ?? [];
    next.forEach((child, at) => { if (at > 0) walk(child, depth + 1); });
    if (next[0]) walk(next[0], depth);
  };
  walk(data.nodes.find((node) => node.parent === null), 0);
  $("#tree").replaceChildren(...rows);
  const here = $("#tree .here");
  if (here) $("#tree").scrollTop = here.offsetTop - $("#tree").clientHeight / 2;
  $("#undo").disabled = parent_of(data) === null;
  $("#redo").disabled = !children.has(data.at);
}

const node_of = (data, number) => data.nodes.find((node) => node.number === number);
const parent_of = (data) => node_of(data, data.at)?.parent ?? null;
const last_child = new Map();  // where one was last, of several branches

function step(way) {
  const data = game.table.tree, children = branches(data);
  const next = (at) => last_child.get(at) ?? children.get(at)?.[0].number;
  if (way === "back") return go(parent_of(data));
  if (way === "on") return go(next(data.at));
  if (way === "first") return go(data.nodes.find((node) => node.parent === null).number);
  if (way === "last") { let { at } = data; while (children.has(at)) at = next(at); return go(at); }
  const twins = (children.get(parent_of(data)) ?? []).map((node) => node.number);
  const at = twins.indexOf(data.at) + (way === "next" ? 1 : -1);
  return go(twins[at]);
}

// --- keys ---

const KEYS = { ArrowLeft: () => step("back"), ArrowRight: () => step("on"), ArrowUp: () => step("previous"), ArrowDown: () => step("next"),
  Home: () => step("first"), End: () => step("last"), Escape: forget, "/": () => $("#line").focus(), "?": () => $("#help").showModal(),
  " ": play_best, s: () => analysis.open("solve"), a: () => analysis.open("advise"), w: () => analysis.open("whatif"), t: () => analysis.open("target"),
  r: () => analysis.open("review"), h: () => analysis.open("hint"), m: () => analysis.open("move"), o: () => analysis.open("schedule"),
  p: () => analysis.tell() };

function play_best() {
  if (best()) play(best());
  else trouble("no best move is known here: solve or ask for advice first");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key] || document.querySelector("dialog[open], #menu:popover-open")) return;
  const at = event.target;
  if (at.closest("input, select, textarea, [role=tablist]") || (event.key === " " && at.closest("button, a, summary, circle"))) return;
  event.preventDefault();
  KEYS[event.key]();
});

$("#undo").addEventListener("click", () => step("back"));
$("#redo").addEventListener("click", () => step("on"));
$("#keys").addEventListener("click", () => $("#help").showModal());
$("#line").addEventListener("input", list);
$("#typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const line = $("#line").value.trim();
  if (game.table.chance) change({ do: "draw", text: line });
  else if (line) play(line);
});

$("#share").addEventListener("click", async () => {
  const found = await call(`/api/game/${name}/link`);
  $("#share-link").value = `${location.origin}/#position=${found.link}`;
  $("#share-deal").hidden = !found.deal;
  $("#deal-link").value = `${location.origin}/#deal=${game.table.game}:${found.deal}`;
  $("#sharing").showModal();
});
for (const button of $$("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = $(`#${button.dataset.copy}`);
    field.select();
    await navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
    say("copied");
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
$("#png").addEventListener("click", () => {
  const image = new Image(), address = URL.createObjectURL(new Blob([game.table.svg], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = make("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => download(`${name}.png`, blob));
    URL.revokeObjectURL(address);
  };
  image.src = address;
});

const analysis = new Analysis(name, { current, play, go, best, follow });
call(`/api/game/${name}`).then((table) => { show(table); document.body.dataset.ready = "yes"; }, (error) => trouble(error.message));
