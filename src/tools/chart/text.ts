import { element, type Svg } from '../svg.ts';
import { INK } from './colors.ts';

export interface TextPlace {
  x: number;
  y: number;
  size?: number;
  anchor?: 'start' | 'middle' | 'end';
  bold?: boolean;
  fill?: string;
  /** In degrees around its own place. */
  turn?: number;
  /** Longer texts are cut. */
  within?: number;
}

export const LABEL_SIZE = 12;

export function drawText(text: string, place: TextPlace): Svg {
  const { x, y, size = LABEL_SIZE, anchor = 'start', bold = false, fill = INK, turn, within } = place;
  const attributes = {
    x,
    y,
    fill,
    'font-family': 'DejaVu Sans',
    'font-size': size,
    'font-weight': bold ? 'bold' : undefined,
    'text-anchor': anchor,
    transform: turn === undefined ? undefined : `rotate(${turn} ${x} ${y})`,
  };
  return element('text', attributes, within === undefined ? text : cut(text, within, size));
}

/** About what the font needs: wide and narrow letters, and a full square for the scripts of East Asia. */
export function textWidth(text: string, size = LABEL_SIZE): number {
  let width = 0;
  for (const character of text) {
    if (/[iljtfrI.,:;|!'() ]/.test(character)) width += 0.38;
    else if (/[mwMW%@]/.test(character)) width += 0.95;
    else if (/[A-Z0-9]/.test(character)) width += 0.66;
    else width += character > '\u1100' ? 1 : 0.61;
  }
  return width * size;
}

export function cut(text: string, width: number, size = LABEL_SIZE): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  let kept = '';
  for (const character of characters) {
    if (textWidth(`${kept}${character}…`, size) > width) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
