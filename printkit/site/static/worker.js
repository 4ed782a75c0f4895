// The engine's worker: it loads Python and printkit, and answers what the page asks; a second one does long thinking.
import { python } from "./interpreter.js";
import { XzReadableStream } from "./xz.js";

const KINDS = { wasm: "application/wasm", json: "application/json", zip: "application/zip" };
let answer, py, thinking = new Map(), asked = 0, keepMemory;

/** A file by its bytes: as it was kept, else fetched as it lies packed, unpacked and kept. `count` hears of what came. */
async function unpacked(address, size, cache, count) {
  const kept = await cache?.match(address);
  if (kept) return (count(size), kept);
  const response = await fetch(`${address}.xz`);
  if (!response.ok) throw new Error(`${response.status}: ${address.pathname}`);
  const counted = new TransformStream({ transform: (chunk, out) => (count(chunk.length), out.enqueue(chunk)) });
  // All of it first: the unpacker takes one file at a time, and the others would wait on the way.
  const packed = await new Response(response.body.pipeThrough(counted)).blob();
  const bytes = await new Response(new XzReadableStream(packed.stream())).arrayBuffer();
  const made = () => new Response(bytes, { headers: { "content-type": KINDS[address.pathname.split(".").at(-1)] ?? "application/octet-stream" } });
  // Where there is no room for it, it is fetched the next time as well.
  cache?.put(address, made()).catch(() => {});
  return made();
}

async function load({ root, engine, packs, read, writes, fonts }) {
  const total = [...Object.values(engine.packed), ...packs.map((pack) => pack.size)].reduce((sum, size) => sum + size, 0);
  let done = 0, told = 0;
  const count = (length) => {
    done += length;
    if (done - told > total / 100 || done === total) postMessage({ kind: "progress", done: (told = done), total });
  };
  const folder = new URL(engine.folder, root);
  const cache = await caches.open(`printkit ${root}`).catch(() => null);
  const files = Object.fromEntries(Object.entries(engine.packed).map(([name, size]) => {
    const address = new URL(name, folder);
    return [address.href, [unpacked(address, size, cache, count)]];
  }));
  const tars = packs.map(async (pack) => (await unpacked(new URL(pack.path, root), pack.size, cache, count)).arrayBuffer());
  // The interpreter fetches its parts by itself: it gets them unpacked, and once more where it has to begin anew.
  const foreign = self.fetch;
  self.fetch = async (asked, how) => {
    const address = new URL(asked?.url ?? asked, folder), file = files[address.href];
    return file ? (file.pop() ?? unpacked(address, 0, cache, () => {})) : foreign(asked, how);
  };
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const whole = (name) => (fonts[name] ? awaited(new URL(fonts[name], root)) : undefined);
  // Only a page that knows kits of its visitor has their pictures.
  const more = Object.keys(fonts).length ? { whole, decode: (bytes, query) => decoded(new URL(`decode?${query}`, root), bytes) } : {};
  // It takes memory back, but does not make room for it.
  const roomy = (size) => async (settings) => {
    const made = await (await import(new URL("pyodide.asm.mjs", folder).href)).default(settings);
    made.growMemory(size);
    return made;
  };
  const start = async (memory) => {
    const begun = memory ? { _loadSnapshot: memory, createPyodideModule: roomy(memory.byteLength) } : { _makeSnapshot: !!cache };
    const made = await loadPyodide({ indexURL: folder.href, env: { HOME: "/home" }, ...begun });
    // It would hold it twice.
    delete made._api.config._loadSnapshot;
    return made;
  };
  const memory = new URL(engine.memory, root);
  try {
    py = await python(start, tars, { ...more, kept: cache && remembered(cache, memory) });
  } catch (error) {
    await cache?.delete(memory);
    throw error;
  }
  self.fetch = foreign;
  if (read) await mount(read, writes);
}
let keeps = false;

/** The memory of an interpreter that has begun: this start's is kept once the page is there. */
const remembered = (cache, address) => ({
  memory: cache.match(address).then((found) => found?.arrayBuffer()),
  keep: (bytes) => (keepMemory = () => ((keepMemory = undefined), cache.put(address, new Response(bytes)).catch(() => {}))),
});

/** The bytes of a file that Python waits for: a font, when a kit names it. */
function awaited(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${request.status}: ${address.pathname}`);
  return new Uint8Array(request.response);
}

/** The pixels of a picture, as the service worker decodes it while Python waits; null where it cannot. */
function decoded(address, bytes) {
  const request = new XMLHttpRequest();
  request.open("POST", address, false);
  request.responseType = "arraybuffer";
  request.send(bytes);
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

/** Games and kits are kept in the browser: the folder of what a page shows is in its database. */
async function mount(folder, writes) {
  py.FS.mkdirTree(folder);
  py.FS.mount(py.FS.filesystems.IDBFS, {}, folder);
  try {
    await synced(true);
    keeps = writes;
  } catch {
    postMessage({ kind: "unkept" });
  }
}
/** One at a time: what changed meanwhile is kept by the next. */
let keeping = Promise.resolve(), waiting = false;
function keep() {
  if (waiting) return keeping;
  waiting = true;
  return (keeping = keeping.then(() => ((waiting = false), synced(false)), () => (waiting = false)));
}
const synced = (read) => new Promise((done, failed) => py.FS.syncfs(read, (error) => (error ? failed(error) : done())));

// What is imported stays: nothing is looked for in it, then or later. The kits here were loaded when the site was written.
const FIRST = `
import gc
gc.disable()
from pathlib import Path
from pyodide.ffi import to_js
from printkit.kit.load import trust
from printkit.paths import templates_dir
trust(templates_dir().parent)
`;
const SERVE = `${FIRST}
from printkit.web.page import page_answerer
from printkit.web.page import Worker

async def think(asked):
    return (await hand_on(to_js(asked))).to_bytes()

answerer = page_answerer(Path(tables), Worker(think, end), Path(own) if own else None, Path(kits))

async def answer(method, path, query, body, gone):
    return to_js(await answerer(method, path, query, body.to_bytes(), gone))
gc.freeze()
gc.enable()
answer
`;
const THINK = `${FIRST}
from printkit.jobs.play.advise import advise
from printkit.web.page import thought
gc.freeze()
gc.enable()
lambda asked: to_js(thought(asked.to_bytes()))
`;

/** The second worker does it; the page, which has made it, hands it on. */
function handOn(bytes) {
  return new Promise((done, failed) => (thinking.set(++asked, { done, failed }), postMessage({ kind: "think", id: asked, bytes }, [bytes.buffer])));
}
function fail(reason) {
  for (const { failed } of thinking.values()) failed(new Error(reason));
  thinking.clear();
}
function end() {
  fail("ended");
  postMessage({ kind: "end" });
}

async function respond({ method, path, query, body }, port) {
  const gone = new Promise((over) => (port.onmessage = over));
  try {
    const [status, headers, bytes] = await answer(method, path, query, new Uint8Array(body), gone);
    // What somebody makes is kept before it is said to be.
    if (status === 201 && keeps) await keep();
    port.postMessage({ status, headers, body: bytes });
    if (method !== "GET" && status !== 201 && keeps) await keep();
  } catch (error) {
    port.postMessage({ status: 500, headers: [["content-type", "application/json"]], body: new TextEncoder().encode(JSON.stringify({ error: String(error).slice(-400) })) });
  }
}

const wishes = {
  async serve(wish) {
    await load(wish);
    const given = py.toPy({ tables: wish.folders.kept, kits: wish.folders.own, own: wish.own });
    given.set("hand_on", handOn);
    given.set("end", end);
    answer = await py.runPythonAsync(SERVE, { globals: given });
    postMessage({ kind: "ready" });
    keepMemory?.();
  },
  async thinker(wish) {
    await load(wish);
    const think = await py.runPythonAsync(THINK);
    wishes.think = ({ id, bytes }) => {
      const thought = think(bytes);
      postMessage({ kind: "thought", id, bytes: thought }, [thought.buffer]);
    };
    postMessage({ kind: "ready" });
    keepMemory?.();
  },
  thought: ({ id, bytes }) => (thinking.get(id)?.done(bytes), thinking.delete(id)),
  lost: ({ text }) => fail(text),
  request: (wish, [port]) => respond(wish, port),
};
self.onmessage = async ({ data, ports }) => {
  try {
    await wishes[data.kind](data, ports);
  } catch (error) {
    postMessage({ kind: "failure", text: String(error).slice(-1500) });
  }
};
