/**
 * Ranks the sections of the documentation for a search. Every word of the query has to be found, as the beginning of a word;
 * titles count most, then headings, then text. A word that occurs nowhere may have a typing error.
 *
 * @typedef {{ p: string, t: string, i?: string, h?: string, x: string }} Entry One section: page, title, id, heading, text.
 * @typedef {Entry & { title: string, heading: string, text: string }} PreparedEntry With all texts in lower case.
 * @typedef {{ entries: PreparedEntry[], words: Set<string> }} Index
 * @typedef {{ entry: Entry, terms: string[] }} Hit The terms are as they are found, without typing errors.
 */

const MOST_HITS = 30;
const HITS_PER_PAGE = 4;

/**
 * @param {Entry[]} entries
 * @returns {Index}
 */
export function prepareIndex(entries) {
  /** @type {Set<string>} */
  const words = new Set();
  const prepared = entries.map(entry => {
    const texts = { title: entry.t.toLowerCase(), heading: (entry.h ?? '').toLowerCase(), text: entry.x.toLowerCase() };
    for (const text of Object.values(texts)) for (const word of splitWords(text)) words.add(word);
    return { ...entry, ...texts };
  });
  return { entries: prepared, words };
}

/**
 * @param {Index} index
 * @param {string} query
 * @returns {Hit[]}
 */
export function search({ entries, words }, query) {
  const terms = splitWords(query.toLowerCase()).flatMap(word => correct(word, words) ?? []);
  if (terms.length === 0) return [];
  const phrase = query.trim().toLowerCase();
  const scored = entries
    .map(entry => ({ entry, score: score(entry, terms, phrase) }))
    .filter(hit => hit.score > 0)
    .sort((a, b) => b.score - a.score);
  /** @type {Map<string, number>} */
  const perPage = new Map();
  const varied = scored.filter(({ entry }) => {
    const count = (perPage.get(entry.p) ?? 0) + 1;
    perPage.set(entry.p, count);
    return count <= HITS_PER_PAGE;
  });
  return varied.slice(0, MOST_HITS).map(({ entry }) => ({ entry, terms }));
}

/** @param {string} text */
function splitWords(text) {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * @param {PreparedEntry} entry
 * @param {string[]} terms
 * @param {string} phrase
 */
function score(entry, terms, phrase) {
  let sum = 0;
  for (const term of terms) {
    const found = place(entry, term);
    if (found === 0) return 0;
    sum += found;
  }
  if (terms.length > 1 || /\W/.test(phrase)) {
    // Whoever pastes an error text looks for exactly that.
    if (entry.heading.includes(phrase)) sum += 30 * terms.length;
    else if (entry.text.includes(phrase)) sum += 25 * terms.length;
  }
  if (entry.heading === phrase || (entry.i === undefined && entry.title === phrase)) sum += 60;
  // Most readers use Heddle, and few change it.
  return entry.p.startsWith('contributing/') ? sum / 4 : sum;
}

/**
 * @param {PreparedEntry} entry
 * @param {string} term
 */
function place(entry, term) {
  let found = 0;
  // The title counts at the beginning of its page, so that one page does not fill the list with its sections.
  if (beginsWord(entry.title, term)) found += entry.i === undefined ? 50 : 6;
  if (beginsWord(entry.heading, term)) found += 25;
  // A section that says the word often is about it.
  found += Math.min(12, 4 * countWords(entry.text, term));
  return found;
}

/**
 * @param {string} text
 * @param {string} term
 */
function beginsWord(text, term) {
  return countWords(text, term) > 0;
}

/**
 * Counts the words that begin with a term, up to three.
 * @param {string} text
 * @param {string} term
 */
function countWords(text, term) {
  let count = 0;
  for (let at = text.indexOf(term); at >= 0 && count < 3; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) count += 1;
  }
  return count;
}

/**
 * Returns the term itself when some word begins with it, or else the nearest word. Undefined when there is none.
 * @param {string} term
 * @param {Set<string>} words
 */
function correct(term, words) {
  if (words.has(term)) return term;
  for (const word of words) if (word.startsWith(term)) return term;
  for (const word of words) if (word.includes(`_${term}`)) return term;
  const most = term.length < 4 ? 0 : term.length < 8 ? 1 : 2;
  /** @type {string | undefined} */
  let nearest;
  let least = most + 1;
  for (const word of words) {
    if (Math.abs(word.length - term.length) >= least) continue;
    const distance = editDistance(term, word, least);
    if (distance < least) [nearest, least] = [word, distance];
  }
  return nearest ?? term;
}

/**
 * Counts the letters to insert, delete, replace or swap.
 * @param {string} a
 * @param {string} b
 * @param {number} most
 */
function editDistance(a, b, most) {
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (before[j - 2] ?? 0) + 1);
      next.push(value);
    }
    if (Math.min(...next) >= most) return most;
    [before, row] = [row, next];
  }
  return row[b.length] ?? most;
}

const SNIPPET_CHARACTERS = 150;

/**
 * Returns the part of a text around the first term, in pieces that are marked or not.
 * @param {Hit} hit
 * @returns {{ text: string, isMarked: boolean }[]}
 */
export function snippet({ entry, terms }) {
  const lower = entry.x.toLowerCase();
  const first = Math.min(...terms.map(term => lower.indexOf(term)).map(at => (at < 0 ? Number.POSITIVE_INFINITY : at)));
  const from = Number.isFinite(first) ? Math.max(0, first - 40) : 0;
  const start = from === 0 ? 0 : entry.x.indexOf(' ', from) + 1;
  const part = entry.x.slice(start, start + SNIPPET_CHARACTERS);
  const pattern = new RegExp(`(${terms.map(term => term.replace(/[^\p{L}\p{N}_]/gu, '\\$&')).join('|')})`, 'giu');
  const pieces = part.split(pattern).map((text, index) => ({ text, isMarked: index % 2 === 1 }));
  return [
    ...(start > 0 ? [{ text: '… ', isMarked: false }] : []),
    ...pieces,
    ...(start + SNIPPET_CHARACTERS < entry.x.length ? [{ text: ' …', isMarked: false }] : []),
  ];
}
