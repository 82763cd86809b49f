// Counting by tapping: each tap on a rank adds a card to its field. Without scripts a tap goes into the field, where
// the number is typed.

for (const label of document.querySelectorAll("label[data-tap]")) {
  label.addEventListener("click", (event) => {
    event.preventDefault();
    const field = document.getElementById(label.htmlFor);
    field.value = Math.min(99, (parseInt(field.value, 10) || 0) + 1);
    field.dispatchEvent(new Event("change", { bubbles: true }));
    document.getElementById("live").textContent = `${label.textContent.trim()}: ${field.value}`;
  });
}
