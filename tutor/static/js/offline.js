// Switching the time without a network on and off, saying what is kept for it and how much, and clearing all of it.

const places = [...document.querySelectorAll("[data-offline]")];
const able = "serviceWorker" in navigator && "caches" in window && isSecureContext;
const CACHES = /^canasta-/;
const DATABASE = "canasta";

const registered = async () => able && navigator.serviceWorker.getRegistration("/");

async function ask(about) {
  const worker = (await navigator.serviceWorker.ready).active;
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => done(event.data);
    worker.postMessage(about, [port2]);
  });
}

async function keptPages() {
  const found = [];
  let bytes = 0;
  for (const name of (await caches.keys()).filter((one) => CACHES.test(one))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const content = await (await cache.match(request)).blob();
      bytes += content.size;
      found.push([new URL(request.url).pathname, content]);
    }
  }
  return { found, bytes };
}

const about = (place) => ({ pages: JSON.parse(place.dataset.pages), version: place.dataset.version });

function say(state, waiting = 0) {
  for (const place of places) {
    place.hidden = place.hasAttribute("data-quiet") && state === "unable";
    place.dataset.state = state;
    for (const part of place.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(state);
    for (const part of place.querySelectorAll("[data-unsent]")) part.hidden = !waiting;
    for (const part of place.querySelectorAll("[data-sent]")) part.hidden = waiting;
    for (const part of place.querySelectorAll("[data-unsent-number]")) part.textContent = waiting;
  }
}

async function list(place, waiting) {
  const { found, bytes } = await keptPages();
  const size = place.querySelector("[data-size]");
  if (size) size.textContent = (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const anything = place.querySelector("[data-anything]");
  if (anything) anything.hidden = !found.length && !waiting;
  const evenings = place.querySelector("[data-evenings]");
  if (!evenings) return;
  const path = new RegExp(`^/${document.documentElement.lang}/evenings/(read/)?[\\w-]{10,}/$`);
  const items = [];
  for (const [address, content] of found.filter(([one]) => path.test(one))) {
    const page = new DOMParser().parseFromString(await content.text(), "text/html");
    const link = Object.assign(document.createElement("a"), { href: address });
    link.textContent = page.getElementById("sheet")?.dataset.title || address;
    const item = document.createElement("li");
    item.append(link);
    items.push(item);
  }
  evenings.replaceChildren(...items);
  evenings.closest("[data-has-evenings]").hidden = !items.length;
}

async function show(state = "") {
  if (!able) return say("unable");
  const isOn = Boolean(await registered());
  const waiting = isOn ? (await ask({ does: "count" })).entries || 0 : 0;
  say(state || (isOn ? "on" : "off"), waiting);
  for (const place of places) await list(place, waiting);
  return isOn;
}

async function switchOn(place) {
  say("busy");
  await navigator.serviceWorker.register("/worker.js", { scope: "/" });
  const found = await ask({ does: "fill", ...about(place) });
  if (!found.problem) await ask({ does: "visit", path: location.pathname });
  if (found.problem) await clear();
  await show(found.problem);
}

async function switchOff() {
  await ask({ does: "send" });
  if ((await ask({ does: "count" })).entries) return show("waiting");
  await (await registered())?.unregister();
  await show();
}

async function clear() {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) if (CACHES.test(name)) await caches.delete(name);
  await new Promise((done) => {
    const gone = indexedDB.deleteDatabase(DATABASE);
    gone.onsuccess = gone.onerror = gone.onblocked = done;
  });
}

const DOES = {
  on: switchOn,
  off: switchOff,
  anew: async (place) => {
    say("busy");
    const { problem } = await ask({ does: "fill", ...about(place) });
    await show(problem);
  },
  clear: async () => {
    await clear();
    await show("cleared");
  },
};

for (const place of places) {
  for (const button of place.querySelectorAll("button[data-does]")) {
    button.addEventListener("click", async () => {
      await DOES[button.dataset.does](place).catch(() => show("network"));
      const said = place.querySelector("[role=status]:not([hidden])");
      if (document.activeElement === document.body) said?.focus();
    });
  }
}

show().then((isOn) => {
  if (isOn && places.length && !("kept" in document.documentElement.dataset)) {
    ask({ does: "follow", ...about(places[0]) }).then(() => show());
  }
});
