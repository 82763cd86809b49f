// The table of a deal that is too full for a phone scrolls in its own panel. It shows its lower end first, one's own melds
// and the pile; after that it stays where it was left.

const BOTTOM = 1e6; // pixels, more than any table is high
let left = BOTTOM;

function show() {
  const felt = document.querySelector(".for-deal > .felt");
  if (!felt || felt.scrollHeight <= felt.clientHeight + 1) return;
  felt.scrollTop = left;
  felt.addEventListener("scroll", () => {
    left = felt.scrollTop;
  });
}

document.addEventListener("htmx:afterSettle", show);
show();
