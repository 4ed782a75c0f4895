// A table: what is seen, what may be done, what goes on by itself, and what the server advises.
import { $, ask, copy, enlarge, filled, kept, make, remember, say, title, word } from "/static/app.js";
import { Guide } from "/static/guide.js";
import { node, Picture } from "/static/picture.js";
import { RulesPanel } from "/static/rules_panel.js";

const PACES = { slow: 1500, normal: 750, fast: 160, hand: Infinity };
// Seconds of the first search and of deeper ones.
const SECONDS = [2, 10, 40];
// Of the search of each choice when the game is over.
const JUDGED = 0.4;

export async function showTable(main, id) {
  // The bar is as high as it will be before the room is measured.
  title("printkit");
  const table = new Table(main, id);
  await table.load();
  return () => table.leave();
}

class Table {
  constructor(main, id) {
    Object.assign(this, { main, id, chosen: [], advised: null, view: null, timer: 0, busy: false });
    this.parts = Object.fromEntries(["state", "cast", "sum", "picture", "acts", "buttons", "steps", "advice", "end", "log"]
      .map((name) => [name, make(`div.${name}`)]));
    this.guide = new Guide(id, make("section.guide", { hidden: true }), () => this.goOn(), () => this.load());
    this.rules = new RulesPanel(make("section.beside", { hidden: true }), () => $("[data-key=show-rules]", this.parts.buttons));
    this.lay();
    this.picture = new Picture(this.parts.picture, (thing) => this.pick(thing), (thing) => enlarge(thing.card, thing.words));
    this.resized = () => {
      clearTimeout(this.sizing);
      this.sizing = setTimeout(() => this.parts.picture.isConnected && this.asked !== this.room && this.load(this.view?.at), 200);
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

  async load(at) {
    const step = at === undefined || at >= (this.view?.count ?? 0) ? "" : `&at=${at}`;
    await this.received(ask(`/api/tables/${this.id}?${this.query}${step}`));
  }

  async wish(name, more = {}) {
    if (this.busy) return;
    this.busy = true;
    const began = performance.now();
    this.main.setAttribute("aria-busy", "true");
    clearTimeout(this.timer);
    try {
      await this.received(ask(`/api/tables/${this.id}/${name}?${this.query}`, { count: this.view.count, ...more }));
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
      if (error.stale) return this.received(ask(`/api/tables/${this.id}?${this.query}`));
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
    title(view.name);
    this.main.dataset.table = this.id;
    this.main.dataset.shown = [view.count, view.at, view.looks, view.handover, view.undos].join(" ");
    if (view.handover) return this.hand(view);
    const fresh = !before || before.handover || before.count !== view.count || before.looks !== view.looks;
    if (fresh) Object.assign(this, { chosen: [], advised: null });
    this.lay();
    this.picture.paint(view.drawing, view.name, !!before && !before.handover && before.at !== view.at);
    this.cast(before);
    this.sum();
    this.state();
    this.log();
    this.offer();
    if (fresh) this.parts.advice.replaceChildren();
    this.buttons();
    this.ending(fresh);
    this.guide.show(view);
    this.rules.show(view);
    this.resized();
    this.goOn();
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

  lay() {
    const { state, cast, sum, picture, acts, buttons, steps, advice, end, log } = this.parts;
    if (picture.isConnected) return;
    const dock = make("div.dock", {}, this.guide.holder, state, cast, sum, acts, buttons);
    this.main.replaceChildren(make("div.table", {},
      picture, make("div.side", {}, dock, advice, end, this.rules.holder, make("section.past", {}, make("h3", {}, word("log")), log, steps))));
  }

  state() {
    const { view } = this;
    const last = view.log.findLast((each) => each.at <= view.at);
    const latest = last ? `${last.seat} ${last.text}`.trim() : "";
    const turn = !view.live || view.reader || view.over ? "" : view.mover !== "human" ? ""
      : view.persons.length > 1 ? `${word("turn-of")} ${view.to_move}` : word("your-turn");
    const thinks = view.live && view.next && view.mover !== "chance" ? `${view.next} …` : "";
    const words = (view.over && view.live ? this.outcome() : turn || thinks) || latest || view.name;
    this.parts.state.replaceChildren(make("p.state", {}, words));
    say([...new Set([latest, words])].filter(Boolean).join(". "));
  }

  outcome() {
    const { outcome, players } = this.view;
    if (!outcome) return word("unfinished");
    const own = word(`result.${outcome.result}`);
    if (!own.startsWith("result.")) return own;
    const won = outcome.result.split("+").filter((each) => each in players);
    return won.length ? `${won.join(word("comma"))} ${word(won.length > 1 ? "result.shared-by" : "result.won-by")}` : outcome.result;
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

  offer() {
    const { view, chosen } = this;
    const open = this.left_over;
    const live = new Set(open.flatMap((each) => each.path[chosen.length] ?? []));
    if (chosen.length) for (const each of view.actions) for (const id of each.path[0] ?? []) live.add(id);
    const best = this.advised?.actions[0]?.action;
    const advised = new Set(view.actions.find((each) => each.text === best)?.path.flat() ?? []);
    this.picture.mark({ live, chosen: new Set(chosen), advised, last: new Set(view.last) });
    const buttons = open.map((each) => {
      const button = make("button", { type: "button" }, each.label);
      button.dataset.action = each.text;
      button.onclick = () => this.wish("act", { action: each.text });
      return button;
    });
    if (chosen.length) {
      const cancel = make("button", { type: "button" }, word("cancel"));
      cancel.onclick = () => this.pick(null);
      buttons.unshift(cancel);
    }
    if (view.next) {
      const next = make("button.main.next", { type: "button" }, view.mover === "chance" ? view.next : word("next"));
      next.onclick = () => this.wish("advance");
      buttons.push(next);
    }
    const list = make(`div.acts${buttons.length > 8 ? ".many" : ""}`, { role: "group", "aria-label": word("actions") }, ...buttons);
    if (buttons.length > 8) list.tabIndex = 0;
    this.parts.acts.replaceChildren(
      buttons.length > 8 && !chosen.length
        ? make("details", {}, make("summary", {}, `${word("actions")} (${open.length})`), list) : list);
  }

  pick(thing) {
    if (this.busy) return;
    const { chosen } = this;
    const fits = (ids) => this.view.actions.filter((each) => ids.every((id, at) => each.path[at]?.includes(id)));
    if (!thing || chosen.at(-1) === thing.id && !fits([...chosen, thing.id]).length) this.chosen = chosen.slice(0, -1);
    else if (fits([...chosen, thing.id]).length) this.chosen = [...chosen, thing.id];
    else if (fits([thing.id]).length) this.chosen = [thing.id];
    const open = this.chosen.length ? this.left_over : [];
    if (open.length === 1 && open[0].path.length <= this.chosen.length) return this.wish("act", { action: open[0].text });
    this.offer();
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

  step(by) {
    const { stops, at } = this.view;
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
    const walk = (sign, key, to, enabled) => {
      const made = make("button", { type: "button", "aria-label": word(key), title: word(key), disabled: !enabled }, sign);
      made.onclick = () => (to === undefined ? this.load() : this.load(to));
      return made;
    };
    const { stops, at, count } = view;
    this.parts.steps.replaceChildren(
      make("div.row.steps", {},
        walk("«", "first", 0, at > 0), walk("‹", "back", stops.findLast((each) => each < at) ?? 0, at > 0),
        walk("›", "forward", stops.find((each) => each > at), at < count), walk("»", "last", undefined, at < count),
        make("small", {}, `${at} / ${count}`)),
      make("div.row.papers", {}, ...this.papers(button)));
  }

  papers(button) {
    const { view } = this;
    if (!view.open) return [];
    const code = button("copy-deal", () => copy(view.deal, code));
    const go = button("go-on", async () => {
      const { id } = await ask(`/api/tables/${this.id}/continue`, { at: view.at, players: [] });
      location.hash = `#/table/${id}`;
    });
    const again = button("again", async () => {
      const { id } = await ask("/api/tables", { game: view.game, options: view.options, players: Object.values(view.players), deal: view.deal });
      location.hash = `#/table/${id}`;
    });
    const file = (key, name) => make("a.button", { href: `/api/tables/${this.id}/${name}`, download: "" }, word(key));
    return [view.over && view.deal && !view.reader && again, file("record", "record"), view.deal && !view.reader && code,
      view.walkthrough && file("walkthrough", `walkthrough?lang=${kept.lang}`), (view.reader || !view.live) && !view.over | (view.at < view.count) && go];
  }

  // ── advice ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async hint(depth) {
    const { view } = this;
    if (view.mover !== "human" || !view.live || view.actions.length < 2 || this.search) return;
    const holder = this.parts.advice;
    const seconds = SECONDS[depth], began = performance.now();
    const bar = make("progress", { max: seconds, value: 0, "aria-label": word("thinking") });
    const stop = make("button", { type: "button" }, word("stop"));
    const waiting = make("section.panel.searching", {}, make("h3", {}, filled("hint-search", { seconds })), bar, stop);
    this.search = new AbortController();
    stop.onclick = () => this.search.abort();
    const ticking = setInterval(() => (bar.value = (performance.now() - began) / 1000), 100);
    if (depth) holder.append(waiting);
    else holder.replaceChildren(waiting);
    say(filled("hint-search", { seconds }));
    try {
      const body = { at: view.count, seconds, first: !depth };
      const advice = await ask(`/api/tables/${this.id}/advice?lang=${kept.lang}`, body, "POST", this.search.signal);
      if (this.view.count !== view.count || this.left) return;
      this.advised = advice;
      holder.replaceChildren(this.advice(advice, depth));
      say(`${word("hint")}: ${holder.querySelector("td").textContent}`);
      this.offer();
    } catch (error) {
      waiting.replaceChildren(error.name === "AbortError" ? "" : make("p.failure", { role: "alert" }, error.message));
    } finally {
      clearInterval(ticking);
      this.search = null;
      if (waiting.isConnected && !waiting.textContent) waiting.remove();
    }
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
        make("td", {}, make("div.bar", { "aria-hidden": "true" }, fill)), make("td.figure", {}, figure(each, advice.values, advice.games)));
    });
    const deeper = make("button", { type: "button" }, word("deeper"));
    deeper.onclick = () => this.hint(depth + 1);
    const games = advice.games ? filled("games-each", { games: advice.games.toLocaleString() }) : word("exact");
    const head = advice.games ? filled("hint-search", { seconds: SECONDS[depth] }) : word("hint");
    return make("section.panel", {}, make("h3", {}, head),
      make("table", {}, make("caption.unseen", {}, word(advice.values)), make("tbody", {}, ...rows)),
      make("p", {}, word(advice.certain ? "certain" : "close")),
      make("p", {}, `${word(advice.by_rule ? "thumb" : "ahead")} ${label(advice.thumb)}`), make("p.soft", {}, games),
      advice.games && depth + 1 < SECONDS.length ? deeper : "");
  }

  ending(fresh) {
    const { view } = this;
    const holder = this.parts.end;
    if (!view.over) return holder.replaceChildren();
    if (!fresh && holder.firstChild) return;
    const reason = kept.lang === "en" && view.outcome?.reason;
    const counts = [[view.hints, "hints-used"], [view.undos, "undos-used"]].filter(([count]) => count).map(([count, key]) => `${word(key)}: ${count}`);
    const judge = make("button", { type: "button" }, word("judge"));
    judge.onclick = () => this.judge(result);
    const result = make("div", {}, judge);
    holder.replaceChildren(make("section.panel", {}, make("h3", {}, this.outcome()), reason && make("p", {}, reason),
      counts.length ? make("p.soft", {}, counts.join(" · ")) : "",
      view.choices.length ? make("h3", {}, word("gave-away")) : "", view.choices.length ? result : ""));
  }

  /** What each choice gave away, one after the other, and how the game went. */
  async judge(holder) {
    const { choices, persons } = this.view;
    const progress = make("progress", { max: choices.length, value: 0, "aria-label": word("judging") });
    const stop = make("button", { type: "button" }, word("stop"));
    const graph = make("div.graph"), judged = [];
    this.search = new AbortController();
    stop.onclick = () => this.search.abort();
    holder.replaceChildren(graph, progress, stop);
    for (const choice of choices) {
      if (this.left) return;
      try {
        const advice = await ask(`/api/tables/${this.id}/advice?lang=${kept.lang}`, { at: choice.at, seconds: JUDGED }, "POST", this.search.signal);
        const taken = advice.actions.find((each) => each.action === choice.taken);
        if (taken) judged.push({ ...choice, taken, best: advice.actions[0], by: advice.actions[0].value - taken.value, unit: advice.values, labels: advice.labels });
      } catch (error) {
        if (error.name === "AbortError") break;
        this.search = null;
        return stop.replaceWith(make("p.failure", { role: "alert" }, error.message));
      }
      progress.value += 1;
      graph.replaceChildren(curve(judged, (at) => this.load(at)));
    }
    this.search = null;
    const seat = (each) => (persons.length > 1 ? `${each.seat} ` : "");
    const lost = judged.filter(({ by }) => by > 0).sort((one, other) => other.by - one.by);
    const rows = lost.slice(0, 8).map((each) => {
      const go = make("button", { type: "button", "aria-label": `${word("look-at")} ${each.at + 1}` }, `${seat(each)}${each.at + 1}`);
      go.onclick = () => this.load(each.at);
      return make("tr", {}, make("td", {}, go),
        make("td", {}, each.labels[each.taken.action], make("div.soft", {}, `${word("better")} ${each.labels[each.best.action]}`)),
        make("td.figure", {}, `−${figure({ value: each.by, error: 0 }, each.unit)}`));
    });
    const sums = persons.map((person) => {
      const own = judged.filter((each) => each.seat === person);
      return `${persons.length > 1 ? `${person} ` : ""}${figure({ value: own.reduce((sum, { by }) => sum + by, 0), error: 0 }, own[0]?.unit)}`;
    });
    holder.replaceChildren(graph,
      lost.length ? make("table", {}, make("caption.unseen", {}, word("gave-away")), make("tbody", {}, ...rows)) : make("p", {}, word("gave-nothing")),
      make("p", {}, `${word("total")}: ${sums.join(" · ")}`), make("p.soft", {}, filled("judged", { choices: judged.length, seconds: JUDGED })));
  }
}

/** What the choices were worth one after the other, as a line for each seat; a click shows the moment. */
function curve(judged, look) {
  const [wide, high, edge] = [320, 120, 14];
  const values = judged.map(({ taken }) => taken.value), odds = judged[0]?.unit === "odds";
  const low = odds ? 0 : Math.min(...values), most = odds ? 1 : Math.max(...values);
  const x = (at) => edge + ((wide - 2 * edge) * at) / Math.max(1, judged.length - 1);
  const y = (value) => high - edge - ((high - 2 * edge) * (value - low)) / (most - low || 1);
  const svg = node("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": word("curve") });
  for (const value of new Set([low, (low + most) / 2, most])) {
    svg.append(node("line", { x1: edge, x2: wide - edge, y1: y(value), y2: y(value), class: "scale" }));
    const label = svg.appendChild(node("text", { x: edge, y: y(value) - 3 }));
    label.textContent = figure({ value, error: 0 }, judged[0]?.unit);
  }
  for (const seat of new Set(judged.map((each) => each.seat))) {
    const own = judged.map((each, at) => [each, at]).filter(([each]) => each.seat === seat);
    svg.append(node("polyline", { points: own.map(([each, at]) => `${x(at)},${y(each.taken.value)}`).join(" ") }));
  }
  const worst = Math.max(...judged.map(({ by }) => by));
  judged.forEach((each, at) => {
    const dot = node("circle", { cx: x(at), cy: y(each.taken.value), r: each.by > 0 && each.by === worst ? 6 : 4, class: each.by > 0 && each.by === worst ? "worst" : "" });
    dot.append(node("title"));
    dot.firstChild.textContent = `${each.at + 1}: ${figure(each.taken, each.unit)}`;
    dot.addEventListener("click", () => look(each.at));
    svg.append(dot);
  });
  return svg;
}

function figure({ value, error }, values, games = 0) {
  const scaled = (number) => (values === "odds" ? `${(100 * number).toFixed(1)} %` : number.toFixed(2));
  return `${scaled(value).replace("-", "−")}${games ? ` ±${scaled(error)}` : ""}`;
}
