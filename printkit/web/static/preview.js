// The preview of a kit, which follows every save.
import { make, title, word } from "/static/app.js";

export async function showPreview(main, id, facts) {
  const kit = facts.kits.find((each) => each.id === id);
  title(`${word("preview")}: ${kit?.title || id}`);
  const frame = make("iframe", { sandbox: "allow-scripts", title: word("preview"), src: `/preview/${id}` });
  const errors = make("div.panel", { role: "status", "aria-live": "polite" });
  main.replaceChildren(make("div.preview", {}, frame, make("div", {}, make("p.soft", {}, word("follow")), errors)));
  const stream = new EventSource(`/preview/${id}/events`);
  let shown = "";
  stream.onmessage = (event) => {
    const state = JSON.parse(event.data);
    errors.replaceChildren(
      make("h3", {}, state.problems.length ? word("errors") : word("no-errors")),
      ...state.problems.map((each) => make("pre.failure", {}, each)));
    if (shown && state.stamp !== shown) frame.src = `/preview/${id}?${state.stamp}`;
    shown = state.stamp;
  };
  return () => stream.close();
}
