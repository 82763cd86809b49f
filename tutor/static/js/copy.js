// Copies the text of the field that a button names. Without scripts, or where the browser does not allow it, the field
// stands there to be selected by hand.

function done(button) {
  document.getElementById("live").textContent = button.dataset.done;
  button.dataset.label ||= button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = button.dataset.label), 2000);
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const field = document.getElementById(button.dataset.copy);
    if (navigator.clipboard) return navigator.clipboard.writeText(field.value).then(() => done(button), () => field.select());
    field.select();
    if (!document.execCommand("copy")) return;
    button.focus();
    done(button);
  });
}
