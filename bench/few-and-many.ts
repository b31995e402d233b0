import { median, milliseconds, type Row } from './report.ts';

export type Size = 'few' | 'many';

const ROUNDS = 3;

/** How much longer something takes with a million than with a thousand, asked for in turn. */
export async function fewAndMany(what: string, latenciesOf: (size: Size) => Promise<number[]>): Promise<Row> {
  const measured: Record<Size, number[]> = { few: [], many: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of ['few', 'many'] as const) measured[size].push(...(await latenciesOf(size)));
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
