import { cpus, totalmem } from 'node:os';

export interface Row {
  what: string;
  value: string;
  /** What the value is compared with, measured in the same run. */
  floor?: string;
  ratio?: number;
  target?: string;
}

export function printReport(rows: readonly Row[]): void {
  const cores = cpus();
  const lines = [
    `${cores[0]?.model ?? 'unknown processor'}, ${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`,
    '',
    '| What | Measured | Floor | Ratio | Target |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ what, value, floor = '', ratio, target = '' }) =>
        `| ${what} | ${value} | ${floor} | ${ratio === undefined ? '' : ratio.toFixed(2)} | ${target} |`,
    ),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`;
export const milliseconds = (ms: number) => `${ms.toFixed(2)} ms`;
export const megabytesPerSecond = (bytes: number, ms: number) => `${Math.round(bytes / 2 ** 20 / (ms / 1000))} MB/s`;
