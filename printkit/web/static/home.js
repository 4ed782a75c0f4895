// The first page: a kit in its window, the game to go on with, every game on its shelf, kept tables and records.
import { ask, checkPage, filled, kept, make, title, word } from "./app.js";
import { isLink, openLink } from "./link.js";
import { ending, factList, firstGame, nameOf, named, pictures, playNow, printPage, sign } from "./games.js";

// Tables that are listed at once.
const LISTED = 6;

function hero(kit, game) {
  const [play, failure] = playNow(game, "button.big.main");
  const over = [kit.title, game.other, kit.window.sort].filter(Boolean);
  return make("section.hero", {}, make("div.wrap", {},
    make("div.pitch", {},
      make("p.over", {}, `${over.slice(0, -1).join(" ")} · ${over.at(-1)}`),
      make("h2", {}, kit.window.line || kit.title),
      make("p.lead", {}, game.line),
      make("p.do", {}, play, make("a.button.big", { href: printPage(kit.id) }, sign("print"), word("front.print-kit")),
        kit.rules && make("a", { href: `#/rules/${kit.id}` }, word("front.rules"))),
      failure, factList(game), make("p.free", {}, word("front.free"))),
    make("div.fan", { "aria-hidden": "true" }, ...kit.window.art.map((source) => make("img", { src: source, alt: "" })))));
}

function goOn(table) {
  const said = table.actions ? "front.so-far" : "front.begun";
  return make("section.box.go-on", { "aria-label": word("front.go-on") },
    make("div", {}, make("h2", {}, word("front.go-on")),
      make("p.soft", {}, filled(said, { name: table.name, number: table.actions }))),
    make("a.button", { href: `#/table/${table.id}` }, word("front.continue")));
}

function gameCard(game, kit, more = []) {
  const [play, failure] = playNow(game, "button");
  const [guided, unguided] = firstGame(game, "button");
  const rules = kit?.rules && make("a", { href: `#/rules/${kit.id}/${game.id}`, "aria-label": `${word("front.rules")}: ${game.name}` }, word("front.rules"));
  const setup = make("a", { href: `#/setup/${game.id}`, "aria-label": `${word("front.setup")}: ${game.name}` }, word("front.setup"));
  return make("article.game", { id: `game-${game.id}` },
    pictures(game.art),
    make("div.words", {}, nameOf("h3", game, kept.lang), game.line && make("p", {}, game.line), factList(game, true)),
    make("p.do", {}, play, make("span.others", {}, setup, rules, ...more), guided), failure, unguided);
}

function kitLinks(kit) {
  return make("p.links", {},
    make("a", { href: printPage(kit.id) }, word("front.print")),
    make("a", { href: `#/preview/${kit.id}` }, word("front.look")));
}

function shelf(name, kits, games) {
  const [kit] = kits;
  const cards = games.map((game) => {
    const own = kits.find((each) => each.id === game.kit);
    return gameCard(game, own, kits.length > 1 ? [make("a", { href: printPage(own.id) }, word("front.print"))] : []);
  });
  return make("section.shelf", {},
    make("div.head", {}, make("h2", {}, name), kits.length === 1 && kitLinks(kit)),
    ...kits.filter((each) => each.problem).map((each) => make("p.failure", {}, each.problem)), make("div.games", {}, ...cards));
}

/** The kits with several games are shelves of their own; those with one share a shelf, below the window's. */
function shelves(facts) {
  const of = (kit) => facts.games.filter((game) => game.kit === kit.id);
  const first = facts.kits.filter((kit) => kit.window);
  const others = facts.kits.filter((kit) => !kit.window);
  const single = others.length > 1 ? others.filter((kit) => of(kit).length === 1) : [];
  const own = (kit) => shelf(kit.title, [kit], of(kit));
  const bare = facts.games.filter((game) => !game.kit);
  return [
    ...first.map(own),
    single.length && shelf(word("front.single"), single, single.flatMap(of)),
    ...others.filter((kit) => !single.includes(kit)).map(own),
    bare.length && shelf(word("front.without-kit"), [], bare),
  ].filter(Boolean);
}

function keptList(tables, again) {
  const line = (table) => {
    const end = table.result && table.result !== "unfinished" ? ` – ${ending(table.result)}` : "";
    const remove = make("button", { type: "button", "aria-label": `${word("remove")}: ${table.name}` }, sign("less"));
    remove.onclick = async () => (await ask(`api/tables/${table.id}`, undefined, "DELETE"), again());
    return make("li", {}, make("a", { href: `#/table/${table.id}` }, `${table.name}${end}`),
      make("small", {}, `${table.players.split(",").map(named).join(", ")} · ${table.actions}`), remove);
  };
  const list = (some) => make("ul.kept", {}, ...some.map(line));
  const rest = tables.slice(LISTED);
  return make("section.box", {}, make("h2", {}, word("front.tables")),
    tables.length ? list(tables.slice(0, LISTED)) : make("p.soft", {}, word("front.no-tables")),
    rest.length > 0 && make("details", {}, make("summary", {}, filled("front.more-tables", { number: rest.length })), list(rest)),
    make("p.links", {}, make("a", { href: "#/mine" }, word("mine.title"))));
}

async function openRecord(text, failure) {
  try {
    if (isLink(text)) return await openLink(text);
    const { id } = await ask("api/open", { text });
    location.hash = `#/table/${id}`;
  } catch (error) {
    failure.textContent = error.message;
  }
}

function opener() {
  const failure = make("p.failure", { role: "alert" });
  const input = make("input", { type: "file", accept: ".txt,text/plain" });
  const file = async ([given]) => given && openRecord(await given.text(), failure);
  input.onchange = () => file(input.files);
  const text = make("textarea", { rows: 3, spellcheck: "false", autocomplete: "off" });
  const open = make("button", { type: "button" }, word("open-it"));
  open.onclick = () => openRecord(text.value, failure);
  const area = make("section.box.drop", {}, make("h2", {}, word("open-record")),
    make("p.soft", {}, word("open-text")), make("label", {}, word("drop"), input),
    make("label", {}, word("paste"), text), make("p.do", {}, open), failure);
  area.ondragover = (event) => (event.preventDefault(), area.classList.add("over"));
  area.ondragleave = () => area.classList.remove("over");
  area.ondrop = (event) => {
    event.preventDefault();
    area.classList.remove("over");
    file(event.dataTransfer.files);
  };
  return area;
}

/** Where one's own cards are made and any PDF is checked, beside this page wherever that is. */
function workshop() {
  const place = (key, address, words) => [make("h2", {}, word(`front.${key}`)), make("p.soft", {}, word(`front.${key}-text`)),
    make("p.do", {}, make("a.button", { href: address }, word(words)))];
  return make("section.box", {}, ...place("own", new URL("../make/", document.baseURI).href, "make.title"), ...place("check", checkPage(), "front.check"));
}

export function showHome(main, _, facts) {
  title("printkit", false);
  main.classList.add("home");
  const kit = facts.kits.find((each) => each.window);
  const game = kit && facts.games.find((each) => each.kit === kit.id);
  const going = facts.tables.find((table) => !table.result || table.result === "unfinished");
  const again = async () => showHome(main, _, await ask(`api/home?lang=${kept.lang}`));
  main.replaceChildren(
    ...[game && hero(kit, game)].filter(Boolean),
    make("div.wrap", {}, going && goOn(going), ...shelves(facts),
      make("div.bands", {}, keptList(facts.tables, again), opener(), workshop())));
  return () => main.classList.remove("home");
}
