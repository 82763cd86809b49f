// Deals that are written down without a network: the service worker keeps them, this page shows them as not sent yet.
// Totals, minimums and dealers are added up and looked up in rows that the server has printed; it has the last word.

const list = document.getElementById("later");
const form = document.getElementById("answer");
const root = document.documentElement;
const language = root.lang;
let waiting = [];
let newest = null;
let changed = false;
// The deal that was put back into the fields, and the number under which people know it.
let again = null;

// What was printed here, with the totals of another page of this evening that was seen since, also in another language.
function rows() {
  const printed = JSON.parse(document.querySelector("[data-ahead]")?.dataset.ahead || "null");
  if (!printed || !(newest?.changed > printed.changed)) return printed;
  const { changed, totals, deal, place } = newest;
  return { ...printed, changed, totals, deal, place, heads: printed.heads.slice(Math.max(0, place - printed.place)), isNewer: true };
}

const number = (value) => Math.abs(value).toLocaleString(language, { useGrouping: "always" }).replace(/^/, value < 0 ? "\u2212" : "");

function ask(about) {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve({});
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => done(event.data);
    worker.postMessage(about, [port2]);
  });
}

const plainly = (text) =>
  text.normalize("NFKC").trim().replace(/[\u2212\u2013]/g, "-").replaceAll("\u2019", "'").replace(/\s*(?:punkte?|points?|pts?|p)\.?$/i, "");

// A whole number as the server reads it; null for what it would not take.
function read(text) {
  const found = /^([+-]?)(\d{1,3}(?:([.,' ])\d{3}(?:\3\d{3})*)?|\d+)$/.exec(plainly(text).replaceAll("- ", "-"));
  const digits = found ? found[2].replace(/\D/g, "") : "";
  if (!found || digits.length > 7 || Number(digits) > 1000000) return null;
  return found[1] === "-" ? -Number(digits) : Number(digits);
}

function pointsOf(entry) {
  const fields = new URLSearchParams(entry.form);
  const name = fields.get("how") === "counted" ? "sum" : "points";
  const points = [];
  for (let side = 0; fields.has(`${name}-${side}`); side++) {
    const found = read(fields.get(`${name}-${side}`));
    points.push(found !== null && fields.get(`minus-${side}`) && name === "points" ? -Math.abs(found) : found);
  }
  return points;
}

// The totals with what is not sent yet; a deal whose points cannot be read counts when the server has read it.
function totalsWith(printed, entries) {
  return entries
    .filter((entry) => !entry.problem)
    .reduce((totals, entry) => {
      const points = pointsOf(entry);
      return totals.map((total, side) => total + (points[side] ?? 0));
    }, printed.totals);
}

function opensAt(printed, total) {
  const fitting = printed.opens.filter(([from]) => from === null || total >= from);
  return printed.exactly[total] || (fitting.at(-1) || printed.opens[0])[1];
}

function showAhead(printed) {
  const entries = waiting.filter((entry) => !entry.problem);
  if (!entries.length && !changed && !printed.isNewer) return;
  changed = entries.length > 0;
  const totals = totalsWith(printed, entries);
  totals.forEach((total, side) => {
    const standing = document.getElementById(`standing-${side}`);
    if (!standing) return;
    standing.querySelector("b").textContent = number(total);
    standing.querySelector("small").textContent = opensAt(printed, total);
  });
  if (form.dataset.heading) document.querySelector("h1").textContent = form.dataset.heading.replace("{number}", printed.place + entries.length);
  const head = document.getElementById("deal-head");
  const next = printed.heads[entries.length];
  if (!head || !next) return;
  const over = totals.some((total) => total >= printed.target);
  head.textContent = over ? list.dataset.over : next[0];
  if (!over && next[1]) head.append(" ", Object.assign(document.createElement("small"), { textContent: next[1] }));
}

// What the server would refuse or ask about is refused and asked here, in its words: later there is nobody to ask.

function isGood(submitter) {
  document.getElementById("problem")?.remove();
  form.querySelectorAll(".wrong").forEach((one) => one.remove());
  form.querySelectorAll("[aria-invalid]").forEach((one) => ["aria-invalid", "aria-describedby"].forEach((name) => one.removeAttribute(name)));
  if (!form.dataset.checks) return true;
  const checks = JSON.parse(form.dataset.checks);
  const fields = [...form.querySelectorAll("input[name^=points-]")];
  const unread = fields.filter((one) => read(one.value) === null);
  unread.forEach((one) => refuse(one, checks));
  const points = pointsOf({ form: `${new URLSearchParams(new FormData(form))}` });
  const doubts = points.map((one) => doubtOf(one, checks));
  const isAsked = !unread.length && submitter?.value !== "agree" && doubts.some(Boolean);
  if (isAsked) askAbout(doubts, fields);
  form.querySelector("[aria-invalid]")?.focus();
  return !unread.length && !isAsked;
}

function refuse(input, checks) {
  const words = plainly(input.value) ? checks.unreadable.replace("{text}", () => input.value.trim().slice(0, 20)) : checks.empty;
  const id = input.id.replace("points", "wrong");
  input.closest(".column").append(Object.assign(document.createElement("p"), { className: "wrong", id, textContent: words }));
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", id);
}

function doubtOf(points, { step, most, least, doubts }) {
  const name = points % step ? "step" : points > most ? "most" : points < least ? "least" : null;
  return name && doubts[name].replace("{points}", number(points));
}

function askAbout(doubts, fields) {
  const asked = Object.assign(document.createElement("div"), { id: "problem", className: "problem doubts" });
  asked.setAttribute("role", "alert");
  asked.innerHTML = '<div><p><svg aria-hidden="true"><use href="#i-bar"></use></svg><b></b></p><ul></ul></div>';
  asked.querySelector("b").textContent = list.dataset.asks;
  asked.querySelector("ul").append(...doubts.filter(Boolean).map((words) => line(words, [])));
  form.querySelector(".points-of-deal").before(asked);
  const first = fields[doubts.findIndex(Boolean)];
  first.setAttribute("aria-invalid", "true");
  first.setAttribute("aria-describedby", "problem");
  if (form.querySelector("[value=agree]")) return;
  const agree = Object.assign(document.createElement("button"), { name: "do", value: "agree", textContent: list.dataset.agree });
  form.querySelector("[value=save]").after(agree);
}

// What goes along with the next entry: a name of its own, the deal that it is about, and the totals that stand here.
function prepare() {
  if (!form || !list || !navigator.serviceWorker?.controller) return;
  const printed = rows();
  const entries = waiting.filter((entry) => !entry.problem);
  if (entries.length || "kept" in root.dataset) {
    form.elements.token.value = crypto.randomUUID();
    // Never back: what was sent a moment ago is no longer here, and not on the page yet.
    const deal = form.elements.deal;
    deal.value = Math.max(Number(deal.value), printed?.deal ?? 0, ...entries.map((entry) => entry.deal + 1));
  }
  if (again) form.elements.deal.value = again.deal;
  const head = document.getElementById("deal-head");
  if (again && head) head.textContent = list.dataset.once.replace("{number}", again.place);
  if (!printed || form.dataset.later) return;
  form.dataset.later = "1";
  form.addEventListener("submit", (event) => {
    if (!isGood(event.submitter)) return event.preventDefault();
    field("place", again?.place ?? rows().place + waiting.filter((entry) => !entry.problem).length);
    const before = totalsWith(rows(), waiting);
    const points = pointsOf({ form: `${new URLSearchParams(new FormData(form))}${"counting" in form.dataset ? "&how=counted" : ""}` });
    before.forEach((total, side) => field(`shown-${side}`, total + (points[side] ?? 0)));
    sessionStorage.removeItem(`unsent:${location.pathname.replace(/^\/(de|en)\//, "/")}`);
  });
}

function field(name, value) {
  const found = form.elements[name] || form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
  found.value = value;
}

// The list

function line(words, buttons, className = "") {
  const item = Object.assign(document.createElement("li"), { className });
  item.append(Object.assign(document.createElement("span"), { textContent: words }));
  for (const [text, does] of buttons) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.addEventListener("click", does);
    item.append(button);
  }
  return item;
}

// The number of its deal. One that was refused keeps the number that it had: deals after it have moved up meanwhile.
function placeOf(entry) {
  const had = Number(new URLSearchParams(entry.form).get("place"));
  return (entry.problem && had) || Math.max(1, (rows()?.place ?? 1) + entry.deal - (rows()?.deal ?? 0));
}

function said(entry) {
  const points = pointsOf(entry).map((one) => (one === null ? "?" : number(one))).join(" : ");
  const place = placeOf(entry);
  const words = list.dataset.deal.replace("{number}", place).replace("{points}", points || list.dataset.counted);
  return entry.problem ? `${words} ${entry.problem[language]}` : words;
}

const takeBack = (entry) => async () => {
  await ask({ does: "forget", token: entry.token });
  if (form && rows()) form.elements.deal.value = rows().deal;
  if (entry.problem) {
    again = { deal: entry.deal, place: placeOf(entry) };
    fillIn(new URLSearchParams(entry.form));
  }
  show();
};

function render(told) {
  const items = waiting.map((entry) =>
    line(said(entry), [[entry.problem ? list.dataset.again : list.dataset.back, takeBack(entry)]], entry.problem ? "refused" : ""),
  );
  const news = told.map((one) => line(one.text[language], [], one.clear ? "clear" : "differs"));
  list.querySelector(".waiting").replaceChildren(...items);
  list.querySelector(".told").replaceChildren(...news);
  list.querySelector("[data-part=waiting]").hidden = !items.length;
  list.querySelector("[data-part=told]").hidden = !news.length;
  list.hidden = (!items.length && !news.length) || "brief" in list.dataset;
}

let last = "";

async function show() {
  if (!list) return;
  const { entries = [], told = [], latest = null } = await ask({ does: "sheet", key: list.dataset.key });
  waiting = entries;
  newest = latest;
  const now = JSON.stringify([entries, told]);
  // Something has arrived: the sheet with it is asked for at once.
  if (now !== last && told.length) document.getElementById("sheet")?.dispatchEvent(new Event("look"));
  if (now !== last) render(told);
  if (now !== last && told.length) document.getElementById("live").textContent = told.at(-1).text[language];
  last = now;
  const printed = rows();
  if (printed) showAhead(printed);
  prepare();
}

// Counting without a network: the sums of what is tapped, by the values that were printed.

function sumOf(values, side) {
  const count = (name) => Number(form.elements[`${name}-${side}`]?.value) || 0;
  let sum = 0, canastas = 0, cards = 0;
  for (const [name, value] of Object.entries(values)) {
    const [sort, ...kind] = name.split("-");
    if (sort === "reds") continue;
    if (sort === "out") {
      if (form.elements[`out-${side}`]?.value === kind.join("-")) sum += value;
      continue;
    }
    const found = Number(form.elements[`${sort}-${side}-${kind.join("-")}`]?.value) || 0;
    sum += found * value;
    if (sort === "canastas") canastas += found;
    if (sort === "cards") cards += found;
  }
  const reds = values.reds[cards + canastas ? Math.min(canastas, 3) + 1 : 0];
  return sum + (reds[Math.min(count("red"), reds.length - 1)] || 0);
}

function addUp() {
  const values = form?.dataset.values && JSON.parse(form.dataset.values);
  if (!values) return;
  document.querySelectorAll("[data-sum]").forEach((place) => {
    const sum = sumOf(values, place.dataset.sum);
    place.textContent = place.dataset.words.replace("{total}", number(sum));
    place.hidden = !("kept" in root.dataset);
    field(`sum-${place.dataset.sum}`, sum);
  });
  if ("kept" in root.dataset) form.querySelector("[name=do][value=save]").classList.add("primary");
}

// What could not be done without a network, and what was typed then.

function fillIn(fields) {
  for (const [name, value] of fields) {
    const found = form?.elements[name];
    if (!found || /^(token|deal|place|sequence|do|how|sum-.*|shown-.*)$/.test(name)) continue;
    if (found.type === "checkbox") found.checked = true;
    else found.value = value;
  }
}

function told() {
  const about = new URLSearchParams(location.search);
  const words = document.querySelector(`[data-offline-said=${about.get("offline") || "none"}]`);
  if (!words) return;
  words.hidden = false;
  fillIn(about);
  history.replaceState(null, "", location.pathname);
}

// As the last question for news has shown.
function network(isThere) {
  root.toggleAttribute("data-kept", !isThere);
  addUp();
}

told();
form?.addEventListener("input", addUp);
form?.addEventListener("change", addUp);
addUp();
list?.querySelector("[data-part=told] button")?.addEventListener("click", async () => {
  await ask({ does: "heard", key: list.dataset.key });
  show();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.target?.id !== "sheet") return;
  network(event.detail.successful && !event.detail.xhr.getResponseHeader("X-Kept"));
  setTimeout(show, 300); // the worker sends first
});
navigator.serviceWorker?.addEventListener("controllerchange", show);
addEventListener("online", () => ask({ does: "send" }).then(show));
addEventListener("pageshow", show);
show();
