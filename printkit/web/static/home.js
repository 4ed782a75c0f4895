// The first page: games to start, tables to go on at, records to open, kits to look at.
import { ask, kept, make, title, word } from "/static/app.js";

function seats(game, values) {
  const count = game.seats_option ? Number(values[game.seats_option]) : game.seats.length;
  return Array.from({ length: count || game.seats.length }, (_, at) => game.seats[at] ?? "ABCDEF"[at]);
}

// People and the levels have words; the players for researchers are called what they are.
function named(value) {
  return ["human", "beginner", "easy", "medium", "strong"].includes(value) ? word(value) : value;
}

function chooser(label, name, values, chosen) {
  const options = values.map((value) => make("option", { value, selected: value === chosen }, named(value)));
  return make("label", {}, label, make("select", { name }, ...options));
}

function option(each) {
  if (each.allowed.length) return chooser(each.meaning, `option-${each.key}`, each.allowed, each.usual);
  return make("label", {}, each.meaning, make("input", { name: `option-${each.key}`, value: each.usual, autocomplete: "off" }));
}

function start(game) {
  const failure = make("p.failure", { role: "alert" });
  const places = make("fieldset");
  const options = make("fieldset", {}, ...game.options.map(option));
  const form = make("form", {}, places);
  const values = () => Object.fromEntries(new FormData(form));
  const sit = () => {
    const before = values();
    const known = Object.fromEntries(game.options.map((each) => [each.key, before[`option-${each.key}`] ?? each.usual]));
    places.replaceChildren(...seats(game, known).map((seat, at) =>
      chooser(game.seats.length > 1 ? `${word("seat")} ${seat}` : word("players"), `player-${at}`, game.players,
        before[`player-${at}`] ?? (at ? "medium" : "human"))));
  };
  form.append(
    game.options.length ? make("details", {}, make("summary", {}, word("options")), options) : "",
    make("label", {}, word("deal-code"), make("input", { name: "deal", placeholder: word("deal-hint"), autocomplete: "off" })),
    make("button.main", {}, word("start")), failure);
  sit();
  options.addEventListener("change", sit);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = values();
    const texts = game.options.map((each) => `${each.key}=${given[`option-${each.key}`]}`);
    const players = Object.keys(given).filter((key) => key.startsWith("player-")).map((key) => given[key]);
    try {
      const { id } = await ask("/api/tables", { game: game.id, options: texts, players, deal: given.deal });
      location.hash = `#/table/${id}`;
    } catch (error) {
      failure.textContent = error.message;
    }
  });
  return form;
}

function gameCard(game) {
  const card = make("details.game", { id: `game-${game.id}` }, make("summary", {}, game.name));
  card.addEventListener("toggle", () => card.open && !card.querySelector("form") && card.append(start(game)));
  return card;
}

function keptList(tables, again) {
  if (!tables.length) return make("p.soft", {}, word("no-tables"));
  return make("ul.kept", {}, ...tables.map((table) => {
    const end = table.result && table.result !== "unfinished" ? ` – ${word(`result.${table.result}`).replace("result.", "")}` : "";
    const remove = make("button", { type: "button", "aria-label": `${word("remove")}: ${table.name}` }, "×");
    remove.onclick = async () => (await ask(`/api/tables/${table.id}`, undefined, "DELETE"), again());
    return make("li", {}, make("a", { href: `#/table/${table.id}` }, `${table.name}${end}`),
      make("small", {}, `${table.players.split(",").map(named).join(", ")} · ${table.actions}`), remove);
  }));
}

async function openRecord(file, failure) {
  try {
    const { id } = await ask("/api/open", { text: await file.text() });
    location.hash = `#/table/${id}`;
  } catch (error) {
    failure.textContent = error.message;
  }
}

function opener() {
  const failure = make("p.failure", { role: "alert" });
  const input = make("input", { type: "file", accept: ".txt,text/plain" });
  input.onchange = () => openRecord(input.files[0], failure);
  const area = make("div.drop", {}, make("label", {}, word("drop"), make("br"), input), failure);
  area.ondragover = (event) => (event.preventDefault(), area.classList.add("over"));
  area.ondragleave = () => area.classList.remove("over");
  area.ondrop = (event) => {
    event.preventDefault();
    area.classList.remove("over");
    if (event.dataTransfer.files[0]) openRecord(event.dataTransfer.files[0], failure);
  };
  return area;
}

export function showHome(main, _, facts) {
  title("printkit", false);
  const kits = [...facts.kits, { id: "", title: "" }];
  const sections = kits.map((kit) => {
    const games = facts.games.filter((game) => game.kit === kit.id);
    if (!kit.id && !games.length) return null;
    const look = kit.id && make("a", { href: `#/preview/${kit.id}` }, word("preview"));
    const art = make("div.art", {}, ...(kit.art ?? []).map((source) => make("img", { src: source, alt: "" })));
    const head = make("div.kit", {}, make("h2", {}, kit.title || word("games")), look || "");
    return make("section.shelf", {}, art, make("div", {}, head, make("div.games", {}, ...games.map(gameCard))));
  });
  const again = async () => showHome(main, _, await ask(`/api/home?lang=${kept.lang}`));
  main.replaceChildren(
    ...sections.filter(Boolean),
    make("h2", {}, word("tables")), keptList(facts.tables, again),
    make("h2", {}, word("open-record")), opener());
}
