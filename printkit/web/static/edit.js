// The files of a kit beside its cards: tabs, and the text of the one that is open with its lines numbered.
import { offered } from "./complete.js";
import { make } from "./page.js";

// Words that are offered at once.
const MOST = 14;

/** `read(file)` gives a text, `schema(file)` what may stand in it, `change(file, text)` is told of another; `mark` shows faults at their lines. */
export function editor({ files, read, schema, change, label, word }) {
  const area = make("textarea", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": label });
  const lines = make("pre.lines", { "aria-hidden": "true" });
  const notes = make("ul.notes", { role: "status" });
  const hints = make("div.hints", { role: "group", "aria-label": word("hints") });
  const tabs = make("div.tabs", { role: "group", "aria-label": label });
  const element = make("div.editor", {}, tabs, make("div.text", {}, lines, area), hints, notes);
  let current = "", faults = [], turn = 0, allowed = null;

  function number() {
    const wrong = new Set(faults.filter((each) => each.file === current && each.line).map((each) => each.line));
    const count = area.value.split("\n").length;
    lines.replaceChildren(...Array.from({ length: count }, (_, at) => make(`span${wrong.has(at + 1) ? ".wrong" : ""}`, {}, `${at + 1}\n`)));
    lines.scrollTop = area.scrollTop;
  }
  function noted() {
    const own = faults.filter((each) => each.file === current);
    notes.replaceChildren(...own.slice(0, 6).map((each) => make("li", {}, each.line ? `${each.line}: ${each.text}` : `${each.key} ${each.text}`.trim())));
  }
  /** What may stand at the caret; a click, or Ctrl and the space bar, puts it there. */
  function hint() {
    const { from, words, value } = allowed ? offered(allowed, area.value, area.selectionStart) : { words: [] };
    const quoted = value && area.value[from - 1] !== '"';
    hints.replaceChildren(...words.slice(0, MOST).map(({ word: text, about }) => {
      const press = make("button", { type: "button", title: about }, text);
      const put = value && quoted && !["true", "false"].includes(text) ? `"${text}"` : value ? text : `${text} = `;
      press.onclick = () => {
        area.setRangeText(put, from, area.selectionStart, "end");
        area.focus();
        area.dispatchEvent(new Event("input"));
      };
      return press;
    }));
  }
  /** Where a key of a fault, a row of a table or an id stands. */
  function select(line, id) {
    const text = area.value, rows = text.split("\n");
    const at = id && !line ? rows.findIndex((row) => row.includes(`"${id}"`)) : line - 1;
    if (at < 0 || at >= rows.length) return;
    const start = rows.slice(0, at).reduce((sum, row) => sum + row.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + rows[at].length);
    area.scrollTop = Math.max(0, (at - 3) * parseFloat(getComputedStyle(area).lineHeight));
  }
  async function show(file, line = 0, id = "") {
    const mine = (turn += 1);
    const [text, rules] = file === current ? [area.value, allowed] : await Promise.all([read(file), schema(file)]);
    if (mine !== turn) return;
    allowed = rules;
    current = file;
    area.value = text;
    area.setAttribute("aria-label", `${label}: ${file}`);
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.textContent === file));
    number();
    noted();
    hint();
    if (line || id) select(line, id);
  }
  area.oninput = () => (number(), change(current, area.value), hint());
  area.onclick = hint;
  area.onkeyup = (event) => event.key.startsWith("Arrow") && hint();
  area.onscroll = () => (lines.scrollTop = area.scrollTop);
  area.onkeydown = (event) => {
    // Tab goes on to the next thing, as everywhere.
    if (event.key === "Escape") tabs.firstChild?.focus();
    if (event.key === " " && event.ctrlKey) (event.preventDefault(), hint(), hints.firstChild?.focus());
  };
  for (const file of files) {
    const tab = make("button", { type: "button" }, file);
    tab.onclick = () => show(file);
    tabs.append(tab);
  }
  const first = files.find((each) => each === "layout.toml") ?? files[0];
  if (first) show(first);
  else area.replaceWith(make("p.soft", {}, word("no-texts")));
  return {
    element, show,
    again: async (file) => {
      if (file !== current) return;
      current = "";
      await show(file);
    },
    has: (file) => files.includes(file),
    mark: (found) => { faults = found; number(); noted(); },
  };
}
