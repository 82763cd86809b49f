// What is selected or typed but not sent yet outlives a reload and Back: kept in this window until the server has it.
// It is put back only onto the form that it was entered into; if that has changed meanwhile, the server's answer stands.

let form = null;
let fresh = "";

const OWN = ["csrfmiddlewaretoken", "token"];
const key = () => "unsent:" + location.pathname.replace(/^\/(de|en)\//, "/");

function entered() {
  return JSON.stringify([...new FormData(form)].filter(([name]) => !OWN.includes(name)));
}

function putBack(entries) {
  const all = new Set(entries.map((entry) => JSON.stringify(entry)));
  for (const field of form.querySelectorAll("input:not([type=hidden])")) {
    if (/checkbox|radio/.test(field.type)) field.checked = all.has(JSON.stringify([field.name, field.value]));
    else field.value = entries.find(([name]) => name === field.name)?.[1] ?? "";
  }
  const typed = form.elements.typed;
  if (typed?.value) typed.closest("details").open = true;
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

function start() {
  form = document.querySelector("form#answer");
  if (!form) return;
  fresh = entered();
  const [before, now] = JSON.parse(sessionStorage.getItem(key())) || [];
  if (before === fresh) putBack(JSON.parse(now));
}

function keep(event) {
  if (!form?.contains(event.target)) return;
  const now = entered();
  if (now === fresh) sessionStorage.removeItem(key());
  else sessionStorage.setItem(key(), JSON.stringify([fresh, now]));
}

document.addEventListener("change", keep);
document.addEventListener("input", keep);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.shouldSwap) sessionStorage.removeItem(key());
});
document.addEventListener("htmx:afterSettle", start);
start();
