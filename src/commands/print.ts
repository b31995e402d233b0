import { isObject } from '../platform/is-object.ts';

/** Formats a result for people: as lines with names and values, or as a table. */
export function toHumanReadable(result: unknown): string {
  if (Array.isArray(result)) return result.length > 0 ? table(result) : '(none)';
  if (isObject(result)) {
    const width = Math.max(...Object.keys(result).map(name => name.length));
    return Object.entries(result)
      .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
      .join('\n');
  }
  return cell(result);
}

function table(rows: unknown[]): string {
  const records = rows.map(row => (isObject(row) ? row : { value: row }));
  const columns = Object.keys(records[0] ?? {});
  const lines = [columns, ...records.map(record => columns.map(column => cell(record[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map(line => line[index]?.length ?? 0)));
  return lines
    .map(line =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Says how long ago a time is, for tables. */
export function ago(atMs: number, nowMs = Date.now()): string {
  const seconds = Math.max(0, Math.round((nowMs - atMs) / 1000));
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 14 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  return new Date(atMs).toISOString().slice(0, 10);
}

export function duration(fromMs: number | null, toMs: number | null): string | null {
  if (fromMs === null || toMs === null) return null;
  const took = toMs - fromMs;
  if (took < 1000) return `${took} ms`;
  if (took < 60_000) return `${(took / 1000).toFixed(1)} s`;
  return `${Math.floor(took / 60_000)} min ${Math.round((took % 60_000) / 1000)} s`;
}

export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = size < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3));
  return power === 0 ? `${size} B` : `${(size / 1000 ** power).toFixed(1)} ${units[power]}`;
}
