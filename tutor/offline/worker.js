// Keeps pages for the time without a network, once somebody has switched that on, and what is entered on the sheet of
// an evening until the server has it. It judges nothing and adds up nothing: it keeps, and it sends in order.

const PAGES = "canasta-pages";
const FILES = "canasta-files";
const VERSION = "/offline-version";
const DATABASE = "canasta";
const PATIENCE = 8000; // milliseconds until a network that does not answer counts as none
const EVENING = /^\/(de|en)\/evenings\/(read\/)?(?!(?:new|read)\/)([\w-]{10,60})\/(.*)$/;
const ALONGSIDE = /^\/(?:de|en)\/(?:offline\/(?:book\/)?|evenings\/|table\/\w+\/card\/)$/;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const AWAY = [502, 503, 504];
const GONE = [404, 410];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("sync", (event) => behind(event, send()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const [, , , , rest] = EVENING.exec(url.pathname) || [];
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event, url));
  else if (request.mode === "navigate" && rest !== undefined) event.respondWith(entered(event, url));
  else if (request.mode === "navigate") event.respondWith(elsewhere(request));
  else if (request.method === "GET" && rest === "news/") event.respondWith(news(event, url));
  else if (request.method === "GET" && url.pathname.startsWith("/static/")) event.respondWith(file(request, url));
  else if (request.method === "GET" && url.pathname.endsWith("/offline/index.json")) event.respondWith(index(request, url));
});

self.addEventListener("message", (event) => {
  const { does, ...about } = event.data;
  const answer = { fill, follow, sheet, forget, heard, count, send, visit }[does];
  if (!answer) return;
  const told = answer(about).then((found) => event.ports[0]?.postMessage(found ?? {}));
  behind(event, told.catch((problem) => event.ports[0]?.postMessage({ problem: nameOf(problem) })));
});

const nameOf = (problem) => (problem?.name === "QuotaExceededError" ? "full" : "network");

// What goes on behind the page that is seen.
const behindPages = new Set();

function behind(event, promise) {
  const going = promise.catch(() => {}).finally(() => behindPages.delete(going));
  behindPages.add(going);
  event.waitUntil(going);
}

// Pages

function inTime(promise) {
  const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error("late")), PATIENCE));
  return Promise.race([promise, late]);
}

function isKept(path) {
  const [, , , , rest] = EVENING.exec(path) || [];
  return ALONGSIDE.test(path) || rest === "" || rest === "count/";
}

async function page(event, url) {
  try {
    const asked = fetch(event.request);
    const response = isKept(url.pathname) ? await inTime(asked) : await asked;
    if (AWAY.includes(response.status)) return (await kept(url)) || response;
    if (isKept(url.pathname)) behind(event, keptAnew(url, response.clone()));
    behind(event, send());
    return response;
  } catch {
    return (await kept(url)) || Response.error();
  }
}

// A page of an evening is kept in both languages, together with the one for counting.
async function keptAnew(url, response) {
  const [, , reading, key, rest] = EVENING.exec(url.pathname) || [];
  if (key === undefined) return keep(url.pathname, response);
  if (GONE.includes(response.status)) return drop(key);
  if (response.ok && rest === "" && !url.search) await keep(url.pathname, response);
  await refresh(key, reading || "", url.search || rest ? "" : url.pathname);
}

async function refresh(key, reading = "", done = "") {
  for (const language of ["de", "en"]) {
    for (const rest of reading ? [""] : ["", "count/"]) {
      const path = `/${language}/evenings/${reading}${key}/${rest}`;
      if (path !== done) await keep(path, await fetch(path));
    }
  }
}

async function keep(path, response) {
  if (GONE.includes(response.status)) return (await caches.open(PAGES)).delete(path);
  if (!response.ok || response.redirected) return false;
  const text = await response.text();
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "vary"]) headers.delete(name);
  await (await caches.open(PAGES)).put(path, new Response(text, { headers }));
  if ((headers.get("content-type") || "").startsWith("text/html")) await keepFiles(text);
  await noteLatest(path, text);
  return true;
}

// The rows that the server has printed last for an evening: its other pages are kept a moment later, or not any more.
async function noteLatest(path, html) {
  const [, , , key] = EVENING.exec(path) || [];
  const [, ahead] = /data-ahead="([^"]*)"/.exec(html) || [];
  if (!key || !ahead) return;
  const found = JSON.parse(ahead.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
  const before = await latest(key);
  if (before && before.changed >= found.changed) return;
  await (await caches.open(PAGES)).put(`/offline-latest/${key}/`, new Response(JSON.stringify(found)));
}

const latest = async (key) => (await caches.match(`/offline-latest/${key}/`))?.json();

const filesIn = (html) => html.match(/(?<=(?:src|href)=")\/static\/[^"#?]+/g) || [];

async function keepFiles(html) {
  const cache = await caches.open(FILES);
  const wanted = [...new Set(filesIn(html))];
  for (const path of wanted) {
    if (await cache.match(path)) continue;
    const response = await fetch(path);
    if (!response.ok) continue;
    if (path.endsWith(".css")) {
      const imported = (await response.clone().text()).match(/(?<=url\(")[^":]+(?="\))/g) || [];
      for (const part of imported) await cache.add(new URL(part, location.origin + path)).catch(() => {});
    }
    await cache.put(path, response);
  }
}

async function drop(key) {
  const cache = await caches.open(PAGES);
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname.includes(`/${key}/`)) await cache.delete(request);
  }
}

// The page as it was kept, or what tells the same; without any, what there is without a network.
async function kept(url) {
  const cache = await caches.open(PAGES);
  const language = /^\/en\//.test(url.pathname) ? "en" : "de";
  const book = `/${language}/offline/book/`;
  const found = await cache.match(url.pathname);
  if (found) return marked(found);
  const rule = /\/rules\/classic\/([^/]+)\/$/.exec(url.pathname);
  const question = /\/questions\/([\w-]+)\/$/.exec(url.pathname);
  const table = /^(\/(?:de|en)\/table\/(?!new\/)\w+\/)$/.exec(url.pathname);
  if (table && (await cache.match(`${table[1]}card/`))) return Response.redirect(`${table[1]}card/`);
  if (await cache.match(book)) {
    if (rule) return Response.redirect(`${book}#rule-${rule[1]}`);
    if (question) return Response.redirect(`${book}#question-${question[1]}`);
    if (/^\/\w\w\/(rules|questions)\/$/.test(url.pathname)) return Response.redirect(book);
    if (/^\/\w\w\/(search|quarrel)\//.test(url.pathname)) return Response.redirect(book + url.search);
  }
  const instead = await cache.match(`/${language}/offline/`);
  return instead && marked(instead, "data-kept data-instead");
}

async function marked(response, as = "data-kept") {
  const html = (await response.text()).replace("<html", `<html ${as}`);
  return new Response(html, { headers: response.headers });
}

async function file(request, url) {
  const found = await caches.match(request, { ignoreVary: true });
  if (found && HASHED.test(url.pathname)) return found;
  return fetch(request).catch(() => found || Response.error());
}

async function index(request, url) {
  return fetch(request).catch(async () => (await caches.match(url.pathname)) || Response.error());
}

async function fill({ pages, version }) {
  for (const path of pages) {
    if (!(await keep(path, await fetch(path)))) throw new Error("network");
  }
  const cache = await caches.open(PAGES);
  await cache.put(VERSION, new Response(version));
  await tidy(cache, pages);
  return {};
}

// What no kept page needs any more goes: files of before, and the card of a table that is another one now.
async function tidy(cache, pages) {
  const needed = new Set();
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (/\/table\/\w+\/card\/$/.test(pathname) && !pages.includes(pathname)) await cache.delete(request);
    else for (const path of filesIn(await (await cache.match(request)).text())) needed.add(path);
  }
  const files = await caches.open(FILES);
  for (const request of await files.keys()) {
    const { pathname } = new URL(request.url);
    if (HASHED.test(pathname) && !needed.has(pathname)) await files.delete(request);
  }
}

async function follow({ pages, version }) {
  const before = await caches.match(VERSION);
  return before && (await before.text()) === version ? {} : fill({ pages, version });
}

// The page from which it was switched on came without us.
async function visit({ path }) {
  if (isKept(path)) await keptAnew(new URL(path, location.origin), await fetch(path));
}

// What is entered

async function stores(mode, does) {
  const opened = indexedDB.open(DATABASE, 1);
  opened.onupgradeneeded = () => {
    opened.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
    opened.result.createObjectStore("told", { keyPath: "id", autoIncrement: true });
  };
  const database = await settled(opened);
  try {
    const change = database.transaction(["entries", "told"], mode);
    const ended = new Promise((done, fail) => {
      change.oncomplete = done;
      change.onabort = change.onerror = () => fail(change.error);
    });
    ended.catch(() => {}); // told below, or by what has failed first
    const found = await does(change.objectStore("entries"), change.objectStore("told"));
    await ended;
    return found;
  } finally {
    database.close();
  }
}

function settled(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

const all = () => stores("readonly", (entries) => settled(entries.getAll()));
const underway = new Set();

async function put(entry) {
  await stores("readwrite", async (entries) => {
    const same = (await settled(entries.getAll())).find((one) => one.token === entry.token);
    await settled(entries.put(same ? { ...entry, id: same.id } : entry));
  });
}

async function forget({ token }) {
  await stores("readwrite", async (entries) => {
    const found = (await settled(entries.getAll())).filter((one) => one.token === token);
    for (const one of found) entries.delete(one.id);
  });
}

const heard = ({ key }) =>
  stores("readwrite", async (_, told) => {
    for (const one of await settled(told.getAll())) if (one.key === key) told.delete(one.id);
  });

async function sheet({ key }) {
  const [waiting, said] = await stores("readonly", (entries, told) =>
    Promise.all([settled(entries.getAll()), settled(told.getAll())]),
  );
  const of = (list) => list.filter((one) => one.key === key);
  return { entries: of(waiting).filter((one) => !underway.has(one.token)), told: of(said), latest: await latest(key) };
}

const count = async () => ({ entries: (await all()).length });

// The points of a deal as the page sent them; null for everything else that is sent from the pages of an evening.
function entryIn(url, fields) {
  const [, language, reading, key, rest] = EVENING.exec(url.pathname);
  const does = fields.get("do") || "save";
  if (reading || !["save", "agree"].includes(does) || !["", "count/"].includes(rest)) return null;
  fields.delete("csrfmiddlewaretoken");
  if (rest) fields.set("how", "counted");
  return { key, language, token: fields.get("token") || "", deal: Number(fields.get("deal")), form: `${fields}` };
}

async function entered(event, url) {
  const fields = new URLSearchParams(await event.request.clone().text());
  const entry = entryIn(url, fields);
  const before = (await all().catch(() => [])).filter((one) => !one.problem && one.token !== entry?.token);
  if (before.length) await inTime(send()).catch(() => {});
  const waiting = before.length && (await all()).some((one) => !one.problem && one.token !== entry?.token);
  if (!waiting) {
    const response = await sentNow(event, entry);
    if (response) return response;
  }
  if (!entry) return back(url, "cannot", fields);
  try {
    await put(entry);
  } catch (problem) {
    return back(url, nameOf(problem), fields);
  }
  await self.registration.sync?.register("entries").catch(() => {});
  return Response.redirect(`/${entry.language}/evenings/${entry.key}/`, 303);
}

// Sent as the page does it, so that the server can ask back. The entry is kept here before, for a phone that dies now.
async function sentNow(event, entry) {
  if (entry) underway.add(entry.token);
  try {
    if (entry) await put(entry).catch(() => {});
    const response = await inTime(fetch(event.request));
    if (AWAY.includes(response.status) || (entry && response.status === 403)) return null;
    if (entry) await forget(entry);
    return response;
  } catch {
    return null;
  } finally {
    if (entry) underway.delete(entry.token);
  }
}

// To where it was sent from, with what was typed: the page says why.
function back(url, why, fields) {
  const [, language, , key, rest] = EVENING.exec(url.pathname);
  const typed = new URLSearchParams([["offline", why]]);
  for (const [name, value] of fields) if (value && /^(points|minus|canastas|cards|red|hand|out|own)-/.test(name)) typed.append(name, value);
  return Response.redirect(`/${language}/evenings/${key}/${rest === "count/" ? rest : ""}?${typed}`, 303);
}

// Whoever signs out, or leaves otherwise, has sent before what there was. And what goes on behind the page ends first:
// an answer that came after signing in would bring back the secret of the forms of before.
async function elsewhere(request) {
  if ((await all().catch(() => [])).length) await inTime(send()).catch(() => {});
  if (behindPages.size) await inTime(Promise.all(behindPages)).catch(() => {});
  return fetch(request);
}

async function news(event, url) {
  const [, , reading, key] = EVENING.exec(url.pathname);
  try {
    const response = await fetch(event.request);
    if (AWAY.includes(response.status)) throw new Error("away");
    if (GONE.includes(response.status)) behind(event, drop(key));
    else if (response.status === 200) behind(event, seen(url.pathname, key, reading, response.clone()));
    behind(event, send());
    return response;
  } catch {
    return new Response(null, { status: 204, headers: { "X-Kept": "1" } });
  }
}

async function seen(path, key, reading, response) {
  await noteLatest(path, await response.text());
  await refresh(key, reading || "");
}

let sending = null;

function send() {
  sending ||= sendAll()
    .catch(() => ({}))
    .finally(() => (sending = null));
  return sending;
}

async function sendAll() {
  const waiting = (await all()).filter((one) => !one.problem && !underway.has(one.token));
  for (const key of new Set(waiting.map((one) => one.key))) {
    const entries = waiting.filter((one) => one.key === key);
    const response = await fetch(`/${entries.at(-1).language}/evenings/${key}/entries/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ forms: entries.map((one) => one.form) }),
    });
    if (!response.ok && ![400, 404].includes(response.status)) return {};
    await settle(key, entries, await response.json());
    await refresh(key).catch(() => {});
  }
  return {};
}

async function settle(key, sent, answer) {
  await stores("readwrite", async (entries, told) => {
    for (const one of sent) {
      const said = answer.entries?.find((other) => other.token === one.token);
      const problem = answer.problem || (said && !said.kept && said.text);
      if (problem) entries.put({ ...one, problem });
      else if (said) entries.delete(one.id);
      if (said?.kept) told.add({ key, text: said.text, clear: said.clear });
    }
  });
}
