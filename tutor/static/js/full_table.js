// The table of a deal that is too full for a phone scrolls in its own panel. It shows its lower end first, one's own melds
// and the pile; after that it stays as far from there as it was left.

let below = 0; // pixels of it below what is seen

const table = () => document.querySelector(".for-deal > .felt");

function show() {
  const felt = table();
  if (felt) felt.scrollTop = felt.scrollHeight - felt.clientHeight - below;
}

function keep(event) {
  const felt = table();
  if (event.target === felt) below = felt.scrollHeight - felt.clientHeight - felt.scrollTop;
}

document.addEventListener("htmx:afterSettle", show);
document.addEventListener("scroll", keep, { capture: true });
show();
