// The deck editor. A deck is its text, cut into blocks, a card each; `cards.js` draws them.
import { $, $$, call, download, make, say } from "./common.js";
import { BOXES, MODULES, faultPlace, isDrawn, view } from "./cards.js";

let blocks = [], picked = ["module", "T"], timer = null;
const hands = { picked: () => picked, changed: redraw, edited: later };

// --- text and blocks ---

// Comments above a group belong to it, except those at the beginning.
function cut(text) {
  const lines = text.split("\n");
  blocks = [{ text: "", first: 1 }];
  let begun = 0;
  lines.forEach((line, at) => {
    if (!/^\[/.test(line)) return;
    let top = at;
    while (top > begun && lines[top - 1].startsWith("#")) top -= 1;
    if (top > begun) blocks[blocks.length - 1].text = lines.slice(begun, top).join("\n");
    else blocks.pop();
    blocks.push({ text: "", first: 1 });
    begun = top;
  });
  blocks[blocks.length - 1].text = lines.slice(begun).join("\n");
}

const whole = () => blocks.map((block) => block.text).join("\n");
function number() { let line = 1; for (const block of blocks) { block.first = line; line += block.text.split("\n").length; } }

// --- showing ---

const card = (at) => $(`#cards [data-block="${at}"]`);
const FOCUSABLE = ":is(.sides, .entries) :is(button, input, select)";

function redraw(block, step = 0) {
  const at = blocks.indexOf(block), old = card(at);
  if (!old) return;  // of a deck that is no longer shown
  const place = $$(FOCUSABLE, old).indexOf(document.activeElement);
  old.replaceWith(view(block, at, hands));
  if (place >= 0) $$(FOCUSABLE, card(at))[place + step]?.focus();
  later();
}

function later() { clearTimeout(timer); timer = setTimeout(() => check().catch(refused), 120); }
function refused(error) { $("#faults").textContent = error.message; say(error.message); }

// What is wrong stands beside its card, and beside the field where it has one.
async function check() {
  number();
  const found = await call("/api/deck/check", { game: $("#game").value, text: whole() });
  for (const place of $$("#cards .faults")) place.textContent = "";
  for (const field of $$("#cards .wrong")) field.classList.remove("wrong");
  $("#faults").textContent = "";
  const open = new Map();  // what nobody has filled in yet is no mistake: it is told in one line
  for (const fault of found.faults) {
    const at = fault.line ? blocks.findLastIndex((block) => block.first <= fault.line) : -1;
    const place = at < 0 ? $("#faults") : $(".faults", card(at));
    const key = (fault.key ?? "").replace(/^(floor|action)\[\d+\]\./, "side ").replace(".", " ");
    if (at >= 0 && fault.message.includes("'?'")) open.set(place, (open.get(place) ?? new Set()).add(key.replace(/\[\d+\]$/, "").replace("grid", "spaces")));
    else place.textContent += `${key ? `${key}: ` : ""}${fault.message}\n`;
    if (at >= 0) faultPlace(card(at), fault.line - blocks[at].first)?.classList.add("wrong");
  }
  for (const [place, keys] of open) place.textContent += `still open: ${[...keys].join(", ")}\n`;
  const words = found.valid ? "complete: it can be played with" : `${found.faults.length} things are missing or wrong`;
  if ($("#verdict").textContent !== words) $("#verdict").textContent = words;
  $("#verdict").classList.toggle("easy", found.valid);
  $("#text").textContent = found.cards;
}

function palette() {
  const clin9ic = $("#game").value === "clin9ic";
  const button = (what, letter, words) => make("button", { type: "button", "data-letter": letter, class: what, "aria-pressed": String(picked[0] === what && picked[1] === letter),
    onclick: () => { picked = [what, letter]; palette(); $(`#palette .${what}[data-letter="${letter}"]`).focus(); } }, make("b", {}, letter), ` ${words}`);
  $("#palette").hidden = !clin9ic;
  $("#find").hidden = clin9ic;
  $("#palette").replaceChildren(...(clin9ic ? [...Object.entries(MODULES).map(([letter, words]) => button("module", letter, words)),
    button("entrance", "▸", "entrance"), ...Object.entries(BOXES).map(([letter, words]) => button("box", letter, `${words} box`))] : []));
  $("#how").textContent = clin9ic ? "Pick something from the palette and click where it is printed, or go to a space and type its letter (> for the entrance). What is wrong stands beside its card."
    : "Put in what is printed in your game. What is wrong stands beside its group.";
}

function choices() {
  const names = $("#game").selectedOptions[0].dataset.decks.split(","), own = $("#own").dataset.decks.split(",").filter(Boolean);
  $("#from").replaceChildren(make("option", { value: "" }, "blank cards"), ...[...names, ...own].map((name) => make("option", { value: name }, name)));
}

function filter() {
  const words = $("#find").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const one of $$("#cards .card")) {
    const text = blocks[one.dataset.block].text.toLowerCase().replaceAll("_", " ");
    one.hidden = !words.every((word) => text.includes(word));
  }
}

async function load() {
  document.body.dataset.ready = "no";
  const { text } = await call(`/api/deck?game=${encodeURIComponent($("#game").value)}&name=${encodeURIComponent($("#from").value)}`);
  cut(text);
  palette();
  const rank = (block) => (isDrawn(block) ? 0 : /^\[/m.test(block.text) ? 1 : 2);  // cards first, then numbers, then words
  $("#cards").replaceChildren(...[...blocks.entries()].sort(([, one], [, other]) => rank(one) - rank(other)).map(([at, block]) => view(block, at, hands)));
  filter();
  await check();
  document.body.dataset.ready = "yes";
}

$("#game").addEventListener("change", () => { choices(); load(); });
$("#from").addEventListener("change", load);
$("#find").addEventListener("input", filter);
$("#get").addEventListener("click", () => download(`${$("#name").value}.toml`, whole(), "text/plain"));
$("#begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const found = await call("/api/deck/save", { game: $("#game").value, name: $("#name").value, text: whole() });
    say(`saved as ${found.deck}`);
    $("#verdict").textContent = `saved as ${found.deck}${found.valid ? "" : ", not complete yet"}`;
  } catch (error) { refused(error); }
});
choices();
load();
