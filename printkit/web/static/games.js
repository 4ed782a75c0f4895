// What the first page and a game's own page share: signs, pictures, facts, and how a table is begun.
import { ask, filled, make, remember, word } from "./app.js";

const SIGNS = {
  play: '<path d="m7 4 13 8-13 8z"/>',
  print: '<path d="M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z"/>',
  seats: '<circle cx="12" cy="8" r="3.5"/><path d="M5 20c.5-4 3-6 7-6s6.5 2 7 6"/>',
  minutes: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3 2"/>',
  light: '<path d="M5 19v-4"/><path class="faint" d="M12 19V10M19 19V5"/>',
  medium: '<path d="M5 19v-4M12 19V10"/><path class="faint" d="M19 19V5"/>',
  deep: '<path d="M5 19v-4M12 19V10M19 19V5"/>',
  add: '<path d="M12 5v14M5 12h14"/>',
  less: '<path d="M6 6l12 12M18 6 6 18"/>',
};

/** The page for printing lies beside the table's, wherever that is. */
export const printPage = (kit) => new URL(`../print/#${encodeURIComponent(kit)}`, document.baseURI).href;

export function sign(name) {
  const span = make("span.sign", { "aria-hidden": "true" });
  span.innerHTML = `<svg viewBox="0 0 24 24">${SIGNS[name]}</svg>`;
  return span;
}

const range = (values) => [...new Set([Math.min(...values), Math.max(...values)])].join(word("front.to"));

/** How many play, how long, how difficult; what the kit does not say is left out. `short` shows bare numbers of seats. */
export function factList(game, short = false) {
  const one = Math.max(...game.counts) === 1;
  const players = one ? word("front.one-player") : filled("front.players", { number: range(game.counts) });
  const seats = short ? [make("span.unseen", {}, players), make("span", { "aria-hidden": "true" }, range(game.counts))] : [players];
  const facts = [
    ["seats", ...seats],
    game.minutes && ["minutes", filled("front.minutes", { number: range(game.minutes) })],
    game.difficulty && [game.difficulty, word(`front.${game.difficulty}`)],
  ];
  return make("ul.facts", {}, ...facts.filter(Boolean).map(([name, ...text]) => make("li", {}, sign(name), ...text)));
}

/** Parts of a kit on the cloth; they are pictures of what stands beside them in words. */
export function pictures(sources, lazy = true) {
  const kind = (source) => source.match(/\/(card|board|stick)-[^/]*$/)?.[1] ?? "card";
  return make("div.stage", { "aria-hidden": "true", "data-kind": sources.length ? kind(sources[0]) : "none" },
    ...sources.map((source) => make("img", { src: source, alt: "", ...(lazy && { loading: "lazy" }) })));
}

/** A game's name, and small what it is called in the other language. */
export function nameOf(tag, game, lang) {
  const other = game.other && make("small", { lang: lang === "ja" ? "en" : "ja" }, game.other);
  return make(tag, {}, game.name, other ? " " : "", other || "");
}

/** Go to a new table; what keeps it from being begun is said in `failure`. */
export async function begin(body, button, failure, begun = () => {}) {
  button.disabled = true;
  failure.textContent = "";
  try {
    const { id } = await ask("api/tables", body);
    begun(id);
    location.hash = `#/table/${id}`;
  } catch (error) {
    failure.textContent = error.message;
    button.disabled = false;
  }
}

/** A person on the first seat and players of medium strength on the others, usual options, a new deal. */
export const usual = (game) => ({
  game: game.id, options: [], players: game.seats.map((_, at) => (at ? "medium" : "human")), deal: "",
});

export function playNow(game, look) {
  const failure = make("p.failure", { role: "alert" });
  const button = make(look, { type: "button", "data-play": game.id, "aria-label": `${word("front.play")}: ${game.name}` },
    sign("play"), word("front.play"));
  button.onclick = () => begin(usual(game), button, failure);
  return [button, failure];
}

/** A first game with a guide, against beginners, where the kit has one. */
export function firstGame(game, look) {
  if (!game.guide) return ["", ""];
  const failure = make("p.failure", { role: "alert" });
  const button = make(look, { type: "button", "data-guide": game.id, "aria-label": `${word("guide.start")}: ${game.name}` }, word("guide.start"));
  const players = game.seats.map((_, at) => (at ? "beginner" : "human"));
  button.onclick = () => begin({ ...usual(game), options: game.guide, players }, button, failure,
    (table) => remember({ guide: { table, read: 0 } }));
  return [button, failure];
}

/** A result in words: that of a game for one, a draw, or the seats that won. */
export function ending(result) {
  const own = { win: "result.win", lose: "result.lose", draw: "result.draw", unfinished: "unfinished" }[result];
  const won = result.split("+");
  return own ? word(own) : filled(won.length > 1 ? "result.shared-by" : "result.won-by", { seats: won.join(word("comma")) });
}

/** People and the levels have words; the players for researchers are called what they are. */
export const named = (value) => (["human", "beginner", "easy", "medium", "strong"].includes(value) ? word(value) : value);
