// The order of search results. Sphinx puts attributes of classes first: "bot" would find three fields called `bot` before
// the page "Write a bot". Most readers search for a task, so pages come first, and among them those whose titles have the
// words of the search. Searches for code, such as "legal_moves" or "GameState", still find the object first.

const FOLDERS = { howto: 12, explanation: 4, reference: 2, design: -10 };
const PAGES = { quickstart: 10, tutorial: 9, rules: 5, index: -4, changelog: -12, contributing: -6, style: -8, machinery: -6 };
const LOOKS_LIKE_CODE = /[_.()]|[a-z][A-Z]/;

// Points for a title with all the words of the search; a word that only begins alike ("bot" in "bots") counts less.
const TITLE = 20;
const BEGINS_ALIKE = 0.8;

function countTitleWords(words, title) {
  const found = title.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  let count = 0;
  for (const word of words) {
    if (found.includes(word)) count += 1;
    else if (found.some((other) => other.startsWith(word) || (other.length > 2 && word.startsWith(other)))) count += BEGINS_ALIKE;
  }
  return count / words.length;
}

var Scorer = {
  score: ([page, title, , , score, , kind]) => {
    const query = new URLSearchParams(window.location.search).get("q") || "";
    if (kind === "object") return LOOKS_LIKE_CODE.test(query) ? score + 60 : score - 60;
    // Words that are in nearly every text are no help: Sphinx skips them, too.
    const words = query.toLowerCase().split(/\s+/).filter((word) => word && !window.stopwords.has(word));
    const inTitle = words.length ? TITLE * countTitleWords(words, title) : 0;
    return score + inTitle + (FOLDERS[page.split("/")[0]] ?? PAGES[page] ?? 0);
  },
  // The other values are Sphinx's own.
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
