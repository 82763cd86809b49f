// Buttons that say what they will do with the selected cards ("Meld three kings"), "all" beside each group, and the
// line that names the selection. The words come from the server with the form; nothing here grades anything.

const NOMINATIVE = 0, ACCUSATIVE = 1, DATIVE = 2, MANY = 3, MANY_DATIVE = 4;

function named(words, counts, form) {
  const many = form === DATIVE ? MANY_DATIVE : MANY;
  const parts = [...counts].map(([key, count]) =>
    count === 1 ? words.ranks[key][form] : `${words.numbers[count] ?? count} ${words.ranks[key][many]}`,
  );
  if (parts.length < 2) return parts.join("");
  const last = parts.pop();
  return words.and.replace("{first}", parts.join(", ")).replace("{last}", last);
}

// On a button: cards of many ranks are only counted there, or it would be as high as a table.
function onButton(words, counts, form) {
  if (counts.size < 3) return named(words, counts, form);
  const count = [...counts.values()].reduce((sum, one) => sum + one);
  return words.counted.replace("{count}", words.numbers[count] ?? count);
}

function refresh(form) {
  const words = JSON.parse(form.dataset.words);
  const ticked = [...form.querySelectorAll("input[name=card]:checked")];
  const counts = new Map();
  for (const box of ticked) counts.set(box.dataset.word, (counts.get(box.dataset.word) || 0) + 1);
  const typing = Boolean(form.elements.typed?.value.trim());
  const buttons = [...form.elements].filter((one) => one.matches("button[data-named]"));

  for (const button of buttons) {
    const isPlace = button.classList.contains("place");
    button.dataset.general ||= isPlace ? button.getAttribute("aria-label") : button.textContent;
    const inCase = { nominative: NOMINATIVE, accusative: ACCUSATIVE, dative: DATIVE }[button.dataset.case];
    const cards = () => (isPlace ? named : onButton)(words, counts, inCase);
    const idle = typing ? button.dataset.general : (button.dataset.alone ?? button.dataset.general);
    const text = counts.size && !typing ? button.dataset.named.replace("{cards}", cards()) : idle;
    if (isPlace) {
      button.setAttribute("aria-label", text.charAt(0).toUpperCase() + text.slice(1));
      button.title = button.getAttribute("aria-label");
      continue;
    }
    button.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  }
  form.querySelector(".ending")?.classList.toggle("on", ticked.length === 1 && !typing);
  const chosen = form.querySelector("[data-chosen]");
  if (chosen) {
    chosen.hidden = false;
    chosen.querySelector("b").textContent = counts.size ? named(words, counts, NOMINATIVE) : form.dataset.none;
  }
  for (const group of form.querySelectorAll("[data-group]")) {
    const boxes = [...group.querySelectorAll("input[name=card]")];
    const all = group.querySelector("[data-all]");
    if (!all) continue;
    all.hidden = false;
    all.setAttribute("aria-pressed", String(boxes.every((box) => box.checked)));
  }
}

// All cards of a group, or of those that lie by suits the ones of the same rank as a card.
function boxesLike(group, pick) {
  const boxes = [...group.querySelectorAll("input[name=card]")];
  const word = pick?.querySelector("input[name=card]").dataset.word;
  if (!word || pick.querySelector(".wild") || boxes.every((box) => box.dataset.word === word)) return boxes;
  const hand = [...group.parentElement.querySelectorAll("input[name=card]")];
  return hand.filter((box) => box.dataset.word === word);
}

function toggleGroup(group, pick) {
  const boxes = boxesLike(group, pick);
  const on = !boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = on;
  boxes[0].dispatchEvent(new Event("change", { bubbles: true }));
}

function start() {
  const form = document.querySelector("form#answer[data-words]");
  if (form) refresh(form);
}

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form#answer[data-words]");
  if (!form) return;
  const { none, typed } = form.elements;
  // What is chosen last counts: a typed text goes.
  if (typed && (event.target === none || event.target.name === "card")) typed.value = "";
  if (none && event.target === none && none.checked) {
    for (const box of form.querySelectorAll("input[name=card]:checked")) box.checked = false;
  } else if (none && event.target.name === "card" && event.target.checked) {
    none.checked = false;
  }
  refresh(form);
});
document.addEventListener("input", (event) => {
  if (event.target.id === "typed") refresh(event.target.form);
});
document.addEventListener("click", (event) => {
  const all = event.target.closest?.("[data-all]");
  if (all) toggleGroup(all.closest("[data-group]"));
});
// Two quick taps on a card select its whole group: the two single taps have undone each other.
document.addEventListener("dblclick", (event) => {
  const pick = event.target.closest?.(".at-table .pick");
  const group = pick?.closest("[data-group]");
  if (group) toggleGroup(group, pick);
});
// A card that is held down selects its whole group too, which can be dragged at once; the click after it is none.
const HELD = 380; // milliseconds
const STEADY = 9; // pixels
let holding = null;
let wasHeld = false;

document.addEventListener("pointerdown", (event) => {
  const pick = event.target.closest?.(".at-table .pick");
  const group = pick?.closest("[data-group]");
  wasHeld = false;
  if (!group || event.button || !event.isPrimary) return;
  const timer = setTimeout(() => {
    wasHeld = true;
    const boxes = boxesLike(group, pick);
    if (boxes.length > 1) toggleGroup(group, pick);
    else boxes[0].click();
  }, HELD);
  holding = { timer, x: event.clientX, y: event.clientY };
});
document.addEventListener("pointermove", (event) => {
  if (holding && Math.hypot(event.clientX - holding.x, event.clientY - holding.y) > STEADY) clearTimeout(holding.timer);
});
for (const type of ["pointerup", "pointercancel"]) {
  document.addEventListener(type, () => clearTimeout(holding?.timer));
}
document.addEventListener(
  "click",
  (event) => {
    if (!wasHeld || !event.isTrusted) return;
    wasHeld = false;
    event.preventDefault();
  },
  true,
);
document.addEventListener("contextmenu", (event) => {
  if (wasHeld && event.target.closest?.(".pick")) event.preventDefault();
});
document.addEventListener("htmx:afterSettle", start);
start();
