// A text of a kit in CodeMirror: colours, undo, search, what may stand at the caret, and faults at their lines.
import { offered } from "./complete.js";
import { make } from "./page.js";

// What CodeMirror says, for which we have words.
const PHRASES = ["Find", "Replace", "next", "previous", "all", "match case", "regexp", "by word", "replace", "replace all", "close", "current match", "on line", "replaced match on line $", "replaced $ matches", "Completions", "Diagnostics", "No diagnostics", "Go to line", "go"];
const FONT = 'ui-monospace, "DejaVu Sans Mono", monospace';
// Its tokens are those of style.css: they reach into the shadow tree, where the page's own rules do not.
const LOOK = {
  "&": { flex: "1", minWidth: "0", color: "var(--text)", backgroundColor: "var(--ground)", fontSize: ".875rem" },
  "&.cm-focused": { outline: "0" },
  ".cm-scroller": { fontFamily: FONT, lineHeight: "1.6" },
  ".cm-content": { padding: "12px 0", caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--text-2)", borderRight: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--panel)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--accent-soft)", outline: "2px solid var(--accent)" },
  ".cm-matchingBracket": { outline: "1px solid var(--line-strong)" },
  ".cm-panels, .cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", borderColor: "var(--line-strong)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: FONT, maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "6px 10px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-completionInfo": { fontFamily: "var(--body)", maxWidth: "20rem", padding: "6px 10px" },
  ".cm-diagnostic": { fontFamily: "var(--body)", borderLeftColor: "var(--bad)" },
  ".cm-textfield, .cm-button": { minHeight: "2rem", padding: "2px 8px", font: "inherit", color: "inherit", background: "var(--raised)", border: "1px solid var(--line-strong)", borderRadius: "var(--r)" },
  ".cm-panels :focus-visible": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  ".cm-panel.cm-search": { padding: "8px 40px 8px 8px", font: "var(--t-s) var(--body)" },
  ".cm-panel.cm-search label": { display: "inline-flex", gap: "4px", alignItems: "center", fontSize: "inherit" },
  ".cm-panel.cm-search [name=close]": { color: "inherit", width: "2rem", height: "2rem" },
};

/** `change(text)` is called with what is typed, `leave()` when a key leaves the text. */
export function coded(code, { change, leave, word }) {
  const { EditorState, EditorView, Annotation, HighlightStyle, tags } = code;
  const element = make("div.text"), root = element.attachShadow({ mode: "open" });
  const view = new EditorView({ root, parent: root }), states = new Map(), outside = Annotation.define();
  let current = "", schema = null;

  const colours = HighlightStyle.define([
    { tag: tags.atom, color: "var(--accent)", fontWeight: "700" },
    { tag: tags.string, color: "var(--good)" },
    { tag: tags.number, color: "var(--warn)" },
    { tag: tags.comment, color: "var(--text-2)", fontStyle: "italic" },
  ]);
  /** What may stand at the caret: at once where a word or a value has begun, else when it is asked for. */
  function complete({ state, pos, explicit }) {
    const { from, words, value } = schema ? offered(schema, state.doc.toString(), pos) : { words: [] };
    if (!words.length || !(explicit || value || from < pos)) return null;
    const quoted = state.sliceDoc(from - 1, from) === '"';
    const put = (text) => (!value ? `${text} = ` : quoted || ["true", "false"].includes(text) ? text : `"${text}"`);
    return { from, options: words.map(({ word: label, about }) => ({ label, info: about || undefined, apply: put(label) })) };
  }
  const extensions = [
    code.lineNumbers(), code.lintGutter(), code.history(), code.drawSelection(), code.highlightActiveLine(), code.highlightActiveLineGutter(),
    code.bracketMatching(), code.highlightSelectionMatches(), code.search({ top: true }), code.autocompletion({ override: [complete], icons: false }),
    code.keymap.of([...code.completionKeymap, ...code.searchKeymap, ...code.lintKeymap, ...code.historyKeymap, { key: "Escape", run: () => (leave(), true) }, ...code.defaultKeymap]),
    code.syntaxHighlighting(colours), EditorView.theme(LOOK), EditorState.tabSize.of(4),
    EditorState.phrases.of(Object.fromEntries(PHRASES.map((each) => [each, word(`editor.${each.toLowerCase().replace(/ \$/, "").replaceAll(" ", "-")}`)]))),
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (docChanged && !transactions.some((each) => each.annotation(outside))) change(state.doc.toString());
    }),
  ];
  const begun = (text, label) => EditorState.create({ doc: text, extensions: [...extensions,
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, "aria-description": word("editor.leave") }), /\.toml$/.test(current) ? code.StreamLanguage.define(code.toml) : []] });
  return {
    element,
    text: () => view.state.doc.toString(),
    /** What was undone of a file can be done again when it is shown again; what changed elsewhere is one more step. */
    put(file, text, label, allowed) {
      if (current) states.set(current, view.state);
      [current, schema] = [file, allowed];
      view.setState(states.get(file) ?? begun(text, label));
      if (view.state.doc.toString() !== text) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: outside.of(true) });
    },
    go(line) {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
    /** Faults with their lines; one without stays where it is listed. */
    mark(faults) {
      const { doc } = view.state;
      const marks = faults.filter(({ line }) => line > 0 && line <= doc.lines).map(({ line, text }) => ({ ...where(doc.line(line)), severity: "error", message: text }));
      view.dispatch(code.setDiagnostics(view.state, marks));
    },
  };
}

/** A line without what it begins with. */
function where({ from, to, text }) {
  return { from: from + text.length - text.trimStart().length, to };
}
