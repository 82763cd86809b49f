// The rulebook on one page is searched here, without asking the server: it has printed which words ask for which rule,
// and what they weigh. The ranking is the one of the search (tutor/reference/answering.py), by the same numbers.

const WORD = /\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+(?:\.\d+)*|\p{L}+/gu;
const ENTRIES = 6;

export function folded(word) {
  const plain = word.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.replace(/([aou])e/g, "$1");
}

function steps(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = [...Array(other.length + 1).keys()];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] !== other[j - 1]));
    }
    row = next;
  }
  return row[other.length];
}

export class Index {
  constructor(printed) {
    Object.assign(this, printed);
    this.forms = new Map(Object.entries(printed.forms));
    const usual = printed.worth.own;
    this.places = new Map();
    this.often = this.rules.map(() => new Map());
    this.norms = this.phrases.map(([rule, , , whole, less], place) => {
      let square = 0;
      for (const [keys, weight] of [[whole, 1], [less, usual]]) {
        for (const key of keys) {
          if (!this.places.has(key)) this.places.set(key, []);
          this.places.get(key).push([place, weight]);
          this.often[rule].set(key, (this.often[rule].get(key) || 0) + weight);
          square += (weight * this.rarity[key]) ** 2;
        }
      }
      return Math.sqrt(square);
    });
    this.anywhere = this.anywhere.map((keys) => new Set(keys));
    this.lengths = this.often.map((words) => [...words.values()].reduce((sum, one) => sum + one, 0));
    this.usual = this.lengths.reduce((sum, one) => sum + one, 0) / this.rules.length;
  }

  // The written form that is meant: the one that was typed, or the likest one.
  meant(word) {
    const form = folded(word);
    if (this.forms.has(form) || form.length < this.worth.part || /^\d/.test(form)) return form;
    const longer = [...this.forms.keys()].find((known) => known.startsWith(form));
    if (longer) return longer;
    const most = form.length > 6 ? 2 : 1;
    let best = form, least = most + 1;
    for (const known of this.forms.keys()) {
      const found = known[0] === form[0] || most > 1 ? steps(form, known, most) : most + 1;
      if (found < least) [best, least] = [known, found];
    }
    return best;
  }

  wanted(query) {
    const words = (query.match(WORD) || []).map((word) => this.forms.get(this.meant(word)) || []);
    const found = new Map();
    for (const keys of words) {
      const grouped = keys.some((key) => this.keys[key][0] === "=");
      for (const key of keys) found.set(key, grouped && !"?=~".includes(this.keys[key][0]) ? this.worth.own : 1);
    }
    for (const term of this.terms) {
      const keys = term.slice(0, -1);
      const at = words.findIndex((_, place) => keys.every((key, next) => words[place + next]?.includes(key)));
      if (at >= 0) found.set(term.at(-1), 1);
    }
    if ([...found.keys()].every((key) => this.keys[key][0] === "?")) return [];
    return [...found].map(([key, weight]) => this.met(key, weight));
  }

  // A word of the query with those that meet it: itself, longer and shorter ones, compounds.
  met(key, weight) {
    const by = new Map([[key, 1]]), word = this.keys[key], { part, beginning, ending } = this.worth;
    if (!"?=~".includes(word[0]) && word.length >= part && !/^\d+$/.test(word)) {
      for (const other of this.places.keys()) {
        const text = this.keys[other];
        if (other === key || "?=~".includes(text[0]) || text.length < part) continue;
        if (text.startsWith(word) || word.startsWith(text)) by.set(other, beginning);
        else if (this.joins && (text.endsWith(word) || word.endsWith(text))) by.set(other, ending);
      }
    }
    const rarity = this.places.has(key) ? this.rarity[key] : Math.min(...[...by.keys()].map((one) => this.rarity[one]));
    return { weight: weight * rarity, by };
  }

  // Rules that the query names by their numbers come first, then those that are like it.
  ranked(query) {
    const named = (query.match(WORD) || []).map((word) => this.rules[this.numbers.indexOf(word)]).filter(Boolean);
    const first = [...new Set(named)].map((rule) => ({ rule, score: Infinity }));
    return [...first, ...this.alike(query).filter((one) => !named.includes(one.rule))];
  }

  alike(query) {
    const wanted = this.wanted(query), { worth } = this;
    const whole = wanted.reduce((sum, one) => sum + one.weight, 0);
    const found = [];
    for (const [rule, likest] of this.likest(wanted)) {
      let often = 0, anywhere = 0;
      for (const { weight, by } of wanted) {
        let count = 0, has = 0;
        for (const [key, quality] of by) {
          count += quality * (this.often[rule].get(key) || 0);
          if (this.anywhere[rule].has(key)) has = Math.max(has, quality);
        }
        const long = 1 - worth.length + (worth.length * this.lengths[rule]) / this.usual;
        often += (weight * count * (worth.saturation + 1)) / (count + worth.saturation * long);
        anywhere += weight * has;
      }
      let score = likest[0][0] + worth.next * likest.slice(1, 3).reduce((sum, one) => sum + one[0], 0);
      score += (worth.often * often + worth.anywhere * anywhere) / whole;
      if (this.late[rule]) score *= worth.late;
      if (score >= worth.least) found.push({ rule: this.rules[rule], score, question: this.questions[likest[0][2]] });
    }
    return found.sort((one, other) => other.score - one.score || (one.rule < other.rule ? -1 : 1));
  }

  likest(wanted) {
    const products = new Map();
    let length = 0;
    for (const { weight, by } of wanted) {
      length += weight ** 2;
      const best = new Map();
      for (const [key, quality] of by) {
        for (const [place, here] of this.places.get(key) || []) {
          best.set(place, Math.max(best.get(place) || 0, weight * quality * this.rarity[key] * here));
        }
      }
      for (const [place, product] of best) products.set(place, (products.get(place) || 0) + product);
    }
    const found = new Map();
    for (const [place, product] of products) {
      const [rule, worth, question] = this.phrases[place];
      if (!found.has(rule)) found.set(rule, []);
      found.get(rule).push([(worth * product) / (this.norms[place] * Math.sqrt(length)), place, question]);
    }
    for (const likest of found.values()) likest.sort((one, other) => other[0] - one[0] || other[1] - one[1]);
    return found;
  }
}

// The page

function shown(found) {
  const item = document.createElement("li");
  const of = (id) => document.getElementById(id);
  const rule = of(`rule-${found.rule}`);
  const link = Object.assign(document.createElement("a"), { href: `#rule-${found.rule}` });
  link.append(...[...rule.querySelector("summary").childNodes].map((node) => node.cloneNode(true)));
  const says = [...rule.querySelectorAll(".who, .sentence")].slice(0, 2).filter((one) => one.closest(".for-our-table") || one.matches(".sentence"));
  item.append(link, ...says.map((one) => one.cloneNode(true)));
  const question = found.question && of(`question-${found.question}`);
  if (question) {
    const asked = Object.assign(document.createElement("a"), { href: `#question-${found.question}` });
    asked.textContent = question.querySelector("summary").textContent.trim();
    item.append(asked);
  }
  return item;
}

async function start(find) {
  const results = document.getElementById("found");
  const printed = await fetch(find.dataset.index).then((response) => response.json()).catch(() => null);
  if (!printed) return; // then the form asks the server
  const index = new Index(printed);
  const seek = () => {
    const query = find.elements.q.value.trim();
    const found = query ? index.ranked(query).slice(0, ENTRIES) : [];
    results.querySelector("ol").replaceChildren(...found.map(shown));
    results.hidden = !query;
    results.querySelector(".nothing").hidden = found.length > 0;
  };
  find.elements.q.value ||= new URLSearchParams(location.search).get("q") || "";
  find.addEventListener("submit", (event) => {
    event.preventDefault();
    seek();
    results.scrollIntoView({ block: "nearest" });
  });
  find.addEventListener("input", seek);
  seek();
  if (find.elements.q.value) results.scrollIntoView();
}

function unfold() {
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (target?.matches("details")) target.open = true;
  target?.scrollIntoView();
}

if (globalThis.document) {
  addEventListener("hashchange", unfold);
  unfold();
  start(document.getElementById("find-in-book"));
}
