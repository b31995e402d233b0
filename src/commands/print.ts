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
