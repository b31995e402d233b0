import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '../../test/support/tiers.ts';
import type { CronFields } from './cron-fields.ts';
import { parseSchedule, previewSchedule, type Schedule, ScheduleError } from './schedule.ts';

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

/** The text of a field and its values. */
interface Written {
  text: string;
  values: number[];
}

const range = (first: number, last: number, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

/** `favourites` are values that often cause trouble. They are generated more often than others. */
function field(first: number, last: number, favourites: number[], names: string[] = []): fc.Arbitrary<Written> {
  const value = fc.oneof(fc.integer({ min: first, max: last }), fc.constantFrom(...favourites));
  const written = (number: number) =>
    fc.constantFrom(String(number), `0${number}`, names[number - first] ?? String(number));
  const step = fc.integer({ min: 1, max: last - first + 1 });
  const span = fc.tuple(value, value).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]));
  const item = fc.oneof(
    { weight: 3, arbitrary: value.chain(number => written(number).map(text => ({ text, values: [number] }))) },
    span.chain(([from, to]) =>
      fc.tuple(written(from), written(to)).map(([a, b]) => ({ text: `${a}-${b}`, values: range(from, to) })),
    ),
    fc.tuple(span, step).map(([[from, to], by]) => ({ text: `${from}-${to}/${by}`, values: range(from, to, by) })),
    step.map(by => ({ text: `*/${by}`, values: range(first, last, by) })),
  );
  return fc.array(item, { minLength: 1, maxLength: 3 }).map(items => ({
    text: items.map(({ text }) => text).join(','),
    values: items.flatMap(({ values }) => values),
  }));
}

const every = (first: number, last: number) => fc.constant<Written>({ text: '*', values: range(first, last) });
/** Generates `*` in `percent` of the cases. */
const orEvery = (percent: number, first: number, last: number, some: fc.Arbitrary<Written>) =>
  fc.oneof({ weight: percent, arbitrary: every(first, last) }, { weight: 100 - percent, arbitrary: some });

const months = ['Jan', 'FEB', 'mar', 'aPr', 'May', 'jun', 'JUL', 'Aug', 'sep', 'oct', 'Nov', 'dec'];
const weekdays = ['Sun', 'MON', 'tue', 'wEd', 'Thu', 'fri', 'SAT'];

const expression = fc
  .record({
    minute: orEvery(5, 0, 59, field(0, 59, [0, 1, 15, 29, 30, 31, 58, 59])),
    hour: orEvery(30, 0, 23, field(0, 23, [0, 1, 2, 3, 4, 22, 23])),
    dayOfMonth: orEvery(70, 1, 31, field(1, 31, [1, 28, 29, 30, 31])),
    month: orEvery(75, 1, 12, field(1, 12, [1, 2, 3, 12], months)),
    dayOfWeek: orEvery(70, 0, 6, field(0, 6, [0, 6], weekdays)),
  })
  .map(({ minute, hour, dayOfMonth, month, dayOfWeek }) => ({
    cron: [minute, hour, dayOfMonth, month, dayOfWeek].map(({ text }) => text).join(' '),
    fields: {
      minutes: new Set(minute.values),
      hours: new Set(hour.values),
      daysOfMonth: new Set(dayOfMonth.values),
      months: new Set(month.values),
      daysOfWeek: new Set(dayOfWeek.values),
    },
  }))
  .filter(({ cron }) => cron.length <= 200);

const zones = Intl.supportedValuesOf('timeZone');
/** They have half-hour shifts, shifts at midnight or around Ramadan, negative daylight saving time, or skipped days. */
const oddZones = ['Australia/Lord_Howe', 'America/St_Johns', 'America/Havana', 'Africa/Casablanca', 'Europe/Dublin'];
const zone = fc.oneof(
  fc.constantFrom(...zones),
  fc.constantFrom(...oddZones, 'Pacific/Apia', 'Africa/Cairo', 'Asia/Gaza'),
);

const parsed = (cron: string, timezone: string): Schedule | undefined => {
  try {
    return parseSchedule(cron, timezone, { minIntervalMs: 0 });
  } catch (error) {
    assert(error instanceof ScheduleError);
    assert.match(error.message, /never runs/);
    return undefined;
  }
};

function isDay(fields: CronFields, date: Date): boolean {
  const inMonth = fields.daysOfMonth.has(date.getUTCDate());
  const inWeek = fields.daysOfWeek.has(date.getUTCDay());
  const either = fields.daysOfMonth.size < 31 && fields.daysOfWeek.size < 7;
  return fields.months.has(date.getUTCMonth() + 1) && (either ? inMonth || inWeek : inMonth && inWeek);
}

function isTime(fields: CronFields, wallMinute: number): boolean {
  const isTimeOfDay = fields.minutes.has(wallMinute % 60) && fields.hours.has(Math.floor(wallMinute / 60) % 24);
  return isTimeOfDay && isDay(fields, new Date(wallMinute * MINUTE_MS));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of a zone in minutes. */
function wallMinute(timezone: string, ms: number): number {
  let format = formats.get(timezone);
  if (!format) {
    const two = '2-digit';
    const shape = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: timezone });
    formats.set(timezone, format);
  }
  // The format is "03/29/2026, 03:00".
  const text = format.format(ms);
  const part = (from: number, to: number) => Number(text.slice(from, to));
  return Date.UTC(part(6, 10), part(0, 2) - 1, part(3, 5), part(12, 14), part(15, 17)) / MINUTE_MS;
}

/** A second implementation of the rules of schedule.ts. It checks the local time of every minute. */
function walk(fields: CronFields, timezone: string, startMs: number, endMs: number): number[] {
  const occurrences: number[] = [];
  const seen = new Set<number>();
  let previous = wallMinute(timezone, startMs - MINUTE_MS);
  let isContinuousShift = true;
  for (let ms = startMs; ms < endMs; ms += MINUTE_MS) {
    const now = wallMinute(timezone, ms);
    let fires = isTime(fields, now);
    if (now > previous + 1) {
      const skipped = range(previous + 1, now - 1);
      if (!isContinuous(fields, previous, now) && skipped.some(minute => isTime(fields, minute))) fires = true;
    }
    if (now <= previous) isContinuousShift = isContinuous(fields, now - 1, previous + 1);
    if (seen.has(now) && !isContinuousShift) fires = false;
    if (fires) occurrences.push(ms);
    seen.add(now);
    previous = now;
  }
  return occurrences;
}

/** Tells whether the pattern is continuous from the last minute before a shift to the first after it. */
function isContinuous({ minutes, hours }: CronFields, before: number, after: number): boolean {
  if (hours.size === 24) return true;
  return minutes.size > 1 && range(before, after).every(minute => hours.has(Math.floor(minute / 60) % 24));
}

/** Returns a day on which the clocks of the zone shift, or any day if they never do. */
function dayOfInterest(timezone: string, year: number, choice: number): number {
  const days = range(1, 366).map(day => Date.UTC(year, 0, day));
  const offsets = days.map(ms => wallMinute(timezone, ms) - ms / MINUTE_MS);
  const shifts = days.filter((_, index) => offsets[index] !== (offsets[index + 1] ?? offsets[index]));
  return (shifts.length > 0 ? shifts[choice % shifts.length] : days[choice % days.length]) ?? 0;
}

function assertSameAsWalk(cron: string, fields: CronFields, timezone: string, day: number): void {
  const schedule = parsed(cron, timezone);
  // The walk starts a day and two hours earlier, so that it has seen the times that a shift of a whole day repeats.
  const [warmUpMs, startMs, endMs] = [day - 1.5 * DAY_MS - 2 * 60 * MINUTE_MS, day - DAY_MS / 2, day + 1.5 * DAY_MS];
  const expected = walk(fields, timezone, warmUpMs, endMs).filter(ms => ms >= startMs);
  const actual: number[] = [];
  let occurrence = schedule?.next(startMs - 1);
  while (occurrence !== undefined && occurrence < endMs) {
    actual.push(occurrence);
    assert.equal(schedule?.next(occurrence - 1), occurrence);
    occurrence = schedule?.next(occurrence);
  }
  const shown = (times: number[]) => times.map(ms => new Date(ms).toISOString());
  assert.deepEqual(shown(actual), shown(expected), `${cron} in ${timezone}`);
}

test('no occurrence is lost or doubled, in any zone, through any shift', () => {
  fc.assert(
    fc.property(
      expression,
      zone,
      fc.integer({ min: 2000, max: 2037 }),
      fc.nat(),
      ({ cron, fields }, timezone, year, n) => {
        assertSameAsWalk(cron, fields, timezone, dayOfInterest(timezone, year, n));
      },
    ),
    runsOf(120),
  );
});

test('no occurrence is lost or doubled where a zone skips a day', () => {
  fc.assert(
    fc.property(expression, fc.constantFrom('Pacific/Apia', 'Pacific/Fakaofo'), ({ cron, fields }, timezone) => {
      assertSameAsWalk(cron, fields, timezone, Date.UTC(2011, 11, 30));
    }),
    runsOf(20),
  );
});

test('a schedule has occurrences in every zone', () => {
  for (const timezone of zones) {
    const next = parseSchedule('30 2 * * *', timezone, { minIntervalMs: 0 }).next(Date.UTC(2026, 0, 1));
    assert(next !== undefined);
    assert.equal(wallMinute(timezone, next) % (24 * 60), 150, timezone);
  }
});

test('the next occurrence is after the given time, is not earlier for a later time, and is found from just before it', () => {
  const moment = fc
    .integer({ min: Date.UTC(1950, 0) / MINUTE_MS, max: Date.UTC(2150, 0) / MINUTE_MS })
    .map(minutes => minutes * MINUTE_MS);
  fc.assert(
    fc.property(expression, zone, moment, fc.nat({ max: 40 * DAY_MS }), ({ cron }, timezone, earlier, apartMs) => {
      const schedule = parsed(cron, timezone);
      if (!schedule) return;
      const [first, second] = [schedule.next(earlier), schedule.next(earlier + apartMs)];
      assert(first !== undefined && second !== undefined);
      assert(first > earlier);
      assert(second >= first);
      assert(second === first || first <= earlier + apartMs);
      assert.equal(schedule.next(first - 1), first);
    }),
    runsOf(500),
  );
});

/**
 * Returns the shortest time between two occurrences, in minutes, within 400 years, after which the calendar repeats.
 */
function shortestMinutes(fields: CronFields): number {
  const times = range(0, 24 * 60 - 1).filter(
    time => fields.minutes.has(time % 60) && fields.hours.has(Math.floor(time / 60)),
  );
  let shortest = Number.POSITIVE_INFINITY;
  let previous = Number.NEGATIVE_INFINITY;
  for (let day = 0; day <= 146_097 + 2922; day += 1) {
    if (!isDay(fields, new Date(day * DAY_MS))) continue;
    for (const time of times) {
      shortest = Math.min(shortest, day * 24 * 60 + time - previous);
      previous = day * 24 * 60 + time;
    }
  }
  return shortest;
}

test('the minimum interval is that of a search through the whole calendar', () => {
  // The times are around midnight, so that the interval depends on the days.
  const aroundMidnight = fc.record({
    minutes: fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 3 }),
    hours: fc.constantFrom([0, 23], [0, 12, 23], [23], range(0, 23)),
    days: expression,
  });
  const fromShortest = fc.constantFrom(-1, 0, 1);
  fc.assert(
    fc.property(aroundMidnight, fromShortest, ({ minutes, hours, days }, difference) => {
      const fields = { ...days.fields, minutes: new Set(minutes), hours: new Set(hours) };
      const cron = [minutes, hours, ...days.cron.split(' ').slice(2)].join(' ');
      const shortest = shortestMinutes(fields);
      const minimum = Number.isFinite(shortest) ? shortest + difference : 5;
      const afterMs = Date.UTC(2026, 0, 1);
      const { error } = previewSchedule(cron, 'UTC', { minIntervalMs: minimum * MINUTE_MS, afterMs, count: 1 });
      const found = error === '' ? 'fine' : (/never runs|more often than every/.exec(error)?.[0] ?? error);
      const isOften = shortest < minimum ? 'more often than every' : 'fine';
      assert.equal(
        found,
        shortest === Number.POSITIVE_INFINITY ? 'never runs' : isOften,
        `${cron}: ${shortest}, ${minimum}`,
      );
    }),
    runsOf(40),
  );
});

test('an invalid schedule has a reason and no occurrences', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'0123456789**,,--//  \t\nLW#?@aMONjan٣'), maxLength: 30 });
  const fiveFields = fc.array(fc.string({ unit: fc.constantFrom(...'0123456789*,-/'), minLength: 1, maxLength: 4 }), {
    minLength: 5,
    maxLength: 5,
  });
  const cron = fc.oneof(
    fc.string({ unit: 'binary' }),
    signs,
    fiveFields.map(fields => fields.join(' ')),
  );
  const timezone = fc.oneof(
    zone,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('constructor', '__proto__', '+01:00', 'T00Z'),
  );
  fc.assert(
    fc.property(cron, timezone, (text, name) => {
      const preview = previewSchedule(text, name, {
        minIntervalMs: 5 * MINUTE_MS,
        afterMs: Date.UTC(2026, 0),
        count: 2,
      });
      assert.equal(preview.valid, preview.error === '');
      assert.equal(preview.next_runs.length, preview.valid ? 2 : 0);
    }),
    runsOf(700),
  );
});
