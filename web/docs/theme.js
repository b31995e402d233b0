// Applies the colours that somebody chose here or in the console, before the page is painted. Runs as a classic script.
(() => {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.colours = chosen;
})();
