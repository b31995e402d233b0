// What the pages of the documentation do beyond showing themselves: copying, colours, the contents, the search.
import { addCopyButtons } from './copy.js';

const COLOURS_KEY = 'mantine-color-scheme-value';

addCopyButtons(document.body);
offerColours();
offerSearch();
markCurrentSection();
showCurrentPage();

/** The console keeps the choice under the same name, so that both change together. */
function offerColours() {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-theme-toggle]'));
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const root = document.documentElement;
    const isDark = root.dataset.colours
      ? root.dataset.colours === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.colours = isDark ? 'light' : 'dark';
    localStorage.setItem(COLOURS_KEY, root.dataset.colours);
  });
}

/** The search is loaded when somebody uses it for the first time. */
function offerSearch() {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-search]'));
  if (!button) return;
  const open = async () => (await import('./search.js')).openSearch();
  button.hidden = false;
  button.addEventListener('click', open);
  document.addEventListener('keydown', event => {
    const isCommand = event.key === 'k' && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!isCommand && !isSlash) return;
    event.preventDefault();
    void open();
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Scrolls the navigation, and only it, to the page that is shown. */
function showCurrentPage() {
  const current = document.querySelector('.navigation [aria-current]');
  const navigation = document.querySelector('.navigation');
  if (!current || !navigation?.checkVisibility()) return;
  const below = current.getBoundingClientRect().bottom - navigation.getBoundingClientRect().bottom;
  if (below > 0) navigation.scrollTop += below + navigation.clientHeight / 2;
}

/** Marks in the contents which section is being read. */
function markCurrentSection() {
  const links = new Map(
    [...document.querySelectorAll('.contents a')].map(link => [link.getAttribute('href')?.slice(1) ?? '', link]),
  );
  if (links.size === 0) return;
  const headings = [...document.querySelectorAll('article h2[id], article h3[id]')];
  const observer = new IntersectionObserver(
    () => {
      const current = headings.findLast(heading => heading.getBoundingClientRect().top < 120) ?? headings[0];
      for (const [id, link] of links) {
        if (id === current?.id) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-60px 0px -70% 0px', threshold: [0, 1] },
  );
  for (const heading of headings) observer.observe(heading);
}
