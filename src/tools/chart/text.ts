/** Measures texts in DejaVu Sans, and removes what can not be drawn. */
import { removeForbiddenXmlCharacters } from '../text/xml-characters.ts';

/** Widths in hundredths of the font size. Characters that are not listed have the usual width. */
const WIDTHS: [hundredths: number, characters: string][] = [
  [28, "'ijl"],
  [31, 'IJ ,.'],
  [35, '/:;\\|f-'],
  [40, '()[]t!r'],
  [48, '"*_`'],
  [53, 'sz?c'],
  [57, 'LFkvxy'],
  [68, 'KAVBRXZC'],
  [75, 'UHNDG&'],
  [80, 'OQw'],
  [85, '#+<=>^~M'],
  [98, '%mW@…'],
];
const USUAL_WIDTH = 63;
const widths = new Map(WIDTHS.flatMap(([width, characters]) => [...characters].map(each => [each, width] as const)));

const BOLD_FACTOR = 1.11;
const USUAL_FONT = '12px';

/** `font` has the form that CSS uses. */
export function textWidth(text: string, font = USUAL_FONT): number {
  const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 12);
  let hundredths = 0;
  // East Asian characters fill a full square.
  for (const each of text) hundredths += widths.get(each) ?? (each > '\u1100' ? 100 : USUAL_WIDTH);
  return (hundredths / 100) * size * (font.includes('bold') ? BOLD_FACTOR : 1);
}

/** Returns the text on one line, and no longer than what could be visible of it. */
export function printable(text: string): string {
  return removeForbiddenXmlCharacters(text.slice(0, 500)).replaceAll(/\s+/g, ' ');
}
