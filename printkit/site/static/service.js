// The service worker: it hands what the page asks the application to the page's own engine, and keeps the site's files.
const SITE = /*SITE*/;
const KEPT = `printkit ${registration.scope}`;
// The application's addresses below any page of the site.
const APPLICATION = /^(?:.*\/)?((?:api|part)\/.+)$/;
const below = (address) => (address.href.startsWith(registration.scope) ? address.href.slice(registration.scope.length) : null);

self.addEventListener("install", (event) => event.waitUntil((async () => (await caches.open(KEPT)).addAll(SITE.small))()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  const known = new Set([...SITE.small, ...SITE.large].map((name) => new URL(name, registration.scope).href));
  for (const request of await cache.keys()) {
    const old = /\/[ev]-[0-9a-f]{12}\//.test(request.url) || /-[0-9a-f]{12}\.tar\.gz$/.test(request.url);
    if (old && !known.has(request.url)) await cache.delete(request);
  }
  await clients.claim();
})()));

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
  const answer = new Promise((done) => (port1.onmessage = ({ data }) => done(data)));
  request.signal.addEventListener("abort", () => port1.postMessage("gone"));
  const address = new URL(request.url);
  window.postMessage({ kind: "request", method: request.method, path: `/${decodeURIComponent(path)}`, query: address.search.slice(1), body }, [port2, body]);
  const { status, headers, body: bytes } = await answer;
  return new Response(status === 204 ? null : bytes, { status, headers });
}

/** A file of the site: what has its version in its name is as it was; anything else is asked for, and kept. */
async function file(request, name) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request, { ignoreVary: true });
  const versioned = SITE.large.includes(name) || SITE.small.some((each) => each === name && /^[ev]-/.test(each));
  if (kept && versioned) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok && request.method === "GET" && fresh.type === "basic") await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  const name = below(address);
  if (name === null) return;
  const path = name.split(/[?#]/)[0];
  const application = path.match(APPLICATION);
  if (application) event.respondWith(handed(event, application[1]));
  else if (SITE.scripts.includes(path)) event.respondWith(script(path));
  else event.respondWith(file(event.request, path));
});

/** A script that lies compressed, as it is. */
async function script(path) {
  const response = await file(new Request(new URL(`${path}.gz`, registration.scope)), `${path}.gz`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "text/javascript" } });
}
