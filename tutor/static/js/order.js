// Actions that are put in order can be dragged to their place (templates/lessons/_answer_order.html). A drop presses the
// row's own Up or Down with the place where it was let go, so the server moves it as it does for the buttons.

const FAR = 9; // pixels from which on a press is a drag

let drag = null;

const rowsOf = (list) => [...list.children];
const middle = (row) => row.offsetTop + row.offsetHeight / 2;

// How many rows would stand above it if it were let go there.
function placeOf({ row, list }, y) {
  const at = middle(row) + y;
  return rowsOf(list).filter((one) => one !== row && middle(one) < at).length;
}

// The others make room for it.
function make(room) {
  const { row, list, from } = drag;
  const height = row.offsetHeight;
  for (const [index, one] of rowsOf(list).entries()) {
    if (one === row) continue;
    const up = index > from && index <= room;
    const down = index < from && index >= room;
    one.style.translate = up ? `0 ${-height}px` : down ? `0 ${height}px` : "";
  }
}

function letGo() {
  if (!drag) return;
  for (const one of rowsOf(drag.list)) one.removeAttribute("style");
  drag.row.classList.remove("dragged");
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  letGo();
  const row = event.target.closest?.(".ordered li");
  if (!row || event.button || !event.isPrimary || event.target.closest("button, a")) return;
  // A finger moves a row by its handle and scrolls the list everywhere else.
  if (event.pointerType === "touch" && !event.target.closest(".num, .minis")) return;
  drag = { row, list: row.parentElement, from: rowsOf(row.parentElement).indexOf(row), y: event.clientY, moves: false };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  if (!event.buttons) return letGo();
  const y = event.clientY - drag.y;
  if (!drag.moves && Math.abs(y) < FAR) return;
  drag.moves = true;
  drag.row.classList.add("dragged");
  drag.row.style.translate = `0 ${y}px`;
  make(placeOf(drag, y));
});
document.addEventListener("pointerup", (event) => {
  if (!drag?.moves) return letGo();
  const { row, from } = drag;
  const to = placeOf(drag, event.clientY - drag.y);
  if (to === from) return letGo();
  const verb = to < from ? "up" : "down";
  const button = row.querySelector(`button[value^="${verb}:"]`);
  button.value = `${verb}:${from}:${to}`;
  button.click(); // the rows stay where they are until the answer is there
  button.value = `${verb}:${from}`;
});
document.addEventListener("pointercancel", letGo);
// Before the new rows come: of two with the same name htmx would copy the style, which the page does not allow.
document.addEventListener("htmx:beforeSwap", letGo);
document.addEventListener("htmx:afterRequest", letGo);
