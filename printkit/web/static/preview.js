// The preview of a kit, which follows every save.
import { make, title, word } from "/static/app.js";

export async function showPreview(main, id, facts) {
  const kit = facts.kits.find((each) => each.id === id);
  title(`${word("preview")}: ${kit?.title || id}`);
  const frame = make("iframe", { sandbox: "allow-scripts", title: word("preview") });
  const errors = make("div.panel", { role: "status", "aria-live": "polite" }, make("p", {}, word("drawing")));
  const sizes = make("select", { "aria-label": word("card-size"), hidden: "" });
  const beside = make("div", {}, make("p.soft", {}, word("follow")), sizes, errors);
  main.replaceChildren(make("div.preview", {}, frame, beside));
  let stream = null, shown = "";
  const follow = () => {
    stream?.close();
    const asked = `card=${encodeURIComponent(sizes.value)}`;
    stream = new EventSource(`/preview/${id}/events?${asked}`);
    stream.onmessage = (event) => {
      const state = JSON.parse(event.data);
      if (state.sizes.length && state.sizes.join() !== [...sizes.options].map((each) => each.value).join()) {
        const chosen = sizes.value;
        sizes.replaceChildren(...state.sizes.map((each) => make("option", { value: each }, each)));
        if (state.sizes.includes(chosen)) sizes.value = chosen;
      }
      sizes.hidden = sizes.options.length < 2;
      errors.replaceChildren(
        make("h3", {}, state.problems.length ? word("errors") : word("no-errors")),
        ...state.problems.map((each) => make("pre.failure", {}, each)));
      const page = `/preview/${id}?${asked}&${state.stamp}`;
      if (page !== shown) frame.src = page;
      shown = page;
    };
  };
  sizes.onchange = follow;
  follow();
  return () => stream.close();
}
