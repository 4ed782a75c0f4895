// Beside the table: the kit's rules, open at the place in force, and what the signs on the table mean.
import { $, ask, kept, make, remember, word } from "./app.js";
import { sign } from "./games.js";
import { textOf } from "./reading.js";

// What the panel can show, in the order of its tabs.
const TABS = ["rules", "legend"];

export class RulesPanel {
  /** `holder` is where the panel stands, `opener` gives the button that opens it. */
  constructor(holder, opener) {
    Object.assign(this, { holder, opener, view: null, body: make("div.body", { tabindex: "0" }) });
    holder.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /** What a table shows is shown here too; a kit without rules has no panel. */
  async show(view) {
    this.view = view;
    this.holder.hidden = !view.rules || !TABS.includes(kept.panel);
    if (!this.holder.hidden) await this.fill();
  }

  async toggle(tab = TABS[0]) {
    if (!this.view?.rules) return;
    if (!this.holder.hidden) return this.close();
    await this.turn(tab);
    this.body.focus({ preventScroll: true });
  }

  async turn(tab) {
    remember({ panel: tab });
    await this.show(this.view);
  }

  close() {
    remember({ panel: "" });
    this.holder.hidden = true;
    this.opener()?.focus();
  }

  async fill() {
    const { view } = this;
    const wanted = [view.rules, view.game, kept.lang, kept.panel].join(" ");
    if (this.filled !== wanted) {
      this.filled = wanted;
      this.place = "";
      this.frame();
      try {
        const made = await this[kept.panel]();
        if (this.filled === wanted) this.body.replaceChildren(...made);
      } catch (error) {
        this.filled = "";
        return this.body.replaceChildren(make("p.failure", { role: "alert" }, error.message));
      }
    }
    this.point();
  }

  frame() {
    const tabs = TABS.map((tab) => {
      const button = make("button", { type: "button", "aria-pressed": String(tab === kept.panel) }, word(`panel.${tab}`));
      button.onclick = () => this.turn(tab);
      return button;
    });
    this.now = make("button.jump", { type: "button" }, word("panel.now"));
    this.now.onclick = () => (this.place = "", this.point());
    const close = make("button.close", { type: "button", "aria-label": word("close-it") }, sign("less"));
    close.onclick = () => this.close();
    this.holder.setAttribute("aria-label", word("panel.label"));
    this.body.setAttribute("aria-label", word(`panel.${kept.panel}`));
    this.body.setAttribute("role", "region");
    this.holder.replaceChildren(make("div.tabs", {}, ...tabs, this.now, close), this.body);
    this.body.replaceChildren(make("p.soft", {}, "…"));
  }

  /** The kit's texts for the game; where a game builds on another's text, that one too. */
  async rules() {
    const { rules: kit, game, rule } = this.view;
    const { texts, language } = await ask(`api/rules/${kit}?lang=${kept.lang}`);
    const own = texts.filter((text) => !text.game || text.game === game || text.stem === rule?.text);
    const article = make("article", { lang: language }, ...own.map((text) => {
      const section = textOf(kit, text);
      section.dataset.stem = text.stem;
      return section;
    }));
    // A link of the text leads to its place in the panel: the table stays.
    article.addEventListener("click", (event) => {
      const anchor = event.target.closest("a[href^='#']")?.getAttribute("href").split("/").at(-1);
      if (!anchor) return;
      event.preventDefault();
      this.scroll($(`[id="at-${CSS.escape(anchor)}"]`, event.target.closest("section")));
    });
    return [article];
  }

  /** The game's suits, pieces and cards, each drawn and named. */
  async legend() {
    const { signs } = await ask(`api/legend/${this.view.game}?lang=${kept.lang}`);
    const kinds = [...new Set(signs.map(({ kind }) => kind))];
    const list = (kind) => make(`ul.signs.${kind}`, {}, ...signs.filter((each) => each.kind === kind).map((each) =>
      make("li", {}, picture(each), make("span", {}, make("b", {}, each.name), each.words && make("small", {}, each.words)))));
    if (!kinds.length) return [make("p.soft", {}, word("panel.no-signs"))];
    return kinds.flatMap((kind) => [make("h2", {}, word(`panel.${kind}`)), list(kind)]);
  }

  /** Mark the place in force, and go there when it is another one than before. */
  point() {
    const { rule } = this.view;
    const { panel } = kept;
    this.now.hidden = panel !== "rules" || !rule;
    for (const each of this.body.querySelectorAll(".in-force")) each.classList.remove("in-force");
    if (this.now.hidden) return;
    const found = $(`[data-stem="${rule.text}"] [id="at-${rule.anchor}"]`, this.body);
    found?.classList.add("in-force");
    const place = `${rule.text} ${rule.anchor}`;
    if (found && this.place !== place) this.scroll(found);
    this.place = place;
  }

  scroll(element) {
    if (element) this.body.scrollTop += element.getBoundingClientRect().top - this.body.getBoundingClientRect().top - 12;
  }
}

/** A sign on white paper; its name stands beside it. */
function picture({ box, svg, card }) {
  if (card) return make("img", { src: card, alt: "", loading: "lazy" });
  const paper = make("span.paper", { "aria-hidden": "true" });
  const [x, y, width, height] = box;
  paper.innerHTML = `<svg viewBox="${x} ${y} ${width} ${height}">${svg}</svg>`;
  return paper;
}
