import { isObject } from '../platform/is-object.ts';
/** Answers for people: `name: value` lines, or a table. */
export function humanReadable(answer: unknown): string {
  if (Array.isArray(answer)) return answer.length > 0 ? table(answer) : '(none)';
  if (isObject(answer)) {
    const width = Math.max(...Object.keys(answer).map(name => name.length));
    return Object.entries(answer)
      .map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
      .join('\n');
  }
  return cell(answer);
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
