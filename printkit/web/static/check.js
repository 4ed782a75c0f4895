// The page for checking: a PDF is dropped, what was found stands beside its pages, and both can be taken along.
import { answered, bytes, dress, hand, kept, make } from "./page.js";

const $ = (selector, within = document) => within.querySelector(selector);
const main = $("#main");
const PIECE = 1_500_000, POLL = 300, LISTED = 8, MEGA = 1e6;
const SIGNS = { error: "✕", warning: "!", note: "i", clean: "✓" };
// A lens shows at least so many millimetres, and this much around what it is about.
const LENS = { width: 40, height: 16, around: 1.7 };
let facts = null, words = {}, kits = [], file = null, found = null, drawn = new Map(), shown = 0, chosen = 0, stopping = null, told = null;

const word = (key) => words[`check.${key}`] ?? words[key] ?? key;
const filled = (key, values) => word(key).replace(/<(\w+)>/g, (_, name) => values[name]);
const number = (value) => value.toLocaleString(kept.lang);
const counted = (key, value) => (value === 1 ? word(`${key}-one`) : filled(key, { number: number(value) }));
const address = (path) => new URL(`../api/${path}`, document.baseURI);
const ask = (path, given = {}) => answered(address(path), given, word("lost-server"));

function button(name, label, press) {
  const made = make(name, { type: "button" }, label);
  made.onclick = press;
  return made;
}

// ── a file handed over ───────────────────────────────────────────────────────────────────────────────────────────────

/** The file in pieces; with the last one comes what was found. */
async function send(signal) {
  const query = { name: file.name, kit: $("#kit").value, lang: kept.lang };
  let id = "";
  for (let at = 0; at < file.size; at += PIECE) {
    tell(at / file.size, "sending", Math.round(at / MEGA), Math.ceil(file.size / MEGA));
    ({ id } = await post({ ...query, id, more: "1" }, await file.slice(at, at + PIECE).arrayBuffer(), signal));
  }
  const poll = setInterval(async () => {
    const { name, done, total } = await ask(`check/progress?id=${id}`, { signal }).catch(() => ({}));
    if (name === "comparing pages" && stopping) tell(done / total, "comparing", done, total);
  }, POLL);
  tell(null, "opening");
  try {
    return await post({ ...query, id }, "", signal);
  } finally {
    clearInterval(poll);
  }
}

const post = (query, raw, signal) => ask(`check/file?${new URLSearchParams(query)}`, { raw, signal });

/** The first of the files handed over; that the others are not checked is said. */
async function checkFirst([given, ...others]) {
  if (!given || stopping) return;
  await check(given);
  const said = $("#problem");
  if (others.length) said.textContent = [said.textContent, filled("one-at-a-time", { name: given.name })].filter(Boolean).join(" · ");
}

async function check(given) {
  if (!given || stopping) return;
  const before = file;
  file = given;
  const problem = (text) => ($("#problem").textContent = text);
  problem("");
  if (!file.size || file.size > facts.most) {
    problem(`${file.name}: ${file.size ? filled("too-large", { number: number(facts.most / MEGA) }) : word("empty")}`);
    if (found) file = before;
    return;
  }
  stopping = new AbortController();
  main.setAttribute("aria-busy", "true");
  try {
    found = await send(stopping.signal);
    stopping = null;
    result();
  } catch (error) {
    const box = $(".working"), held = box.contains(document.activeElement);
    stopping = null;
    box.hidden = true;
    if (held) $("button.main", main).focus();
    problem(error.name === "AbortError" ? word("cancelled") : error.message);
    // What is shown is still about the file before.
    if (found) file = before;
  } finally {
    main.removeAttribute("aria-busy");
  }
}

/** How far the check is (null: nobody knows), and what is done now; the page may be drawn anew meanwhile. */
function tell(share, key, done = 0, total = 0) {
  const box = $(".working"), bar = $("progress", box);
  told = [share, key, done, total];
  box.hidden = false;
  $("b", box).textContent = file.name;
  $("span", box).textContent = filled(key, { done: number(done), total: number(total) });
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
}

function chooser(look, label) {
  const input = make("input", { type: "file", class: "unseen", accept: ".pdf,application/pdf", tabIndex: -1, "aria-hidden": "true" });
  input.onchange = async () => { await checkFirst([...input.files]); input.value = ""; };
  return make("span", {}, input, button(look, label, () => input.click()));
}

/** Which kit it should be: found by itself, or one of those here and those that were brought. */
function kitPicker(picked) {
  const rows = [["", word("by-itself")], ...kits.map(({ id, title }) => [id, title]), ...facts.own.map((id) => [id, id])];
  const list = make("select", { id: "kit" }, ...rows.map(([value, text]) => make("option", { value, selected: value === picked }, text)));
  return make("label.kit", {}, make("span", {}, word("kit")), list);
}

function working() {
  return make("div.working", { hidden: true }, make("b"), make("span", { role: "status" }),
    make("progress", { max: 1, value: 0, "aria-label": word("progress") }), button("button", word("cancel"), () => stopping?.abort()));
}

/** Anywhere: beside the page's middle the browser would open the file instead. */
function dropping() {
  const stop = (event) => (event.preventDefault(), main.classList.toggle("over", event.type === "dragover"));
  Object.assign(document.documentElement, { ondragover: stop, ondragleave: stop, ondrop: (event) => (stop(event), checkFirst([...event.dataTransfer.files])) });
}

// ── what was found ───────────────────────────────────────────────────────────────────────────────────────────────────

const of = (severity) => found.findings.filter((each) => each.severity === severity).length;
/** The gravest finding of a page. */
const worst = (page) => ["error", "warning", "note"].find((severity) => found.findings.some((each) => each.page === page && each.severity === severity)) ?? "clean";
const sign = (severity) => make(`span.sign.${severity}`, { "aria-hidden": "true" }, SIGNS[severity]);

function headline() {
  if (of("error")) return counted("wrong", of("error"));
  return of("warning") ? counted("doubtful", of("warning")) : word("clean");
}

/** A finding in words: what, on which card, where in mm, what should be there, and what would help. */
function finding(each, at) {
  const card = [each.name ? `${each.card} (${each.name})` : each.card, each.subject].filter(Boolean).join(" · ");
  const place = [each.page && filled("page", { number: each.page }), each.rect_mm && filled("place", { x: each.rect_mm[0], y: each.rect_mm[1], width: each.rect_mm[2], height: each.rect_mm[3] })];
  const differs = [each.expected && `${word("expected")} ${each.expected}`, each.found && `${word("found")} ${each.found}`].filter(Boolean).join(" · ");
  const title = facts.titles[each.code];
  const inside = [make(`span.number.${each.severity}`, {}, String(at)),
    make("span.words", {}, make("span.what", {}, make("span.unseen", {}, `${word(each.severity)}: `), title ? make("b", {}, title) : make("b", { lang: "en" }, each.message)),
      title && make("span", { lang: "en" }, each.message),
      card && make("span", {}, card), differs && make("span", { lang: "en" }, differs), each.hint && make("span.hint", { lang: "en" }, each.hint),
      make("small", {}, [...place, `${word(each.severity)}: ${each.code}`].filter(Boolean).join(" · ")))];
  const press = drawn.has(each.page) ? button("button.finding", "", () => choose(at, true)) : make("div.finding");
  press.replaceChildren(...inside);
  if (drawn.has(each.page)) press.dataset.finding = at;
  press.classList.add(each.severity);
  return make("li", {}, press);
}

function findings() {
  const rows = found.findings.map((each, index) => finding(each, index + 1));
  const rest = rows.slice(LISTED);
  return [make("ol.findings", {}, ...rows.slice(0, LISTED)),
    rest.length > 0 && make("details", {}, make("summary", {}, counted("more", rest.length)), make("ol.findings", {}, ...rest))];
}

/** What was looked at and what was not, as far as it came. */
function looked() {
  const { counts, compared, kit, pages } = found;
  const yes = [counted("looked-pages", pages), counts.faces && counted("looked-faces", counts.faces), counts.sheets && counted("looked-sheets", counts.sheets),
    counts.figures && counted("looked-figures", counts.figures), counts.proved && counted("looked-proved", counts.proved), compared && word("looked-compared")];
  const no = [!kit ? word("not-kit") : compared ? word("not-links") : word("not-compared"), word("not-service"), word("not-paper")];
  const list = (name, rows, severity) => make(`ul.${name}`, {}, ...rows.filter(Boolean).map((row) => make("li", {}, sign(severity), " ", row)));
  return [make("h3", {}, word("looked")), list("looked", yes, "clean"), make("h3", {}, word("unlooked")), list("unlooked", no, "note")];
}

/** The pictures of each page as the report has them: what it should be, what the file shows, the difference. */
function pictures() {
  // Its style sheet is for itself alone, and this page's policy would complain of it.
  const report = new DOMParser().parseFromString(found.page.replace(/<style>[^]*?<\/style>/, ""), "text/html");
  drawn = new Map([...report.querySelectorAll("section[data-page]")].map((section) => [Number(section.dataset.page), document.importNode($(".views", section), true)]));
  for (const [page, views] of drawn) {
    for (const figure of views.querySelectorAll("figure")) {
      const title = word(figure.dataset.view);
      $("figcaption", figure).textContent = title;
      $("img", figure).alt = `${filled("page", { number: page })}: ${title}`;
    }
    for (const mark of views.querySelectorAll("[data-finding]")) mark.onclick = () => choose(Number(mark.dataset.finding), false);
  }
}

function lens(view, [x, y, width, height], views) {
  const image = $(`[data-view=${view}] img`, views);
  if (!image) return null;
  const [, , across, down] = $("svg", views).getAttribute("viewBox").split(" ").map(Number);
  const wide = Math.max(LENS.width, width * LENS.around, (height * LENS.around * LENS.width) / LENS.height), high = (wide * LENS.height) / LENS.width;
  const left = x + width / 2 - wide / 2, top = y + height / 2 - high / 2;
  const copy = make("img", { src: image.src, alt: `${word("enlarged")}: ${image.alt}` });
  for (const [name, share] of [["left", -left / wide], ["top", -top / high], ["width", across / wide], ["height", down / high]]) copy.style.setProperty(name, `${100 * share}%`);
  return make("figure.lens", { "data-view": view }, make("div", {}, copy), make("figcaption", {}, word(view)));
}

/** Show a finding: its page, its mark, and its place enlarged. */
function choose(at, move) {
  const each = found.findings[at - 1];
  chosen = at;
  for (const press of main.querySelectorAll("button.finding")) press.setAttribute("aria-pressed", String(Number(press.dataset.finding) === at));
  if (each && drawn.has(each.page)) page(each.page);
  if (move && matchMedia("(max-width: 900px)").matches) $(".viewer").scrollIntoView();
}

function page(at) {
  shown = at;
  const views = drawn.get(at), each = found.findings[chosen - 1];
  const marked = each?.page === at ? each : null;
  for (const mark of views.querySelectorAll("[data-finding]")) mark.classList.toggle("chosen", Boolean(marked) && Number(mark.dataset.finding) === chosen);
  views.classList.toggle("some", Boolean(marked?.rect_mm));
  views.classList.toggle("differing", $("#difference").checked);
  const lenses = marked?.rect_mm ? ["wanted", "seen"].map((view) => lens(view, marked.rect_mm, views)).filter(Boolean) : [];
  $(".lenses").replaceChildren(...lenses);
  $(".views", main)?.remove();
  $(".viewer").append(views);
  $(".where").textContent = filled("page-of", { number: at, of: found.pages });
  const pages = [...drawn.keys()], place = pages.indexOf(at);
  for (const [name, to] of [["before", pages[place - 1]], ["after", pages[place + 1]]]) {
    const turn = $(`[data-turn=${name}]`);
    turn.disabled = to === undefined;
    turn.onclick = () => turned(to);
  }
  for (const press of main.querySelectorAll(".pages button")) press.setAttribute("aria-pressed", String(Number(press.dataset.page) === at));
}

/** Another page, with its first finding. */
const turned = (to) => choose(found.findings.findIndex((each) => each.page === to) + 1, false);

function viewer() {
  const differs = make("input", { type: "checkbox", id: "difference" });
  differs.onchange = () => page(shown);
  const turn = (name, text) => make("button", { type: "button", "aria-label": word(name), "data-turn": name }, text);
  const chip = (at) => {
    const severity = worst(at), label = `${filled("page", { number: at })}: ${word(severity)}`;
    if (!drawn.has(at)) return make("li", {}, make("span.chip", { title: label }, String(at), " ", sign(severity), make("span.unseen", {}, word(severity))));
    const press = make("button.chip", { type: "button", "aria-label": label, "data-page": String(at) }, String(at), " ", sign(severity));
    press.onclick = () => turned(at);
    return make("li", {}, press);
  };
  const bare = new Set(found.findings.map((each) => each.page).filter((at) => at && !drawn.has(at))).size;
  return make("section.viewer", { "aria-label": word("pages") },
    make("div.turn", {}, turn("before", "‹"), make("span.where", { role: "status" }), turn("after", "›"), make("label", {}, differs, " ", word("difference-on"))),
    make("div.lenses"), make("ul.pages", { tabIndex: 0, "aria-label": word("pages") }, ...Array.from({ length: found.pages }, (_, at) => chip(at + 1))),
    bare > 0 && make("small.bare", {}, counted("not-pictured", bare)));
}

function result() {
  pictures();
  const title = headline(), kit = kits.find(({ id }) => id === found.kit)?.title ?? found.kit;
  const html = () => hand(`${stem()}-report.html`, new Blob([found.page], { type: "text/html" }));
  const pdf = () => hand(`${stem()}-marked.pdf`, new Blob([bytes(found.annotated)], { type: "application/pdf" }));
  const told = [counted("pages-number", found.pages), found.kit ? filled("of-kit", { kit }) : word("of-none")];
  const picked = $("#kit").value;
  main.classList.add("wide");
  main.replaceChildren(
    make("header.head", {}, make("div", {}, make("h2", { tabIndex: -1, class: of("error") ? "bad" : "good" }, sign(of("error") ? "error" : of("warning") ? "warning" : "clean"), " ", title),
      make("p", {}, make("b", {}, found.file), `${word("colon")}${told.join(word("comma"))}`)),
      make("p.do", {}, chooser("button.main", word("another")), button("button", word("report"), html), found.annotated && button("button", word("annotated"), pdf))),
    make("div.again", {}, kitPicker(picked), button("button", word("again"), () => check(file))),
    working(), make("p.failure", { id: "problem", role: "alert" }),
    make(`div.cols${drawn.size ? "" : ".alone"}`, {}, make("div.left", {}, ...findings(), ...looked()), drawn.size > 0 && viewer()));
  $("#said").textContent = title;
  document.title = `${title} · ${found.file} · printkit`;
  if (drawn.size) turned([...drawn.keys()][0]);
  $("h2", main).focus();
}

const stem = () => found.file.replace(/\.pdf$/i, "");

// ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function begin() {
  main.classList.remove("wide");
  main.replaceChildren(make("h2", {}, word("headline")), make("p.lead", {}, word("lead")),
    make("section.drop", { "aria-label": word("drop") }, make("b", {}, word("drop")), chooser("button.main", word("choose")), kitPicker(facts.kit), make("small", {}, word("nothing-kept"))),
    working(), make("p.failure", { id: "problem", role: "alert" }),
    make("ul.lines", {}, ...["looks-any", "looks-kit", "looks-hostile"].map((key) => make("li", {}, word(key)))));
  document.title = `${word("title")} · printkit`;
}

async function show() {
  try {
    const [own, home] = await Promise.all([ask(`check?lang=${kept.lang}`), ask(`home?lang=${kept.lang}`)]);
    [facts, words, kits] = [own, own.words, home.kits];
    dress(words, show);
    dropping();
    if (found) result();
    else begin();
    if (stopping) tell(...told);
  } catch (error) {
    if (!facts) main.replaceChildren(make("p.failure", { role: "alert" }, error.message));
    else $("#problem").textContent = error.message;
  }
}

show();
