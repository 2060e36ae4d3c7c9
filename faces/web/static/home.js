// The first page: deal, choose a puzzle, go on with a game, bring one along.
import { $, $$, call, make, say } from "./common.js";

const open = (found) => { location.href = `/game/${found.name}`; };

function refused(error) {
  const faults = $("#faults");
  faults.hidden = false;
  faults.textContent = error.message;
  say(error.message);
}

for (const form of $$("form.deal")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wish = {}, data = { game: form.dataset.game, wish };
    for (const field of $$("input, select", form)) {
      if (field.name === "open_draws") data.open_draws = field.value === "yes";
      else if (field.name === "ruleset") { if (field.checked) wish.ruleset = [...(wish.ruleset ?? []), field.value]; }
      else if (field.type === "checkbox") { if (field.checked) wish[field.name] = true; }
      else if (field.value) wish[field.name] = field.name === "seed" ? Number(field.value) : field.value;
    }
    try {
      open(await call("/api/new", data));
    } catch (error) {
      $(".faults", form)?.remove();
      form.append(make("pre", { class: "faults" }, error.message));
      say(error.message);
    }
  });
}

for (const button of $$("[data-puzzle]")) {
  button.addEventListener("click", () => call("/api/add", { puzzle: button.dataset.puzzle }).then(open, refused));
}

const add = (text) => {
  const deal = /[#&]deal=([\w-]+):([\w-]+)/.exec(text);
  if (deal) return call("/api/new", { game: deal[1], wish: { id: deal[2] } }).then(open, refused);
  const link = /[#&]position=([\w-]+)/.exec(text);
  return call("/api/add", link ? { link: link[1] } : { text }).then(open, refused);
};
$("#paste").addEventListener("submit", (event) => { event.preventDefault(); add($("#link").value); });
$("#choose").addEventListener("change", async (event) => add(await event.target.files[0].text()));
const drop = $("#drop");
drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", async (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  if (event.dataTransfer.files[0]) add(await event.dataTransfer.files[0].text());
});
if (location.hash.length > 6) add(location.hash);

$("#before-all")?.addEventListener("toggle", async (event) => {
  if (!event.target.open) return;
  const { games } = await call("/api/games");
  $("#played").replaceChildren(...games.map((game) => make("li", {}, make("a", { class: "row", href: `/game/${game.name}` },
    make("b", {}, game.title), " ", make("span", { class: "tag" }, game.over ? "finished" : "go on"),
    make("small", {}, game.status), make("small", {}, `${game.details} · ${game.saved}`)))));
});
