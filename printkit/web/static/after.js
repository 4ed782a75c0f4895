// After a game: its result, playing again and on, the record, the walkthrough and the link; the look back stands beside it.
import { ask, copy, filled, kept, make, say, word } from "./app.js";
import { copyLink } from "./link.js";
import { record } from "./mine.js";
import { explained } from "./page.js";

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
      if (!answer.ok) throw new Error(explained(await answer.json()));
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

/** The result with its reason, and what to play next; what is kept of the game. */
export function endPanels(table, head, keep) {
  const { view } = table;
  const reason = view.outcome?.reason;
  const counts = [[view.hints, "hints-used"], [view.undos, "undos-used"]].filter(([count]) => count).map(([count, key]) => `${word(key)}: ${count}`);
  const failure = make("p.failure", { role: "alert" }, view.uncounted);
  const start = (key, look, deal) => once(make(look, { type: "button", "data-key": key }, word(key)), failure, () =>
    newTable({ game: view.game, options: view.options, players: Object.values(view.players), deal }));
  const code = make("button", { type: "button" }, word("copy-deal"));
  code.onclick = () => copy(view.deal, code);
  const own = make("p.soft");
  if (!view.reader) ownGames(table, own).catch((error) => { failure.textContent = error.message; });
  head.replaceChildren(make("div", {}, make("h2.result", {}, table.outcome()), reason && make("p.reason", {}, reason),
    make("p.soft", {}, [filled("after.actions", { number: view.count }), ...counts].join(" · "))),
    ...(view.reader ? [] : [make("div.row", {}, view.deal && start("again", "button.main", view.deal), start("after.new", "button", ""))]));
  keep.replaceChildren(make("h2", {}, word("after.keep")),
    make("div.papers", {}, walkthrough(table, failure), copyLink("record", table), saveRecord(table), copyRecord(table),
      ...(view.deal && !view.reader ? [code, copyLink("deal", table)] : [])), own, failure);
}
