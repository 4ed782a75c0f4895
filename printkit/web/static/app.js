// The page's frame: what it remembers, what it asks the server, and which of its views is shown.
import { showHome } from "./home.js";
import { isLink, openLink } from "./link.js";
import { showMine } from "./mine.js";
import { answered, checkPage, kept, make } from "./page.js";
import { showPreview } from "./preview.js";
import { showRules } from "./reading.js";
import { showSetup } from "./setup.js";
import { showTable } from "./table.js";

export let words = {};
let leave = () => {};

export const $ = (selector, within = document) => within.querySelector(selector);
export const word = (key) => words[key] ?? key;
/** A text of the page with its `<name>`s replaced. */
export const filled = (key, values) => word(key).replace(/<(\w+)>/g, (_, name) => values[name]);

export { checkPage, kept, make };
export const ask = (path, body, method, signal) => answered(path, { body, method, signal }, word("lost-server"));

/** Copy a text; the button says so, or the text itself where the browser refuses. */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = word("copied");
  } catch {
    button.textContent = text;
  }
}

export function say(text) {
  $("#said").textContent = text;
}

export function remember(changed) {
  Object.assign(kept, changed);
  localStorage.setItem("printkit", JSON.stringify(kept));
}

/** A card by itself, as large as the screen allows. */
export function enlarge(source, name) {
  const dialog = $("#large");
  Object.assign($("img", dialog), { src: source, alt: name });
  dialog.setAttribute("aria-label", name);
  $("button", dialog).textContent = word("close-it");
  dialog.showModal();
}
$("#large").addEventListener("click", (event) => event.target.tagName !== "BUTTON" && $("#large").close());

function switches() {
  const language = make("button", { type: "button", lang: kept.lang === "ja" ? "en" : "ja" }, word("language"));
  language.onclick = () => (remember({ lang: kept.lang === "ja" ? "en" : "ja" }), show());
  const theme = make("button", { type: "button", "aria-label": word("theme"), title: word("theme") }, "◐");
  theme.onclick = () => (remember({ theme: kept.theme === "dark" ? "light" : "dark" }), dress());
  $("#switches").replaceChildren(language, theme);
}

function dress() {
  document.documentElement.classList.toggle("dark", kept.theme === "dark");
  document.documentElement.lang = kept.lang;
}

/** What the bar is headed with; `about` is said behind it where there is room. */
export function title(text, home = true, about = "") {
  document.title = text;
  $("#title").replaceChildren(text, about && make("small", {}, about));
  $("#home").hidden = !home;
  $("#home").setAttribute("aria-label", word("home"));
}

export async function show() {
  leave();
  leave = () => {};
  dress();
  try {
    const facts = await ask(`api/home?lang=${kept.lang}`);
    words = facts.words;
    switches();
    const problem = isLink(location.hash) ? await openLink(location.hash).catch((error) => error) : null;
    if (isLink(location.hash) && !problem) return;
    if (problem) history.replaceState(null, "", "#/");
    const [, view, id, at] = location.hash.split("/");
    const views = { table: showTable, preview: showPreview, setup: showSetup, rules: showRules, mine: showMine };
    leave = (await (views[view] ?? showHome)($("#main"), id, facts, at)) ?? (() => {});
    if (problem) $("#main").prepend(make("p.failure", { role: "alert" }, problem.message));
  } catch (error) {
    $("#main").replaceChildren(make("p.failure", { role: "alert" }, error.message));
  }
}
addEventListener("hashchange", show);
dress();
show();
