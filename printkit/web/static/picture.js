// The picture of a table: things patched in by their places, moved where they went, chosen by click, touch and keys.
const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** An element of a drawing. */
export function node(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A drawing to look at alone, in a holder; its ids are its own. */
export function smallPicture(holder, { width, height, ground, things }) {
  const root = holder.shadowRoot ?? holder.attachShadow({ mode: "open" });
  const svg = node("svg", { viewBox: `-1 -1 ${width + 2} ${height + 2}`, width: "100%", height: "100%", "aria-hidden": "true" });
  const layer = svg.appendChild(node("g"));
  layer.innerHTML = ground;
  for (const { box: [x, y], svg: inside } of things) {
    const group = svg.appendChild(node("g", { transform: `translate(${x} ${y})` }));
    group.innerHTML = inside;
  }
  root.replaceChildren(svg);
}

export class Picture {
  /** `choose(thing)` and `look(thing)` are called with what was clicked: a thing with an action, or a card to look at. */
  constructor(holder, choose, look) {
    this.svg = node("svg", { role: "group" });
    this.ground = this.svg.appendChild(node("g"));
    this.layer = this.svg.appendChild(node("g"));
    this.tags = this.svg.appendChild(node("g", { "aria-hidden": "true" }));
    this.things = new Map();
    this.shown = "";
    Object.assign(this, { choose, look });
    holder.append(this.svg);
    this.svg.addEventListener("click", (event) => (this.dragged ? (this.dragged = false) : this.#picked(event.target)));
    this.svg.addEventListener("pointerdown", (event) => this.#drag(event));
    this.svg.addEventListener("contextmenu", (event) => {
      const thing = this.#at(event.target);
      if (thing?.card) { event.preventDefault(); look(thing); }
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Show a drawing; what went from one place to another is seen going there. */
  paint(drawing, name, moving) {
    this.svg.setAttribute("viewBox", `-1 -1 ${drawing.width + 2} ${drawing.height + 2}`);
    this.svg.setAttribute("aria-label", name);
    if (this.shown !== drawing.ground) this.ground.innerHTML = this.shown = drawing.ground;
    const before = this.things;
    this.things = new Map();
    let previous = null;
    for (const thing of drawing.things) {
      const old = before.get(thing.id);
      const group = old?.group ?? this.#made(thing);
      if (old?.svg !== thing.svg) group.children[1].innerHTML = thing.svg;
      const [x, y, width, height] = thing.box;
      group.setAttribute("transform", `translate(${x} ${y})`);
      group.setAttribute("aria-label", thing.words);
      for (const rect of [group.firstChild, group.lastChild]) for (const [key, value] of Object.entries({ width, height })) rect.setAttribute(key, value);
      const after = previous ? previous.nextSibling : this.layer.firstChild;
      if (after !== group) this.layer.insertBefore(group, after);
      previous = group;
      this.things.set(thing.id, { ...thing, group });
    }
    for (const [id, old] of before) if (!this.things.has(id)) old.group.remove();
    this.tags.replaceChildren();
    if (moving && !still.matches) this.#move(before);
    this.#tabs();
  }

  /** Mark what may be chosen now (`live`), what has been, what was advised, and where the last action was. */
  mark({ live, ...others }) {
    for (const [id, { group, card }] of this.things) {
      const is = { live: live.has(id), ...Object.fromEntries(Object.entries(others).map(([name, ids]) => [name, ids.has(id)])) };
      for (const [name, on] of Object.entries(is)) group.classList.toggle(name, on);
      group.classList.toggle("look", !is.live && !!card);
      group.setAttribute("role", is.live || is.chosen ? "button" : "img");
      if (is.live || is.chosen) group.setAttribute("aria-pressed", String(is.chosen));
      else group.removeAttribute("aria-pressed");
    }
    this.live = live;
    this.#tabs();
  }

  /** Pills with a chance on the things whose ids they name. */
  tag(chances) {
    this.tags.replaceChildren(...[...chances].filter(([id]) => this.things.has(id)).map(([id, text]) => {
      const [x, y, width, height] = this.things.get(id).box;
      const size = width * 0.22;
      const pill = node("g", { class: "tag", transform: `translate(${x + width / 2} ${y + height - size * 0.8})` });
      pill.append(node("rect", { x: -size * 1.6, y: -size * 0.72, width: size * 3.2, height: size * 1.44, rx: size * 0.72 }),
        node("text", { y: size * 0.34, "font-size": size, "text-anchor": "middle" }));
      pill.lastChild.textContent = text;
      return pill;
    }));
  }

  #made(thing) {
    const group = node("g", { id: `thing-${thing.id}`, class: "thing", role: "img", tabindex: -1 });
    group.dataset.id = thing.id;
    group.append(node("rect", { class: "under" }), node("g", { "aria-hidden": "true" }), node("rect", { class: "hit", rx: 0.8 }));
    return group;
  }

  #at(target) {
    return this.things.get(target.closest?.(".thing")?.dataset.id);
  }

  #picked(target) {
    const thing = this.#at(target);
    if (!thing) return;
    if (thing.group.classList.contains("live") || thing.group.classList.contains("chosen")) this.choose(thing);
    else if (thing.card) this.look(thing);
    else this.choose(null);
  }

  /** What may be chosen can be dragged to where it goes. */
  #drag(down) {
    const thing = this.#at(down.target);
    this.dragged = false;
    if (down.button || !thing?.group.matches(".live, .chosen")) return;
    const scale = this.svg.viewBox.baseVal.width / this.svg.getBoundingClientRect().width;
    const move = ({ clientX, clientY }) => {
      const [dx, dy] = [clientX - down.clientX, clientY - down.clientY];
      if (!this.dragged && Math.hypot(dx, dy) < 8) return;
      if (!this.dragged) {
        this.dragged = true;
        if (!thing.group.matches(".chosen")) this.choose(thing);
        thing.group.classList.add("dragged");
        this.layer.append(thing.group);
      }
      thing.group.children[1].setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
    };
    const end = ({ type, clientX, clientY }) => {
      for (const [name, heard] of listeners) removeEventListener(name, heard);
      if (!this.dragged) return;
      thing.group.classList.remove("dragged");
      thing.group.children[1].removeAttribute("transform");
      const target = type === "pointerup" && this.#at(document.elementFromPoint(clientX, clientY) ?? this.svg);
      if (target && target !== thing && target.group.matches(".live")) this.choose(target);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, heard] of listeners) addEventListener(name, heard);
  }

  /** One thing is reached by Tab, the others from it by arrow keys. */
  #tabs() {
    const all = [...this.things.values()];
    const current = all.find((each) => each.group === document.activeElement)
      ?? all.find((each) => this.live?.has(each.id)) ?? all[0];
    for (const each of all) each.group.setAttribute("tabindex", each === current ? 0 : -1);
  }

  #key(event) {
    const thing = this.#at(event.target);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (!thing) return;
    if (event.key === "Enter" || event.key === " ") this.#picked(event.target);
    else if (event.key === "Escape") this.choose(null);
    else if (event.key === "z" && thing.card) this.look(thing);
    else if (ways[event.key]) this.#go(thing, ways[event.key]);
    else return;
    event.preventDefault();
  }

  #go(from, [right, down]) {
    const middle = ({ box: [x, y, width, height] }) => [x + width / 2, y + height / 2];
    const [x, y] = middle(from);
    let best = null;
    for (const each of this.things.values()) {
      const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
      const along = dx * right + dy * down, aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (along > 0.5 && (!best || along + 2.5 * aside < best.far)) best = { far: along + 2.5 * aside, group: each.group };
    }
    best?.group.focus();
    this.#tabs();
  }

  #move(before) {
    const gone = [...before.values()].filter((old) => old.what && this.things.get(old.id)?.what !== old.what);
    const piles = [...before.values()].filter((old) => !old.what && old.svg !== this.things.get(old.id)?.svg && old.box[2]);
    for (const thing of this.things.values()) {
      const old = before.get(thing.id);
      let from = null;
      if (thing.what && old?.what !== thing.what) {
        const at = gone.findIndex((each) => each.what === thing.what);
        from = at >= 0 ? gone.splice(at, 1)[0] : piles.find((pile) => pile.id !== thing.id && this.things.has(pile.id));
      } else if (old && (old.box[0] !== thing.box[0] || old.box[1] !== thing.box[1])) from = old;
      if (!from || !before.size) continue;
      const place = ([x, y, width], scale) => `translate(${x}px, ${y}px) scale(${scale})`;
      const scale = from.box[2] / thing.box[2] || 1;
      thing.group.animate(
        [{ transform: place(from.box, scale) }, { transform: place(thing.box, 1) }],
        { duration: 180, easing: "cubic-bezier(.3, .7, .3, 1)" });
    }
  }
}
