// A deal that comes in from another phone while somebody types one here: the sheet shows it at once, but what is being
// typed stays the deal that it was, and the server asks which of the two counts.

const OURS = ["deal-head", "deal-fields"];

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const typed = [...document.querySelectorAll("#answer input[type=text]")].some((field) => field.value.trim());
  if (typed && OURS.includes(event.detail.target?.id)) event.detail.shouldSwap = false;
});
