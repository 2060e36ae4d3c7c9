// Cards as one fills them in. Clin9ic's are drawn; the groups of other decks are forms. Each changes the text of its block.
import { $, make } from "./common.js";

export const MODULES = { T: "treatment", H: "hub", S: "supply", O: "operating", L: "laboratory", R: "triage", X: "outpatient", G: "garden", P: "pillar", ".": "empty" };
export const BOXES = { D: "doctor", N: "nurse", O: "orderly", w: "white", y: "yellow", o: "orange", r: "red" };
const SIDE = /^([ab]) = \{ parking = ("\?"|\d+),\s*entrance = \[("\?"|\d), ("\?"|\d)\], grid = \[([^\]]*)\] \}/gm;
const ENTRY = /^("?[\w-]+"?)( *= *)("(?:[^"\\]|\\.)*"|[^"#\s][^#"]*?|\[[^#]*\]|\{[^#]*\})(\s*(?:#.*)?)$/;
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };

// --- floor cards ---

function sideData(block, side) {
  const found = [...block.text.matchAll(SIDE)].find((one) => one[1] === side);
  if (!found) return null;
  const bare = (value) => value.replaceAll('"', ""), rows = [...found[5].matchAll(/"([^"]*)"/g)].map((one) => one[1]);
  return { whole: found[0], parking: bare(found[2]), row: bare(found[3]), column: bare(found[4]), rows };
}

function sideText(side, data) {
  const value = (one) => (/^\d+$/.test(one) ? one : '"?"');
  return `${side} = { parking = ${value(data.parking)}, entrance = [${value(data.row)}, ${value(data.column)}], grid = [${data.rows.map((row) => `"${row}"`).join(", ")}] }`;
}

function floorSide(block, side, { picked, changed }) {
  const data = sideData(block, side);
  if (!data) return make("p", {}, `side ${side}: edit it as text`);
  const put = (more, step = 0) => { block.text = block.text.replace(data.whole, () => sideText(side, { ...data, ...more })); changed(block, step); };
  const fill = (row, column, letter, step = 0) => {
    const rows = [0, 1, 2].map((one) => (data.rows[one] ?? "???").padEnd(3, "?"));
    rows[row] = rows[row].slice(0, column) + letter + rows[row].slice(column + 1);
    put({ rows }, step);
  };
  const cell = (row, column) => {
    const letter = data.rows[row]?.[column] ?? "?", entrance = data.row === `${row}` && data.column === `${column}`;
    return make("button", { type: "button", "data-letter": letter, class: entrance ? "entrance" : "", "aria-label": `side ${side}, row ${row + 1}, column ${column + 1}: ${MODULES[letter] ?? "open"}${entrance ? ", entrance" : ""}`,
      onclick: () => { if (picked()[0] === "entrance") put({ row: `${row}`, column: `${column}` }); else if (picked()[0] === "module") fill(row, column, picked()[1]); },
      onkeydown: (event) => {
        const key = event.key.toUpperCase();
        if (ARROWS[event.key]) { event.preventDefault(); event.target.parentElement.children[row * 3 + column + ARROWS[event.key]]?.focus(); }
        else if (event.key === ">") put({ row: `${row}`, column: `${column}` });
        else if (MODULES[key] && !event.ctrlKey && !event.metaKey) { event.preventDefault(); fill(row, column, key, 1); }
      } }, make("b", {}, letter), make("small", {}, letter === "." ? "" : MODULES[letter] ?? ""));
  };
  const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(row, column)));
  return make("div", { class: "side-of" }, make("h4", {}, `Side ${side.toUpperCase()}`), make("div", { class: "floor" }, ...cells),
    make("label", {}, "parking ", make("input", { inputmode: "numeric", value: data.parking === "?" ? "" : data.parking, onchange: (event) => put({ parking: event.target.value }) })));
}

// --- action cards ---

function actionSide(block, side, { picked, changed }) {
  const found = new RegExp(`^${side} = "([^"]*)"`, "m").exec(block.text);
  if (!found) return make("p", {}, `side ${side}: edit it as text`);
  const halves = found[1].split("|").map((half) => half.replace("/", " ").split(/\s+/).filter(Boolean));
  const put = (step = 0) => {
    const words = halves.map(([action, ...boxes]) => `${action}  ${boxes[0]} ${boxes[1]} / ${boxes[2]} ${boxes[3]}`).join("  |  ");
    block.text = block.text.replace(found[0], () => `${side} = "${words}"`);
    changed(block, step);
  };
  const box = (half, at) => {
    const letter = halves[half][at] ?? "?";
    return make("button", { type: "button", "data-letter": letter, class: "box", "aria-label": `side ${side}, ${half ? "right" : "left"}, box ${at}: ${BOXES[letter] ?? "open"}`,
      onclick: () => { if (picked()[0] === "box") { halves[half][at] = picked()[1]; put(); } },
      onkeydown: (event) => { if (BOXES[event.key] && !event.ctrlKey && !event.metaKey) { event.preventDefault(); halves[half][at] = event.key; put(at === 2 ? 2 : 1); } } }, BOXES[letter] ?? "?");
  };
  return make("div", { class: "side-of" }, make("h4", {}, `Side ${side.toUpperCase()}`), make("div", { class: "halves" }, ...[0, 1].map((half) => make("div", { class: "half" },
    make("div", { class: "boxes" }, box(half, 1), box(half, 2)),
    make("select", { "aria-label": `side ${side}, ${half ? "right" : "left"} action`, onchange: (event) => { halves[half][0] = event.target.value; put(); } },
      ...["build", "hire", "admit"].map((action) => make("option", { selected: action === halves[half][0] }, action))),
    make("div", { class: "boxes" }, box(half, 3), box(half, 4))))));
}

// --- groups of numbers ---

// A line `key = value` is a field, marked where its value is a guess; other lines are told as they stand.
function entries(block, { edited }) {
  const lines = block.text.split("\n"), guessed = /provenance = "(reconstructed|guess)/.test(block.text);
  const field = (line, at) => {
    const found = ENTRY.exec(line);
    if (!found) return line.startsWith("[") || !line.trim() || line.startsWith("#") ? null : make("code", {}, line);
    const [, key, equals, value, comment] = found, about = comment.replace(/^\s*#\s*/, "");
    const text = /^"[^"\\]*"$/.test(value) ? value.slice(1, -1) : value;
    const put = (event) => { lines[at] = `${key}${equals}${text === value ? event.target.value : JSON.stringify(event.target.value)}${comment}`; block.text = lines.join("\n"); edited(block); };
    return make("label", { "data-line": at, class: text.length > 34 ? "long" : "" }, make("span", {}, key.replaceAll('"', "").replaceAll("_", " ")),
      make("input", { value: text, spellcheck: "false", oninput: put }), about ? make("small", { class: /look it up/.test(about) ? "guess" : "" }, about) : null);
  };
  return make("div", { class: "entries" }, guessed ? make("small", { class: "guess" }, "a guess: look it up in your game") : null, ...lines.map(field).filter(Boolean));
}

// --- any block ---

export const isDrawn = (block) => /^\[\[(floor|action)\]\]/m.test(block.text) && /^[ab] = /m.test(block.text);

export function titleOf(block) {
  const id = /^(?:id|name) = "?([^"\n]*)"?/m.exec(block.text)?.[1], table = /^\[+([^\]]*)/m.exec(block.text)?.[1];
  return isDrawn(block) ? id : [table?.replace(/[._]/g, " "), id].filter(Boolean).join(": ") || "comments";
}

// What a card looks like: `hands` say what is picked from the palette, and hear of changes.
export function view(block, number, hands) {
  const area = make("textarea", { rows: Math.min(14, block.text.split("\n").length + 1), spellcheck: "false", "aria-label": "this part as text",
    oninput: (event) => { block.text = event.target.value; hands.edited(block); }, onchange: () => hands.changed(block, 0) }, block.text);
  const floor = /^\[\[floor\]\]/m.test(block.text), drawn = isDrawn(block) ? (floor ? floorSide : actionSide) : null;
  const body = drawn ? make("div", { class: "sides" }, drawn(block, "a", hands), drawn(block, "b", hands)) : entries(block, hands);
  const asText = make("details", {}, make("summary", {}, "as text"), area);
  asText.addEventListener("toggle", () => { area.value = block.text; });
  return make("article", { class: `card ${drawn ? "drawn" : "plain"}`, "data-block": number, "data-card": titleOf(block) }, make("h3", {}, titleOf(block)), body, make("p", { class: "faults" }), asText);
}

export const faultPlace = (card, line) => $(`[data-line="${line}"]`, card);
