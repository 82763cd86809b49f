// Digits of our own beside the table (templates/lessons/_answer_number.html), where a thumb types: the keyboard of the
// phone would cover the table and Check.

function type(field, key) {
  const text = field.value.trim();
  const minus = /^[-−]/.test(text);
  if (key === "back") field.value = text.slice(0, -1);
  else if (key === "minus") field.value = minus ? text.slice(1) : `-${text}`;
  else field.value = text + key;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function start() {
  const pad = document.querySelector("[data-keypad]");
  const field = pad && document.getElementById(pad.dataset.keypad);
  if (!field) return;
  pad.hidden = false;
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
}

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-keypad] [data-digit]");
  if (key) type(document.getElementById(key.parentElement.dataset.keypad), key.dataset.digit);
});
document.addEventListener("htmx:afterSettle", start);
start();
