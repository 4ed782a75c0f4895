// Starts the engine behind a page: its service worker, the worker that answers, one that thinks; then the page itself.
const config = await (await fetch(new URL("../engine.json", import.meta.url))).json();
const root = new URL(config.root, new URL("../engine.json", import.meta.url));
const memory = JSON.parse(localStorage.getItem("printkit") || "{}");
const lang = memory.lang ?? (navigator.language.startsWith("ja") ? "ja" : "en");
const word = (key, values = {}) => config.words[lang][key].replace(/<(\w+)>/g, (_, name) => values[name]);
const page = document.querySelector("meta[name=printkit-page]").content;
const main = document.querySelector("#main");
const MEGA = 1e6, REST = 4000;
// What a page writes to the browser's database: games, kits, or nothing.
const WRITES = page.endsWith("make.js") ? "own" : page.endsWith("print.js") ? "" : "kept";
let engine, thinker, progress, ready = Promise.withResolvers?.() ?? deferred();

function deferred() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

function tell(text, role = "status") {
  const line = Object.assign(document.createElement("p"), { className: role === "alert" ? "failure" : "soft", textContent: text });
  line.setAttribute("role", role);
  main.replaceChildren(line);
  return line;
}

/** How much has come, in a line of its own. */
function showProgress({ done, total } = {}) {
  if (!progress?.isConnected) {
    progress = Object.assign(document.createElement("progress"), { max: 1, value: 0 });
    progress.setAttribute("aria-label", word("engine.begun"));
    tell("").append("", progress);
  }
  if (!total) return;
  progress.previousSibling.data = `${done < total ? word("engine.progress", { done: (done / MEGA).toFixed(0), total: (total / MEGA).toFixed(0) }) : word("engine.unpacking")} `;
  progress.value = done / total;
}

/** A worker made from a blob: it inherits the page's policy, as one from an address does not. */
function worker() {
  const source = `import ${JSON.stringify(new URL("worker.js", import.meta.url).href)}; postMessage({ kind: "loaded" });`;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const made = new Worker(address, { type: "module" });
  made.onerror = (event) => ready.reject(new Error(event.message || word("engine.failed")));
  return made;
}

function begin(kind, made, ports = []) {
  const { engine: own, own: folder } = config;
  // Kits that people bring are made on one page, and printed on another.
  const bring = page.endsWith("make.js") || (page.endsWith("print.js") && localStorage.getItem("printkit-own"));
  const packs = config.packs.filter(({ only, own: ones }) => (!only || (kind === "thinker" && page.endsWith(only))) && (!ones || bring));
  const folders = { kept: `/kept${root.pathname}`, own: `/own${root.pathname}` };
  const read = kind !== "serve" ? "" : bring ? folders.own : WRITES ? folders.kept : "";
  made.postMessage({ kind, root: root.href, engine: own, packs, own: folder, folders, read, writes: !!WRITES, fonts: bring ? config.fonts : {} }, ports);
}

/** On a first visit: while the browser installs the service worker, that the interpreter waits for, the files come and are unpacked. */
function startUnpacker() {
  const made = worker(), { port1, port2 } = new MessageChannel();
  made.onmessage = ({ data }) => {
    if (data.kind === "loaded") begin("unpacker", made, [port1]);
    if (data.kind === "progress") showProgress(data);
    if (data.kind === "failure") ready.reject(new Error(data.text));
  };
  return { worker: made, port: port2 };
}

/** A fresh one waits while the table is played; what it is asked before it is ready waits for it. */
function startThinker() {
  thinker = worker();
  const waiting = [];
  let awake = false;
  thinker.onmessage = ({ data }) => {
    if (data.kind === "loaded") begin("thinker", thinker);
    if (data.kind === "ready") (awake = true, waiting.splice(0).forEach(([wish, more]) => thinker.postMessage(wish, more)));
    if (data.kind === "failure") engine.postMessage({ kind: "lost", text: data.text });
    if (data.kind === "thought") engine.postMessage({ ...data }, [data.bytes.buffer]);
  };
  thinker.ask = (wish, more) => (awake ? thinker.postMessage(wish, more) : waiting.push([wish, more]));
  return thinker;
}

function startEngine(ports) {
  engine = worker();
  engine.onmessage = ({ data }) => {
    if (data.kind === "loaded") begin("serve", engine, ports);
    if (data.kind === "progress") showProgress(data);
    if (data.kind === "ready") ready.resolve();
    if (data.kind === "unkept") main.before(Object.assign(document.createElement("p"), { className: "soft", role: "status", textContent: word("engine.not-kept") }));
    if (data.kind === "failure") ready.reject(new Error(data.text));
    if (data.kind === "think") (thinker ?? startThinker()).ask({ ...data }, [data.bytes.buffer]);
    if (data.kind === "end") (thinker?.terminate(), startThinker());
  };
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.kind !== "request") return;
    ready.promise.then(() => engine.postMessage(data, [ports[0], data.body]), () => ports[0].postMessage({ status: 503, headers: [], body: new ArrayBuffer(0) }));
  });
  navigator.serviceWorker.startMessages();
}

/** A newer version waits until it is asked for, so that no game is broken off. */
function watch(registered) {
  const offer = () => {
    if (!registered.waiting || !navigator.serviceWorker.controller || document.querySelector(".update")) return;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: word("engine.reload") });
    button.onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      registered.waiting.postMessage("take over");
    };
    const line = Object.assign(document.createElement("p"), { className: "update", textContent: `${word("engine.update")} ` });
    line.setAttribute("role", "status");
    line.append(button);
    main.before(line);
  };
  offer();
  registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", offer));
}

/** Delete all that this site keeps in the browser: games, settings, the engine itself; then begin anew. */
async function forget() {
  for (const each of [engine, thinker]) each?.terminate();
  // As the file system of the worker calls it: without the last slash.
  for (const folder of ["kept", "own"]) {
    const name = `/${folder}${root.pathname}`.replace(/\/$/, "");
    // Where another tab reads it, it goes with that.
    await new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onblocked: done }));
  }
  for (const key of Object.keys(localStorage)) if (key.startsWith("printkit")) localStorage.removeItem(key);
  for (const name of await caches.keys()) if (name === `printkit ${root.href}`) await caches.delete(name);
  await (await navigator.serviceWorker.getRegistration(root.href))?.unregister();
  location.replace(root);
}
document.addEventListener("printkit-forget", forget);

/** One tab at a time writes: each has its own copy in memory, and would put it in the place of the other's. */
function alone() {
  const name = `printkit ${WRITES} ${root.href}`;
  const holding = (held) => (held(), new Promise(() => {}));
  return new Promise((held) => navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) return holding(held);
    tell(word("engine.elsewhere"));
    navigator.locks.request(name, () => holding(held));
  }));
}

/** The service worker that hands the page's requests to it; null where it has not taken the page over. */
async function controller() {
  const registered = await navigator.serviceWorker.register(new URL("service.js", root), { scope: root.pathname, updateViaCache: "none" });
  watch(registered);
  if (!navigator.serviceWorker.controller) {
    const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    await Promise.race([taken, new Promise((late) => setTimeout(late, 8000))]);
  }
  return navigator.serviceWorker.controller;
}

export async function start() {
  document.documentElement.lang = lang;
  document.documentElement.classList.toggle("dark", (memory.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark");
  document.documentElement.dataset.engine = "page";
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") return tell(word("engine.no-wasm"), "alert");
  if (!navigator.serviceWorker) return tell(word("engine.no-service"), "alert");
  let unpacker;
  try {
    showProgress();
    if (!navigator.serviceWorker.controller) unpacker = startUnpacker();
    if (!(await controller())) return tell(word("engine.no-control"), "alert");
    if (WRITES && navigator.locks) await alone();
    showProgress();
    startEngine(unpacker ? [unpacker.port] : []);
    await ready.promise;
  } catch (error) {
    return tell(`${word("engine.failed")} (${error.message})`, "alert");
  } finally {
    unpacker?.worker.terminate();
  }
  // The page is drawn before a second interpreter takes a core for some seconds.
  setTimeout(() => thinker ?? startThinker(), REST);
  return import(page);
}
await start();
