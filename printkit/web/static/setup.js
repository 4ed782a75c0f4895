// A game's own page: what it is, play now, and everything that can be chosen before it starts.
import { filled, kept, make, title, word } from "./app.js";
import { begin, factList, firstGame, nameOf, named, pictures, playNow, printPage, sign } from "./games.js";

const MEDIUM = "medium";
const seatName = (game, at) => game.seats[at] ?? "ABCDEFGH"[at];
const select = (attributes, values, chosen) => make("select", attributes,
  ...values.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));

class Setup {
  constructor(game, levels) {
    const people = game.seats.map((_, at) => (at ? MEDIUM : "human"));
    Object.assign(this, { game, levels, people, programs: [] });
    this.places = make("div.places");
    this.research = make("div.programs");
    this.form = make("form.box.how", { "data-game": game.id });
    this.form.append(...[...this.players(), this.options(), this.deal(), this.researchers(), ...this.start()].filter(Boolean));
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.begin()));
    this.sit();
  }

  /** The levels for all opponents at once, and who sits where; in a game for one that hints are at hand. */
  players() {
    if (Math.max(...this.game.counts) === 1)
      return [make("h2", {}, word("setup.solo")), make("p", {}, word("setup.solo-hints"))];
    const levels = this.levels.map((level, at) => {
      const input = make("input", { type: "radio", name: "level", value: level, checked: level === MEDIUM });
      input.onchange = () => (this.people = this.people.map((who) => (who === "human" ? who : level)), this.sit());
      const bars = make("span.bars", { "aria-hidden": "true" }, ...this.levels.map((_, bar) => make(bar > at ? "i" : "i.on")));
      return make("label.level", {}, input, bars, make("b", {}, named(level)), make("small", {}, word(`level.${level}`)));
    });
    return [
      make("fieldset", {}, make("legend", {}, word("setup.strength")), make("div.levels", {}, ...levels)),
      make("h2", {}, word("setup.seats")), this.places,
      make("p.soft", {}, word("setup.one-person"), " ", this.game.secrets && word("setup.hands-hidden")),
    ];
  }

  sit() {
    const { game, people } = this;
    const least = Math.min(...game.counts), most = Math.max(...game.counts);
    const levels = new Set(people.slice(1).filter((who) => who !== "human"));
    for (const input of this.form.querySelectorAll("[name=level]")) input.checked = levels.size === 1 && levels.has(input.value);
    const rows = people.map((who, at) => {
      const seat = seatName(game, at);
      const choices = [["human", at ? word("human") : word("setup.you")], ...this.levels.map((level) => [level, named(level)])];
      const chooser = select({ "aria-label": filled("setup.who", { seat }), "data-seat": seat }, choices, who);
      chooser.onchange = () => (people[at] = chooser.value, this.sit());
      const less = people.length > least && at === people.length - 1 && at
        && this.counter("less", { seat }, () => (people.pop(), this.programs.splice(people.length)));
      return make("div.place", {}, make("b.seat", { "aria-hidden": "true" }, seat), chooser, less);
    });
    const add = people.length < most && this.counter("add", {}, () => people.push(people.slice(1).find((who) => who !== "human") ?? MEDIUM));
    this.places.replaceChildren(...rows, ...[add].filter(Boolean));
    this.seatPrograms();
  }

  counter(name, values, change) {
    const text = filled(`setup.${name}`, values);
    const button = make(`button.${name}`, { type: "button", ...(name === "less" && { "aria-label": text }) }, sign(name), name === "add" && text);
    button.onclick = () => (change(), this.sit());
    return button;
  }

  options() {
    if (!this.game.options.length) return null;
    const fields = this.game.options.map((option) => {
      const given = { name: option.key, autocomplete: "off" };
      const field = option.allowed.length
        ? select(given, option.allowed.map((value) => [value, value]), option.usual)
        : make("input", { ...given, value: option.usual });
      return make("label", {}, option.meaning, field);
    });
    const { box, state } = this.folded("options", "usual", fields);
    box.addEventListener("input", () => { state.textContent = word(this.chosen().length ? "setup.changed" : "setup.usual"); });
    this.fields = box;
    return box;
  }

  /** The options that are not the usual ones, and how many seats there are where that is one. */
  chosen() {
    const values = [...(this.fields?.querySelectorAll("[name]") ?? [])];
    return values.filter((each) => each.value !== this.game.options.find((option) => option.key === each.name).usual)
      .map((each) => `${each.name}=${each.value}`);
  }

  folded(name, first, inside) {
    const state = make("span.soft", {}, word(`setup.${first}`));
    return { state, box: make("details", {}, make("summary", {}, `${word(`setup.${name}`)}: `, state), ...inside) };
  }

  deal() {
    this.code = make("input", { name: "deal", autocomplete: "off", spellcheck: "false", placeholder: this.game.deals ? "XXXX-XXXX" : "" });
    const label = make("label", {}, word(this.game.deals ? "setup.code" : "setup.seed"), this.code);
    const { box, state } = this.folded("deal", "new", [label]);
    this.code.addEventListener("input", () => { state.textContent = word(this.code.value.trim() ? "setup.given" : "setup.new"); });
    return box;
  }

  researchers() {
    const known = this.game.players.map((name) => [name, word(`player.${name}`).replace(`player.${name}`, "")]);
    const list = make("dl", {}, ...known.flatMap(([name, text]) => [make("dt", {}, make("code", {}, name)), make("dd", {}, text)]));
    return make("details.research", {}, make("summary", {}, word("setup.research")),
      make("p.soft", {}, word("setup.research-text")), this.research, list);
  }

  seatPrograms() {
    const rows = this.people.map((_, at) => {
      const seat = seatName(this.game, at);
      const label = this.people.length === 1 ? "setup.solo" : "setup.research-seat";
      const input = make("input", { list: "programs", value: this.programs[at] ?? "", placeholder: word("setup.as-above"),
        autocomplete: "off", spellcheck: "false" });
      input.oninput = () => { this.programs[at] = input.value.trim(); };
      return make("label", {}, filled(label, { seat }), input);
    });
    const names = make("datalist", { id: "programs" }, ...this.game.players.map((value) => make("option", { value })));
    this.research.replaceChildren(...rows, names);
  }

  start() {
    this.failure = make("p.failure", { role: "alert" });
    this.button = make("button.main.big", {}, sign("play"), word("setup.start"));
    return [make("p.do", {}, this.button), this.failure];
  }

  begin() {
    const { game, people } = this;
    const seats = game.seats_option ? [`${game.seats_option}=${people.length}`] : [];
    const players = people.map((who, at) => this.programs[at] || who);
    return begin({ game: game.id, options: [...seats, ...this.chosen()], players, deal: this.code.value }, this.button, this.failure);
  }
}

function usualWords(game) {
  const number = game.seats.length - 1;
  const key = number === 0 ? "play-solo" : number === 1 ? "play-against" : "play-among";
  return filled(`setup.${key}`, { number });
}

export function showSetup(main, id, facts) {
  const game = facts.games.find((each) => each.id === id);
  if (!game) throw new Error(word("error"));
  const kit = facts.kits.find((each) => each.id === game.kit);
  title("printkit");
  document.title = game.name;
  main.classList.add("setup");
  const [play, failure] = playNow(game, "button.big.main");
  const [guided, unguided] = firstGame(game, "button");
  const form = new Setup(game, facts.levels).form;
  form.setAttribute("aria-label", word("front.setup"));
  main.replaceChildren(
    make("div.band", {}, pictures(game.art, false)),
    make("div.wrap", {},
      make("section.now", {},
        make("p.back", {}, make("a", { href: "#/" }, word("home"))),
        nameOf("h2", game, kept.lang), game.line && make("p.lead", {}, game.line), factList(game),
        make("p.do", {}, play, make("span.soft", {}, usualWords(game))), failure,
        guided && make("p.do", {}, guided), unguided,
        kit && make("p.do", {},
          kit.rules && make("a.button", { href: `#/rules/${kit.id}/${game.id}` }, word("front.rules")),
          make("a.button", { href: printPage(kit.id) }, sign("print"), word("front.print")),
          make("a.button", { href: `#/preview/${kit.id}` }, word("front.look")))),
      form));
  return () => main.classList.remove("setup");
}
