// What is secret in a link stands behind its #, where no server, log or other page sees it. It goes into the form, and
// out of the address and the list of visited pages; sending it is left to whoever opened the link. Without scripts it
// is typed. The form says in data-code how to take it apart; its fields with data-part get the parts in order, with
// spaces for the sign that they name there.

const KEPT = "code";
const form = document.querySelector("form[data-code]");
const here = () => location.pathname + location.search;

function secret() {
  const text = location.hash.slice(1);
  if (document.getElementById(text)) return ""; // a place on the page
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Once the page is loaded anew without the secret, browsers take the address with it for one that led on and do not list
// it; only to change the address (history.replaceState) would leave it in the list.
function leave(text) {
  try {
    sessionStorage.setItem(KEPT, text);
    location.replace(here());
  } catch {
    history.replaceState(history.state, "", here());
    fill(text);
  }
}

function left() {
  try {
    const text = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return text;
  } catch {
    return null;
  }
}

function fill(text) {
  const parts = new RegExp(form.dataset.code, "i").exec(text)?.slice(1) ?? [text];
  form.querySelectorAll("[data-part]").forEach((field, place) => {
    const part = parts[place] ?? "";
    field.value = field.dataset.part ? part.replaceAll(field.dataset.part, " ") : part;
    field.removeAttribute("aria-invalid");
  });
  document.getElementById("problem")?.remove();
  const button = form.querySelector("[data-filled]");
  button.textContent = button.dataset.filled;
  for (const said of form.querySelectorAll("[data-once-filled]")) {
    said.hidden = false;
    button.setAttribute("aria-describedby", said.id);
  }
  button.focus();
}

function take() {
  const text = secret();
  const before = left();
  if (text) leave(text);
  else if (before) fill(before);
}

addEventListener("hashchange", take);
take();
