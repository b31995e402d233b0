import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '../../test/support/tiers.ts';
import { parseSchedule, previewSchedule, ScheduleError, type SchedulePreview } from './schedule.ts';
import { holidaySource, parseHolidays, readScheduleDays, type ScheduleDays } from './schedule-days.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Options {
  days?: ScheduleDays;
  holidays?: readonly string[];
  timezone?: string;
  minutes?: number;
}

const preview = (
  cron: string,
  after: string,
  { days, holidays = [], timezone = 'UTC', minutes = 5 }: Options,
): SchedulePreview =>
  previewSchedule(cron, timezone, {
    ...{ days, holidays: parseHolidays(holidays), minIntervalMs: minutes * 60_000 },
    ...{ afterMs: Temporal.PlainDate.from(after).toZonedDateTime(timezone).epochMilliseconds - 1, count: 5 },
  });

/** The next dates of a schedule, as local dates. */
function next(cron: string, after: string, options: Options): string[] {
  const { next_runs, error } = preview(cron, after, options);
  assert.equal(error, '');
  return next_runs.map(ms => localDate(ms, options.timezone ?? 'UTC').toString());
}

const localDate = (ms: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate();

suite('the days of a schedule', () => {
  test('are every second Friday', () => {
    const days: ScheduleDays = { every: 2, unit: 'weeks', from: '2026-01-02' };
    assert.deepEqual(next('0 9 * * 5', '2025-12-01', { days, timezone: 'Europe/Berlin' }), [
      ...['2026-01-02', '2026-01-16', '2026-01-30', '2026-02-13', '2026-02-27'],
    ]);
  });

  test('are in every third week, from the date on', () => {
    // The date is a Wednesday, so the Monday of its week is too early.
    const days: ScheduleDays = { every: 3, unit: 'weeks', from: '2026-07-01' };
    assert.deepEqual(next('0 9 * * 1,4', '2026-06-01', { days }), [
      ...['2026-07-02', '2026-07-20', '2026-07-23', '2026-08-10', '2026-08-13'],
    ]);
  });

  test('are every ten days, through the end of a year and a leap day', () => {
    const days: ScheduleDays = { every: 10, unit: 'days', from: '2027-12-20' };
    assert.deepEqual(next('30 0 * * *', '2020-01-01', { days, timezone: 'America/New_York' }), [
      ...['2027-12-20', '2027-12-30', '2028-01-09', '2028-01-19', '2028-01-29'],
    ]);
    assert.deepEqual(next('30 0 * * *', '2028-02-20', { days }).slice(0, 2), ['2028-02-28', '2028-03-09']);
  });

  test('begin with a date', () => {
    const days: ScheduleDays = { every: 1, unit: 'days', from: '2031-05-06' };
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      assert.deepEqual(next('0 0 * * *', '2026-01-01', { days, timezone }).slice(0, 2), ['2031-05-06', '2031-05-07']);
    }
  });

  test('are the last day of each month', () => {
    assert.deepEqual(next('0 18 * * *', '2028-01-15', { days: { nth: -1 } }), [
      ...['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'],
    ]);
  });

  test('are the nth weekday of each month, also where only some months have so many', () => {
    assert.deepEqual(next('0 9 * * 2', '2026-01-01', { days: { nth: 2 } }).slice(0, 3), [
      ...['2026-01-13', '2026-02-10', '2026-03-10'],
    ]);
    assert.deepEqual(next('0 9 * * 5', '2026-01-01', { days: { nth: 5 } }).slice(0, 3), [
      ...['2026-01-30', '2026-05-29', '2026-07-31'],
    ]);
    assert.deepEqual(next('0 9 * * 5', '2026-01-01', { days: { nth: -1 } }).slice(0, 2), ['2026-01-30', '2026-02-27']);
    // 29 February is rarely a Friday.
    assert.deepEqual(next('0 9 * 2 5', '2026-01-01', { days: { nth: 5 } }).slice(0, 2), ['2036-02-29', '2064-02-29']);
  });

  test('are working days', () => {
    const holidays = ['2026-12-24', '2026-12-25', '2027-01-01'];
    const days: ScheduleDays = { holidays: 'vars.holidays' };
    assert.deepEqual(next('0 9 * * 1-5', '2026-12-23', { days, holidays }), [
      ...['2026-12-23', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
    ]);
  });

  test('are the first or the last working day of each month', () => {
    const holidays = ['2026-12-30', '2026-12-31', '2027-01-01'];
    const days: ScheduleDays = { holidays: 'vars.holidays' };
    const expected = ['2026-12-29', '2027-01-29', '2027-02-26'];
    assert.deepEqual(next('0 9 * * 1-5', '2026-12-01', { days: { ...days, nth: -1 }, holidays }).slice(0, 3), expected);
    const first = next('0 9 * * 1-5', '2026-12-02', { days: { ...days, nth: 1 }, holidays });
    assert.deepEqual(first.slice(0, 2), ['2027-01-04', '2027-02-01']);
  });

  test('leave all times of a day, and those that a shift of the clocks moves', () => {
    const { next_runs } = preview('30 2,3 * * *', '2026-03-29', {
      days: { every: 7, unit: 'days', from: '2026-03-29' },
      timezone: 'Europe/Berlin',
    });
    const at = (...parts: [number, number, number, number, number]) => Date.UTC(...parts);
    assert.deepEqual(next_runs.slice(0, 4), [
      ...[at(2026, 2, 29, 1, 0), at(2026, 2, 29, 1, 30), at(2026, 3, 5, 0, 30), at(2026, 3, 5, 1, 30)],
    ]);
  });

  test('are known of any time', () => {
    const options = { minIntervalMs: 0, days: { holidays: 'vars.x' }, holidays: parseHolidays(['2026-12-25']) };
    const { firesOnDayOf } = parseSchedule('0 0 * * *', 'Europe/Berlin', options);
    const midnight = Date.UTC(2026, 11, 24, 23);
    assert.deepEqual([midnight - 1, midnight, midnight + DAY_MS - 1, midnight + DAY_MS].map(firesOnDayOf), [
      ...[true, false, false, true],
    ]);
  });
});

suite('the days of a schedule are refused', () => {
  const problem = (days: ScheduleDays, cron = '0 9 * * *', minutes = 5) =>
    preview(cron, '2026-01-01', { days, minutes }).error;

  test('when they are not complete, or contradict each other', () => {
    const together = "'days' needs 'every', 'unit' and 'from' together";
    assert.equal(problem({ every: 2 }), together);
    assert.equal(problem({ unit: 'days', from: '2026-01-01' }), together);
    assert.equal(
      problem({ every: 2, unit: 'days', from: '2026-02-30' }),
      "'from' in 'days' must be a date such as 2026-01-31, not '2026-02-30'",
    );
    assert.equal(
      problem({ every: 2, unit: 'days', from: '2026-01-01', nth: 1 }),
      "'nth' and 'every' can not be combined in 'days'",
    );
    assert.equal(problem({ nth: 0 }), "'nth' in 'days' counts from 1, or from -1 for the last day");
    for (const holidays of [
      'holidays',
      '',
      'vars.',
      'vars.a b',
      'vars.a\n',
      '{{ vars.a }}',
      'panel:x/y',
      `panel:${'0'.repeat(36)}/y`,
    ]) {
      assert.equal(
        problem({ holidays }),
        "'holidays' in 'days' must name a variable, such as vars.holidays, or a file, such as panel:<id>/holidays.ics",
      );
    }
  });

  test('when nothing is left of the expression', () => {
    const nothing = 'The schedule never runs: none of the days of the expression is one of its days';
    assert.equal(problem({ nth: 6 }, '0 9 * * 5'), nothing);
    assert.equal(problem({ nth: 31 }, '0 9 * 2,4 *'), nothing);
    assert.equal(
      problem({ every: 1, unit: 'weeks', from: '2026-01-01', nth: 31 }, '0 9 30 2 *'),
      "'nth' and 'every' can not be combined in 'days'",
    );
    assert.equal(problem({ every: 14, unit: 'days', from: '2026-01-02' }, '0 9 * * 4'), nothing);
    assert.equal(problem({ nth: 1 }, '0 9 30 2 *'), 'The schedule never runs: none of its months has such a day');
  });

  test('when they are closer together than the shortest interval, and only then', () => {
    const days = (every: number): ScheduleDays => ({ every, unit: 'days', from: '2026-01-01' });
    assert.match(problem(days(1), '0 0,23 * * *', 120), /more often than every 120 minutes \(at 23:00 and 00:00\)/);
    assert.equal(problem(days(2), '0 0,23 * * *', 120), '');
    assert.equal(problem({ nth: -1 }, '0 0,23 * * *', 27 * 1440), problem({ nth: 1 }, '0 0,23 * * *', 27 * 1440));
    assert.equal(problem({ nth: -1 }, '0 0 * * *', 28 * 1440), '');
    assert.match(problem({ nth: -1 }, '0 0 * * *', 28 * 1440 + 1), /more often/);
  });

  test('with the param that is wrong', () => {
    const paramOf = (cron: string, timezone: string, days?: ScheduleDays) => {
      try {
        parseSchedule(cron, timezone, { minIntervalMs: 0, days });
      } catch (error) {
        return error instanceof ScheduleError ? error.param : undefined;
      }
      return undefined;
    };
    assert.equal(paramOf('x', 'UTC'), 'cron');
    assert.equal(paramOf('0 0 * * *', 'Mars'), 'timezone');
    assert.equal(paramOf('0 0 * * *', 'UTC', { nth: 0 }), 'days');
    assert.equal(paramOf('0 0 * * 1', 'UTC', { nth: 6 }), 'days');
  });
});

suite('holidays', () => {
  const dates = (value: unknown) =>
    [...parseHolidays(value)].map(day => new Date(day * DAY_MS).toISOString().slice(0, 10));

  test('are a list of dates, or a text with one on each line, which may have names', () => {
    const expected = ['2026-12-25', '2027-01-01'];
    assert.deepEqual(dates(expected), expected);
    assert.deepEqual(dates('2026-12-25 Christmas\r\n\n  2027-01-01\tNew Year\n2026-12-25'), expected);
    assert.deepEqual(dates(['2026-12-25, Christmas', ' 2027-01-01 ', '']), expected);
    assert.deepEqual(dates([]), []);
    assert.deepEqual(dates(''), []);
  });

  test('are refused with what is wrong', () => {
    const problem = (value: unknown) => {
      assert.throws(() => parseHolidays(value), ScheduleError);
      try {
        parseHolidays(value);
      } catch (error) {
        return error instanceof ScheduleError ? error.message : '';
      }
      return '';
    };
    for (const value of [5, null, true, { a: '2026-12-25' }]) {
      assert.equal(problem(value), 'must be a list of dates, or a text with one on each line');
    }
    assert.equal(problem(['2026-12-25', '2026-02-30']), "has '2026-02-30' where a date such as 2026-12-25 must be");
    assert.equal(problem('25.12.2026'), "has '25.12.2026' where a date such as 2026-12-25 must be");
    assert.equal(problem([5]), 'has something else than a text where a date such as 2026-12-25 must be');
    assert.equal(problem('\0'), "has '\0' where a date such as 2026-12-25 must be");
    assert.equal(problem('x'.repeat(1_000_000)), `has '${'x'.repeat(40)}…' where a date such as 2026-12-25 must be`);
  });

  test('are those of a variable or of a file', () => {
    const panelId = '0198c1a2-0000-7000-8000-000000000001';
    assert.deepEqual(holidaySource({ holidays: 'vars.days_off' }), { variable: 'days_off' });
    assert.deepEqual(holidaySource({ holidays: `panel:${panelId}/lists/off.ics` }), {
      file: { panelId, path: 'lists/off.ics' },
    });
    assert.equal(holidaySource({ nth: 1 }), undefined);
    assert.equal(holidaySource(undefined), undefined);
  });
});

test('days in params of the wrong type are left out', () => {
  assert.equal(readScheduleDays('x'), undefined);
  assert.equal(readScheduleDays(undefined), undefined);
  const days = { every: '2', unit: 'months', from: 5, nth: null, holidays: ['2026-12-25'], more: 1 };
  assert.deepEqual(readScheduleDays(days), {});
});

const date = fc
  .integer({ min: Date.UTC(2019, 0, 1) / DAY_MS, max: Date.UTC(2033, 0, 1) / DAY_MS })
  .map(day => new Date(day * DAY_MS).toISOString().slice(0, 10));
const cycle = fc.record({
  every: fc.integer({ min: 1, max: 40 }),
  unit: fc.constantFrom('days' as const, 'weeks' as const),
  from: date,
});
const nth = fc.record({ nth: fc.integer({ min: -24, max: 24 }).filter(each => each !== 0) });
const zone = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'America/St_Johns', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
);
const cron = fc
  .record({
    hour: fc.constantFrom('0', '2', '9', '23', '2,14'),
    dayOfMonth: fc.constantFrom('*', '*', '*', '1-7', '15', '31'),
    month: fc.constantFrom('*', '*', '2,3', '1,12'),
    weekdays: fc.constantFrom([0, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5], [5], [0], [1, 4]),
  })
  .map(({ hour, dayOfMonth, month, weekdays }) => `30 ${hour} ${dayOfMonth} ${month} ${weekdays.join(',')}`);

/** Looks at one date, without any arithmetic on days. `chosen` has all dates that the expression names. */
function firesOn(chosen: ReadonlySet<string>, { every = 1, unit, from, nth }: ScheduleDays, day: Temporal.PlainDate) {
  if (!chosen.has(day.toString())) return false;
  if (from !== undefined) {
    const monday = (each: Temporal.PlainDate) => each.subtract({ days: each.dayOfWeek - 1 });
    const first = Temporal.PlainDate.from(from);
    if (Temporal.PlainDate.compare(day, first) < 0) return false;
    const { days } = unit === 'days' ? first.until(day) : monday(first).until(monday(day));
    if ((unit === 'days' ? days : days / 7) % every !== 0) return false;
  }
  if (nth === undefined) return true;
  const ofMonth = Array.from({ length: day.daysInMonth }, (_, index) => day.with({ day: index + 1 }).toString());
  return ofMonth.filter(each => chosen.has(each)).at(nth > 0 ? nth - 1 : nth) === day.toString();
}

test('the days are those of a search through the calendar, in any zone, through shifts and years', () => {
  fc.assert(
    fc.property(
      cron,
      fc.oneof(cycle, nth),
      zone,
      date,
      fc.array(date, { maxLength: 3 }),
      (text, days, timezone, start, some) => {
        // Holidays close to the start matter more often.
        const near = [0, 1, 4, 30].map(each => Temporal.PlainDate.from(start).add({ days: each }).toString());
        const holidays = new Set([...some, ...near]);
        const startMs = Temporal.PlainDate.from(start).toZonedDateTime(timezone).epochMilliseconds;
        const endMs = startMs + 400 * DAY_MS;
        const list = (
          options: { days?: ScheduleDays; holidays?: ReadonlySet<number> },
          fromMs: number,
          untilMs: number,
        ) => {
          const schedule = parseSchedule(text, timezone, { minIntervalMs: 0, ...options });
          const times: number[] = [];
          for (let at = schedule.next(fromMs - 1); at !== undefined && at < untilMs; at = schedule.next(at))
            times.push(at);
          return times;
        };
        let actual: number[];
        try {
          actual = list({ days, holidays: parseHolidays([...holidays]) }, startMs, endMs);
        } catch (error) {
          assert(error instanceof ScheduleError && /never runs/.test(error.message));
          actual = [];
        }
        // Without days, other tests compare the times with a search.
        const all = list({}, startMs - 32 * DAY_MS, endMs + 32 * DAY_MS);
        const dates = new Set(all.map(ms => localDate(ms, timezone).toString()));
        const chosen = dates.difference(holidays);
        const expected = all.filter(
          ms => ms >= startMs && ms < endMs && firesOn(chosen, days, localDate(ms, timezone)),
        );
        const shown = (times: number[]) => times.map(ms => new Date(ms).toISOString());
        assert.deepEqual(shown(actual), shown(expected), `${text} ${JSON.stringify(days)} ${timezone} ${start}`);
      },
    ),
    runsOf(300),
  );
});
