/** Colors that are told apart also by those who see red and green alike. */
const COLORS = [
  '#2f6fde',
  '#e8833a',
  '#2a9d8f',
  '#c8445e',
  '#8a63d2',
  '#e0b434',
  '#5aa9e6',
  '#7a8b3c',
  '#d67ab1',
  '#6b7280',
];

export const INK = '#1f2933';
export const FAINT_INK = '#5f6c7b';
export const GRID = '#e4e8ee';
export const AXIS = '#9aa5b1';

export function colorAt(index: number): string {
  return COLORS[index % COLORS.length] ?? INK;
}
