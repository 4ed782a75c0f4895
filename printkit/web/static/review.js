// A game that is over, looked at again: the curve, luck and choice, the turning points, the decisions that mattered.
import { ask, filled, kept, make, word } from "./app.js";
import { figure } from "./figures.js";
import { node, smallPicture } from "./picture.js";

// A look goes on by itself for so long, in ms; more is asked for.
const USUAL = 20_000;
const LETTERS = "ABCDEFGH";

export class Review {
  /** `table` is what is shown beside it; `parts` are where the curve, the turning points and the decisions stand. */
  constructor(table) {
    Object.assign(this, { table, seat: "", facts: null, running: false, pictures: new Map() });
    this.graph = make("section.box.graph", {}, make("h2", {}, word("review.looking")));
    this.turns = make("section.turns");
    this.decisions = make("section.decided");
  }

  /** Look on for a while, or until it is stopped, left, or done. */
  async look(longer = USUAL) {
    if (this.running) return;
    this.running = true;
    this.ended = false;
    const end = performance.now() + longer;
    try {
      do {
        this.facts = await this.#asked(true);
        if (this.table.left || !this.table.view.over) return;
        this.#show();
      } while (!this.ended && this.facts.done < this.facts.of && performance.now() < end);
    } catch (error) {
      this.failure = error.message;
    } finally {
      this.running = false;
    }
    this.#show();
    this.failure = "";
  }

  #asked(further) {
    return ask(`api/tables/${this.table.id}/review?lang=${kept.lang}`, { seat: this.seat, further });
  }

  /** The moment that is shown is marked on the curve. */
  mark(at) {
    this.at = at;
    if (this.facts) this.#curve();
  }

  #show() {
    const { facts } = this;
    if (!facts) return this.graph.replaceChildren(make("p.failure", { role: "alert" }, this.failure));
    this.#curve();
    this.#turns();
    this.#decided();
  }

  #curve() {
    const { facts } = this;
    const names = { seat: facts.seat };
    const seats = facts.seats.length > 1 && make("select", { "aria-label": word("review.seat") },
      ...facts.seats.map((seat) => make("option", { value: seat, selected: seat === facts.seat }, filled("review.from", { seat }))));
    if (seats) seats.onchange = () => { this.seat = seats.value; this.ended = true; this.#again(); };
    this.graph.replaceChildren(make("div.head", {}, make("h2", {}, filled(`review.curve-${facts.unit}`, names)), seats),
      facts.curve.length > 1 && drawn(facts, this.at, this.graph.clientWidth, (at) => this.table.load(at)), make("p.soft", {}, this.#how()), this.#work(), this.#shares());
  }

  /** Another seat: once what is under way has ended. */
  async #again() {
    while (this.running) await new Promise((next) => setTimeout(next, 50));
    if (!this.table.left) this.look();
  }

  #how() {
    const { facts } = this;
    const [fewest, most] = facts.games;
    const errors = facts.curve.map((each) => each.error).sort((one, other) => one - other);
    const usual = errors[errors.length >> 1] ?? 0;
    const by = word(`review.by-${facts.policy}`), seat = facts.seat;
    return [filled("review.games", { games: (fewest < most ? `${fewest}${word("front.to")}${most}` : `${most}`), by, error: figure(usual, facts.unit) }),
      facts.horizon && filled("review.horizon", { number: facts.horizon }), filled(facts.unit === "odds" ? "review.unlooked" : "review.unlooked-seats", { seat })].filter(Boolean).join(word("stop-between"));
  }

  #work() {
    const { facts } = this;
    if (facts.done >= facts.of && !this.failure) return "";
    const button = make("button", { type: "button", "data-key": this.running ? "review-stop" : "review-longer" }, word(this.running ? "stop" : "review.longer"));
    button.onclick = () => (this.running ? (this.ended = true) : this.look());
    const progress = make("progress", { max: facts.of, value: facts.done, "aria-label": word("review.looking"), hidden: !this.running });
    return make("div.work", {}, progress, button, this.failure ? make("p.failure", { role: "alert" }, this.failure) : "");
  }

  #shares() {
    const { facts } = this;
    const told = facts.shares.filter((each) => each.value || each.error);
    return told.length > 0 && make("dl.shares", {}, ...told.map((each) => make("div", {},
      make("dt", {}, word(`review.share-${each.kind}`)), make("dd", {}, ...this.#share(each)))));
  }

  /** What is wider than half of all that could be says nothing. */
  #share({ value, error }) {
    const { unit } = this.facts;
    if (unit === "odds" && error > 0.5) return [make("small", {}, word("review.share-unsure"))];
    return [signed(value, unit), make("small", {}, ` ±${figure(error, unit)}`)];
  }

  #turns() {
    const { facts } = this;
    const cards = facts.turns.map((turn, number) => this.#turn(turn, number));
    this.turns.replaceChildren(make("h2", {}, word("review.turns")),
      cards.length ? make("div.grid", {}, ...cards) : make("p.soft", {}, word(facts.shares.length ? "review.no-turns" : "review.later")));
  }

  #turn(turn, number) {
    const { unit } = this.facts;
    const rose = turn.after >= turn.before;
    const better = turn.better && make("p.soft", {}, filled("review.instead", { other: turn.better.label, by: figure(turn.better.value - turn.better.taken, unit) }));
    const look = make("button.turn", { type: "button", "data-turn": turn.at }, make("b.letter", {}, LETTERS[number]), this.#picture(turn.to),
      make("span.what", {}, make("b", {}, filled("review.move", { number: turn.line })), `${word("review.colon")}${turn.text}`, better),
      make(`span.change.${rose ? "good" : "bad"}`, {}, `${figure(turn.before, unit, true)} → ${figure(turn.after, unit)}`));
    look.onclick = () => this.table.load(turn.to);
    return look;
  }

  /** The table at a moment, drawn small; what was drawn once is kept. */
  #picture(at) {
    if (!this.pictures.has(at)) {
      const holder = make("span.still");
      this.pictures.set(at, holder);
      ask(`api/tables/${this.table.id}?lang=${kept.lang}&width=260&height=220&at=${at}`)
        .then(({ drawing }) => smallPicture(holder, drawing)).catch(() => this.pictures.delete(at));
    }
    return this.pictures.get(at);
  }

  #decided() {
    const { facts } = this;
    const [done, of] = facts.choices;
    const rows = facts.decisions.map((each) => {
      const look = make("button", { type: "button", "data-decision": each.at }, each.sentence);
      look.onclick = () => this.table.load(each.at);
      return make("li", {}, look);
    });
    this.decisions.replaceChildren(make("h2", {}, word("review.decisions")),
      rows.length ? make("ol", {}, ...rows) : make("p.soft", {}, word(of ? "review.later" : "review.no-choice")),
      of > 0 && make("p.soft", {}, filled("review.weighed", { done, of })));
  }
}

const signed = (value, unit) => `${value >= 0 ? "+" : ""}${figure(value, unit)}`;

/** The values from moment to moment with their band, letters at the turning points; a click shows the moment. */
function drawn({ curve, unit, turns }, at, room, look) {
  const wide = Math.min(760, Math.max(300, room - 34)), high = Math.max(220, wide * 0.4);
  const [left, right, top, foot] = [52, 14, 14, 24];
  const odds = unit === "odds";
  const edges = curve.flatMap(({ value, error }) => [value - error, value + error]);
  const [low, most] = odds ? [0, 1] : nice(Math.min(...edges, 0), Math.max(...edges, 0));
  const last = curve.at(-1).at || 1;
  const x = (moment) => left + ((wide - left - right) * moment) / last;
  const y = (value) => high - foot - ((high - top - foot) * (Math.min(most, Math.max(low, value)) - low)) / (most - low);
  const svg = node("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": word("review.curve") });
  const put = (name, attributes, text) => {
    const made = svg.appendChild(node(name, attributes));
    if (text !== undefined) made.textContent = text;
    return made;
  };
  for (let step = 0; step <= 4; step += 1) {
    const value = low + ((most - low) * step) / 4;
    put("line", { x1: left, x2: wide - right, y1: y(value), y2: y(value), class: "scale" });
    put("text", { x: left - 8, y: y(value) + 4, "text-anchor": "end" }, odds ? `${Math.round(100 * value)} %` : String(+value.toFixed(2)).replace("-", "−"));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const near = curve.reduce((best, each) => (Math.abs(each.at - last * share) < Math.abs(best.at - last * share) ? each : best));
    put("text", { x: x(near.at), y: high - 6, "text-anchor": "middle" }, String(near.line));
  }
  const along = (list, value) => list.map((each) => `${x(each.at)},${y(value(each))}`);
  put("polygon", { class: "band", points: [...along(curve, (each) => each.value + each.error), ...along([...curve].reverse(), (each) => each.value - each.error)].join(" ") });
  put("polyline", { points: along(curve, (each) => each.value).join(" ") });
  if (at !== undefined) put("line", { class: "now", x1: x(at), x2: x(at), y1: top, y2: high - foot });
  for (const each of curve.filter(({ kind, at: moment }) => kind === "own" && moment < last)) put("circle", { cx: x(each.at), cy: y(each.value), r: curve.length > 120 ? 2.5 : 4 });
  put("circle", { class: "end", cx: x(last), cy: y(curve.at(-1).value), r: 6 });
  let pinned = { x: -99 };
  turns.forEach(({ to, after }, number) => {
    // A pin stands off the curve, and off the pin before it.
    const far = x(to) - pinned.x < 26 && pinned.far === 30 ? 58 : 30;
    const place = after > (low + most) / 2 ? y(after) + far : y(after) - far;
    pinned = { x: x(to), far };
    put("line", { class: "pin", x1: x(to), x2: x(to), y1: y(after), y2: place });
    put("circle", { class: "pin", cx: x(to), cy: place, r: 11 });
    put("text", { class: "pin", x: x(to), y: place + 4, "text-anchor": "middle" }, LETTERS[number]);
  });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const moment = (((event.clientX - box.left) * wide) / box.width - left) / (wide - left - right) * last;
    look(curve.reduce((best, each) => (Math.abs(each.at - moment) < Math.abs(best.at - moment) ? each : best)).at);
  });
  return svg;
}

/** Ends of a scale around these values whose quarters are short numbers. */
function nice(low, most) {
  const size = 10 ** Math.floor(Math.log10(Math.max(most - low, 0.1) / 4));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * size).find((each) => Math.ceil(most / each) - Math.floor(low / each) <= 4) ?? 20 * size;
  const first = Math.floor(low / step) * step;
  return [first, first + 4 * step];
}
