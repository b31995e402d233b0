import { element, type Svg } from '../svg.ts';
import { drawText, LABEL_SIZE, textWidth } from './text.ts';

export interface LegendEntry {
  name: string;
  color: string;
}

const MARK = 11;
const GAP = 18;
const LONGEST = 220;
const MOST_ROWS = 4;

/** As many entries in a row as fit. */
export function legendRows(entries: readonly LegendEntry[], width: number): LegendEntry[][] {
  const rows: LegendEntry[][] = [];
  let left = 0;
  for (const entry of entries) {
    const needed = entryWidth(entry);
    const row = rows.at(-1);
    if (!row || needed > left) {
      rows.push([entry]);
      left = width - needed;
    } else {
      row.push(entry);
      left -= needed;
    }
  }
  return rows.slice(0, MOST_ROWS);
}

export function drawLegend(rows: readonly LegendEntry[][], x: number, y: number): Svg[] {
  return rows.flatMap((row, index) => {
    let left = x;
    return row.flatMap(entry => {
      const top = y + index * 20;
      const at = left;
      left += entryWidth(entry);
      return drawEntry(entry, at, top, LONGEST);
    });
  });
}

export function drawEntry({ name, color }: LegendEntry, x: number, y: number, within: number): Svg[] {
  return [
    element('rect', { x, y, width: MARK, height: MARK, rx: 2, fill: color }),
    drawText(name, { x: x + MARK + 6, y: y + MARK - 1, within }),
  ];
}

function entryWidth({ name }: LegendEntry): number {
  return MARK + 6 + Math.min(LONGEST, textWidth(name, LABEL_SIZE)) + GAP;
}
