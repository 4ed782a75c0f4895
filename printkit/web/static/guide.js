// A first game with a guide: one step at a time in the side, moved on by what happens, or by "Next" where it is to be read.
import { filled, kept, make, remember, word } from "./app.js";
import { sign } from "./games.js";

export class Guide {
  /** `holder` is where the steps stand; `goOn` lets the game go on, `reload` shows the table anew. */
  constructor(table, holder, goOn, reload) {
    Object.assign(this, { table, holder, goOn, reload, since: null });
  }

  get on() {
    return kept.guide?.table === this.table;
  }

  get query() {
    return this.on ? "&guide=1" : "";
  }

  /** The step that is shown, its place among those that have come, and whether it waits to be read. */
  step(view) {
    const steps = view.guide?.steps ?? [];
    const at = view.over ? steps.length - 1 : Math.min(kept.guide.read, steps.length - 1);
    return { step: steps[at], at, last: at === steps.length - 1, read: kept.guide.read > at };
  }

  /** Whether something is to be read before the game goes on by itself. */
  holds(view) {
    if (!this.on || !view.guide || view.over) return false;
    const { step, read } = this.step(view);
    return !!step && !read && !step.choice;
  }

  show(view) {
    this.holder.hidden = !this.on || !view.guide;
    if (this.holder.hidden) return;
    this.pass(view);
    const { step, at, read } = this.step(view);
    const wait = !step.choice && !read && !view.over;
    const of = view.guide.of;
    const next = wait && make("button.main", { type: "button" }, word("guide.next"));
    if (next) next.onclick = () => (this.turn(at + 1), this.show(view), this.goOn());
    const end = make("button.leave", { type: "button" }, sign("less"), word(view.over ? "guide.close" : "guide.leave"));
    end.onclick = () => (remember({ guide: null }), this.show(view), this.reload());
    const number = view.over ? word("over") : filled("guide.step", { number: at + 1, of });
    const title = make("h2", {}, step.title);
    this.holder.setAttribute("aria-label", word("guide.first"));
    this.holder.replaceChildren(
      make("p.number", {}, make("b", {}, word("guide.first")), make("span", {}, number)),
      make("progress", { max: of, value: view.over ? of : at + 1, "aria-label": word("guide.progress") }),
      make("div", { "aria-live": "polite" }, title, make("p", {}, step.text)),
      make("p.row", {}, next, end));
    // On a phone the side may have been scrolled to what happened before.
    if (this.holder.dataset.step !== step.id) this.holder.closest(".side")?.scrollTo(0, 0);
    this.holder.dataset.step = step.id;
  }

  /** What was shown when the person went on without reading to its end is passed, once another step has come. */
  pass(view) {
    const { step, at, last, read } = this.step(view);
    if (this.since?.step !== step?.id) this.since = { step: step?.id, count: view.count };
    const passed = read || view.count > this.since.count;
    if (!last && passed && !view.over) {
      this.turn(at + 1);
      this.since = { step: view.guide.steps[at + 1].id, count: view.count };
    }
  }

  turn(read) {
    remember({ guide: { ...kept.guide, read } });
  }
}
