/** The search: a dialog with a field and a list, which is used with the keyboard or by touch. */
import { prepareIndex, search, snippet } from './ranking.js';

/** @typedef {import('./ranking.js').Hit} Hit */

const dialog = document.createElement('dialog');
dialog.className = 'search';
dialog.setAttribute('aria-label', 'Search the documentation');
dialog.innerHTML = `<form method="dialog">
<input type="search" role="combobox" aria-label="Search the documentation" aria-controls="search-results"
 aria-expanded="false" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search the documentation">
<button type="submit">Close</button></form>
<p class="search-state" role="status"></p>
<div id="search-results" role="listbox" aria-label="Results"></div>`;
document.body.append(dialog);

const field = /** @type {HTMLInputElement} */ (dialog.querySelector('input'));
const state = /** @type {HTMLElement} */ (dialog.querySelector('.search-state'));
const list = /** @type {HTMLElement} */ (dialog.querySelector('[role=listbox]'));

/** @type {Promise<import('./ranking.js').Index> | undefined} */
let loading;
let chosen = 0;

/** The index is loaded once. A failure is tried again by the next search. */
function loadIndex() {
  loading ??= fetch('/docs/search.json')
    .then(async reply => {
      if (!reply.ok) throw new Error(`the index answered ${reply.status}`);
      return prepareIndex(await reply.json());
    })
    .catch(error => {
      loading = undefined;
      throw error;
    });
  return loading;
}

export function openSearch() {
  if (!dialog.open) dialog.showModal();
  field.select();
  void show();
}

field.addEventListener('input', show);
field.addEventListener('keydown', event => {
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in moves) {
    event.preventDefault();
    choose(chosen + moves[/** @type {keyof typeof moves} */ (event.key)]);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    /** @type {HTMLElement | undefined} */ (list.children[chosen])?.click();
  }
});
// A click beside the dialog closes it, and so does following a link within the page.
dialog.addEventListener('click', event => {
  if (event.target === dialog || (event.target instanceof Element && event.target.closest('a'))) dialog.close();
});

async function show() {
  const query = field.value;
  try {
    const hits = search(await loadIndex(), query);
    if (query !== field.value) return;
    list.replaceChildren(...hits.map(toResult));
    field.setAttribute('aria-expanded', String(hits.length > 0));
    state.textContent = describe(query, hits.length);
    choose(0);
  } catch {
    state.textContent = 'The search could not be loaded. Try again in a moment.';
  }
}

/**
 * @param {string} query
 * @param {number} count
 */
function describe(query, count) {
  if (query.trim() === '') return 'Type a word, an error text or the name of a setting.';
  if (count === 0) return 'Nothing found. Try other words.';
  return `${count} ${count === 1 ? 'result' : 'results'}`;
}

/** @param {Hit} hit */
function toResult(hit) {
  const { entry } = hit;
  const link = document.createElement('a');
  link.setAttribute('role', 'option');
  link.id = `result-${entry.p}-${entry.i ?? ''}`;
  link.href = `/docs${entry.p === '' ? '' : `/${entry.p}`}${entry.i === undefined ? '' : `#${entry.i}`}`;
  link.tabIndex = -1;
  const title = document.createElement('strong');
  title.textContent = entry.h ?? entry.t;
  link.append(title);
  if (entry.h !== undefined) {
    const page = document.createElement('span');
    page.className = 'search-page';
    page.textContent = entry.t;
    link.append(page);
  }
  const text = document.createElement('p');
  for (const piece of snippet(hit)) {
    const node = piece.isMarked ? document.createElement('mark') : document.createTextNode('');
    node.textContent = piece.text;
    text.append(node);
  }
  link.append(text);
  return link;
}

/** @param {number} index */
function choose(index) {
  const items = [...list.children];
  chosen = Math.max(0, Math.min(items.length - 1, index));
  for (const [at, item] of items.entries()) item.setAttribute('aria-selected', String(at === chosen));
  const item = items[chosen];
  if (item) field.setAttribute('aria-activedescendant', item.id);
  else field.removeAttribute('aria-activedescendant');
  item?.scrollIntoView({ block: 'nearest' });
}
