// After a game: its result, what one's choices gave away, the curve, the record, the walkthrough, and playing on.
import { ask, copy, filled, kept, make, say, word } from "./app.js";
import { copyLink } from "./link.js";
import { record } from "./mine.js";
import { node } from "./picture.js";

// Seconds of the search of each choice.
const JUDGED = 0.4;

async function newTable(body) {
  const { id } = await ask("api/tables", body);
  location.hash = `#/table/${id}`;
}

/** Does what it does once; until then the button rests, and what went wrong is said below it. */
function once(button, failure, done) {
  button.onclick = async () => {
    button.disabled = true;
    failure.textContent = "";
    try {
      await done();
    } catch (error) {
      failure.textContent = error.message;
    }
    button.disabled = false;
  };
  return button;
}

/** A new table that goes on from the moment that is seen, with those who sat here. */
export async function goOnFrom({ id, view }) {
  const players = view.reader ? [] : Object.values(view.players);
  const { id: made } = await ask(`api/tables/${id}/continue`, { at: view.at, players });
  location.hash = `#/table/${made}`;
}

export const saveRecord = ({ id }) => make("a.button", { href: `api/tables/${id}/record`, download: "" }, word("record"));

export function copyRecord({ id }) {
  const button = make("button", { type: "button", "data-key": "copy-record" }, word("after.copy-record"));
  button.onclick = async () => copy(await (await fetch(`api/tables/${id}/record`)).text(), button);
  return button;
}

/** The book of this game as a PDF, once it is made; how long it takes depends on the machine. */
function walkthrough({ id, view }, failure) {
  if (!view.walkthrough) return make("p.soft", {}, word("after.no-walkthrough"));
  const making = make("progress", { "aria-label": word("after.making"), hidden: true });
  const button = make("button", { type: "button", "data-key": "walkthrough" }, word("walkthrough"));
  once(button, failure, async () => {
    making.hidden = false;
    say(word("after.making"));
    try {
      const answer = await fetch(`api/tables/${id}/walkthrough?lang=${kept.lang}`);
      if (!answer.ok) {
        const { error, hint } = await answer.json();
        throw new Error([error, hint].filter(Boolean).join(": "));
      }
      const address = URL.createObjectURL(await answer.blob());
      make("a", { href: address, download: `${view.game}-${id}.pdf` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      say(word("after.made"));
    } finally {
      making.hidden = true;
    }
  });
  return make("div.making", {}, button, making);
}

async function ownGames({ view }, line) {
  const { rows } = await ask(`api/mine?lang=${kept.lang}`);
  const own = rows.filter((row) => row.game === view.game);
  if (own.length) line.replaceChildren(`${view.name}: ${record(own)} `, make("a", { href: "#/mine" }, word("mine.title")));
}

export function endPanel(table, holder) {
  const { view } = table;
  const reason = view.outcome?.reason;
  const counts = [[view.hints, "hints-used"], [view.undos, "undos-used"]].filter(([count]) => count).map(([count, key]) => `${word(key)}: ${count}`);
  const failure = make("p.failure", { role: "alert" }, view.uncounted);
  const start = (key, look, deal) => once(make(look, { type: "button", "data-key": key }, word(key)), failure, () =>
    newTable({ game: view.game, options: view.options, players: Object.values(view.players), deal }));
  const code = make("button", { type: "button" }, word("copy-deal"));
  code.onclick = () => copy(view.deal, code);
  const result = make("div");
  const find = make("button", { type: "button", "data-key": "judge" }, word("judge"));
  find.onclick = () => judge(table, result);
  result.append(find);
  const own = make("p.soft");
  if (!view.reader) ownGames(table, own).catch((error) => { failure.textContent = error.message; });
  holder.replaceChildren(make("section.panel", {}, make("h2.result", {}, table.outcome()), reason && make("p.reason", {}, reason),
    make("p.soft", {}, [filled("after.actions", { number: view.count }), ...counts].join(" · ")), own,
    !view.reader && make("div.row", {}, view.deal && start("again", "button.main", view.deal), start("after.new", "button", "")),
    view.choices.length > 0 && make("h3", {}, word("gave-away")), view.choices.length > 0 && result,
    make("h3", {}, word("after.keep")),
    make("div.row.papers", {}, saveRecord(table), copyRecord(table), copyLink("record", table),
      ...(view.deal && !view.reader ? [code, copyLink("deal", table)] : [])), walkthrough(table, failure), failure));
}

/** What each choice gave away, one after the other, and how the game went. */
async function judge(table, holder) {
  const { choices, persons } = table.view;
  const progress = make("progress", { max: choices.length, value: 0, "aria-label": word("judging") });
  const stop = make("button", { type: "button" }, word("stop"));
  const graph = make("div.graph"), judged = [];
  table.search = new AbortController();
  stop.onclick = () => table.search.abort();
  holder.replaceChildren(graph, progress, stop);
  for (const choice of choices) {
    if (table.left) return;
    try {
      const advice = await ask(`api/tables/${table.id}/advice?lang=${kept.lang}`, { at: choice.at, seconds: JUDGED }, "POST", table.search.signal);
      const taken = advice.actions.find((each) => each.action === choice.taken);
      if (taken) judged.push({ ...choice, taken, method: advice.method, best: advice.actions[0], by: advice.actions[0].value - taken.value, unit: advice.values, labels: advice.labels });
    } catch (error) {
      if (error.name === "AbortError") break;
      table.search = null;
      return stop.replaceWith(make("p.failure", { role: "alert" }, error.message));
    }
    progress.value += 1;
    graph.replaceChildren(curve(judged, (at) => table.load(at)));
  }
  table.search = null;
  const seat = (each) => (persons.length > 1 ? `${each.seat} ` : "");
  const lost = judged.filter(({ by }) => by > 0).sort((one, other) => other.by - one.by);
  const rows = lost.slice(0, 8).map((each) => {
    const go = make("button", { type: "button", "aria-label": `${word("look-at")} ${each.at + 1}` }, `${seat(each)}${each.at + 1}`);
    go.onclick = () => table.load(each.at);
    return make("tr", {}, make("td", {}, go),
      make("td", {}, each.labels[each.taken.action], make("div.soft", {}, `${word("better")} ${each.labels[each.best.action]}`)),
      make("td.figure", {}, `−${figure({ value: each.by, error: 0 }, each.unit)}`));
  });
  const sums = persons.map((person) => {
    const own = judged.filter((each) => each.seat === person);
    return `${persons.length > 1 ? `${person} ` : ""}${figure({ value: own.reduce((sum, { by }) => sum + by, 0), error: 0 }, own[0]?.unit)}`;
  });
  // Only where every one was counted out are all of them exact.
  const method = (judged.find((each) => each.method !== "exact") ?? judged[0])?.method ?? "search";
  holder.replaceChildren(graph,
    lost.length ? make("table", {}, make("caption.unseen", {}, word("gave-away")), make("tbody", {}, ...rows)) : make("p", {}, word("gave-nothing")),
    make("p", {}, `${word("total")}: ${sums.join(" · ")}`), make("p.soft", {}, filled(`judged-${method}`, { choices: judged.length, seconds: JUDGED })));
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

// An error that was found in fewer games means nothing.
const FEW = 30;

export function figure({ value, error }, values, games = 0) {
  const scaled = (number) => (values === "odds" ? `${(100 * number).toFixed(1)} %` : number.toFixed(2));
  return `${scaled(value).replace("-", "−")}${games >= FEW ? ` ±${scaled(error)}` : ""}`;
}
