// Service worker: caches the page and its hashed assets, so that the page opens at once, and also without a network, when
// it says so. Everything about a table always comes from the server.
// This file lies at the server's base path. Another server on the same host may have its own.
const PAGE = new URL("./", location.href).pathname;
const CACHE = `chieu-page-2 ${PAGE}`;
const PATIENCE_MS = 4000;

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
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(PAGE) || url.pathname.startsWith(`${PAGE}api/`)) return;
  if (request.mode === "navigate") event.respondWith(page(event));
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

// Network first; the cached page if the server does not answer in time.
async function page(event) {
  const cached = await (await caches.open(CACHE)).match(PAGE);
  const options = cached ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {};
  try {
    const fresh = await fetch(event.request, options);
    if (fresh.ok && (fresh.headers.get("content-type") ?? "").startsWith("text/html")) event.waitUntil(keepPage(fresh.clone()));
    return fresh;
  } catch (error) {
    if (cached) return cached;
    throw error;
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

// A page that differs from the cached one is a new release: drop the assets of the old one, and store those that the new
// page links to, among them the texts of all languages.
async function keepPage(fresh) {
  if (!fresh.ok) return;
  const cache = await caches.open(CACHE);
  const cached = await cache.match(PAGE);
  const text = await fresh.clone().text();
  if (cached && (await cached.text()) === text) return;
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(PAGE, fresh);
  await cache.addAll([...text.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map((match) => match[1]));
}
