// The deck editor. A deck is its text, cut into blocks; cards of Clin9ic are drawn, other blocks are edited as they stand.
import { $, $$, call, download, make, say } from "./common.js";

const MODULES = { T: "treatment", H: "hub", S: "supply", O: "operating", L: "laboratory", R: "triage", X: "outpatient", G: "garden", P: "pillar", ".": "empty" };
const BOXES = { D: "doctor", N: "nurse", O: "orderly", w: "white", y: "yellow", o: "orange", r: "red" };
const SIDE = /^([ab]) = \{ parking = ("\?"|\d+),\s*entrance = \[("\?"|\d), ("\?"|\d)\], grid = \[([^\]]*)\] \}/m;
let blocks = [], picked = ["module", "T"], timer = null;

// --- text and blocks ---

function cut(text) {
  blocks = [];
  let lines = [], line = 1, first = 1;
  const close = () => { if (lines.length) blocks.push({ text: lines.join("\n"), first }); };
  for (const one of text.split("\n")) {
    if (/^\[/.test(one)) { close(); lines = []; first = line; }
    lines.push(one);
    line += 1;
  }
  close();
}

const whole = () => blocks.map((block) => block.text).join("\n");
function number() { let line = 1; for (const block of blocks) { block.first = line; line += block.text.split("\n").length; } }

// --- the cards of Clin9ic ---

const kind = (block) => /^\[\[floor\]\]/.test(block.text) ? "floor" : /^\[\[action\]\]/.test(block.text) ? "action" : "text";

function sideText(block, side) {
  const found = [...block.text.matchAll(new RegExp(SIDE.source, "gm"))].find((one) => one[1] === side);
  if (!found) return null;
  const rows = [...found[5].matchAll(/"([^"]*)"/g)].map((one) => one[1]);
  return { whole: found[0], parking: found[2].replaceAll('"', ""), row: found[3].replaceAll('"', ""), column: found[4].replaceAll('"', ""), rows };
}

function putSide(block, side, data) {
  const value = (one) => (/^\d+$/.test(one) ? one : '"?"');
  const text = `${side} = { parking = ${value(data.parking)}, entrance = [${value(data.row)}, ${value(data.column)}], grid = [${data.rows.map((row) => `"${row}"`).join(", ")}] }`;
  block.text = block.text.replace(data.whole, () => text);
  redraw(block);
}

function floorSide(block, side) {
  const data = sideText(block, side);
  if (!data) return make("p", {}, `side ${side}: edit it as text`);
  const cells = [];
  for (let row = 0; row < 3; row += 1) for (let column = 0; column < 3; column += 1) {
    const letter = data.rows[row]?.[column] ?? "?", entrance = data.row === `${row}` && data.column === `${column}`;
    cells.push(make("button", { type: "button", "data-letter": letter, class: entrance ? "entrance" : "",
      "aria-label": `side ${side}, row ${row + 1}, column ${column + 1}: ${MODULES[letter] ?? "open"}${entrance ? ", entrance" : ""}`,
      onclick: () => {
        if (picked[0] === "entrance") putSide(block, side, { ...data, row: `${row}`, column: `${column}` });
        else if (picked[0] === "module") {
          const rows = [0, 1, 2].map((one) => (data.rows[one] ?? "???").padEnd(3, "?"));
          rows[row] = rows[row].slice(0, column) + picked[1] + rows[row].slice(column + 1);
          putSide(block, side, { ...data, rows });
        }
      } }, letter));
  }
  return make("div", { class: "side" }, make("h4", {}, `Side ${side.toUpperCase()}`), make("div", { class: "floor" }, ...cells),
    make("label", {}, "parking ", make("input", { inputmode: "numeric", value: data.parking === "?" ? "" : data.parking, onchange: (event) => putSide(block, side, { ...data, parking: event.target.value }) })));
}

function actionSide(block, side) {
  const found = new RegExp(`^${side} = "([^"]*)"`, "m").exec(block.text);
  if (!found) return make("p", {}, `side ${side}: edit it as text`);
  const halves = found[1].split("|").map((half) => half.replace("/", " ").split(/\s+/).filter(Boolean));
  const put = () => {
    const words = halves.map(([action, ...boxes]) => `${action}  ${boxes[0]} ${boxes[1]} / ${boxes[2]} ${boxes[3]}`).join("  |  ");
    block.text = block.text.replace(found[0], () => `${side} = "${words}"`);
    redraw(block);
  };
  const box = (half, at) => make("button", { type: "button", "data-letter": halves[half][at] ?? "?", class: "box", "aria-label": `side ${side}, ${half ? "right" : "left"}, box ${at}: ${BOXES[halves[half][at]] ?? "open"}`,
    onclick: () => { if (picked[0] === "box") { halves[half][at] = picked[1]; put(); } } }, halves[half][at] ?? "?");
  return make("div", {}, make("h4", {}, `Side ${side.toUpperCase()}`), make("div", { class: "sides" }, ...[0, 1].map((half) => make("div", { class: "half" },
    make("div", { class: "boxes" }, box(half, 1), box(half, 2)),
    make("select", { "aria-label": `side ${side}, ${half ? "right" : "left"} action`, onchange: (event) => { halves[half][0] = event.target.value; put(); } },
      ...["build", "hire", "admit"].map((action) => make("option", { selected: action === halves[half][0] }, action))),
    make("div", { class: "boxes" }, box(half, 3), box(half, 4))))));
}

// --- showing ---

function view(block) {
  const area = make("textarea", { rows: Math.min(14, block.text.split("\n").length + 1), spellcheck: "false", "aria-label": "this part as text",
    oninput: (event) => { block.text = event.target.value; later(); }, onchange: () => redraw(block) }, block.text);
  const title = /id = "([^"]*)"/.exec(block.text)?.[1] ?? /^\[+([^\]]*)/.exec(block.text)?.[1] ?? "heading";
  const drawn = { floor: floorSide, action: actionSide }[kind(block)];
  const body = drawn ? [make("div", { class: "sides" }, drawn(block, "a"), drawn(block, "b")), make("details", {}, make("summary", {}, "as text"), area)] : [area];
  return make("article", { class: `card ${drawn ? "drawn" : "plain"}`, "data-block": blocks.indexOf(block), "data-card": title }, make("h3", {}, title), ...body, make("p", { class: "faults" }));
}

const card = (at) => $(`#cards [data-block="${at}"]`);

function redraw(block) {
  const at = blocks.indexOf(block), old = card(at);
  const place = [...old.querySelectorAll("button, input, select")].indexOf(document.activeElement);
  old.replaceWith(view(block));
  card(at).querySelectorAll("button, input, select")[place]?.focus();
  later();
}

function later() { clearTimeout(timer); timer = setTimeout(check, 120); }

async function check() {
  number();
  const found = await call("/api/deck/check", { game: $("#game").value, text: whole() });
  for (const place of $$("#cards .faults")) place.textContent = "";
  $("#faults").textContent = "";
  const open = new Map();  // what nobody has filled in yet is no mistake: it is told in one line
  for (const fault of found.faults) {
    const at = fault.line ? blocks.findLastIndex((block) => block.first <= fault.line) : -1;
    const place = at < 0 ? $("#faults") : $(".faults", card(at));
    const key = (fault.key ?? "").replace(/^(floor|action)\[\d+\]\./, "side ").replace(".", " ");
    if (at >= 0 && fault.message.includes("'?'")) open.set(place, (open.get(place) ?? new Set()).add(key.replace(/\[\d+\]$/, "").replace("grid", "spaces")));
    else place.textContent += `${key ? `${key}: ` : ""}${fault.message}\n`;
  }
  for (const [place, keys] of open) place.textContent += `still open: ${[...keys].join(", ")}\n`;
  const words = found.valid ? "complete: it can be played with" : `${found.faults.length} things are missing or wrong`;
  if ($("#verdict").textContent !== words) $("#verdict").textContent = words;
  $("#text").textContent = found.cards;
}

function palette() {
  const clin9ic = $("#game").value === "clin9ic";
  const button = (what, letter, words) => make("button", { type: "button", "data-letter": letter, class: what, "aria-pressed": String(picked[0] === what && picked[1] === letter),
    onclick: () => { picked = [what, letter]; palette(); } }, make("b", {}, letter), ` ${words}`);
  $("#palette").replaceChildren(...(clin9ic ? [...Object.entries(MODULES).map(([letter, words]) => button("module", letter, words)),
    button("entrance", "▸", "entrance"), ...Object.entries(BOXES).map(([letter, words]) => button("box", letter, `${words} box`))] : []));
}

function choices() {
  const names = $("#game").selectedOptions[0].dataset.decks.split(","), own = $("#own").dataset.decks.split(",").filter(Boolean);
  $("#from").replaceChildren(make("option", { value: "" }, "blank cards"), ...[...names, ...own].map((name) => make("option", { value: name }, name)));
}

async function load() {
  const { text } = await call(`/api/deck?game=${encodeURIComponent($("#game").value)}&name=${encodeURIComponent($("#from").value)}`);
  cut(text);
  palette();
  $("#cards").replaceChildren(...blocks.map(view));
  await check();
  document.body.dataset.ready = "yes";
}

$("#game").addEventListener("change", () => { choices(); load(); });
$("#from").addEventListener("change", load);
$("#get").addEventListener("click", () => download(`${$("#name").value}.toml`, whole(), "text/plain"));
$("#begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const found = await call("/api/deck/save", { game: $("#game").value, name: $("#name").value, text: whole() });
    say(`saved as ${found.deck}`);
    $("#verdict").textContent = `saved as ${found.deck}${found.valid ? "" : ", not complete yet"}`;
  } catch (error) { $("#faults").textContent = error.message; say(error.message); }
});
choices();
load();
