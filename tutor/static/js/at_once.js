// In a storm a tap on an answer is the answer: it goes in at once. The arrow keys only go through the answers, and Enter
// or Check sends the one that is chosen.

const SAME_TAP = 600; // milliseconds between a finger going up and the change that it makes

let tapped = -SAME_TAP;

document.addEventListener("pointerup", (event) => {
  tapped = event.timeStamp;
});
document.addEventListener("change", (event) => {
  const answer = event.target.closest("#exercise[data-at-once] #answer");
  if (!answer || event.target.type !== "radio" || event.timeStamp - tapped > SAME_TAP) return;
  answer.requestSubmit(document.getElementById("do-check"));
});
