// The clock of a storm counts down, says when half a minute is left, and goes to the result when the time is up. The
// server keeps the time that counts; this shows it.

const clock = document.getElementById("clock");
const GRACE = 2500; // milliseconds that the server allows for an answer on its way, and a little more

function say(text) {
  document.getElementById("live").textContent = text;
}

if (clock) {
  const end = Date.now() + Number(clock.dataset.left) * 1000;
  let told = Number(clock.dataset.left) <= 30;
  let over = false;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    clock.textContent = `${clock.dataset.word} ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("soon", left <= 30);
    if (left <= 30 && !told) {
      told = true;
      say(clock.dataset.soon);
    }
    if (left > 0 || over) return;
    over = true;
    clock.textContent = clock.dataset.end;
    say(clock.dataset.end);
    setTimeout(() => location.assign(clock.dataset.over), GRACE);
  };
  tick();
  setInterval(tick, 250);
}
