// The page for printing: parts, paper and printer are chosen, sheets counted and drawn, files made and saved.
import { answered, bytes, checkPage, dress, hand, kept, make } from "./page.js";
import { zipped } from "./zip.js";

// What one prints on, and the readings of one's printer by paper and turn, stay in this browser.
const own = {
  paper: /-(US|CA|MX)\b/.test(navigator.language) ? "letter" : "a4", ink: "full", duplex: "long", readings: {},
  ...JSON.parse(localStorage.getItem("printkit-print") || "{}"),
};
const TURNS = { long: "long", short: "short", "fronts-then-backs": "stack", fold: "fold" };
const $ = (selector, within = document) => within.querySelector(selector);
const main = $("#main");
let facts = null, words = {}, answers = new Map(), round = 0, shown = "", stopping = null;

const word = (key) => words[`print.${key}`] ?? words[key] ?? key;
const filled = (key, values) => word(key).replace(/<(\w+)>/g, (_, name) => values[name]);
const paperName = (paper) => (/^[ab]\d/.test(paper) ? paper.toUpperCase() : paper[0].toUpperCase() + paper.slice(1));
const number = (value) => value.toLocaleString(kept.lang);

const ask = (path, body, signal) =>
  answered(new URL(`../api/${path}`, document.baseURI), { body, signal }, word("lost-server"));

/** The kit of the address: the last step of its path, or what stands behind the #. */
const kitOf = () => decodeURIComponent(location.hash.slice(1) || location.pathname.split("/print/")[1] || "");

function keep(changed) {
  Object.assign(own, changed);
  localStorage.setItem("printkit-print", JSON.stringify(own));
}

const feed = () => `${own.paper} ${own.duplex}`;
const chosen = () => [...main.querySelectorAll(".part input:checked")].map((each) => each.value);

/** What is asked of one part, as it is chosen now. */
function choice(part) {
  const value = (name) => $(`:is([name=${name}]:checked, select[name=${name}])`, main)?.value ?? "";
  const readings = own.duplex === "fold" ? {} : own.readings[feed()] ?? {};
  return { part, card: value("card"), paper: own.paper, ink: own.ink, duplex: own.duplex, lang: value("words") || "both", readings };
}

/** The answer to a question that was asked before is known. */
function known(wish, part) {
  const body = choice(part), key = `${wish} ${JSON.stringify(body)}`;
  if (!answers.has(key)) answers.set(key, ask(`print/${facts.id}/${wish}?lang=${kept.lang}`, body));
  return answers.get(key);
}

// ── what is chosen ───────────────────────────────────────────────────────────────────────────────────────────────────

function segments(name, label, values, picked, change) {
  const option = ([value, text]) => {
    const input = make("input", { type: "radio", name, value, checked: value === picked });
    input.onchange = () => change(value);
    return make("label", {}, input, make("span", {}, text));
  };
  return make("fieldset.field", {}, make("legend", {}, label), make("div.seg", {}, ...values.map(option)));
}

function list(name, label, values, _, change) {
  const picker = make("select", { name }, ...values.map(([value, text]) => make("option", { value }, text)));
  picker.onchange = () => change(picker.value);
  return make("label.field", {}, make("span", {}, label), picker);
}

function part({ id, what, first, cards }) {
  const input = make("input", { type: "checkbox", value: id, checked: first });
  input.onchange = () => { if (input.checked) shown = id; refresh(); };
  const facts_ = [id, cards && filled("cards", { number: cards })].filter(Boolean).join(" · ");
  return make("li", {}, make("label.part", { "data-part": id }, input,
    make("span.tx", {}, make("b", {}, what), id === facts.parts[0].id && facts.parts.length > 1 && make("span.tag", {}, word("first")),
      make("small", {}, facts_), make("small.failure", {})),
    make("span.pg", { "aria-live": "off" }, "…")));
}

function section(at, title, ...inside) {
  return make("section", {}, make("h2", {}, make("span.st", { "aria-hidden": "true" }, String(at)), title), ...inside);
}

const language = (code) => (code === "both" ? word("both") : new Intl.DisplayNames([code], { type: "language" }).of(code));

function options() {
  const spoken = facts.languages.includes(kept.lang) ? kept.lang : facts.languages[0];
  const sizes = facts.sizes.map(({ id, width, height }) => [id, `${id}, ${number(width)} × ${number(height)} mm`]);
  const set = (key) => (value) => { keep({ [key]: value }); turning(); refresh(); };
  return make("div.opts", {},
    segments("paper", word("paper"), facts.papers.map((paper) => [paper, paperName(paper)]), own.paper, set("paper")),
    segments("ink", word("ink"), ["full", "low"].map((ink) => [ink, word(ink)]), own.ink, set("ink")),
    sizes.length > 1 && (sizes.length > 3 ? list : segments)("card", word("card"), sizes, facts.sizes[0].id, refresh),
    facts.languages.length > 1 &&
      segments("words", word("words"), [...facts.languages, "both"].map((code) => [code, language(code)]), spoken, refresh));
}

// ── how the paper is turned ──────────────────────────────────────────────────────────────────────────────────────────

const SHEET = '<rect x="10" y="20" width="78" height="110"/><path class="k" d="M18 30h28v42H18zm34 0h28v42H52zM18 78h28v42H18zm34 0h28v42H52z"/>';
const NEXT = (x) => `<path class="ar" d="M${x} 75h32m-9-8 9 8-9 8"/>`;
const BOOK = '<path class="gh" d="M160 20h78v110h-78z"/><path d="M238 20c26 4 44 6 62-6v104c-18 14-40 14-62 12z"/><path class="ax" d="M238 8v134"/><path class="ar" d="M206 40c12-26 44-34 66-22m-10-8 10 8-9 10"/>';
const CALENDAR = '<path class="gh" d="M190 66h78v74h-78z"/><path d="M190 66c4-22 6-34-6-52h78c12 18 10 32 6 52z"/><path class="ax" d="M178 66h102"/><path class="ar" d="M298 96c22-8 24-40 4-58m12 4-12-4-2 12"/>';
const FOLDED = '<path class="gh" d="M160 20h78v110h-78z"/><path d="M199 20c16-8 28-10 40-6v112c-12-4-24-2-40 4z"/><path class="ax" d="M199 8v134"/><path class="ar" d="M262 40c12 16 12 40 0 56m0-12v12h12"/>';
const LIGHT = '<rect x="402" y="20" width="78" height="110"/><path class="bk" d="M410 30h28v42h-28zm34 0h28v42h-28zM410 78h28v42h-28zm34 0h28v42h-28z"/>';
const TRAY = '<path class="tray" d="M392 62h96l16 40H376z"/><rect x="402" y="14" width="76" height="62"/><rect x="410" y="22" width="60" height="46" class="bk"/><path d="M440 82v26m-8-8 8 8 8-8" class="ar"/>';
const GLUED = '<rect x="421" y="20" width="39" height="110"/><path class="bk" d="M427 30h28v42h-28zm0 48h28v42h-28z"/>';
const DRAWN = { long: [BOOK, LIGHT], short: [CALENDAR, LIGHT], stack: [BOOK, TRAY], fold: [FOLDED, GLUED] };

function turning() {
  const how = TURNS[own.duplex], steps = [1, 2, 3].map((at) => word(`${how}-${at}`)), [middle, last] = DRAWN[how];
  const drawing = make("div.turn", { role: "img", "aria-label": steps.join(" ") });
  drawing.innerHTML = `<svg viewBox="0 0 520 150">${SHEET}${NEXT(104)}${middle}${NEXT(322)}${last}</svg>`;
  $(".flip", main).replaceChildren(drawing, make("figcaption", {}, make("ol", {}, ...steps.map((step) => make("li", {}, step)))));
  calibration();
}

function sides() {
  const turns = Object.entries(TURNS).map(([turn, key]) => [turn, word(key)]);
  return section(3, word("sides"),
    segments("duplex", word("sides"), turns, own.duplex, (value) => { keep({ duplex: value }); turning(); refresh(); }),
    make("figure.flip"), make("details.measure", {}, make("summary", {}, word("calibrate")), make("div")));
}

/** The readings of one's printer for the paper and the turn chosen; what they mean is worked out, nothing is kept there. */
function calibration() {
  const box = $(".measure > div", main), failure = make("p.failure", { role: "alert" }), said = make("ul.lines");
  if (own.duplex === "fold") return box.replaceChildren(make("p", {}, word("calibrate-none")));
  const kept_ = own.readings[feed()] ?? {}, folded = { paper: own.paper, duplex: own.duplex };
  const area = (lying) => {
    const text = (kept_[lying] ?? []).map((row) => row.join(" ")).join("\n");
    return make("label", {}, word(lying), make("textarea", { rows: 3, name: lying, spellcheck: "false", autocomplete: "off" }, text));
  };
  const tried = (work) => async () => {
    failure.textContent = "";
    try { await work(); } catch (error) { failure.textContent = error.message; }
  };
  const save = make("button", { type: "button" }, word("calibrate-sheet"));
  save.onclick = tried(async () => { const { name, data } = await ask("calibration/sheet", folded); saveFile(name, bytes(data)); });
  const use = make("button", { type: "button" }, word("calibrate-keep"));
  use.onclick = tried(async () => {
    const found = {}, lines = [];
    for (const { name: lying, value: text } of box.querySelectorAll("textarea")) {
      if (!text.trim()) continue;
      const read = await ask("calibration/read", { ...folded, lying, text });
      found[lying] = read.readings;
      lines.push(...read.lines);
    }
    keep({ readings: { ...own.readings, [feed()]: found } });
    told(lines);
    refresh();
  });
  const forget = make("button", { type: "button" }, word("calibrate-forget"));
  forget.onclick = () => { const { [feed()]: gone, ...others } = own.readings; keep({ readings: others }); calibration(); refresh(); };
  const told = (lines) => {
    const has = Object.keys(own.readings[feed()] ?? {}).length > 0;
    forget.hidden = !has;
    const stays = has && make("li", {}, filled("calibrate-kept", { paper: paperName(own.paper), turn: word(TURNS[own.duplex]) }));
    said.replaceChildren(...lines.map((line) => make("li", {}, line)), stays || "");
  };
  told([]);
  return box.replaceChildren(make("p", {}, word("calibrate-text")), make("p.do", {}, save),
    make("div.readings", {}, area("upright"), area("landscape")), make("p.do", {}, use, forget), failure, said);
}

// ── sheets, counted and drawn ────────────────────────────────────────────────────────────────────────────────────────

const sheetsOf = (files) => files.filter((each) => each.counts).reduce((sum, each) => sum + each.sheets, 0);

async function count(id) {
  const row = $(`.part[data-part="${CSS.escape(id)}"]`, main), page = $(".pg", row), failure = $(".failure", row);
  let sheets = null, said = "";
  try { sheets = sheetsOf((await known("count", id)).files); } catch (error) { said = error.message; }
  return () => { page.textContent = said ? "–" : sheets || word("screen"); failure.textContent = said; row.dataset.sheets = said ? "" : sheets; };
}

function total() {
  const rows = chosen().map((id) => $(`.part[data-part="${CSS.escape(id)}"]`, main));
  const counted = rows.every((row) => row.dataset.sheets !== undefined);
  const sheets = rows.reduce((sum, row) => sum + Number(row.dataset.sheets ?? 0), 0);
  const text = !rows.length ? word("nothing") : !counted ? word("counting") : sheets === 1 ? word("total-one") : filled("total", { number: sheets });
  for (const each of document.querySelectorAll(".number")) each.textContent = text;
  for (const each of document.querySelectorAll(".go")) each.disabled = !rows.length || Boolean(stopping);
}

async function draw(mine) {
  const figure = $(".live", main), picker = $("select", figure), [image, caption] = [$("img", figure), $("figcaption", figure)];
  picker.value = shown;
  figure.setAttribute("aria-busy", "true");
  caption.textContent = word("drawing");
  try {
    const { svg, name, paper, what, how } = await known("sheet", shown);
    if (mine !== round) return;
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    image.alt = caption.textContent = filled("sheet", { file: name, what, paper: paperName(paper || own.paper), how });
  } catch (error) {
    if (mine !== round) return;
    image.removeAttribute("src");
    image.alt = "";
    caption.textContent = error.message;
  }
  figure.removeAttribute("aria-busy");
}

/** Draw and count what is chosen now, the parts that are chosen first; whatever an older choice answers is not shown. */
async function refresh() {
  round += 1;
  const mine = round;
  for (const row of main.querySelectorAll(".part")) { delete row.dataset.sheets; $(".pg", row).textContent = "…"; }
  total();
  command();
  await draw(mine);
  const first = chosen();
  for (const id of [...first, ...facts.parts.map((each) => each.id).filter((each) => !first.includes(each))]) {
    if (mine !== round || stopping) return;
    const show = await count(id);
    if (mine !== round) return;
    show();
    total();
  }
}

function command() {
  const { card, paper, ink, duplex, lang } = choice("");
  const said = [["--only", chosen().join()], ["--card", card !== facts.sizes[0].id && card], ["--paper", paper !== "a4" && paper],
    ["--ink", ink !== "full" && ink], ["--duplex", duplex !== "long" && duplex], ["--lang", facts.languages.length > 1 && lang !== "both" && lang]];
  $(".command code", main).textContent = [facts.command, ...said.filter(([, value]) => value).flat()].join(" ");
}

// ── files made and saved ─────────────────────────────────────────────────────────────────────────────────────────────

const TYPES = { pdf: "application/pdf", txt: "text/plain" };
const typeOf = (name) => TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

function link(name, blob) {
  return make("a", { href: URL.createObjectURL(blob), download: name }, name);
}

const saveFile = (name, data) => hand(name, data instanceof Blob ? data : new Blob([data], { type: typeOf(name) }));

async function work(all) {
  const parts = all ? facts.parts.map((each) => each.id) : chosen();
  const bar = $("progress", main), line = $(".making b", main), failure = $(".total .failure", main);
  stopping = new AbortController();
  failure.textContent = "";
  $(".making", main).hidden = false;
  total();
  const files = new Map(), failed = [];
  const weight = (id) => 1 + Number($(`.part[data-part="${CSS.escape(id)}"]`, main).dataset.sheets ?? 0);
  bar.max = parts.reduce((sum, id) => sum + weight(id), 0);
  bar.value = 0;
  for (const [at, id] of parts.entries()) {
    line.textContent = filled("making", { part: id, number: at + 1, of: parts.length });
    try {
      const made = await ask(`print/${facts.id}/make?lang=${kept.lang}`, choice(id), stopping.signal);
      for (const file of made.files) files.set(file.name, { ...file, data: bytes(file.data) });
    } catch (error) {
      if (error.name === "AbortError") { failed.push(word("stopped")); break; }
      failed.push(`${id}: ${error.message}`);
    }
    bar.value += weight(id);
  }
  const stopped = stopping.signal.aborted;
  stopping = null;
  $(".making", main).hidden = true;
  failure.textContent = failed.join("\n");
  if (files.size) done([...files.values()]);
  if (all && files.size && !stopped) saveFile(archive(), zipped([...files.values()]));
  refresh();
}

function done(files) {
  const size = files.reduce((sum, each) => sum + each.data.length, 0) / 1e6;
  const title = filled("ready", { number: files.length, size: number(Math.round(size * 10) / 10) });
  const sheets = (each) => (each.sheets === 1 ? word("facts-one") : filled("facts", { number: each.sheets }));
  const row = (each) => make("li", {}, link(each.name, new Blob([each.data], { type: typeOf(each.name) })), " ",
    make("small", {}, [each.what, each.counts && sheets(each), each.how].filter(Boolean).join(" · ")));
  const print = files.filter((each) => each.counts).sort((one, other) => (one.first || 99) - (other.first || 99));
  const others = files.filter((each) => !each.counts);
  const read = files.map((each) => each.read).filter(Boolean), sum = (key) => read.reduce((all, each) => all + each[key], 0);
  const differ = files.filter((each) => each.read?.differ.length);
  const all = make("button", { type: "button" }, word("save-all"));
  all.onclick = () => saveFile(archive(), zipped(files));
  const box = make("section.box.done", { tabindex: "-1", "aria-label": title },
    make("h2", {}, make("span", { "aria-hidden": "true" }, "✓ "), title), make("p", {}, word("hundred")), make("ol", {}, ...print.map(row)),
    others.length > 0 && make("details", {}, make("summary", {}, word("more")), make("ul", {}, ...others.map(row))),
    make("p.do", {}, all),
    make("ul.proof", {}, make("li", {}, word(facts.proved ? "proved" : "unproved")),
      ...differ.map((each) => make("li.failure", {}, filled("differ", { file: each.name, page: each.read.differ.join(", ") }))),
      !differ.length && make("li", {}, filled("read", { letters: number(sum("letters")), pages: number(sum("pages")) })),
      make("li.soft", {}, word("unlooked"), " ", make("a", { href: checkPage() }, word("check")))));
  $(".done", main)?.remove();
  $(".total", main).after(box);
  box.focus();
  $("#said").textContent = title;
}

// ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function button(name, key, press) {
  const made = make(name, { type: "button" }, word(key));
  made.onclick = press;
  return made;
}

function right() {
  const picker = make("select", { "aria-label": word("sheet-of") }, ...facts.parts.map(({ id, what }) => make("option", { value: id }, `${what} · ${id}`)));
  picker.onchange = () => { shown = picker.value; draw(round); };
  const live = make("figure.live", {}, make("div.sheet", {}, make("img", { alt: "" })), make("figcaption", {}),
    make("label", {}, `${word("sheet-of")} `, picker));
  const stop = button("button", "stop", () => stopping?.abort());
  const box = make("section.box.total", { id: "make" }, make("p.number", { role: "status" }),
    button("button.main.go", "make", () => work(false)),
    make("div.making", { hidden: true }, make("b", {}), make("progress", { "aria-label": word("progress") }), stop),
    make("p.failure", { role: "alert" }), make("p", {}, button("button.go", "zip", () => work(true))));
  return make("div.right", {}, live, box);
}

function page() {
  const text = make("code"), copy = button("button", "copy", () => navigator.clipboard.writeText(text.textContent));
  main.replaceChildren(
    make("div.phead", {}, make("h2", {}, filled("title", { kit: facts.title })), make("p", {}, word("lead")), made()),
    make("div.cols", {},
      make("div.left", {},
        section(1, word("what"), make("ul.parts", {}, ...facts.parts.map(part)), make("p.soft", {}, word("number"))),
        section(2, word("paper-printer"), options()), sides(),
        make("details", {}, make("summary", {}, word("command")), make("p.command", {}, text, copy))),
      right()),
    make("aside.dock", { "aria-label": word("what") }, make("b.number"), make("a.button.main", { href: "#make" }, word("make"))));
  $(".dock a", main).onclick = (event) => { event.preventDefault(); $("#make", main).scrollIntoView(); };
  turning();
  refresh();
}

/** Kits that people bring have a mark before their names. */
const brought = (kit) => kit.startsWith("~");
const archive = () => `${facts.id.replace(/^~/, "")}.zip`;

/** Where one's own kits are made. */
const made = () => make("p.own", {}, make("a", { href: new URL(`../make/${brought(kitOf()) ? `#${kitOf()}` : ""}`, document.baseURI).href }, word("own")), " ",
  make("a", { href: checkPage() }, word("check")));

/** The kits there are to print, where the address names none. */
async function kits() {
  const home = await ask(`home?lang=${kept.lang}`);
  words = home.words;
  const row = ({ id, title }) => make("li", {}, make("a.button", { href: `#${encodeURIComponent(id)}` }, title));
  main.replaceChildren(make("div.phead", {}, make("h2", {}, word("choose"))), make("ul.kits", {}, ...home.kits.map(row)), made());
}

async function show() {
  const kit = kitOf();
  round += 1;
  answers = new Map();
  try {
    if (kit) {
      facts = await ask(`print/${encodeURIComponent(kit)}?lang=${kept.lang}`);
      words = facts.words;
      shown = facts.parts[0].id;
      page();
    } else await kits();
    document.title = kit ? filled("title", { kit: facts.title }) : `printkit – ${word("choose")}`;
    dress(words, show);
  } catch (error) {
    main.replaceChildren(make("p.failure", { role: "alert" }, error.message));
  }
}

addEventListener("hashchange", () => location.hash !== "#make" && show());
show();
