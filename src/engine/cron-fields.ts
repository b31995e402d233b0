// Parses the five fields of a cron expression: minute hour day-of-month month day-of-week, separated by white space.
//
// A field is a comma-separated list of `*`, numbers and ranges (`1-5`). `*` and ranges may have a step (`*/10`,
// `1-5/2`). Months and weekdays may be the first three letters of their English names. Sunday is 0 or 7, and a range of
// weekdays may end on it (`FRI-SUN`). There are no shorthands (`@daily`), no seconds or years, and none of the
// characters that some programs add (`?`, `L`, `W`, `#`). The parser refuses what programs interpret differently: a
// step after a single number (`5/15`), a range that runs backwards (`22-2`), and a step that exceeds its field
// (`*/90`).

/** Explains to users why a schedule is not accepted. */
export class ScheduleError extends Error {
  /** The param that is wrong. */
  readonly param: 'cron' | 'timezone' | 'days';

  constructor(message: string, param: ScheduleError['param'] = 'cron') {
    super(message);
    this.param = param;
  }
}

/** The values of each field. Months count from 1, weekdays from Sunday, which is 0. */
export interface CronFields {
  minutes: ReadonlySet<number>;
  hours: ReadonlySet<number>;
  daysOfMonth: ReadonlySet<number>;
  months: ReadonlySet<number>;
  daysOfWeek: ReadonlySet<number>;
}

/** Throws `ScheduleError`. */
export function parseCronFields(cron: string): CronFields {
  const texts = cron.trim().split(/\s+/).filter(Boolean);
  if (texts[0]?.startsWith('@')) {
    throw new ScheduleError(`${SHAPE}; a shorthand such as @daily is not known`);
  }
  const [minutes, hours, daysOfMonth, months, daysOfWeek, ...more] = texts;
  if (!minutes || !hours || !daysOfMonth || !months || !daysOfWeek || more.length > 0) {
    throw new ScheduleError(`${SHAPE}, not ${texts.length}`);
  }
  return {
    minutes: parseField(minutes, MINUTE),
    hours: parseField(hours, HOUR),
    daysOfMonth: parseField(daysOfMonth, DAY_OF_MONTH),
    months: parseField(months, MONTH),
    daysOfWeek: new Set([...parseField(daysOfWeek, DAY_OF_WEEK)].map(day => day % 7)),
  };
}

const SHAPE = 'A schedule has five fields (minute hour day-of-month month day-of-week)';

interface Field {
  name: string;
  /** `*` means the range from `first` to `last`. */
  first: number;
  last: number;
  /** The largest number that is accepted. */
  largest: number;
  /** The names of the numbers from `first` on. */
  valueNames: readonly string[];
}

const MINUTE: Field = { name: 'minute', first: 0, last: 59, largest: 59, valueNames: [] };
const HOUR: Field = { name: 'hour', first: 0, last: 23, largest: 23, valueNames: [] };
const DAY_OF_MONTH: Field = { name: 'day-of-month', first: 1, last: 31, largest: 31, valueNames: [] };
const MONTH: Field = {
  name: 'month',
  first: 1,
  last: 12,
  largest: 12,
  valueNames: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const DAY_OF_WEEK: Field = {
  name: 'day-of-week',
  first: 0,
  last: 6,
  largest: 7,
  valueNames: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
};

function parseField(text: string, field: Field): Set<number> {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const { start, end, step } = parseItem(item, field);
    for (let value = start; value <= end; value += step) values.add(value);
  }
  return values;
}

/** `*`, a value or a range of values, each optionally with a step. */
const ITEM = /^(?:\*|([a-z\d]+)(?:-([a-z\d]+))?)(?:\/(\d+))?$/i;

function parseItem(item: string, field: Field): { start: number; end: number; step: number } {
  const where = `'${item}' in the ${field.name} field`;
  const parts = ITEM.exec(item);
  if (!parts) throw new ScheduleError(`${where} is not ${describeAccepted(field)}`);
  const [, startText, endText, stepText] = parts;

  const stepLimit = field.last - field.first + 1;
  const step = stepText === undefined ? 1 : Number(stepText);
  if (step < 1 || step > stepLimit) throw new ScheduleError(`The step of ${where} is not between 1 and ${stepLimit}`);
  if (startText === undefined) return { start: field.first, end: field.last, step };

  const start = parseValue(startText, where, field);
  if (endText === undefined) {
    if (stepText === undefined) return { start, end: start, step };
    throw new ScheduleError(
      `The step of ${where} needs * or a range before it, such as ${startText}-${field.last}/${stepText}`,
    );
  }
  const endValue = parseValue(endText, where, field);
  const end = field === DAY_OF_WEEK && endValue === 0 && start > 0 ? 7 : endValue;
  if (end < start) throw new ScheduleError(`The range ${where} runs backwards; a list of two ranges can say it`);
  return { start, end, step };
}

function parseValue(text: string, where: string, field: Field): number {
  const named = field.valueNames.indexOf(text.toLowerCase());
  if (named >= 0) return field.first + named;
  if (!/^\d+$/.test(text)) throw new ScheduleError(`${where} is not ${describeAccepted(field)}`);
  const value = Number(text);
  if (value < field.first || value > field.largest) {
    throw new ScheduleError(`${where} is not between ${field.first} and ${field.largest}`);
  }
  return value;
}

function describeAccepted(field: Field): string {
  const name = field.valueNames[1]?.toUpperCase();
  return `a number,${name ? ` a name such as ${name},` : ''} a range such as 1-5, a step such as */2, or *`;
}
