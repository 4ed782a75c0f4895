// The preview of a kit, which follows every save.
import { kept, make, title, word } from "./app.js";

export async function showPreview(main, id, facts) {
  const kit = facts.kits.find((each) => each.id === id);
  title(`${word("preview")}: ${kit?.title || id}`);
  const frame = make("iframe", { sandbox: "allow-scripts", title: word("preview") });
  const errors = make("div.panel", { role: "status", "aria-live": "polite" }, make("p", {}, word("drawing")));
  const sizes = make("select", { "aria-label": word("card-size"), hidden: "" });
  const beside = make("div", {}, make("p.soft", {}, word("follow")), sizes, errors);
  main.replaceChildren(make("div.preview", {}, frame, beside));
  let stream = null, drawn = false, state = null, asked = "";
  const tell = () => drawn && state && frame.contentWindow.postMessage(state, "*");
  // The frame gets what came while it was loading once it is there.
  frame.onload = () => { drawn = Boolean(frame.src); tell(); };
  const follow = () => {
    stream?.close();
    asked = `card=${encodeURIComponent(sizes.value)}`;
    drawn = false;
    stream = new EventSource(`preview/${id}/events?${asked}`);
    let stamp = "";
    stream.onmessage = (event) => {
      state = JSON.parse(event.data);
      if (state.sizes.length && state.sizes.join() !== [...sizes.options].map((each) => each.value).join()) {
        const chosen = sizes.value;
        sizes.replaceChildren(...state.sizes.map((each) => make("option", { value: each }, each)));
        if (state.sizes.includes(chosen)) sizes.value = chosen;
      }
      sizes.hidden = sizes.options.length < 2;
      errors.replaceChildren(
        make("h3", {}, state.problems.length ? word("errors") : word("no-errors")),
        ...state.problems.map((each) => make("pre.failure", {}, each.text)));
      // The first time, and where a server that was away has drawn other cards since.
      const afresh = state.sizes.length && !state.cards && state.stamp !== stamp && (!state.broken || !stamp);
      stamp = state.stamp || stamp;
      if (afresh) {
        drawn = false;
        frame.src = `preview/${id}?${asked}&${state.stamp}#inside=1&language=${kept.lang}&theme=${kept.theme}`;
      } else tell();
    };
  };
  sizes.onchange = follow;
  follow();
  const themes = new MutationObserver(() => drawn && frame.contentWindow.postMessage({ theme: kept.theme }, "*"));
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => (stream.close(), themes.disconnect());
}
