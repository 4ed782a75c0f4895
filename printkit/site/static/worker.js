// The engine's worker: it loads Python and printkit, and answers what the page asks; a second one does long thinking.
import { python } from "./interpreter.js";
import { XzReadableStream } from "./xz.js";

const KINDS = { wasm: "application/wasm", json: "application/json", zip: "application/zip" };
let answer, py, thinking = new Map(), asked = 0, keepMemory, forget;
// What a memory has beside it.
const BESIDE = "printkit-beside";

/** A file's bytes: as it was kept, else fetched as it lies packed, unpacked and kept. */
async function unpacked({ address, size }, cache, count) {
  const kept = await cache?.match(address);
  if (kept) return (count(size), kept.arrayBuffer());
  const bytes = await unpack(await packed(address, count));
  // Where there is no room for it, it is fetched the next time as well.
  cache?.put(address, new Response(bytes)).catch(() => {});
  return bytes;
}

/** All of it first: the unpacker takes one file at a time, and the others would wait on the way. `count` hears of what came. */
async function packed(address, count) {
  const response = await fetch(`${address}.xz`);
  if (!response.ok) throw new Error(`${response.status}: ${new URL(address).pathname}`);
  const counted = new TransformStream({ transform: (chunk, out) => (count(chunk.length), out.enqueue(chunk)) });
  return new Response(response.body.pipeThrough(counted)).blob();
}
const unpack = (blob) => new Response(new XzReadableStream(blob.stream())).arrayBuffer();

/** The files that a start needs, in the order in which it needs them. */
const needed = ({ root, engine, packs }) => [
  ...Object.entries(engine.packed).map(([name, size]) => ({ address: new URL(name, new URL(engine.folder, root)).href, size })),
  ...packs.map(({ path, size }) => ({ address: new URL(path, root).href, size })),
];

/** Tells the page how much of the files has come. */
function counter(files) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0, told = 0;
  return (length) => {
    done += length;
    if (done - told > total / 100 || done === total) postMessage({ kind: "progress", done: (told = done), total });
  };
}

const opened = ({ root }) => caches.open(`printkit ${root}`).catch(() => null);

/** What another worker unpacks: it began while this one could not. */
function brought(port) {
  const waiting = {};
  port.onmessage = ({ data: { address, bytes, failure } }) => (bytes ? waiting[address].done(bytes) : waiting[address].failed(new Error(failure)));
  return ({ address }) => new Promise((done, failed) => (waiting[address] = { done, failed }));
}

async function load(wish, port) {
  const { kind, root, engine, packs, own, read, writes, fonts } = wish;
  const folder = new URL(engine.folder, root), cache = await opened(wish), wanted = needed(wish);
  const count = counter(wanted), bring = port ? brought(port) : (file) => unpacked(file, cache, count);
  const files = new Map(wanted.map((file) => [file.address, bring(file)]));
  const tars = packs.map(({ path }) => files.get(new URL(path, root).href));
  // The interpreter fetches its parts by itself: it gets them unpacked.
  const foreign = self.fetch;
  self.fetch = async (asked, how) => {
    const { href, pathname } = new URL(asked?.url ?? asked, folder), bytes = await files.get(href);
    return bytes ? new Response(bytes, { headers: { "content-type": KINDS[pathname.split(".").at(-1)] } }) : foreign(asked, how);
  };
  const [{ loadPyodide }, { default: make }] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(new URL(name, folder).href)));
  const start = (how) => loadPyodide({ indexURL: folder.href, env: { HOME: "/home" }, ...how });
  const whole = (name) => (fonts[name] ? awaited(new URL(fonts[name], root)) : undefined);
  // Only a page that knows kits of its visitor has their pictures.
  const more = Object.keys(fonts).length ? { whole, decode: (bytes, query) => decoded(new URL(`decode?${query}`, root), bytes) } : {};
  py = await python({ load: start, make }, tars, { own, ...more, ...(cache && remembered(cache, new URL(engine.memory, root), kind)) });
  self.fetch = foreign;
  if (read) await mount(read, writes);
}
let keeps = false;

/** The memory of an interpreter that has begun. The second worker keeps it, once it is there: nobody waits for that one yet. */
function remembered(cache, address, kind) {
  const found = cache.match(address);
  forget = () => cache.delete(address);
  return {
    memory: found.then((kept) => kept && { ...JSON.parse(kept.headers.get(BESIDE)), stream: kept.body }).catch(() => undefined),
    keep: kind === "thinker" && (({ bytes, ...more }) => (keepMemory = () => ((keepMemory = undefined), cache.put(address, new Response(bytes, { headers: { [BESIDE]: JSON.stringify(more) } })).catch(() => {})))),
  };
}

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

// What is imported stays: nothing is looked for in it, then or later.
const FIRST = `
import gc
gc.disable()
from pathlib import Path
from pyodide.ffi import to_js
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
  async unpacker(wish, [port]) {
    const files = needed(wish), cache = await opened(wish), count = counter(files);
    // What is needed first comes first; the next is on its way meanwhile.
    const coming = [];
    for (const [at, { address }] of files.entries()) {
      coming.push((coming[at - 2] ?? Promise.resolve()).then(() => packed(address, count)));
      coming[at].catch(() => {});
    }
    for (const [at, { address }] of files.entries()) {
      try {
        const bytes = await unpack(await coming[at]);
        cache?.put(address, new Response(bytes)).catch(() => {});
        port.postMessage({ address, bytes }, [bytes]);
      } catch (error) {
        port.postMessage({ address, failure: String(error) });
      }
    }
  },
  async serve(wish, [port]) {
    await load(wish, port);
    const given = py.toPy({ tables: wish.folders.kept, kits: wish.folders.own, own: wish.own });
    given.set("hand_on", handOn);
    given.set("end", end);
    answer = await py.runPythonAsync(SERVE, { globals: given });
    postMessage({ kind: "ready" });
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
    // Nor does a later start begin with what failed.
    await forget?.();
    postMessage({ kind: "failure", text: String(error).slice(-1500) });
  }
};
