// Links that hold a deal or a record. All of it stands behind the #, which a browser sends to nobody.
import { ask, copy, make, word } from "./app.js";

const VERSION = "1";
// Characters of a link, and bytes of what it holds: as many as a record file may have.
const LONGEST = 400_000, LARGEST = 1_000_000;
const LINK = /#(deal|record)=([^.]*)\.(.*)$/s;

export const isLink = (text) => LINK.test(text);

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

async function packed(text) {
  const bytes = new Uint8Array(await new Response(through(text, new CompressionStream("deflate-raw"))).arrayBuffer());
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_", "=": "" })[sign]);
}

/** The text that was packed; a stream that goes on for too long is left as soon as it does. */
async function unpacked(text) {
  if (text.length > LONGEST) throw new Error(word("link.long"));
  const parts = [];
  let size = 0;
  try {
    const bytes = Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => ({ "-": "+", _: "/" })[sign])), (each) => each.charCodeAt(0));
    const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      size += value.length;
      if (size > LARGEST) {
        reader.cancel();
        break;
      }
      parts.push(value);
    }
    if (size <= LARGEST) return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
  } catch {
    throw new Error(word("link.damaged"));
  }
  throw new Error(word("link.long"));
}

function dealOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(word("link.damaged"));
  }
}

/** Go to the table a link holds, a new one; an Error says in words why there is none. */
export async function openLink(link) {
  const [, kind, version, held] = link.trim().match(LINK);
  if (version !== VERSION) throw new Error(word("link.version"));
  const text = await unpacked(held);
  const { id } = kind === "deal" ? await ask("api/tables", dealOf(text)) : await ask("api/open", { text });
  // Going back leads to where one came from, not to one more table.
  location.replace(`#/table/${id}`);
}

const HOLDS = {
  deal: ({ view }) => JSON.stringify({ game: view.game, options: view.options, players: Object.values(view.players), deal: view.deal }),
  record: async ({ id }) => (await fetch(`api/tables/${id}/record`)).text(),
};

/** A button that copies a link to a table's deal or record; nothing where this browser cannot pack. */
export function copyLink(kind, table) {
  if (!("CompressionStream" in window)) return null;
  const button = make("button", { type: "button", "data-link": kind }, word(`link.${kind}`));
  button.onclick = async () => {
    const held = await packed(await HOLDS[kind](table));
    await copy(`${location.origin}${location.pathname}#${kind}=${VERSION}.${held}`, button);
  };
  return button;
}
