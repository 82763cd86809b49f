// Extra keys inside the exercise: 1-9 select a group, arrows go through the hand, ? opens the list of keys, and a letter
// presses the button or the place on the table that has it (data-key): C check, H hint, N next, M meld, …
// They act only while the focus is inside the exercise, never while something is typed, and can be turned off.

function typing(target) {
  return target.matches("textarea, select, input:not([type=checkbox]):not([type=radio])");
}

function selectGroup(root, number) {
  const group = root.querySelectorAll("[data-group]")[number - 1];
  if (!group) return false;
  const boxes = [...group.querySelectorAll("input[name=card]")];
  const on = !boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = on;
  boxes[0].focus();
  boxes[0].dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

function press(root, key) {
  const all = [...root.querySelectorAll(`button[data-key="${key}"]`)];
  const button = all.find((one) => one.getClientRects().length);
  if (!button) return false;
  button.click();
  return true;
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

// From one card of the hand to the next; at an end it stays.
function goThrough(root, target, step) {
  const cards = [...root.querySelectorAll("#hand input[name=card]")];
  const at = cards.indexOf(target);
  if (at < 0) return false;
  cards[Math.min(Math.max(at + step, 0), cards.length - 1)].focus();
  return true;
}

function toggleList(root) {
  const list = root.querySelector("#extras");
  list.open = !list.open;
  if (list.open) list.querySelector("summary").focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (!document.body.hasAttribute("data-keys")) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
  const root = event.target.closest?.("#exercise");
  if (!root || typing(event.target)) return;
  const key = event.key.toLowerCase();
  const step = STEPS[event.key];
  let done = false;
  if (step) done = goThrough(root, event.target, step);
  else if (key >= "1" && key <= "9") done = selectGroup(root, Number(key));
  else if (key === "?") done = toggleList(root);
  else done = /^[a-z]$/.test(key) && press(root, key);
  if (done) event.preventDefault();
});

// What is more lies over the table: Escape puts it away and gives the focus back, and so does a press beside it. These are
// no extra keys, and cannot be turned off.
function putAway(event) {
  const more = document.querySelector("details.more[open]");
  const leaves = event.type === "keydown" ? event.key === "Escape" : !more?.contains(event.target);
  if (!more || !leaves) return;
  if (more.contains(document.activeElement)) more.querySelector("summary").focus();
  more.open = false;
}

document.addEventListener("keydown", putAway);
document.addEventListener("pointerdown", putAway);
