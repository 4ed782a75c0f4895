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

/** What the page has loaded before this began is taken from the browser's own cache. */
const wanted = (name) => new Request(new URL(name, registration.scope), { cache: VERSIONED.test(name) ? "force-cache" : "default" });
self.addEventListener("install", (event) => event.waitUntil((async () => (await caches.open(KEPT)).addAll(SITE.small.map(wanted)))()));
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
  else if (path === "decode") event.respondWith(decoded(event.request));
  else if (SCRIPT.test(path)) event.respondWith(script(path));
  else event.respondWith(file(event.request, path));
});

/** A script that lies packed, as it is. */
async function script(path) {
  const response = await file(new Request(new URL(`${path}.packed`, registration.scope)), `${path}.packed`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "text/javascript" } });
}

// Rows that are drawn at once, and pixels that fit beside the engine.
const ROWS = 256, MOST_PIXELS = 75e6;

/** A picture's pixels: width and height, then three bytes each, or four where anything lets the ground through; none of too many. */
async function decoded(request) {
  const query = new URL(request.url).searchParams, how = { colorSpaceConversion: query.get("convert") ? "default" : "none", premultiplyAlpha: "none" };
  try {
    const bitmap = await createImageBitmap(await request.blob(), how), { width, height } = bitmap;
    if (width * height > MOST_PIXELS) return new Response(new Uint32Array([width, height]));
    const plain = pixels(bitmap, "unorm8"), opaque = plain.every((value, at) => at % 4 < 3 || value === 255);
    // A canvas multiplies colours by how much they cover: halves of 16 bits give every one back.
    const from = opaque ? plain : pixels(bitmap, "float16"), step = opaque ? 3 : 4;
    const made = new Uint8Array(8 + width * height * step), under = (query.get("under") || "000000").match(/../g).map((each) => parseInt(each, 16));
    new DataView(made.buffer).setUint32(0, width, true);
    new DataView(made.buffer).setUint32(4, height, true);
    for (let at = 0, to = 8; at < from.length; at += 4, to += step) {
      made.set(opaque ? from.subarray(at, at + 3) : from[at + 3] ? from.subarray(at, at + 4) : under, to);
    }
    return new Response(made);
  } catch {
    return new Response("", { status: 415 });
  }
}

function pixels(bitmap, colorType) {
  const { width, height } = bitmap, made = new Uint8Array(width * height * 4);
  const context = new OffscreenCanvas(width, Math.min(ROWS, height)).getContext("2d", { colorType, willReadFrequently: true });
  context.globalCompositeOperation = "copy";
  for (let top = 0; top < height; top += ROWS) {
    context.drawImage(bitmap, 0, -top);
    made.set(context.getImageData(0, 0, width, Math.min(ROWS, height - top)).data, top * width * 4);
  }
  return made;
}
