// What a step says stands open above its answers. On a phone, and where letters are large, it takes only the room that
// lets every card and answer be seen that can be seen without it, and scrolls in that; with less than some lines of it,
// it is folded. A turn, a sheet or a list may scroll in its own panel, if that stays high enough. Whoever opens or closes
// it by hand has the last word.

const PANELS = ".at-table :is(.work, .felt, .hand, .shown)";
const LOW = 88; // pixels that a panel needs to be of use
const LINES = 2.5; // of the text that must be in view
const BRIEF = "#answer:is(.kind-legal, .kind-predict, .kind-cards, .kind-number)"; // all of whose answers are to be seen
const ANSWERS = "#hand .pick, #answer .choice, #number";
const narrow = matchMedia("(max-width: 59.99em)");
const open = new WeakSet();
const touched = new WeakSet();

const over = (one) => one.scrollHeight - one.clientHeight;
const scrolls = (one) => over(one) > 1 && /auto|scroll/.test(getComputedStyle(one).overflowY);

// How many cards and answers are in view, above the bar; where there are none, whether the first field is.
function inView() {
  const answers = [...document.querySelectorAll(ANSWERS)];
  const bar = document.querySelector("#exercise .finish").getBoundingClientRect();
  const fields = [...document.querySelectorAll("#answer .work input:not([type=hidden])")].slice(0, 1);
  return (answers.length ? answers : fields).filter((one) => {
    const box = one.getBoundingClientRect();
    const beside = box.right <= bar.left || box.left >= bar.right;
    return box.bottom <= (beside ? innerHeight : Math.min(bar.top, innerHeight)) + 1;
  }).length;
}

// The pixels that are missing with the text unfolded, of which as many answers are to stay in view as are without it.
function missing(before) {
  const panels = [...document.querySelectorAll(PANELS)].filter(scrolls);
  const cut = document.querySelector(BRIEF) ? panels.reduce((sum, one) => sum + over(one), 0) : 0;
  const low = Math.max(0, ...panels.map((one) => LOW - one.clientHeight));
  const page = inView() < before ? Math.max(1, over(document.documentElement)) : 0;
  return Math.ceil(Math.max(cut, low, page));
}

function fit() {
  const intro = document.getElementById("intro");
  if (!intro || touched.has(intro)) return;
  const text = intro.querySelector(".intro-text");
  if (intro.open) open.add(intro);
  if (!open.has(intro)) return;
  text.style.maxHeight = "";
  intro.open = false;
  const before = inView();
  intro.open = true;
  if (!narrow.matches) return;
  const lacking = missing(before);
  if (!lacking) return;
  const room = text.clientHeight - lacking;
  const line = parseFloat(getComputedStyle(text).lineHeight);
  if (room >= LINES * line) {
    text.style.maxHeight = `${room}px`;
    if (!missing(before)) return;
  }
  text.style.maxHeight = "";
  intro.open = false;
}

document.addEventListener("click", (event) => {
  const intro = event.target.closest?.("#intro > summary")?.parentElement;
  if (!intro) return;
  touched.add(intro);
  intro.querySelector(".intro-text").style.maxHeight = "";
});
document.addEventListener("htmx:afterSettle", fit);
window.addEventListener("resize", fit);
fit();
