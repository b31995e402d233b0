import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSchedule, previewSchedule, ScheduleError } from './schedule.ts';

const minIntervalMs = 5 * 60_000;

/** Returns the occurrences after `after`, in local time. */
function occurrences(cron: string, timezone: string, after: string, count: number): string[] {
  const { error, next_runs } = previewSchedule(cron, timezone, { minIntervalMs, afterMs: Date.parse(after), count });
  assert.equal(error, '');
  return next_runs.map(ms =>
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(timezone)
      .toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
  );
}

function refusal(cron: string, timezone = 'UTC', interval = minIntervalMs): string {
  const preview = previewSchedule(cron, timezone, { minIntervalMs: interval, afterMs: 0, count: 3 });
  assert.equal(preview.valid, false, `${cron} was accepted`);
  assert.deepEqual(preview.next_runs, []);
  assert.throws(() => parseSchedule(cron, timezone, { minIntervalMs: interval }), ScheduleError);
  return preview.error;
}

const cases = (rows: [cron: string, timezone: string, after: string, expected: string[]][]) => {
  for (const [cron, timezone, after, expected] of rows) {
    test(`${cron} in ${timezone} after ${after}`, () => {
      assert.deepEqual(occurrences(cron, timezone, after, expected.length), expected);
    });
  }
};

describe('the fields of a schedule:', () => {
  const days = (cron: string, count: number) =>
    occurrences(cron, 'UTC', '2026-01-01T00:00Z', count).map(time => time.slice(5, 10));

  test('numbers, lists, ranges, steps and names, with any white space', () => {
    assert.deepEqual(occurrences('7,37 08-10/2 * * *', 'UTC', '2026-01-01T00:00Z', 5), [
      '2026-01-01T08:07+00:00',
      '2026-01-01T08:37+00:00',
      '2026-01-01T10:07+00:00',
      '2026-01-01T10:37+00:00',
      '2026-01-02T08:07+00:00',
    ]);
    assert.deepEqual(days('0 0 1 jan-MAR/2,Dec *', 4), ['03-01', '12-01', '01-01', '03-01']);
    assert.deepEqual(days(' 0\t0  1\n*/4 * ', 3), ['05-01', '09-01', '01-01']);
    assert.deepEqual(days('0 0 * * mon,3-Thu', 4), ['01-05', '01-07', '01-08', '01-12']);
  });

  test('Sunday is 0 or 7 and may end a range', () => {
    const sundays = ['01-04', '01-11', '01-18'];
    for (const field of ['0', '7', 'SUN', '0,7', '0-0', '7-7']) assert.deepEqual(days(`0 0 * * ${field}`, 3), sundays);
    for (const field of ['6-7', 'SAT-SUN', '6,0'])
      assert.deepEqual(days(`0 0 * * ${field}`, 3), ['01-03', '01-04', '01-10']);
    for (const field of ['0-7', '1-7', '*/1']) assert.deepEqual(days(`0 0 * * ${field}`, 2), ['01-02', '01-03']);
    assert.deepEqual(days('0 0 * * */2', 4), ['01-03', '01-04', '01-06', '01-08']);
  });

  test('a day must be in one of its fields when both are restricted, and in both otherwise', () => {
    assert.deepEqual(days('0 0 13 * FRI', 5), ['01-02', '01-09', '01-13', '01-16', '01-23']);
    assert.deepEqual(days('0 0 */10 * 1', 5), ['01-05', '01-11', '01-12', '01-19', '01-21']);
    assert.deepEqual(days('0 0 */1 * 1', 2), ['01-05', '01-12']);
    assert.deepEqual(days('0 0 30 2 1', 3), ['02-02', '02-09', '02-16']);
  });

  test('the last days of months, also of February in leap years', () => {
    assert.deepEqual(days('0 0 31 * *', 4), ['01-31', '03-31', '05-31', '07-31']);
    const leapDays = occurrences('0 0 29 2 *', 'UTC', '2092-03-01T00:00Z', 3);
    assert.deepEqual(leapDays, ['2096-02-29T00:00+00:00', '2104-02-29T00:00+00:00', '2108-02-29T00:00+00:00']);
  });

  test('the next occurrence is strictly after the given time, to the millisecond', () => {
    const { next } = parseSchedule('0 12 * * *', 'UTC', { minIntervalMs });
    const noon = Date.UTC(2026, 0, 1, 12);
    assert.equal(next(noon - 1), noon);
    assert.equal(next(noon - 0.5), noon);
    assert.equal(next(noon), noon + 86_400_000);
  });
});

describe('a schedule is refused with a reason because of', () => {
  const shape = 'A schedule has five fields (minute hour day-of-month month day-of-week)';

  test('a wrong number of fields, and shorthands', () => {
    assert.equal(refusal(''), `${shape}, not 0`);
    assert.equal(refusal(' \n '), `${shape}, not 0`);
    assert.equal(refusal('0 0 * *'), `${shape}, not 4`);
    assert.equal(refusal('0 0 0 * * *'), `${shape}, not 6`);
    assert.equal(refusal('@daily'), `${shape}; a shorthand such as @daily is not known`);
    assert.equal(refusal('@every 5m'), `${shape}; a shorthand such as @daily is not known`);
  });

  test('unknown characters and names', () => {
    const unknown = ['?', 'L', '15W', 'LW', '5#2', 'a', '-1', '+1', '1.5', '1e1', '0x1', '', '1-', '-', '1-2-3', '*-5'];
    for (const item of [...unknown, '*/', '*/-1', '*/x', '/5', '**', '1--2', '٣', 'MON', '~', 'H', '*/5/5']) {
      if (item !== '')
        assert.match(refusal(`0 0 ${item} * *`), /^'.+' in the day-of-month field is not a number, /, item);
      assert.match(refusal(`0 0 1,${item} * *`), /^'.*' in the day-of-month field is not a number, /, item);
    }
    assert.equal(
      refusal('0 0 * * Monday'),
      "'Monday' in the day-of-week field is not a number, a name such as MON, a range such as 1-5, a step such as */2, or *",
    );
    assert.match(refusal('0 0 * MON *'), /^'MON' in the month field/);
    assert.match(refusal('0 0 * 5L *'), /^'5L' in the month field/);
  });

  test('numbers outside their field', () => {
    assert.equal(refusal('60 0 * * *'), "'60' in the minute field is not between 0 and 59");
    assert.equal(refusal('0 20-24 * * *'), "'20-24' in the hour field is not between 0 and 23");
    assert.equal(refusal('0 0 0 * *'), "'0' in the day-of-month field is not between 1 and 31");
    assert.equal(refusal('0 0 * 13 *'), "'13' in the month field is not between 1 and 12");
    assert.equal(refusal('0 0 * * 8'), "'8' in the day-of-week field is not between 0 and 7");
    assert.match(refusal(`${'9'.repeat(150)} 0 * * *`), /is not between 0 and 59$/);
  });

  test('notations that programs interpret differently', () => {
    const backwards = "The range '22-2' in the hour field runs backwards; a list of two ranges can say it";
    assert.equal(refusal('0 22-2 * * *'), backwards);
    assert.match(refusal('0 0 * * FRI-MON'), /runs backwards/);
    const single = "The step of '5/15' in the minute field needs * or a range before it, such as 5-59/15";
    assert.equal(refusal('5/15 0 * * *'), single);
    assert.equal(refusal('*/90 * * * *'), "The step of '*/90' in the minute field is not between 1 and 60");
    assert.equal(refusal('0 */0 * * *'), "The step of '*/0' in the hour field is not between 1 and 24");
  });

  test('days that never occur', () => {
    for (const cron of ['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 30-31 FEB *']) {
      assert.equal(refusal(cron), 'The schedule never runs: none of its months has such a day');
    }
  });

  test('time zones without an IANA name', () => {
    const noName = [
      '+02:00',
      '-0330',
      '+02',
      'Z',
      '',
      ' ',
      'UTC+1',
      'Europe/Atlantis',
      'T12+01',
      'T12[UTC]',
      'SystemV/AST4',
    ];
    for (const name of [...noName, '2026-01-01T00:00Z', '2026-01-01T00:00[Europe/Berlin]', ' UTC', 'local', '\0']) {
      assert.equal(
        refusal('0 0 * * *', name),
        `'${name}' is not a time zone: it needs an IANA name such as Europe/Berlin`,
      );
    }
    assert(refusal('0 0 * * *', 'A'.repeat(100_000)).length < 200);
    for (const name of ['europe/berlin', 'utc', 'Etc/GMT+3', 'US/Pacific', 'America/Argentina/ComodRivadavia']) {
      assert.equal(occurrences('0 0 * * *', name, '2026-01-01T00:00Z', 1).length, 1);
    }
  });
});

describe('the minimum interval', () => {
  const often = 'The schedule runs more often than every 5 minutes';

  test('is exceeded by irregular patterns over hours, days, months and years', () => {
    assert.equal(refusal('* * * * *'), `${often} (at 00:00 and 00:01)`);
    assert.equal(refusal('*/5,3 * * * *'), `${often} (at 00:00 and 00:03)`);
    assert.equal(refusal('*/7 * * * *'), `${often} (at 00:56 and 01:00)`);
    assert.equal(refusal('59,3 5,6 * * *'), `${often} (at 05:59 and 06:03)`);
    assert.equal(refusal('0,58 0,23 * * *'), `${often} (at 23:58 and 00:00)`);
    assert.equal(refusal('0,58 0,23 1,31 * *'), `${often} (at 23:58 and 00:00)`);
    assert.equal(refusal('0,58 0,23 1,31 1,12 *'), `${often} (at 23:58 and 00:00)`);
    assert.equal(refusal('0,58 0,23 29 2 3'), `${often} (at 23:58 and 00:00)`);
    assert.equal(refusal('0,58 0,23 29,1 2,3 *'), `${often} (at 23:58 and 00:00)`);
    assert.equal(refusal('0,58 0,23 * * SAT-SUN'), `${often} (at 23:58 and 00:00)`);
  });

  test('is not exceeded where days that would be too close never follow each other', () => {
    const fine = [
      '*/5 * * * *',
      '58,3 * * * *',
      '0,58 5,7 * * *',
      '3,58 0,23 * * *',
      '58 23 * * *',
      '0,58 0,23 13 * *',
    ];
    for (const cron of [
      ...fine,
      '0,58 0,23 1,30 1,3 *',
      '0,58 0,23 * * 1,3,5',
      '0,58 0,23 28 2 *',
      '0,58 0,23 1,31 2,3 *',
    ]) {
      assert.equal(occurrences(cron, 'UTC', '2026-01-01T00:00Z', 1).length, 1, cron);
    }
    assert.match(refusal('0,58 0,23 1,29 2,3 *'), /23:58 and 00:00/);
  });

  test('is written in minutes or seconds, and may be longer than a day', () => {
    assert.match(refusal('* * * * *', 'UTC', 90_000), /more often than every 90 seconds \(/);
    assert.match(
      refusal('0 0 * * *', 'UTC', 86_400_001),
      /more often than every 86400.001 seconds \(at 00:00 and 00:00\)/,
    );
    assert.match(refusal('0 0 1 * *', 'UTC', 29 * 86_400_000), /more often than every 41760 minutes/);
    assert.doesNotThrow(() => parseSchedule('0 0 1 * *', 'UTC', { minIntervalMs: 28 * 86_400_000 }));
    assert.doesNotThrow(() => parseSchedule('* * * * *', 'UTC', { minIntervalMs: 60_000 }));
    assert.doesNotThrow(() => parseSchedule('* * * * *', 'UTC', { minIntervalMs: 0 }));
  });

  test('does not apply to real time: a shift may bring runs closer together', () => {
    assert.deepEqual(occurrences('30,59 1,2 * * *', 'Europe/Berlin', '2026-03-29T01:31+01:00', 2), [
      '2026-03-29T01:59+01:00',
      '2026-03-29T03:00+02:00',
    ]);
  });
});

test('a preview has the requested number of occurrences', () => {
  const afterMs = Date.UTC(2026, 0, 1);
  assert.deepEqual(previewSchedule('0 6 * * *', 'UTC', { minIntervalMs, afterMs, count: 2 }), {
    valid: true,
    error: '',
    next_runs: [Date.UTC(2026, 0, 1, 6), Date.UTC(2026, 0, 2, 6)],
  });
  assert.deepEqual(previewSchedule('0 6 * * *', 'UTC', { minIntervalMs, afterMs, count: 0 }).next_runs, []);
});

describe('clocks that never shift', () => {
  cases([
    ['30 2 * * *', 'UTC', '2026-03-28T03:00Z', ['2026-03-29T02:30+00:00', '2026-03-30T02:30+00:00']],
    ['30 2 * * *', 'Asia/Kolkata', '2026-03-28T21:00Z', ['2026-03-30T02:30+05:30', '2026-03-31T02:30+05:30']],
    ['0 */12 * * *', 'Asia/Kolkata', '2026-03-28T06:30Z', ['2026-03-29T00:00+05:30', '2026-03-29T12:00+05:30']],
  ]);
});

describe('a shift forward', () => {
  const [berlin, newYork] = ['2026-03-29T01:29+01:00', '2026-03-08T01:29-05:00'];
  cases([
    // Fixed times.
    ['30 2 * * *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2026-03-30T02:30+02:00']],
    ['30 2 * * *', 'America/New_York', newYork, ['2026-03-08T03:00-04:00', '2026-03-09T02:30-04:00']],
    ['0 2,14 * * *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2026-03-29T14:00+02:00']],
    ['30 2,3 * * *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2026-03-29T03:30+02:00']],
    ['0 2,3 * * *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2026-03-30T02:00+02:00']],
    ['*/15 2 * * *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2026-03-30T02:00+02:00']],
    ['30 1-4 * * *', 'Europe/Berlin', '2026-03-29T01:30+01:00', ['2026-03-29T03:00+02:00', '2026-03-29T03:30+02:00']],
    ['0 */2 * * *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2026-03-29T04:00+02:00']],
    ['30 2 29 3 *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2027-03-29T02:30+02:00']],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-29T03:00+02:00', ['2026-03-30T02:30+02:00']],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-29T00:59:59.999Z', ['2026-03-29T03:00+02:00']],
    ['10,40 2-6 * * *', 'Europe/Berlin', berlin, ['2026-03-29T03:00+02:00', '2026-03-29T03:10+02:00']],
    ['10,40 0-2 * * *', 'Europe/Berlin', berlin, ['2026-03-29T01:40+01:00', '2026-03-29T03:00+02:00']],
    // Continuous patterns.
    [
      '30 * * * *',
      'Europe/Berlin',
      berlin,
      ['2026-03-29T01:30+01:00', '2026-03-29T03:30+02:00', '2026-03-29T04:30+02:00'],
    ],
    ['7-59/20 * * * *', 'America/New_York', newYork, ['2026-03-08T01:47-05:00', '2026-03-08T03:07-04:00']],
    ['7-59/20 0-6 * * *', 'America/New_York', newYork, ['2026-03-08T01:47-05:00', '2026-03-08T03:07-04:00']],
    [
      '*/30 * * * *',
      'Europe/Berlin',
      berlin,
      ['2026-03-29T01:30+01:00', '2026-03-29T03:00+02:00', '2026-03-29T03:30+02:00'],
    ],
    // By half an hour: 02:00 to 02:30.
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T15:00Z', ['2026-10-04T02:30+11:00', '2026-10-05T02:15+11:00']],
    ['30 2 * * *', 'Australia/Lord_Howe', '2026-10-03T15:00Z', ['2026-10-04T02:30+11:00', '2026-10-05T02:30+11:00']],
    ['*/15 * * * *', 'Australia/Lord_Howe', '2026-10-03T15:00Z', ['2026-10-04T01:45+10:30', '2026-10-04T02:30+11:00']],
    ['0 * * * *', 'Australia/Lord_Howe', '2026-10-03T14:00Z', ['2026-10-04T01:00+10:30', '2026-10-04T03:00+11:00']],
    // At midnight, and a minute after it.
    ['0 0 * * *', 'America/Havana', '2026-03-07T12:00-05:00', ['2026-03-08T01:00-04:00', '2026-03-09T00:00-04:00']],
    ['30 0 * * SUN', 'America/Havana', '2026-03-07T12:00-05:00', ['2026-03-08T01:00-04:00', '2026-03-15T00:30-04:00']],
    ['30 0 * * SAT', 'America/Havana', '2026-03-07T12:00-05:00', ['2026-03-14T00:30-04:00']],
    ['0 0 * * *', 'America/St_Johns', '2010-03-13T12:00Z', ['2010-03-14T00:00-03:30', '2010-03-15T00:00-02:30']],
    ['1 0 * * *', 'America/St_Johns', '2010-03-13T12:00Z', ['2010-03-14T01:01-02:30', '2010-03-15T00:01-02:30']],
    ['30 2 * * *', 'America/St_Johns', '2026-03-08T05:00Z', ['2026-03-08T03:00-02:30', '2026-03-09T02:30-02:30']],
    // Permanently.
    ['45 2 * * *', 'America/Caracas', '2016-05-01T05:00Z', ['2016-05-01T03:00-04:00', '2016-05-02T02:45-04:00']],
    ['45 23 * * *', 'Asia/Pyongyang', '2018-05-03T15:30Z', ['2018-05-05T00:00+09:00', '2018-05-05T23:45+09:00']],
    // Over a whole day.
    [
      '0 12 * * *',
      'Pacific/Apia',
      '2011-12-29T00:00-10:00',
      ['2011-12-29T12:00-10:00', '2011-12-31T00:00+14:00', '2011-12-31T12:00+14:00'],
    ],
    ['0 12 30 12 *', 'Pacific/Apia', '2011-12-01T00:00Z', ['2011-12-31T00:00+14:00', '2012-12-30T12:00+14:00']],
    ['30 * * * *', 'Pacific/Apia', '2011-12-29T23:00-10:00', ['2011-12-29T23:30-10:00', '2011-12-31T00:30+14:00']],
    [
      '*/30 8-17 * * *',
      'Pacific/Apia',
      '2011-12-29T17:00-10:00',
      ['2011-12-29T17:30-10:00', '2011-12-31T00:00+14:00', '2011-12-31T08:00+14:00'],
    ],
  ]);
});

describe('a shift back', () => {
  const [berlin, newYork] = ['2026-10-25T01:45+02:00', '2026-11-01T00:45-04:00'];
  cases([
    // Fixed times.
    ['30 2 * * *', 'Europe/Berlin', berlin, ['2026-10-25T02:30+02:00', '2026-10-26T02:30+01:00']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T02:15+01:00', ['2026-10-26T02:30+01:00']],
    ['30 1 * * *', 'America/New_York', newYork, ['2026-11-01T01:30-04:00', '2026-11-02T01:30-05:00']],
    ['0 2,14 * * *', 'Europe/Berlin', berlin, ['2026-10-25T02:00+02:00', '2026-10-25T14:00+01:00']],
    ['0 2,3 * * *', 'Europe/Berlin', berlin, ['2026-10-25T02:00+02:00', '2026-10-25T03:00+01:00']],
    [
      '*/30 2 * * *',
      'Europe/Berlin',
      berlin,
      ['2026-10-25T02:00+02:00', '2026-10-25T02:30+02:00', '2026-10-26T02:00+01:00'],
    ],
    ['0 1-4 * * *', 'Europe/Berlin', berlin, ['2026-10-25T02:00+02:00', '2026-10-25T03:00+01:00']],
    ['0 */2 * * *', 'Europe/Berlin', berlin, ['2026-10-25T02:00+02:00', '2026-10-25T04:00+01:00']],
    [
      '10,40 2-6 * * *',
      'Europe/Berlin',
      '2026-10-25T02:10+02:00',
      ['2026-10-25T02:40+02:00', '2026-10-25T03:10+01:00'],
    ],
    [
      '10,40 0-2 * * *',
      'Europe/Berlin',
      '2026-10-25T02:10+02:00',
      ['2026-10-25T02:40+02:00', '2026-10-26T00:10+01:00'],
    ],
    ['30 2 25 10 *', 'Europe/Berlin', berlin, ['2026-10-25T02:30+02:00', '2027-10-25T02:30+02:00']],
    // Continuous patterns.
    [
      '0 * * * *',
      'Europe/Berlin',
      berlin,
      ['2026-10-25T02:00+02:00', '2026-10-25T02:00+01:00', '2026-10-25T03:00+01:00'],
    ],
    [
      '*/30 * * * *',
      'America/New_York',
      newYork,
      [
        '2026-11-01T01:00-04:00',
        '2026-11-01T01:30-04:00',
        '2026-11-01T01:00-05:00',
        '2026-11-01T01:30-05:00',
        '2026-11-01T02:00-05:00',
      ],
    ],
    [
      '*/30 0-6 * * *',
      'America/New_York',
      newYork,
      [
        '2026-11-01T01:00-04:00',
        '2026-11-01T01:30-04:00',
        '2026-11-01T01:00-05:00',
        '2026-11-01T01:30-05:00',
        '2026-11-01T02:00-05:00',
      ],
    ],
    [
      '0 * 25 10 *',
      'Europe/Berlin',
      berlin,
      ['2026-10-25T02:00+02:00', '2026-10-25T02:00+01:00', '2026-10-25T03:00+01:00'],
    ],
    // By half an hour: 01:30 to 02:00.
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T14:30Z', ['2026-04-05T01:45+11:00', '2026-04-06T01:45+10:30']],
    [
      '*/15 * * * *',
      'Australia/Lord_Howe',
      '2026-04-04T14:30Z',
      ['2026-04-05T01:45+11:00', '2026-04-05T01:30+10:30', '2026-04-05T01:45+10:30', '2026-04-05T02:00+10:30'],
    ],
    ['0 * * * *', 'Australia/Lord_Howe', '2026-04-04T13:00Z', ['2026-04-05T01:00+11:00', '2026-04-05T02:00+10:30']],
    // To before midnight.
    ['30 23 * * *', 'America/Santiago', '2026-04-04T12:00Z', ['2026-04-04T23:30-03:00', '2026-04-05T23:30-04:00']],
    ['0 0 * * *', 'America/Santiago', '2026-04-04T12:00Z', ['2026-04-05T00:00-04:00', '2026-04-06T00:00-04:00']],
    ['0 0 * * *', 'America/St_Johns', '2010-11-06T12:00Z', ['2010-11-07T00:00-02:30', '2010-11-08T00:00-03:30']],
    ['30 23 * * *', 'America/St_Johns', '2010-11-06T12:00Z', ['2010-11-06T23:30-02:30', '2010-11-07T23:30-03:30']],
    [
      '30 * * * *',
      'America/St_Johns',
      '2010-11-07T01:59Z',
      ['2010-11-06T23:30-02:30', '2010-11-06T23:30-03:30', '2010-11-07T00:30-03:30'],
    ],
    ['30 1 * * *', 'America/St_Johns', '2026-11-01T03:00Z', ['2026-11-01T01:30-02:30', '2026-11-02T01:30-03:30']],
    // Permanently.
    ['30 1 * * *', 'Europe/Moscow', '2014-10-25T12:00Z', ['2014-10-26T01:30+04:00', '2014-10-27T01:30+03:00']],
  ]);
});
