// The clock of a storm counts down, says when half a minute is left, and goes to the result when the time is up. The
// server keeps the time that counts; this shows it. Each question brings the clock anew, and this takes it up.

const GRACE = 2500; // milliseconds that the server allows for an answer on its way, and a little more
const SOON = 30;

let clock = null;
let end = 0;
let told = false;
let over = false;

function say(text) {
  document.getElementById("live").textContent = text;
}

function take() {
  const found = document.getElementById("clock");
  if (found === clock) return;
  clock = found;
  if (clock) end = Date.now() + Number(clock.dataset.left) * 1000;
}

function tick() {
  take();
  if (!clock || over) return;
  const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  clock.textContent = `${clock.dataset.word} ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.classList.toggle("soon", left <= SOON);
  if (left <= SOON && !told) {
    told = true;
    say(clock.dataset.soon);
  }
  if (left > 0) return;
  over = true;
  clock.textContent = clock.dataset.end;
  say(clock.dataset.end);
  setTimeout(() => location.assign(clock.dataset.over), GRACE);
}

take();
told = Boolean(clock) && Number(clock.dataset.left) <= SOON;
tick();
setInterval(tick, 250);
document.addEventListener("htmx:afterSwap", tick);
