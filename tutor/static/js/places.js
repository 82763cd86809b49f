// Places on the table that selected cards can be put on (templates/lessons/_table.html says which data they carry):
// they light up while they make sense, legal or not, and take cards that are dragged there. A place is a submit button
// of the answer form, so a tap, a drop, a key and Enter all do the same. Nothing here waits for the server.

const LIT = { none: () => false, any: (count) => count > 0, some: (count) => count > 0, one: (count) => count === 1 };
const FORM = "form#answer[data-words]";
const FAR = 9; // pixels from which on a press is a drag
const QUICK = 170; // milliseconds of a movement

const placesOf = (form) => [...form.elements].filter((one) => one.classList.contains("place"));
const chosenIn = (form) => [...form.querySelectorAll("input[name=card]:checked")];
const isStill = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.classList.contains("still");

function light(form) {
  const typing = Boolean(form.elements.typed?.value.trim());
  const count = chosenIn(form).length;
  for (const place of placesOf(form)) {
    const takes = place.dataset.takes;
    place.classList.toggle("lit", typing ? takes !== "none" : LIT[takes](count));
  }
}

// A tap anywhere in the area of a place that takes the cards, or needs none, presses it.
document.addEventListener("click", (event) => {
  const spot = event.target.closest?.(".spot");
  if (!spot || event.target.closest("button, a")) return;
  const idle = !chosenIn(spot.querySelector(".place")?.form ?? spot).length;
  spot.querySelector(`.place.lit, .place[data-takes=none]${idle ? ", .place[data-alone]" : ""}`)?.click();
});

// Dragging: the selected cards, or the one under the finger. A thumb that moves along the hand selects what it passes,
// beginning with a card that is not selected; out of the hand it drags all of that.

let drag = null;
let dropped = 0;

const alongHand = (x, y) => drag.byThumb && !drag.pick.querySelector("input").checked && Math.abs(x) > 2 * Math.abs(y);

// All cards from the first one to the one under the thumb, as text is selected: over the end of a row, and back again.
function sweep(x, y) {
  const pick = document.elementFromPoint(x, y)?.closest(".pick");
  if (!pick || pick.closest(FORM) !== drag.form) return;
  const all = [...drag.form.querySelectorAll("#hand .pick")];
  const [from, to] = [all.indexOf(drag.pick), all.indexOf(pick)].sort((one, other) => one - other);
  drag.swept ??= new Set(chosenIn(drag.form));
  all.forEach((one, at) => {
    const box = one.querySelector("input");
    box.checked = drag.swept.has(box) || (at >= from && at <= to);
  });
  drag.pick.querySelector("input").dispatchEvent(new Event("change", { bubbles: true }));
}

function begin() {
  const box = drag.pick.querySelector("input");
  if (!box.checked) {
    for (const other of chosenIn(drag.form)) other.checked = false;
    box.checked = true;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
  drag.cards = chosenIn(drag.form).map((one) => one.closest(".pick"));
  for (const one of drag.cards) one.classList.add("dragged");
}

// The place that takes the cards there: the one under the finger, else the first that does in its area.
function placeAt(x, y) {
  const there = document.elementFromPoint(x, y);
  const own = there?.closest(".place.lit");
  const place = own ?? there?.closest(".spot")?.querySelector(".place.lit");
  return place?.form === drag.form ? place : null;
}

function over(place) {
  for (const one of document.querySelectorAll(".place.over")) one.classList.toggle("over", one === place);
  place?.classList.add("over");
}

function letGo() {
  over(null);
  for (const one of document.querySelectorAll(".pick.dragged")) {
    one.classList.remove("dragged");
    one.style.translate = "";
  }
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  const pick = event.target.closest?.(".pick");
  const form = pick?.closest(FORM);
  if (!form || event.button || !event.isPrimary || !placesOf(form).length) return;
  const byThumb = event.pointerType === "touch";
  drag = { pick, form, x: event.clientX, y: event.clientY, cards: null, byThumb, along: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  if (!event.buttons) return letGo();
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.cards && Math.hypot(x, y) < FAR) return;
  if (!drag.cards && !drag.along) drag.along = alongHand(x, y);
  if (drag.along) {
    const hand = drag.form.querySelector("#hand .ranks").getBoundingClientRect();
    if (event.clientY > hand.top) return sweep(event.clientX, event.clientY);
    drag.along = false;
  }
  if (!drag.cards) begin();
  for (const one of drag.cards) one.style.translate = `${x}px ${y}px`;
  over(placeAt(event.clientX, event.clientY));
});
document.addEventListener("pointerup", (event) => {
  if (!drag?.cards) return (drag = null);
  const place = placeAt(event.clientX, event.clientY);
  dropped = event.timeStamp;
  if (!place) return letGo();
  drag = null; // the cards stay where they were dropped until the answer is there
  place.click();
});
document.addEventListener("pointercancel", () => drag && letGo());
document.addEventListener("htmx:afterRequest", letGo);
// The click that ends a drag selects nothing.
document.addEventListener(
  "click",
  (event) => {
    if (!event.isTrusted || !dropped || event.timeStamp - dropped > 80) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// Movements: what came comes from where it lay, what was laid comes from the hand.

let before = null;

const areaOf = (place) => (place?.closest(".spot") ?? place)?.getBoundingClientRect();
const backs = () => [...document.querySelectorAll("#table .undo")];

function move(cards, from) {
  for (const card of cards) {
    const to = card.getBoundingClientRect();
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    card.animate([{ translate: `${x}px ${y}px` }, {}], { duration: QUICK, easing: "ease-out" });
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.(FORM);
  before = null;
  if (!form || isStill() || !event.submitter?.matches(".place")) return;
  const chosen = chosenIn(form)[0]?.closest(".pick");
  before = {
    held: new Set([...form.querySelectorAll("input[name=card]")].map((one) => one.value)),
    place: areaOf(event.submitter),
    hand: (chosen ?? form.querySelector("#hand"))?.getBoundingClientRect(),
    laid: Math.max(-1, ...backs().map((one) => Number(one.id.slice(5)))),
  };
});

function show(form) {
  if (!before) return;
  const { held, place, hand, laid } = before;
  before = null;
  const came = [...form.querySelectorAll("input[name=card]")].filter((one) => !held.has(one.value));
  move(came.map((one) => one.nextElementSibling), place);
  for (const last of hand ? backs().filter((one) => Number(one.id.slice(5)) > laid) : []) {
    move(last.closest(".meld, .heap").querySelectorAll(".card.came"), hand);
  }
}

// Where the table is small beside a verdict, it shows the cards that the verdict speaks of, else what the own side has.
function turnToMarked() {
  const table = document.querySelector(".judged > #table");
  if (!table) return;
  const card = table.querySelector(".card.marked, .card.came");
  if (card) table.scrollTop += card.getBoundingClientRect().top - table.getBoundingClientRect().top - 30;
  else table.scrollTop = table.scrollHeight;
}

function start(event) {
  const form = document.querySelector(FORM);
  if (!form) return;
  light(form);
  turnToMarked();
  if (event) show(form);
}

for (const type of ["change", "input"]) {
  document.addEventListener(type, (event) => {
    const form = event.target.form;
    // Of a form that is told of itself this is a field named "form".
    if (form instanceof HTMLFormElement && form.matches(FORM)) light(form);
  });
}
document.addEventListener("htmx:afterSettle", start);
document.documentElement.classList.add("has-places");
start();
