// What a step says stands open above its answers. On a phone it is folded where an answer would be out of view with it; a
// turn, a sheet or a list may scroll in its own panel, if that stays high enough. Whoever opens or closes it by hand has
// the last word.

const PANELS = ".at-table :is(.work, .felt, .hand, .shown)";
const LOW = 88; // pixels that a panel needs to be of use
const BRIEF = "#answer:is(.kind-legal, .kind-predict, .kind-cards, .kind-number)"; // all of whose answers are to be seen
const narrow = matchMedia("(max-width: 59.99em)");
const open = new WeakSet();
const touched = new WeakSet();

const over = (one) => one.scrollHeight > one.clientHeight + 1;
const scrolls = (one) => over(one) && /auto|scroll/.test(getComputedStyle(one).overflowY);

function cut() {
  const panels = [...document.querySelectorAll(PANELS)].filter(scrolls);
  return { page: over(document.documentElement), panels, low: panels.some((one) => one.clientHeight < LOW) };
}

function fit() {
  const intro = document.getElementById("intro");
  if (!intro || touched.has(intro)) return;
  if (intro.open) open.add(intro);
  if (!open.has(intro)) return;
  intro.open = true;
  if (!narrow.matches) return;
  const { page, panels, low } = cut();
  intro.open = !page && !low && !(panels.length && document.querySelector(BRIEF));
}

document.addEventListener("click", (event) => {
  const intro = event.target.closest?.("#intro > summary")?.parentElement;
  if (intro) touched.add(intro);
});
document.addEventListener("htmx:afterSettle", fit);
window.addEventListener("resize", fit);
fit();
