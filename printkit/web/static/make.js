// The page for making: a kit is dropped, its cards and faults are seen, its files edited; it is printed, and saved.
import { answered, checkPage, dress, kept, make } from "./page.js";
import { zipped } from "./zip.js";
import { editor } from "./edit.js";

const $ = (selector, within = document) => within.querySelector(selector);
const main = $("#main");
const PIECE = 1_500_000, MOST_FILES = 2000, MOST_BYTES = 300_000_000, PAUSE = 250;
const SIGNS = { search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4-4", save: "M12 4v12m-5-5 5 5 5-5M4 20h16", print: "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z", wrong: "M12 3 2 20h20L12 3Zm0 7v4m0 3v.01", folder: "M3 6h6l2 2h10v11H3z", done: "m4 12 5 5L20 6" };
let facts = null, words = {}, looks = new Map(), view = null, chosen = "", shown = "all", asked = 0, opened = null;

const word = (key) => words[`make.${key}`] ?? words[key] ?? key;
const filled = (key, values) => word(key).replace(/<(\w+)>/g, (_, name) => values[name]);
const address = (path) => new URL(`../api/own${path}${path.includes("?") ? "&" : "?"}lang=${kept.lang}`, document.baseURI);
const ask = (path, body, method) => answered(address(path), { body, method }, word("lost-server"));
const kitOf = () => decodeURIComponent(location.hash.slice(1));
const of = (path) => `/${encodeURIComponent(kitOf())}${path}`;

function sign(name) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("aria-hidden", "true");
  drawn.classList.add("i");
  drawn.append(Object.assign(document.createElementNS("http://www.w3.org/2000/svg", "path")));
  drawn.firstChild.setAttribute("d", SIGNS[name]);
  return drawn;
}

function button(name, label, press, ...before) {
  const made = make(name, { type: "button" }, ...before, label);
  made.onclick = press;
  return made;
}

// ── what is dropped ──────────────────────────────────────────────────────────────────────────────────────────────────

/** The files of what was dropped, folders walked through, by their paths; too many or too large an amount is an error. */
async function walked(entries) {
  const files = [], waiting = [...entries];
  while (waiting.length) {
    const entry = waiting.shift();
    if (entry.isFile) files.push({ name: entry.fullPath.slice(1), file: await new Promise((done, failed) => entry.file(done, failed)) });
    else {
      const reader = entry.createReader();
      for (let some = ["first"]; some.length; ) waiting.push(...(some = await new Promise((done, failed) => reader.readEntries(done, failed))));
    }
    bounded(files.map(({ file }) => file));
  }
  return files;
}

function bounded(files) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (files.length > MOST_FILES) throw new Error(filled("too-many", { number: MOST_FILES.toLocaleString(kept.lang) }));
  if (size > MOST_BYTES) throw new Error(filled("too-large", { number: MOST_BYTES / 1e6 }));
}

/** One ZIP as it is; anything else is packed to one, so that all of it is read in the same way. */
async function packed(files) {
  const [only] = files;
  if (files.length === 1 && /\.zip$/i.test(only.name)) return { name: only.name.split("/").at(-1), blob: only.file };
  const read = await Promise.all(files.map(async ({ name, file }) => ({ name, data: new Uint8Array(await file.arrayBuffer()) })));
  const top = only.name.includes("/") ? only.name.split("/")[0] : only.name.replace(/\.[^.]*$/, "");
  return { name: `${top}.zip`, blob: zipped(read) };
}

async function take(files) {
  if (!files.length) return;
  bounded(files.map(({ file }) => file));
  state(word("reading"));
  const { name, blob } = await packed(files);
  let id = "";
  for (let at = 0; at < blob.size || !at; at += PIECE) {
    const more = at + PIECE < blob.size ? "1" : "";
    const query = new URLSearchParams({ id, more, name });
    const raw = await blob.slice(at, at + PIECE).arrayBuffer();
    const said = await answered(address(`/drop?${query}`), { raw }, word("lost-server"));
    if (said.kit) return open(said.kit);
    id = said.id;
  }
}

/** A fault of what was dropped or pressed is said where everything is said. */
const tried = (work) => async (...given) => {
  problem("");
  try { await work(...given); } catch (error) { problem(error.message); state(""); }
};
const problem = (text) => ($("#problem").textContent = text);
const state = (text, name) => $("#state").replaceChildren(...(name ? [sign(name), " "] : []), text);

function open(kit) {
  localStorage.setItem("printkit-own", "1");
  chosen = "";
  location.hash = encodeURIComponent(kit);
}

/** Anywhere in the page, whose middle shows it: beside it the browser would open the file. Text that is dragged stays text. */
function dropping(area) {
  const stop = (event) => (event.preventDefault(), area.classList.toggle("over", event.type === "dragover"));
  const files = (does) => (event) => !event.defaultPrevented && event.dataTransfer.types.includes("Files") && does(event);
  const page = document.documentElement;
  page.ondragover = page.ondragleave = files(stop);
  page.ondrop = files((event) => {
    stop(event);
    const items = [...event.dataTransfer.items].map((each) => each.webkitGetAsEntry?.()).filter(Boolean);
    const loose = [...event.dataTransfer.files].map((file) => ({ name: file.name, file }));
    tried(async () => take(items.length ? await walked(items) : loose))();
  });
}

function chooser(label, given, look = "button") {
  const input = make("input", { type: "file", class: "unseen", tabIndex: -1, "aria-hidden": "true", ...given });
  input.onchange = tried(async () => {
    await take([...input.files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));
    input.value = "";
  });
  return make("span", {}, input, button(look, label, () => input.click()));
}

function drop(large) {
  const list = make("select", { "aria-label": word("starter") }, make("option", { value: "" }, word("starter")), ...facts.starters.map((name) => make("option", { value: name }, name)));
  list.onchange = tried(async () => {
    const { kit } = await ask("/begin", { starter: list.value });
    list.value = "";
    open(kit);
  });
  return make(`section.drop${large ? ".large" : ""}`, { "aria-label": word("drop") }, sign("folder"), make("b", {}, word("drop")),
    make("span.ways", {}, chooser(word("choose"), { multiple: true }), chooser(word("choose-folder"), { webkitdirectory: true }), list),
    make("small", {}, word("nothing-sent")));
}

// ── the cards ────────────────────────────────────────────────────────────────────────────────────────────────────────

const picture = (look) => `data:image/svg+xml,${encodeURIComponent(looks.get(look))}`;
const faultsOf = (id) => view.faults.filter((each) => each.card === id);

/** A side of a card without its bleed. */
function face(card, side, alt) {
  const image = make("img", { src: picture(card.looks[side]), alt });
  for (const [name, value] of Object.entries(view.place)) image.style.setProperty(`--${name}`, value);
  const box = make("span.face", {}, image);
  box.style.setProperty("--ratio", view.shape);
  return box;
}

function tile(card) {
  const faults = faultsOf(card.id);
  const press = make("button", { type: "button", "aria-pressed": String(card.id === chosen), "data-card": card.id }, face(card, 0, ""), make("b", {}, card.name));
  press.onclick = () => (choose(card.id), $(".desk").scrollIntoView({ block: "nearest" }));
  return make("li", {}, press, faults.length > 0 && make("span.note", {}, sign("wrong"), faults[0].text));
}

function sought() {
  const text = $("#search").value.trim().toLowerCase();
  const says = (card) => [card.name, card.id, ...card.cells.flat()].some((each) => String(each).toLowerCase().includes(text));
  return view.cards.filter((card) => (!text || says(card)) && (shown === "all" || (shown === "faults" ? faultsOf(card.id).length : card.group === shown)));
}

function grid() {
  const cards = view.cards ? sought() : [];
  const loose = view.faults.filter((each) => !each.card || !view.cards?.some((card) => card.id === each.card));
  $(".cards").replaceChildren(...cards.map(tile));
  $(".loose").replaceChildren(...(shown === "all" || shown === "faults" ? loose.map(fault) : []));
  $(".none").textContent = view.cards && !cards.length && !(shown === "faults" && loose.length) ? word("none") : "";
}

function filters() {
  const count = (name) => (name === "all" ? view.cards?.length ?? 0 : name === "faults" ? view.faults.length : view.cards.filter((card) => card.group === name).length);
  const groups = view.groups?.length > 1 && view.groups.length < 5 ? view.groups : [];
  const option = ([name, text]) => {
    const input = make("input", { type: "radio", name: "shown", value: name, checked: name === shown });
    input.onchange = () => { shown = name; grid(); };
    return make("label", {}, input, make("span", {}, `${text} ${count(name)}`));
  };
  $("#filters").replaceChildren(make("legend.unseen", {}, word("show")), ...[["all", word("all")], ...groups, ["faults", word("faults")]].map(option));
}

/** A fault beside what it is about, with the one action that mends it where there is one. */
function fault(each) {
  const row = each.key.startsWith("row ");
  const place = [each.file, each.line && filled(row ? "row" : "line", { number: each.line }), !row && each.key].filter(Boolean).join(", ");
  const mend = each.mend && button("button", filled("use", { word: each.mend.meant }), tried(async () => {
    await ask(of("/mend"), { file: each.file, ...each.mend });
    await reopen();
    await refresh();
  }));
  const go = !mend && opened?.has(each.file) && button("button", filled("open", { file: each.file }), () => opened.show(each.file, each.line));
  return make("div.fault", { "data-mend": each.mend?.meant }, sign("wrong"), make("div", {}, make("p", {}, each.text), make("p.soft", {}, place), mend || go || null));
}

/** The card that is chosen, its faults, and its row; while somebody types in the row only what is around it is drawn anew. */
function choose(id) {
  const box = $(".chosen-card"), typing = box.dataset.card === id && box.contains(document.activeElement);
  chosen = box.dataset.card = id;
  for (const each of main.querySelectorAll("[data-card]")) if (each !== box) each.setAttribute("aria-pressed", String(each.dataset.card === id));
  const card = view.cards?.find((each) => each.id === id);
  if (!card) return box.replaceChildren();
  const faults = faultsOf(id).map(fault);
  const faces = card.looks.map((_, side) => face(card, side, filled(side ? "back-of" : "front-of", { card: card.name })));
  if (typing) return $(".faults", box).replaceChildren(...faults), $(".faces", box).replaceChildren(...faces);
  const [file, number] = card.where, name = file.split("#")[0];
  const edit = opened?.has(name) && button("button", filled("open", { file: name }), () => opened.show(name, number, card.id));
  box.replaceChildren(
    make("div.head", {}, make("h2", {}, card.name), make("small", {}, number ? `${file}, ${filled("row", { number })}` : file)),
    make("div.faults", {}, ...faults), make("div.beside", {}, make("div.faces", {}, ...faces), cells(card, name, number)), make("p.do", {}, edit || null));
}

/** The cells of a card's row: fields where its table is a CSV file, else what they say. */
function cells(card, file, row) {
  if (!/\.[ct]sv$/i.test(file)) return make("dl", {}, ...card.cells.filter(([, text]) => text).map(([column, text]) => make("div", {}, make("dt", {}, column), make("dd", {}, text))));
  let later = 0;
  const cell = ([column, text]) => {
    const long = text.length > 40 || text.includes("\n");
    const field = make(long ? "textarea" : "input", long ? { rows: 3 } : { type: "text" });
    field.value = text;
    field.oninput = () => {
      clearTimeout(later);
      state(word("drawing"));
      later = setTimeout(tried(async () => {
        await ask(of("/cell"), { file, row, column, text: field.value });
        await refresh();
        await opened?.again(file);
      }), PAUSE);
    };
    return make(`label.field${text.length > 40 ? ".wide" : ""}`, {}, make("span", {}, column), field);
  };
  return make("div.cells", {}, ...card.cells.map(cell));
}

async function refresh() {
  const mine = (asked += 1);
  const drawn = await ask(of("/cards"), { known: [...looks.keys()] });
  if (mine !== asked) return;
  for (const [look, svg] of Object.entries(drawn.looks ?? {})) looks.set(look, svg);
  // A kit that cannot be drawn now shows its last good cards.
  view = { ...(drawn.cards ? {} : view), ...drawn, cards: drawn.cards ?? view?.cards ?? null };
  const used = new Set((view.cards ?? []).flatMap((card) => card.looks));
  for (const look of looks.keys()) if (!used.has(look)) looks.delete(look);
  const size = view.cards ? filled("count", { number: view.cards.length, size: view.sizes[0] }) : "";
  $("#kit").replaceChildren(view.title, " ", make("small", {}, size));
  document.title = `${view.title} · ${word("title")} · printkit`;
  if (shown !== "all" && shown !== "faults" && !view.groups?.some(([name]) => name === shown)) shown = "all";
  filters();
  grid();
  choose(view.cards?.some((card) => card.id === chosen) ? chosen : view.cards?.find((card) => faultsOf(card.id).length)?.id ?? view.cards?.[0]?.id ?? "");
  opened?.mark(view.faults);
  state(document.documentElement.dataset.engine === "page" ? word("kept") : word("kept-server"), "done");
  $("#said").textContent = view.faults.length ? filled("faults-number", { number: view.faults.length }) : word("no-faults");
  main.dataset.round = asked;
}

// ── its files ────────────────────────────────────────────────────────────────────────────────────────────────────────

const later = new Map();
/** What is typed is kept and drawn once the hand rests. */
function typed(file, text) {
  clearTimeout(later.get(file));
  state(word("drawing"));
  later.set(file, setTimeout(tried(async () => {
    await ask(of("/file"), { file, text });
    await refresh();
  }), PAUSE));
}

async function reopen() {
  const { files } = await ask(of(""));
  const texts = files.filter((each) => each.text && !each.name.startsWith("schema/"));
  opened = editor({ files: texts.map((each) => each.name), read: async (file) => (await ask(`${of("/text")}?file=${encodeURIComponent(file)}`)).text, schema: async (file) => (file.endsWith(".toml") ? (await ask(`${of("/schema")}?file=${encodeURIComponent(file)}`)).schema : null), change: tried(typed), label: word("files"), word });
  $(".code").replaceChildren(opened.element);
  const python = files.filter((each) => each.name.endsWith(".py")).length;
  $(".python").textContent = python ? filled("python", { number: python }) : "";
}

async function save() {
  const { data } = await ask(of("/zip"));
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const anchor = make("a", { href: URL.createObjectURL(new Blob([bytes], { type: "application/zip" })), download: `${kitOf().replace(/^~/, "")}.zip` });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60000);
}

/** Asked twice: it cannot be undone. */
function remover() {
  const made = button("button", word("remove"), () => {
    if (!made.dataset.sure) return (made.dataset.sure = "1", made.replaceChildren(word("remove-sure")));
    tried(async () => { await ask(of(""), undefined, "DELETE"); location.hash = ""; })();
  });
  return made;
}

// ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function bench() {
  const search = make("input", { type: "search", id: "search", placeholder: word("search-like"), "aria-label": word("search"), oninput: () => view && grid() });
  main.replaceChildren(
    make("div.tools", {}, make("h2", { id: "kit" }), make("label.find", {}, sign("search"), search), make("fieldset.seg", { id: "filters" }),
      make("span.kept-state", { id: "state", role: "status" }),
      make("span.last", {}, button("button", word("save"), tried(save), sign("save"), " "), make("a.button.main", { href: `../print/#${encodeURIComponent(kitOf())}` }, sign("print"), " ", word("print")))),
    make("div.bench", {},
      make("section.wall", { "aria-label": word("cards") }, drop(false), make("p.failure", { id: "problem", role: "alert" }), make("p.python"),
        make("div.loose"), make("ul.cards"), make("p.none.soft")),
      make("aside.desk", { "aria-label": word("beside") }, make("section.chosen-card"), make("section.code"), make("p.do", {}, make("a", { href: "#" }, word("others")), remover()))));
  dropping($(".wall"));
}

/** Whether half-transparent colours of what the browser decodes come back as they were; a server decodes by itself. */
function exact() {
  if (document.documentElement.dataset.engine !== "page") return true;
  return new OffscreenCanvas(1, 1).getContext("2d", { colorType: "float16" })?.getContextAttributes?.().colorType === "float16";
}

function begin() {
  const list = make("ul.kits", {}, ...facts.kits.map((kit) => make("li", {}, make("a.button", { href: `#${encodeURIComponent(kit)}` }, kit.replace(/^~/, "")))));
  main.replaceChildren(make("div.begin", {}, make("h2", {}, word("headline")), make("p.lead", {}, word("lead")), drop(true),
    make("p", { id: "state", role: "status" }), make("p.failure", { id: "problem", role: "alert" }),
    make("ul.lines", {}, ...["takes-kit", "takes-table", "takes-pictures", !exact() && "takes-rounded", "takes-no-code"].filter(Boolean).map((key) => make("li", {}, word(key)))),
    facts.kits.length > 0 && make("section", {}, make("h2", {}, word("kept-kits")), list),
    make("p", {}, make("a", { href: checkPage() }, word("check")))));
  dropping(main);
  document.title = `${word("title")} · printkit`;
}

async function show() {
  try {
    facts = await ask("");
    words = facts.words;
    dress(words, show);
    looks = new Map();
    [view, opened] = [null, null];
    if (!facts.kits.includes(kitOf())) return begin();
    bench();
    state(word("drawing"));
    await reopen();
    await refresh();
  } catch (error) {
    main.replaceChildren(make("p.failure", { role: "alert" }, error.message));
  }
}

addEventListener("hashchange", show);
show();
