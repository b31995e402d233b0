// What the API reference does beyond showing itself: finding operations, choosing a language, and trying requests.
import { tryOperation } from './api-try.js';

const LANGUAGE_KEY = 'heddle-docs-language';

offerOperationSearch();
offerLanguages();
offerTrying();

/** Filters the operations of all areas by their path and summary. */
function offerOperationSearch() {
  const box = /** @type {HTMLElement | null} */ (document.querySelector('.api-search'));
  const input = box?.querySelector('input');
  const status = box?.querySelector('[role=status]');
  if (!box || !input || !status) return;
  box.hidden = false;
  const areas = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.navigation details'))];
  const openAtFirst = new Set(areas.filter(area => area.open));
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const area of areas) {
      const title = area.querySelector('summary')?.textContent ?? '';
      let shown = 0;
      for (const link of area.querySelectorAll('a')) {
        const text = `${title} ${link.textContent} ${link.title} ${link.hash}`.toLowerCase();
        const matches = words.every(word => text.includes(word));
        if (link.parentElement) link.parentElement.hidden = !matches;
        if (matches) shown++;
      }
      area.hidden = shown === 0;
      area.open = words.length > 0 ? shown > 0 : openAtFirst.has(area);
      found += shown;
    }
    status.textContent = words.length === 0 ? '' : `${found} ${found === 1 ? 'operation' : 'operations'}`;
  });
}

/** Shows the examples in one language at a time, the same for all operations. */
function offerLanguages() {
  const groups = [...document.querySelectorAll('.examples')].filter(group => group.children.length > 1);
  const choose = (/** @type {string} */ language) => {
    for (const group of groups) {
      for (const part of group.querySelectorAll('section')) part.hidden = part.dataset.tab !== language;
      for (const button of group.querySelectorAll('.languages button')) {
        button.setAttribute('aria-pressed', String(button.textContent === language));
      }
    }
  };
  for (const group of groups) {
    const bar = document.createElement('div');
    bar.className = 'languages';
    bar.setAttribute('role', 'group');
    bar.setAttribute('aria-label', 'Language of the example');
    for (const part of group.querySelectorAll('section')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = part.dataset.tab ?? '';
      button.addEventListener('click', () => {
        localStorage.setItem(LANGUAGE_KEY, button.textContent ?? '');
        choose(button.textContent ?? '');
      });
      bar.append(button);
      const heading = part.querySelector('h4');
      if (heading) heading.hidden = true;
    }
    group.prepend(bar);
  }
  choose(localStorage.getItem(LANGUAGE_KEY) ?? 'curl');
}

function offerTrying() {
  for (const operation of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.operation[data-try]'))) {
    const described = JSON.parse(operation.dataset.try ?? '{}');
    if (!described.path?.startsWith('/') || described.path.includes('{')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'try-button';
    button.textContent = 'Try it';
    button.setAttribute('aria-expanded', 'false');
    const form = document.createElement('form');
    form.className = 'try';
    form.hidden = true;
    button.addEventListener('click', () => {
      form.hidden = !form.hidden;
      button.setAttribute('aria-expanded', String(!form.hidden));
      if (form.childElementCount === 0) tryOperation(form, described);
      if (!form.hidden) form.querySelector('input')?.focus();
    });
    operation.querySelector('.operation-examples')?.prepend(button, form);
  }
}
