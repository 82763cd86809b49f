// What is secret in a link stands behind its #, where no server, log or other page sees it. It goes into the form, and
// out of the address and the list of visited pages; sending it is left to whoever opened the link. Without scripts it
// is typed. The form says in data-code how to take it apart; its fields with data-part get the parts in order, with
// spaces for the sign that they name there.

const form = document.querySelector("form[data-code]");

function secret() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function take() {
  const text = secret();
  if (!text || document.getElementById(text)) return; // the latter is a place on the page
  history.replaceState(history.state, "", location.pathname + location.search);
  const parts = new RegExp(form.dataset.code, "i").exec(text)?.slice(1) ?? [text];
  form.querySelectorAll("[data-part]").forEach((field, place) => {
    const part = parts[place] ?? "";
    field.value = field.dataset.part ? part.replaceAll(field.dataset.part, " ") : part;
  });
  const button = form.querySelector("[data-filled]");
  button.textContent = button.dataset.filled;
  for (const said of form.querySelectorAll("[data-once-filled]")) said.hidden = false;
  document.getElementById("problem")?.remove();
  button.focus();
}

addEventListener("hashchange", take);
take();
