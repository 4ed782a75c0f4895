// A table: what is seen, what may be done, what goes on by itself, and what the server advises.
import { $, ask, copy, enlarge, filled, kept, make, remember, say, title, word } from "./app.js";
import { copyRecord, endPanels, goOnFrom, saveRecord } from "./after.js";
import { withError } from "./figures.js";
import { ending } from "./games.js";
import { Guide } from "./guide.js";
import { copyLink } from "./link.js";
import { Picture } from "./picture.js";
import { Review } from "./review.js";
import { RulesPanel } from "./rules_panel.js";

const PACES = { slow: 1500, normal: 750, fast: 160, hand: Infinity };
// Seconds of the first search and of deeper ones.
const SECONDS = [2, 10, 40];
// Of a piece with more actions the price is not asked.
const MOST_PRICED = 40;

export async function showTable(main, id) {
  // The bar is as high as it will be before the room is measured.
  title("printkit");
  const table = new Table(main, id);
  await table.load();
  return () => table.leave();
}

class Table {
  constructor(main, id) {
    Object.assign(this, { main, id, chosen: [], advised: null, prices: {}, view: null, timer: 0, busy: false, aim: null, turn: Promise.resolve() });
    this.parts = Object.fromEntries(["seats", "state", "cast", "sum", "picture", "acts", "moves", "buttons", "steps", "advice", "end", "keep", "log"]
      .map((name) => [name, make(`div.${name}`)]));
    this.parts.number = make("h2");
    this.guide = new Guide(id, make("section.guide", { hidden: true }), () => this.goOn(), () => this.load());
    this.rules = new RulesPanel(make("section.beside", { hidden: true }), () => $("[data-key=show-rules]", this.parts.buttons));
    this.lay();
    this.picture = new Picture(this.parts.picture, (thing) => this.pick(thing), (thing) => enlarge(thing.card, thing.words));
    this.resized = () => {
      clearTimeout(this.sizing);
      this.sizing = setTimeout(() => this.inTurn(() => this.parts.picture.isConnected && this.asked !== this.room && this.look(this.view?.at)), 200);
    };
    this.seen = () => (document.hidden ? clearTimeout(this.timer) : this.goOn());
    this.keys = (event) => this.key(event);
    addEventListener("resize", this.resized);
    document.addEventListener("visibilitychange", this.seen);
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    clearTimeout(this.timer);
    this.left = true;
    this.search?.abort();
    removeEventListener("resize", this.resized);
    document.removeEventListener("visibilitychange", this.seen);
    document.removeEventListener("keydown", this.keys);
  }

  // ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** How much room the picture has. */
  get room() {
    const style = getComputedStyle(this.parts.picture);
    const { clientWidth: width, clientHeight: height } = this.parts.picture;
    return `width=${Math.round(width - 2 * parseFloat(style.paddingLeft))}&height=${Math.round(height - 2 * parseFloat(style.paddingTop))}`;
  }

  get query() {
    // Where the screen changes hands no picture is laid out: the room is that of the last one.
    if (this.parts.picture.isConnected) this.asked = this.room;
    return `lang=${kept.lang}&${this.asked}&kept=${this.view?.drawing?.arrangement ?? ""}${this.guide.query}`;
  }

  /** One request after the other, so that no answer overtakes another. */
  inTurn(request) {
    return (this.turn = this.turn.catch(() => {}).then(() => this.left || request()));
  }

  /** Show another moment, the last one without `at`; of several that wait the newest alone. */
  load(at) {
    clearTimeout(this.timer);
    const aim = (this.aim = { at });
    return this.inTurn(() => this.aim === aim && this.look(at)).finally(() => this.aim === aim && (this.aim = null));
  }

  look(at) {
    const step = at === undefined || at >= (this.view?.count ?? 0) ? "" : `&at=${at}`;
    return this.received(ask(`api/tables/${this.id}?${this.query}${step}`));
  }

  async wish(name, more = {}) {
    if (this.busy) return;
    this.busy = true;
    const began = performance.now(), { count } = this.view;
    this.main.setAttribute("aria-busy", "true");
    clearTimeout(this.timer);
    try {
      await this.inTurn(() => this.received(ask(`api/tables/${this.id}/${name}?${this.query}`, { count, ...more })));
    } finally {
      this.busy = false;
      performance.measure(name, { start: began });
      this.main.removeAttribute("aria-busy");
      this.goOn();
    }
  }

  async received(answer) {
    try {
      const view = await answer;
      if (!this.left) this.show(view);
    } catch (error) {
      if (this.left) return;
      if (error.stale) return this.received(ask(`api/tables/${this.id}?${this.query}`));
      this.failed(error);
    }
  }

  failed(error) {
    this.stopped = true;
    this.parts.state.replaceChildren(make("p.failure", { role: "alert" }, error.message));
    if (!this.parts.state.isConnected) this.main.replaceChildren(this.parts.state);
  }

  // ── showing ──────────────────────────────────────────────────────────────────────────────────────────────────────

  show(view) {
    const before = this.view;
    this.view = view;
    this.stopped = false;
    title(view.name, true, view.about);
    this.main.dataset.table = this.id;
    this.main.dataset.shown = [view.count, view.at, view.looks, view.handover, view.undos].join(" ");
    if (view.handover) return this.hand(view);
    const fresh = !before || before.handover || before.count !== view.count || before.looks !== view.looks;
    if (fresh) Object.assign(this, { chosen: [], advised: null, prices: {}, pricing: null });
    this.lay();
    this.picture.paint(view.drawing, view.name, !!before && !before.handover && before.at !== view.at);
    this.cast(before);
    this.sum();
    this.seats();
    this.state();
    this.log();
    this.offer();
    if (fresh) this.parts.advice.replaceChildren();
    this.buttons();
    this.after(fresh);
    this.guide.show(view);
    this.rules.show(view);
    this.resized();
    this.goOn();
  }

  /** After the game its look back stands beside the picture; a game that is taken back has none. */
  after(fresh) {
    if (!this.view.over) return void (this.review = null);
    if (!this.review || fresh) {
      endPanels(this, this.parts.end, this.parts.keep);
      this.review.look();
    }
    this.review.mark(this.view.at);
  }

  hand(view) {
    const take = make("button.main", { type: "button" }, `${word("i-am")} ${view.handover}`);
    take.onclick = () => this.wish("sit", { seat: view.handover });
    this.picture.paint({ width: 1, height: 1, ground: "", things: [] }, "", false);
    this.parts.log.replaceChildren();
    this.main.replaceChildren(make("div.handover", {},
      make("p", {}, word("handover"), make("b", {}, view.handover)), make("p.soft", {}, word("handover-text")), take));
    say(`${word("handover")} ${view.handover}`);
    take.focus();
  }

  /** A table while it is played, or the page after a game: the same parts in other places. */
  lay() {
    const { seats, state, cast, sum, picture, acts, moves, buttons, steps, advice, end, keep, log } = this.parts;
    const { over } = this.view ?? {};
    if (picture.isConnected && this.ended === !!over) return;
    this.ended = !!over;
    const past = make("section.past", {}, make("h2", {}, word("log")), log, ...(over ? [] : [steps]));
    const dock = make("div.dock", {}, this.guide.holder, seats, state, cast, sum, acts, moves, buttons);
    if (!over) return this.main.replaceChildren(make("div.table", {}, picture, make("div.side", {}, dock, advice, this.rules.holder, past)));
    this.review = new Review(this);
    const { graph, turns, decisions } = this.review;
    this.main.replaceChildren(make("div.after", {}, end, graph,
      make("section.box.side.moment", {}, this.parts.number, picture, steps, dock, this.rules.holder, past), make("div.found", {}, decisions, turns), keep));
  }

  /** Who sits there, with what everybody may count of each, and whose turn it is. */
  seats() {
    const rows = this.view.sitting.map(({ seat, name, points, counts, moves }) => make("li", { "aria-current": moves ? "true" : undefined },
      make("b", {}, seat), name, make("span.points", {}, points), counts.length > 0 && make("small", {}, counts.join(" · "))));
    this.parts.seats.replaceChildren(...(rows.length ? [make("ul.seats", { role: "list", "aria-label": word("sitting.seats") }, ...rows)] : []));
  }

  state() {
    const { view } = this;
    const last = view.log.findLast((each) => each.at <= view.at);
    const latest = last ? `${last.seat} ${last.text}`.trim() : "";
    const turn = !view.live || view.reader || view.over ? "" : view.mover !== "human" ? ""
      : view.persons.length > 1 ? `${word("turn-of")} ${view.to_move}` : word("your-turn");
    const thinks = view.live && view.next && view.mover !== "chance" ? `${view.next} …` : "";
    const words = (view.over && view.live ? this.outcome() : turn || thinks) || latest || view.name;
    // The panel of the end has the result above it.
    this.parts.state.replaceChildren(make(`p.state${view.over && view.live ? ".unseen" : ""}`, {}, words));
    say([...new Set([latest, words, view.over && view.live ? view.outcome?.reason : ""])].filter(Boolean).join(word("stop-between")));
  }

  outcome() {
    return ending(this.view.outcome?.result ?? "unfinished");
  }

  cast(before) {
    const { cast } = this.view;
    const holder = this.parts.cast;
    if (!cast) return holder.replaceChildren();
    if (before?.at === this.view.at && holder.firstChild) return;
    const sticks = Array.from({ length: cast.of }, (_, at) => {
      const dark = at < cast.dark;
      const side = cast.sides[Number(dark)];
      return side ? make("img.fallen", { src: side, alt: "" }) : make(`span.stick.fallen${dark ? ".dark" : ""}`);
    });
    const words = `${word("cast")}: ${cast.dark} / ${cast.of} ${word("dark")}`;
    holder.replaceChildren(make("div.sticks", { role: "img", "aria-label": words }, ...sticks), make("b", { "aria-hidden": "true" }, String(cast.dark)));
  }

  sum() {
    const { sum } = this.view;
    this.parts.sum.innerHTML = sum ? `<svg viewBox="0 0 ${sum.width} ${sum.height}" role="img">${sum.svg}</svg>` : "";
    $("svg", this.parts.sum)?.setAttribute("aria-label", sum.words);
  }

  log() {
    this.parts.log.replaceChildren(make("ul.log", { tabindex: 0, role: "list", "aria-label": word("log") },
      ...this.view.log.map((each) => make(`li${each.chance ? ".chance" : ""}${each.now ? ".now" : ""}`, {},
        each.seat ? make("b", {}, each.seat) : "", ` ${each.text}`))));
    const now = $(".now", this.parts.log);
    if (now) now.parentNode.scrollTop = now.offsetTop - now.parentNode.offsetTop - 80;
  }

  // ── choosing ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The actions that begin with what was chosen so far. */
  get left_over() {
    return this.view.actions.filter((each) => this.chosen.every((id, at) => each.path[at]?.includes(id)));
  }

  /** What may be chosen now, what was, what is advised, and where the last action was. */
  marks() {
    const { view, chosen } = this;
    const live = new Set(this.left_over.flatMap((each) => each.path[chosen.length] ?? []));
    if (chosen.length) for (const each of view.actions) for (const id of each.path[0] ?? []) live.add(id);
    const best = this.advised?.actions[0]?.action;
    const advised = new Set(view.actions.find((each) => each.text === best)?.path.flat() ?? []);
    this.picture.mark({ live, chosen: new Set(chosen), advised, last: new Set(view.last) });
  }

  offer() {
    const { view, chosen } = this;
    const open = this.left_over;
    this.marks();
    this.movement();
    const buttons = open.map((each) => {
      const button = make("button", { type: "button" }, each.label);
      button.dataset.action = each.text;
      button.onclick = () => this.wish("act", { action: each.text });
      return button;
    });
    if (chosen.length) {
      const cancel = make("button", { type: "button" }, word("cancel"));
      cancel.onclick = () => this.pick(null);
      buttons.push(cancel);
    }
    if (view.next) {
      const next = make("button.main.next", { type: "button" }, view.mover === "chance" ? view.next : word("next"));
      next.onclick = () => this.wish("advance");
      buttons.push(next);
    }
    const list = make(`div.acts${buttons.length > 8 ? ".many" : ""}`, { role: "group", "aria-label": word("actions") }, ...buttons);
    if (buttons.length > 8) list.tabIndex = 0;
    this.parts.acts.replaceChildren(
      buttons.length > 8 ? make("details", {}, make("summary", {}, `${word("actions")} (${open.length})`), list) : list);
    this.showPrices();
  }

  /** Prices come later than the buttons, which stay as they are: a finger may be on one of them. */
  showPrices() {
    const { chosen } = this;
    const open = this.left_over;
    const priced = chosen.length ? open.filter((each) => this.prices[each.text]) : [];
    const chance = (each) => this.prices[each.text].chance;
    // Of several actions that go on by one thing it shows the best chance.
    const rising = [...priced].sort((one, other) => parseInt(chance(one), 10) - parseInt(chance(other), 10));
    this.picture.tag(new Map(rising.map((each) => [each.path[chosen.length]?.[0] ?? chosen.at(-1), chance(each)])));
    const sole = open.length === 1 && priced.length === 1 && this.prices[open[0].text].words;
    if (!sole) return;
    $("[data-action]", this.parts.acts).classList.add("main");
    this.parts.acts.append(make("p.price", {}, sole));
    say(sole);
  }

  /** How the piece that was chosen moves, as its rule card draws it. */
  async movement() {
    const what = this.picture.things.get(this.chosen[0])?.what.split(" ")[0] ?? "";
    const boarded = what && this.picture.things.get(this.chosen[0]).names.length > 0;
    this.movements ??= boarded ? ask(`api/moves/${this.view.game}?lang=${kept.lang}`).catch(() => ({ moves: [] })) : null;
    const { moves } = (boarded && await this.movements) || { moves: [] };
    const found = moves.find(({ piece }) => what.endsWith(piece));
    if (this.shown === found?.piece) return;
    this.shown = found?.piece;
    if (!found) return this.parts.moves.replaceChildren();
    const paper = make("div.paper", { role: "img", "aria-label": filled("moves.title", { piece: found.name }) });
    paper.innerHTML = `<svg viewBox="-1 0 ${found.width + 5} ${found.height}">${found.svg}</svg>`;
    this.parts.moves.replaceChildren(make("h2", {}, filled("moves.title", { piece: found.name })), paper);
  }

  /** What the actions of a piece cost, as far as chance decides them. */
  async price() {
    const { count } = this.view;
    const actions = this.left_over.map((each) => each.text);
    if (this.chosen.length !== 1 || actions.length > MOST_PRICED || !this.left_over.some((each) => each.path.length > 1)) return;
    const asked = ask(`api/tables/${this.id}/prices?lang=${kept.lang}`, { actions });
    this.pricing = asked.catch(() => null);
    const answer = await this.pricing;
    if (!answer || this.left || this.view.count !== count) return;
    Object.assign(this.prices, answer.prices);
    if (this.chosen.length === 1) this.showPrices();
  }

  async pick(thing) {
    if (this.busy) return;
    const { count } = this.view;
    await this.pricing;
    if (this.busy || this.view.count !== count) return;
    const { chosen } = this;
    const fits = (ids) => this.view.actions.filter((each) => ids.every((id, at) => each.path[at]?.includes(id)));
    if (!thing || chosen.at(-1) === thing.id && !fits([...chosen, thing.id]).length) this.chosen = chosen.slice(0, -1);
    else if (fits([...chosen, thing.id]).length) this.chosen = [...chosen, thing.id];
    else if (fits([thing.id]).length) this.chosen = [thing.id];
    const open = this.chosen.length ? this.left_over : [];
    const sole = open.length === 1 && open[0].path.length <= this.chosen.length;
    // What chance decides is done once its price was seen.
    if (sole && !this.prices[open[0].text]) return this.wish("act", { action: open[0].text });
    this.offer();
    if (sole) return $("button.main", this.parts.acts)?.focus();
    this.price();
    if (open.length > 1 && open.every((each) => each.path.length <= this.chosen.length)) $("button", this.parts.acts)?.focus();
  }

  goOn() {
    clearTimeout(this.timer);
    const { view } = this;
    if (!view?.next || !view.live || this.busy || this.left || this.stopped || document.hidden || this.guide.holds(view)) return;
    if (PACES[kept.pace] < Infinity) this.timer = setTimeout(() => this.wish("advance"), PACES[kept.pace]);
  }

  key(event) {
    if (event.target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = this;
    if (!view || view.handover) return;
    const keys = { n: () => view.next && this.wish("advance"), u: () => view.undo && this.wish("undo"),
      r: () => view.redo && this.wish("redo"), h: () => this.hint(0), "?": () => this.rules.toggle(), ",": () => this.step(-1), ".": () => this.step(1) };
    keys[event.key]?.();
  }

  // ── the buttons ──────────────────────────────────────────────────────────────────────────────────────────────────

  /** One stop on or back, from the moment that will be shown. */
  step(by) {
    const { stops, count } = this.view, at = this.aim ? this.aim.at ?? count : this.view.at;
    const to = by < 0 ? stops.findLast((each) => each < at) : stops.find((each) => each > at);
    if (to !== undefined) this.load(to);
  }

  buttons() {
    const { view } = this;
    const button = (key, done, enabled = true) => {
      const made = make("button", { type: "button", disabled: !enabled }, word(key));
      made.dataset.key = key;
      made.onclick = done;
      return made;
    };
    const pace = make("select", { "aria-label": word("speed") }, ...Object.keys(PACES).map((each) =>
      make("option", { value: each, selected: each === kept.pace }, word(`speed-${each}`))));
    pace.onchange = () => (remember({ pace: pace.value }), this.goOn());
    const mine = view.live && view.mover === "human";
    this.parts.buttons.replaceChildren(make("div.row", {},
      !view.reader && button("undo", () => this.wish("undo"), view.undo && view.live),
      view.redo && button("redo", () => this.wish("redo"), view.live),
      !view.over && !view.reader && button("hint", () => this.hint(0), mine && view.actions.length > 1),
      view.rules && button("show-rules", () => this.rules.toggle()),
      Object.values(view.players).some((each) => each !== "record") && !view.over && pace));
    const walk = (sign, key, go, enabled) => {
      const made = make("button", { type: "button", "aria-label": word(key), title: word(key), disabled: !enabled }, sign);
      made.onclick = go;
      return made;
    };
    const { stops, at, count } = view;
    const slide = view.over && make("input", { type: "range", min: "0", max: String(stops.length - 1), "aria-label": word("review.moment") });
    if (slide) {
      this.parts.number.textContent = at ? filled("review.move", { number: stops.findLastIndex((each) => each <= at) }) : word("review.start");
      slide.value = stops.findLastIndex((each) => each <= at);
      slide.onchange = () => this.load(stops[Number(slide.value)]);
    }
    this.parts.steps.replaceChildren(slide || "",
      make("div.row.steps", {},
        walk("«", "first", () => this.load(0), at > 0), walk("‹", "back", () => this.step(-1), at > 0),
        walk("›", "forward", () => this.step(1), at < count), walk("»", "last", () => this.load(), at < count),
        make("small", {}, view.over ? `${stops.findLastIndex((each) => each <= at)} / ${stops.length - 1}` : `${at} / ${count}`)),
      ...this.papers(button));
  }

  /** What is done with the record; at the end the panel there has all but going on. */
  papers(button) {
    const { view } = this;
    if (!view.open) return [];
    const code = button("copy-deal", () => copy(view.deal, code));
    const deal = view.deal && !view.reader && !view.over;
    const given = [...(view.over ? [] : [saveRecord(this), copyRecord(this), copyLink("record", this)]), deal && code, deal && copyLink("deal", this)].filter(Boolean);
    const further = (view.reader || !view.live) && !view.over | (view.at < view.count);
    const papers = make("details.papers", { open: this.sharing }, make("summary", {}, word("papers")), make("div.row", {}, ...given));
    papers.ontoggle = () => (this.sharing = papers.open);
    return [further && make("div.row.papers", {}, button("go-on", () => goOnFrom(this))), given.length && papers].filter(Boolean);
  }

  // ── advice ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async hint(depth) {
    const { view } = this;
    if (view.mover !== "human" || !view.live || view.actions.length < 2 || this.search) return;
    const holder = this.parts.advice;
    const seconds = SECONDS[depth], began = performance.now();
    const timed = view.advised_by === "search";
    const bar = make("progress", { "aria-label": word("thinking"), ...(timed && { max: seconds, value: 0 }) });
    const stop = make("button", { type: "button" }, word("stop"));
    const waiting = make("section.panel.searching", {}, make("h2", {}, filled(`hint-${view.advised_by}`, { seconds })), bar, stop);
    this.search = new AbortController();
    stop.onclick = () => this.search.abort();
    const ticking = timed && setInterval(() => (bar.value = (performance.now() - began) / 1000), 100);
    if (depth) holder.append(waiting);
    else holder.replaceChildren(waiting);
    say(filled(`hint-${view.advised_by}`, { seconds }));
    try {
      const body = { at: view.count, seconds, first: !depth };
      const advice = await ask(`api/tables/${this.id}/advice?lang=${kept.lang}`, body, "POST", this.search.signal);
      if (this.view.count !== view.count || this.left) return;
      this.advised = advice;
      holder.replaceChildren(this.advice(advice, depth));
      say(`${word("hint")}: ${holder.querySelector("td").textContent}`);
      this.marks();
    } catch (error) {
      waiting.replaceChildren(error.name === "AbortError" ? "" : make("p.failure", { role: "alert" }, error.message));
    } finally {
      clearInterval(ticking);
      this.search = null;
      if (waiting.isConnected && !waiting.textContent) waiting.remove();
    }
  }

  /** What somebody would do who does not search: one thing, or several with how often. */
  opinion(kind, { opinions, labels }) {
    const own = opinions.filter((each) => each.kind === kind);
    const told = own.map(({ action, share }) => labels[action] + (share < 1 ? ` (${Math.round(100 * share)} %)` : ""));
    return own.length > 0 && make("p", { "data-opinion": kind }, `${word(kind)} ${told.join(word("comma"))}`);
  }

  advice(advice, depth) {
    const label = (action) => advice.labels[action];
    const values = advice.actions.map((each) => each.value);
    const [low, high] = advice.values === "odds" ? [0, 1] : [Math.min(...values), Math.max(...values)];
    const rows = advice.actions.slice(0, 8).map((each) => {
      const fill = make("i");
      fill.style.width = `${high > low ? (100 * (each.value - low)) / (high - low) : 100}%`;
      const proved = each.proved === null ? "" : word(each.proved ? "proved-win" : "proved-loss");
      return make("tr", {}, make("td", {}, label(each.action), proved && make("div.soft", {}, proved)),
        make("td", {}, make("div.bar", { "aria-hidden": "true" }, fill)), make("td.figure", {}, withError(each, advice.values, advice.games)));
    });
    const deeper = make("button", { type: "button" }, word("deeper"));
    deeper.onclick = () => this.hint(depth + 1);
    const { method } = advice;
    const how = advice.games ? filled("games-each", { games: advice.games.toLocaleString() }) : word(`by-${method}`);
    return make("section.panel", {}, make("h2", {}, filled(`hint-${method}`, { seconds: SECONDS[depth] })),
      make("table", {}, make("caption.unseen", {}, word(advice.values)), make("tbody", {}, ...rows)),
      method !== "values" && make("p", {}, word(`${method === "exact" ? "exact-" : ""}${advice.certain ? "certain" : "close"}`)),
      ...["printed", "thumb", "ahead", "solved"].map((kind) => this.opinion(kind, advice)), make("p.soft", {}, how),
      advice.games && depth + 1 < SECONDS.length ? deeper : "");
  }
}
