// Where the keyboard is after a swap, the title of the page, and what to say when the server cannot be reached.
// After Check the heading of the feedback, after Hint the new hint, after Next the goal (the server marks them with
// data-focus); after staging the button that was pressed, or the list of staged actions where that button is gone; on
// a table that is laid the place where the next card goes.

const PARTS = ["exercise", "laying"];
let pressed = "";

// Whether an element lies outside of the window, of a part around it that scrolls, or under the bar at its lower edge.
function hidden(target) {
  const box = target.getBoundingClientRect();
  const part = target.closest(".work")?.getBoundingClientRect();
  const bar = target.closest(".work") && document.querySelector("#exercise .finish")?.getBoundingClientRect();
  const top = Math.max(0, part?.top ?? 0);
  const bottom = Math.min(window.innerHeight, part?.bottom ?? window.innerHeight, bar?.top ?? window.innerHeight);
  return box.top < top - 1 || box.bottom > bottom + 1;
}

function settle() {
  const root = PARTS.map((id) => document.getElementById(id)).find(Boolean);
  if (!root) return;
  document.title = root.dataset.title || document.title;
  const target =
    root.querySelector("[data-focus]") ||
    (pressed && document.getElementById(pressed)) ||
    root.querySelector("#tray") ||
    (!root.contains(document.activeElement) && root.querySelector("[name=zone]:checked"));
  if (!target) return;
  target.focus({ preventScroll: true });
  if (hidden(target)) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.classList.contains("still");
    target.scrollIntoView({ block: target.tagName === "BUTTON" ? "nearest" : "start", behavior: still ? "auto" : "smooth" });
  }
}

// Looking for news every two seconds is nothing that anybody sent.
function asks(event) {
  return !event.detail.elt?.getAttribute("hx-trigger")?.startsWith("every");
}

function complain(event) {
  const note = document.getElementById("unsent");
  if (!note || !asks(event)) return;
  const answer = new DOMParser().parseFromString(event.detail.xhr?.responseText || "", "text/html");
  const message = answer.querySelector("[data-message]")?.textContent.trim();
  const text = note.querySelector("[data-text]");
  text.textContent = message || text.dataset.text;
  note.hidden = false;
  note.focus();
}

document.addEventListener("submit", (event) => {
  pressed = event.submitter?.id || "";
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const note = document.getElementById("unsent");
  if (note && asks(event)) note.hidden = true;
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (PARTS.includes(event.detail.elt?.id) || PARTS.includes(event.detail.target?.id)) settle();
});
document.addEventListener("htmx:responseError", complain);
document.addEventListener("htmx:sendError", complain);
