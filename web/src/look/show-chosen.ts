/** The `ref` of a row of links that scrolls: begins where the chosen one can be seen, with those beside it. */
export function showChosen(row: HTMLElement | null): void {
  row?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
