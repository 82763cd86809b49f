// A question on the wall is as large as its window allows: cards and words grow where there is room, and give way where
// there is none. Without scripts, in a small window and while something is unfolded, it stays as it is.

const MOST = 2;
const LEAST = 0.7;
const STEP = 0.05;
const WALL = matchMedia("(min-width: 64rem) and (min-height: 38rem)"); // as in projector.css

function fits() {
  const page = document.documentElement;
  const board = document.querySelector(".projector > .board");
  const height = board ? board.getBoundingClientRect().bottom + scrollY : page.scrollHeight;
  return height <= innerHeight && page.scrollWidth <= page.clientWidth;
}

function fit() {
  const question = document.querySelector(":is(.projector, .shown-here) > .to-see");
  if (!question || document.querySelector(".projector details[open]")) return;
  let size = WALL.matches ? MOST : 1;
  question.style.zoom = size;
  while (WALL.matches && size > LEAST && !fits()) question.style.zoom = size -= STEP;
}

fit();
addEventListener("resize", fit);
