// The service worker: it hands what the page asks the application to the page's own engine, and keeps the site's files.
const SITE = /*SITE*/;
const KEPT = `printkit ${registration.scope}`;
// What never changes under its name, the interpreter's scripts, which lie packed, and the application's addresses.
const VERSIONED = /^(?:[ev]-[0-9a-f]{12}\/|(?:packs|whole)\/[^/]*-[0-9a-f]{12}\.)/;
// The engine's worker keeps these itself, unpacked.
const PACKED = /\.xz$/;
const SCRIPT = /^e-[0-9a-f]{12}\/[^/]*\.mjs$/;
const APPLICATION = /^(?:.*\/)?((?:api|part)\/.+)$/;
// Milliseconds between looks whether a page is still there.
const LOOK_UP = 2000;
const below = ({ url }) => (url.startsWith(registration.scope) ? url.slice(registration.scope.length).split(/[?#]/)[0] : null);

self.addEventListener("install", (event) => event.waitUntil((async () => (await caches.open(KEPT)).addAll(SITE.small))()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  const known = new Set([...SITE.small, ...SITE.large].map((name) => new URL(name.replace(PACKED, ""), registration.scope).href));
  for (const request of await cache.keys()) {
    if (VERSIONED.test(below(request)) && !known.has(request.url)) await cache.delete(request);
  }
  await clients.claim();
})()));

// A page asks for it when its visitor has agreed.
self.addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

/** The window whose engine answers: the one that asks, else any that is open. */
async function owner(event) {
  const asking = event.clientId && (await clients.get(event.clientId));
  if (asking?.type === "window") return asking;
  const windows = await clients.matchAll({ type: "window" });
  return windows.find((each) => each.focused) ?? windows[0];
}

async function handed(event, path) {
  const { request } = event;
  const body = request.method === "GET" ? new ArrayBuffer(0) : await request.arrayBuffer();
  const window = await owner(event);
  if (!window) return new Response("", { status: 503 });
  const { port1, port2 } = new MessageChannel();
  // A page that is gone never answers, and while something is awaited no newer version takes over.
  let watching;
  const answer = new Promise((done) => {
    const over = () => (port1.postMessage("gone"), done({ status: 503, headers: [], body: null }));
    port1.onmessage = ({ data }) => done(data);
    request.signal.addEventListener("abort", over);
    watching = setInterval(async () => (await clients.get(window.id)) ?? over(), LOOK_UP);
  });
  const address = new URL(request.url);
  window.postMessage({ kind: "request", method: request.method, path: `/${decodeURIComponent(path)}`, query: address.search.slice(1), body }, [port2, body]);
  const { status, headers, body: bytes } = await answer;
  clearInterval(watching);
  return new Response(status === 204 ? null : bytes, { status, headers });
}

/** A file of the site: what has its version in its name is as it was; anything else is asked for, and kept. */
async function file(request, name) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept && VERSIONED.test(name)) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !PACKED.test(name) && request.method === "GET" && fresh.type === "basic") await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const path = below(event.request);
  if (path === null) return;
  const application = path.match(APPLICATION);
  if (application) event.respondWith(handed(event, application[1]));
  else if (SCRIPT.test(path)) event.respondWith(script(path));
  else event.respondWith(file(event.request, path));
});

/** A script that lies packed, as it is. */
async function script(path) {
  const response = await file(new Request(new URL(`${path}.packed`, registration.scope)), `${path}.packed`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "text/javascript" } });
}
