/** Parses dates with the codes that templates use to write them (`strftime`). Names of months and days are English. */
import { StepError } from '../../nodes/step.ts';
import { attempt } from './date-values.ts';

interface Code {
  /** The source of a regular expression. */
  matches: string;
  field?: Field;
}

type Field =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'monthName'
  | 'day'
  | 'hour'
  | 'halfHour'
  | 'half'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'offset';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAMES = 'january|february|march|april|may|june|july|august|september|october|november|december';
const DAY_NAMES = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';

const day: Code = { matches: '\\s?\\d{1,2}', field: 'day' };
const month: Code = { matches: '\\d{1,2}', field: 'month' };
const monthName: Code = { matches: `${MONTH_NAMES}|${MONTHS.join('|')}`, field: 'monthName' };
const dayName: Code = { matches: `${DAY_NAMES}|mon|tue|wed|thu|fri|sat|sun` };

const CODES: ReadonlyMap<string, Code> = new Map<string, Code>([
  ['Y', { matches: '\\d{4}', field: 'year' }],
  ['y', { matches: '\\d{2}', field: 'shortYear' }],
  ['m', month],
  ['b', monthName],
  ['B', monthName],
  ['d', day],
  ['e', day],
  ['H', { matches: '\\d{1,2}', field: 'hour' }],
  ['I', { matches: '\\d{1,2}', field: 'halfHour' }],
  ['p', { matches: 'am|pm', field: 'half' }],
  ['M', { matches: '\\d{1,2}', field: 'minute' }],
  ['S', { matches: '\\d{1,2}', field: 'second' }],
  ['f', { matches: '\\d{1,6}', field: 'fraction' }],
  ['z', { matches: 'z|[+-]\\d{2}:?\\d{2}', field: 'offset' }],
  ['a', dayName],
  ['A', dayName],
]);

/** Codes that stand for several others. */
const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  ['F', '%Y-%m-%d'],
  ['T', '%H:%M:%S'],
  ['R', '%H:%M'],
  ['D', '%m/%d/%y'],
]);

export function readByPattern(text: string, pattern: string, timezone: string): Temporal.ZonedDateTime {
  const { expression, fields } = compile(pattern);
  const match = expression.exec(text.trim());
  const time =
    match && attempt(() => toTime(new Map(fields.map((field, at) => [field, match[at + 1] ?? ''])), timezone));
  if (time) return time;
  throw new StepError(`${JSON.stringify(text.slice(0, 100))} does not fit the format ${JSON.stringify(pattern)}`);
}

function compile(pattern: string): { expression: RegExp; fields: Field[] } {
  const fields: Field[] = [];
  const long = pattern.replaceAll(/%([FTRD])/g, (_, letter) => SHORTHANDS.get(letter) ?? '');
  const source = long.replaceAll(/%-?(.)|\s+|[^%]|%$/gsu, (part, letter) => {
    if (/^\s/.test(part)) return '\\s+';
    if (part === '%%') return '%';
    if (!part.startsWith('%')) return RegExp.escape(part);
    const code = CODES.get(letter);
    if (!code) throw new StepError(`The format has no code '${part}'; there are %${[...CODES.keys()].join(' %')} %%`);
    if (!code.field) return `(?:${code.matches})`;
    if (fields.includes(code.field)) throw new StepError(`The format has '${part}' twice`);
    fields.push(code.field);
    return `(${code.matches})`;
  });
  return { expression: new RegExp(`^${source}$`, 'i'), fields };
}

function toTime(found: ReadonlyMap<Field, string>, timezone: string): Temporal.ZonedDateTime {
  const number = (field: Field, byDefault: number) => (found.has(field) ? Number(found.get(field)) : byDefault);
  const name = found.get('monthName')?.slice(0, 3).toLowerCase();
  // As in C, 69 to 99 belong to the last century.
  const short = number('shortYear', 70);
  const year = number('year', short + (short < 69 ? 2000 : 1900));
  const millionths = Number((found.get('fraction') ?? '').padEnd(6, '0'));
  const plain = Temporal.PlainDateTime.from(
    {
      year,
      month: name === undefined ? number('month', 1) : MONTHS.indexOf(name) + 1,
      day: number('day', 1),
      hour: toHour(found),
      minute: number('minute', 0),
      second: number('second', 0),
      millisecond: Math.floor(millionths / 1000),
      microsecond: millionths % 1000,
    },
    { overflow: 'reject' },
  );
  const offset = found.get('offset');
  if (offset === undefined) return plain.toZonedDateTime(timezone);
  return Temporal.Instant.from(`${plain}${offset}`).toZonedDateTimeISO(timezone);
}

function toHour(found: ReadonlyMap<Field, string>): number {
  const half = found.get('halfHour');
  if (half === undefined) return Number(found.get('hour') ?? 0);
  const hour = Number(half);
  if (hour < 1 || hour > 12) throw new RangeError('an hour of the half day is 1 to 12');
  return (hour % 12) + (found.get('half')?.toLowerCase() === 'pm' ? 12 : 0);
}
