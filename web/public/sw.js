// Service worker: caches the page, its hashed assets and the catalogue of games, so that the page opens at once, and also
// without a network, when it says so. It caches nothing about a table.
// This file lies at the server's base path. Another server on the same host may have its own.
const PAGE = new URL("./", location.href).pathname;
const CATALOGUE = `${PAGE}api/games`;
const CACHE = `chieu-page-3 ${PAGE}`;
const BUILD = "chieu-build"; // names the release in each answer
const PATIENCE_MS = 4000; // until an answer begins

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fetch(PAGE, { cache: "no-cache" }).then(keepPage));
});

self.addEventListener("activate", (event) => {
  const stale = (name) => name !== CACHE && name.startsWith("chieu-") && (name.endsWith(` ${PAGE}`) || !name.includes(" "));
  const swept = caches.keys().then((names) => Promise.all(names.filter(stale).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([swept, self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(PAGE)) return;
  if (url.pathname === CATALOGUE) event.respondWith(networkFirst(event, CATALOGUE, keepCatalogue));
  else if (url.pathname.startsWith(`${PAGE}api/`)) return;
  else if (request.mode === "navigate") event.respondWith(networkFirst(event, PAGE, keepPage));
  else if (url.pathname.startsWith(`${PAGE}assets/`)) event.respondWith(asset(request));
});

// A tap on the notification of a turn: go to the table.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const come = async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((one) => new URL(one.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(come());
});

// Network first; what is cached if the server does not begin to answer in time. The answer itself may be slow.
async function networkFirst(event, path, keepFresh) {
  const cached = await (await caches.open(CACHE)).match(path);
  const patience = new AbortController();
  const timer = cached && setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const fresh = await fetch(event.request, { signal: patience.signal });
    if (cached && fresh.status >= 500) return cached; // a proxy without its server
    event.waitUntil(keepFresh(fresh.clone()));
    return fresh;
  } catch (error) {
    if (cached) return cached;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function asset(request) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request);
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}

// The catalogue of another release than the cached page would make that page reload.
async function keepCatalogue(fresh) {
  const cache = await caches.open(CACHE);
  const page = await cache.match(PAGE);
  if (fresh.ok && page?.headers.get(BUILD) === fresh.headers.get(BUILD)) await cache.put(CATALOGUE, fresh);
}

// A page that differs from the cached one is a new release: store it with its catalogue and the assets that it links to,
// among them the texts of all languages and what a table with real cards needs, and drop the assets of the old one.
async function keepPage(fresh) {
  if (!fresh.ok || !(fresh.headers.get("content-type") ?? "").startsWith("text/html")) return;
  const cache = await caches.open(CACHE);
  const cached = await cache.match(PAGE);
  const text = await fresh.clone().text();
  if (cached && (await cached.text()) === text) return;
  const linked = [...text.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map((match) => new URL(match[1], location.href).href);
  await cache.addAll([...linked, CATALOGUE]);
  await cache.put(PAGE, fresh);
  const old = (await cache.keys()).filter(({ url }) => url.includes(`${PAGE}assets/`) && !linked.includes(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}
