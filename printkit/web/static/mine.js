// One's own games: what was played at this machine by game and level, to save and to erase.
import { ask, filled, kept, make, say, title, word } from "./app.js";
import { named } from "./games.js";

const day = (text) => new Date(text).toLocaleDateString(kept.lang, { year: "numeric", month: "short", day: "numeric" });
const level = (name) => (["alone", "people", "mixed"].includes(name) ? word(`mine.${name}`) : named(name));

/** The columns of the table: the key of the head, what stands there, and whether it is a figure. */
const COLUMNS = [
  ["game", (row) => make("a", { href: `#/setup/${row.game}` }, row.name)],
  ["level", (row) => level(row.level)],
  ["played", (row) => row.played, true],
  ...["won", "lost", "drawn"].map((key) => [key, (row) => (row.counted ? row[key] : "–"), true]),
  ["best", (row) => row.best ?? "–", true],
  ["hints", (row) => row.hints, true],
  ["undos", (row) => row.undos, true],
  ["last", (row) => make("time", { datetime: row.last }, day(row.last)), true],
];

function table(rows) {
  const cells = (tag, row, given) => COLUMNS.map(([key, value, figure]) =>
    make(`${tag}${figure ? ".figure" : ""}`, given, row ? value(row) : word(`mine.${key}`)));
  return make("div.wide", { tabindex: "0", role: "region", "aria-label": word("mine.title") }, make("table.own", {},
    make("thead", {}, make("tr", {}, ...cells("th", null, { scope: "col" }))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row, {}))))));
}

/** How many of the games that can be won were won, in words. */
export function record(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const [played, counted, won] = ["played", "counted", "won"].map(sum);
  const share = counted ? Math.round((100 * won) / counted) : 0;
  return filled(counted ? "mine.record" : "mine.record-bare", { played, won, share });
}

/** A button that asks once more before it does what cannot be undone; its words begin with `key`. */
function eraser(key, does) {
  const button = make("button", { type: "button" }, word(key));
  const failure = make("p.failure", { role: "alert" });
  const erase = make("button.main", { type: "button" }, word(`${key}-yes`));
  const keep = make("button", { type: "button" }, word("cancel"));
  const question = make("div.box.question", { role: "group", "aria-label": word(key), hidden: true },
    make("p", {}, word(`${key}-text`)), make("p.do", {}, erase, keep), failure);
  button.onclick = () => (question.hidden = false, button.hidden = true, keep.focus());
  keep.onclick = () => (question.hidden = true, button.hidden = false, button.focus());
  erase.onclick = async () => {
    try {
      await does();
    } catch (error) {
      failure.textContent = error.message;
    }
  };
  return [button, question];
}

/** Where no server keeps it, all that the browser keeps can be deleted here. */
const forgetter = () => (document.documentElement.dataset.engine
  ? eraser("engine.forget", async () => document.dispatchEvent(new Event("printkit-forget"))) : []);

export async function showMine(main) {
  title("printkit");
  document.title = word("mine.title");
  main.classList.add("reading");
  const again = async () => {
    const { rows, problem } = await ask(`api/mine?lang=${kept.lang}`).catch((error) => ({ rows: [], problem: error.message }));
    const file = (name, text) => make("a.button", { href: `api/mine/${name}`, download: "" }, word(text));
    const [erase, question] = eraser("mine.erase", async () => {
      await ask("api/mine", undefined, "DELETE");
      await again();
      say(word("mine.erased"));
    });
    const [forget, sure] = forgetter();
    main.replaceChildren(make("article.mine", {},
      make("p.back", {}, make("a", { href: "#/" }, word("home"))), make("h2.name", {}, word("mine.title")),
      problem && make("p.failure", { role: "alert" }, problem),
      !problem && make("p", {}, rows.length ? record(rows) : word("mine.none")),
      rows.length && table(rows),
      make("p.soft", {}, word("mine.text")),
      (rows.length || problem) && make("p.do", {}, ...(problem ? [] : [file("games.csv", "mine.csv"), file("games.json", "mine.json")]), erase),
      (rows.length || problem) && question,
      forget && make("p.do", {}, forget), sure));
  };
  await again();
  return () => main.classList.remove("reading");
}
