// The files of a kit beside its cards: tabs, and the text of the one that is open with its faults.
import { coded } from "./code.js";
import { make } from "./page.js";

/** A text without CodeMirror, where that was never fetched. */
function plain({ change, leave }) {
  const area = make("textarea", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off" });
  area.oninput = () => change(area.value);
  area.onkeydown = ({ key }) => key === "Escape" && leave();
  return {
    element: make("div.text", {}, area),
    text: () => area.value,
    put: (_, text, label) => (area.setAttribute("aria-label", label), area.value === text || (area.value = text)),
    go(line) {
      const rows = area.value.split("\n"), start = rows.slice(0, line - 1).join("\n").length + (line > 1);
      area.focus();
      area.setSelectionRange(start, start + rows[line - 1].length);
    },
    mark: () => {},
  };
}

/** `read(file)` gives a text, `schema(file)` what may stand in it, `change(file, text)` is told of another; `mark` shows faults at their lines. */
export function editor({ files, read, schema, change, label, word }) {
  const notes = make("div.notes", { role: "status" });
  const tabs = make("div.tabs", { role: "group", "aria-label": label });
  const element = make("div.editor", {}, tabs, notes);
  const loaded = import("../editor/index.js").catch(() => ({})).then((code) => {
    // Tab goes on to the next thing, as everywhere.
    const typed = (text) => (texts.set(current, text), change(current, text));
    const own = { change: typed, leave: () => tabs.firstChild.focus(), word };
    const surface = code.EditorView ? coded(code, own) : plain(own);
    if (files.length) notes.before(surface.element);
    return surface;
  });
  // What was typed, which may not be kept yet.
  const texts = new Map();
  let current = "", faults = [], turn = 0;

  async function noted() {
    const surface = await loaded;
    const own = faults.filter((each) => each.file === current).map(({ line, key, text }) => ({ line, text: key.startsWith("row ") ? text : `${key} ${text}`.trim() }));
    surface.mark(own);
    notes.replaceChildren(...own.slice(0, 6).map((each) => make("p", {}, each.line ? `${each.line}: ${each.text}` : each.text)));
  }
  /** A file, at a line or at the row that an id stands in. */
  async function show(file, line = 0, id = "") {
    const mine = (turn += 1);
    const [surface, text, rules] = await Promise.all([loaded, texts.get(file) ?? read(file), schema(file)]);
    if (mine !== turn) return;
    current = file;
    surface.put(file, text, `${label}: ${file}`, rules);
    for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.textContent === file));
    noted();
    const at = line || surface.text().split("\n").findIndex((row) => id && row.includes(`"${id}"`)) + 1;
    if (at) surface.go(at);
  }
  for (const file of files) {
    const tab = make("button", { type: "button" }, file);
    tab.onclick = () => show(file);
    tabs.append(tab);
  }
  const first = files.find((each) => each === "layout.toml") ?? files[0];
  if (first) show(first);
  else notes.before(make("p.soft", {}, word("no-texts")));
  return {
    element, show,
    again: async (file) => {
      texts.delete(file);
      if (file === current) await show(file);
    },
    has: (file) => files.includes(file),
    mark: (found) => { faults = found; noted(); },
  };
}
