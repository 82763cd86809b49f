// The clock of a storm or a test counts down, says when half a minute is left, and goes to the result when the time is
// up. The server keeps the time that counts; this shows it. Each question brings the clock anew, and this takes it up.
// In a test what stands there when the time is up is sent.

const GRACE = 2500; // milliseconds that the server allows for an answer on its way, and a little more
const LOST = 15000; // after so long an answer that is sent only now has not arrived
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
  if (!clock) return;
  end = Date.now() + Number(clock.dataset.left) * 1000;
  told = told && Number(clock.dataset.left) <= SOON;
}

function leave(to, wait) {
  setTimeout(() => location.assign(to), wait);
}

// One request at a time is on its way: what stands there goes when the one before it is back.
function send() {
  const { over: to, missed } = clock.dataset;
  const answer = document.getElementById("answer");
  if (!answer) return leave(to, GRACE);
  if (answer.classList.contains("htmx-request")) return setTimeout(send, 250);
  const time = document.createElement("input");
  time.type = "hidden";
  time.name = "do";
  time.value = "time";
  answer.append(time);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    // Where what came back has replaced the form, the event itself names an element around it.
    if (detail.requestConfig.elt === answer) leave(detail.successful ? to : missed, GRACE);
  });
  leave(missed, LOST);
  answer.requestSubmit();
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
  if (clock.dataset.missed) send();
  else leave(clock.dataset.over, GRACE);
}

take();
told = Boolean(clock) && Number(clock.dataset.left) <= SOON;
tick();
setInterval(tick, 250);
document.addEventListener("htmx:afterSwap", tick);
