import { median, milliseconds, type Row } from './report.ts';

export type Size = 'few' | 'many';

const ROUNDS = 3;

/** Measures in turn how much longer an operation takes among a million items than among a thousand. */
export async function fewAndMany(what: string, measureLatencies: (size: Size) => Promise<number[]>): Promise<Row> {
  const measured: Record<Size, number[]> = { few: [], many: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of ['few', 'many'] as const) measured[size].push(...(await measureLatencies(size)));
  }
  const [few, many] = [median(measured.few), median(measured.many)];
  return {
    what,
    value: milliseconds(many),
    floor: `at 1,000, ${milliseconds(few)}`,
    ratio: many / few,
    target: '≤ 3',
  };
}
