// A page to read: the rules of a kit's games.
import { ask, kept, make, title, word } from "./app.js";

// The width of the text in a book, mm, and the share of it above which a picture lies across, and can be scrolled.
const TEXT = 118, ACROSS = 0.7;

const inner = (kit, link) => (link.startsWith("#") ? { href: `#/rules/${kit}/${link.slice(1)}` } : { href: link, rel: "noreferrer", target: "_blank" });

function run(kit, [text, bold, ruby, link]) {
  let piece = ruby ? make("ruby", {}, text, make("rt", {}, ruby)) : document.createTextNode(text);
  if (bold) piece = make("b", {}, piece);
  return link ? make("a", inner(kit, link), piece) : piece;
}

const runs = (kit, all) => all.map((each) => run(kit, each));
const place = (anchor) => (anchor ? `at-${anchor}` : undefined);

/** A picture of the book, as wide as it is beside the text there. */
function drawing({ width, height, svg, words }) {
  const across = width > ACROSS * TEXT;
  const paper = make(across ? "div.paper.across" : "div.paper", { role: "img", "aria-label": words, tabindex: across ? "0" : undefined });
  paper.innerHTML = `<svg viewBox="-1 -1 ${width + 2} ${height + 2}">${svg}</svg>`;
  paper.style.maxWidth = `${Math.max(30, (100 * width) / TEXT)}%`;
  return paper;
}

const BLOCKS = {
  heading: (kit, { level, anchor, runs: all }) => make(`h${level + 1}`, { id: place(anchor) }, ...runs(kit, all)),
  paragraph: (kit, { anchor, runs: all }) =>
    make("p", { id: place(anchor) }, anchor && make("span.number", {}, anchor), anchor ? " " : "", ...runs(kit, all)),
  item: (kit, { runs: all }) => make("li", {}, ...runs(kit, all)),
  figure: (kit, { drawings, runs: all }) =>
    make("figure", {}, ...drawings.map(drawing), make("figcaption", {}, ...runs(kit, all))),
  table: (kit, { head, rows }) => make("div.wide", { tabindex: "0" }, make("table", {},
    make("thead", {}, make("tr", {}, ...head.map((cell) => make("th", { scope: "col" }, ...runs(kit, cell))))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, ...runs(kit, cell)))))))),
};

/** Blocks as elements; points that follow each other are one list. */
export function textOf(kit, { game, blocks }) {
  const section = make("section", { "data-game": game });
  for (const block of blocks) {
    const made = BLOCKS[block.kind](kit, block);
    if (block.kind !== "item") section.append(made);
    else if (section.lastChild?.tagName === "UL") section.lastChild.append(made);
    else section.append(make("ul", {}, made));
  }
  return section;
}

function contents(kit, texts) {
  const chapters = texts.flatMap(({ game, blocks }) => blocks
    .filter((block) => block.kind === "heading" && block.level === 1)
    .map((block) => make("li", {}, make("a", { href: `#/rules/${kit}/${game || block.anchor}` }, ...block.runs.map(([text]) => text)))));
  return chapters.length > 1 && make("nav", { "aria-label": word("rules.contents") }, make("ul", {}, ...chapters));
}

export async function showRules(main, id, _, at) {
  const rules = await ask(`api/rules/${id}?lang=${kept.lang}`);
  title("printkit");
  document.title = `${rules.title} – ${word("front.rules")}`;
  main.classList.add("reading");
  main.replaceChildren(make("article", { lang: rules.language },
    make("p.back", {}, make("a", { href: "#/" }, word("home"))), make("h2.name", {}, rules.title),
    contents(id, rules.texts) || "", ...rules.texts.map((text) => textOf(id, text))));
  const target = at && (document.getElementById(`at-${at}`) ?? main.querySelector(`[data-game="${CSS.escape(at)}"]`));
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
  return () => main.classList.remove("reading");
}
