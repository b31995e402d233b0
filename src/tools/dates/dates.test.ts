import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';

async function field(t: TestContext, tool: string, params: Record<string, unknown>, name: string): Promise<unknown> {
  const output = await workbench(t).call(tool, params);
  assert.ok(typeof output === 'object' && output !== null);
  return Object.entries(output).find(([key]) => key === name)?.[1];
}

suite('date_parse', () => {
  test('describes a point in time', async t => {
    assert.deepEqual(
      await workbench(t).call('date_parse', { value: '2026-01-01T23:30:05Z', timezone: 'Europe/Berlin' }),
      {
        iso: '2026-01-02T00:30:05+01:00',
        utc: '2026-01-01T23:30:05Z',
        timestamp: 1767310205000,
        date: '2026-01-02',
        time: '00:30:05',
        year: 2026,
        month: 1,
        day: 2,
        hour: 0,
        minute: 30,
        second: 5,
        weekday: 5,
        weekday_name: 'Friday',
        week: 1,
        day_of_year: 2,
        timezone: 'Europe/Berlin',
      },
    );
  });

  const values: [unknown, string | undefined, string][] = [
    [0, undefined, '1970-01-01T00:00:00Z'],
    [1767310205000, undefined, '2026-01-01T23:30:05Z'],
    ['2026-03-01', undefined, '2026-03-01T00:00:00Z'],
    ['2026-03-01 12:00', 'America/New_York', '2026-03-01T17:00:00Z'],
    ['2026-03-01T12:00:00+02:00', 'America/New_York', '2026-03-01T10:00:00Z'],
    ['2026-03-01T12:00:00+09:00[Asia/Tokyo]', undefined, '2026-03-01T03:00:00Z'],
    // The clock skips the first of these times, and shows the second one twice.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ];
  for (const [value, timezone, utc] of values) {
    test(`reads ${value} in ${timezone ?? 'no zone'}`, async t => {
      assert.equal(await field(t, 'date_parse', { value, ...(timezone ? { timezone } : {}) }, 'utc'), utc);
    });
  }

  const written: [string, string, string][] = [
    ['31.12.2025', '%d.%m.%Y', '2025-12-31T00:00:00Z'],
    ['1.2.2025 9:05', '%d.%m.%Y %H:%M', '2025-02-01T09:05:00Z'],
    ['Dec 31, 2025', '%b %d, %Y', '2025-12-31T00:00:00Z'],
    ['WEDNESDAY, 31 december 2025', '%A, %d %B %Y', '2025-12-31T00:00:00Z'],
    ['12/31/25 12:15 AM', '%m/%d/%y %I:%M %p', '2025-12-31T00:15:00Z'],
    ['12/31/69 11:15 pm', '%D %I:%M %p', '1969-12-31T23:15:00Z'],
    ['2025-12-31T10:00:00.25+0200', '%FT%T.%f%z', '2025-12-31T08:00:00.25Z'],
    ['100% 2025', '100%% %Y', '2025-01-01T00:00:00Z'],
  ];
  for (const [value, format, utc] of written) {
    test(`reads ${value} by ${format}`, async t => {
      assert.equal(await field(t, 'date_parse', { value, format }, 'utc'), utc);
    });
  }

  const wrong: [Record<string, unknown>, string][] = [
    [{ value: 'tomorrow' }, `'value' is not a point in time: "tomorrow"`],
    [{ value: '1767310205' }, `'value' is not a point in time: "1767310205"`],
    [{ value: '2026-02-30' }, `'value' is not a point in time: "2026-02-30"`],
    [{ value: 1e300 }, `'value' is not a point in time: 1e+300`],
    [{ value: 0, timezone: 'Mars' }, "'Mars' is not a time zone: it needs an IANA name such as Europe/Berlin"],
    [{ value: 0, timezone: '+02:00' }, "'+02:00' is not a time zone: it needs an IANA name such as Europe/Berlin"],
    [{ value: '30.02.2025', format: '%d.%m.%Y' }, '"30.02.2025" does not fit the format "%d.%m.%Y"'],
    [{ value: '13 pm', format: '%I %p' }, '"13 pm" does not fit the format "%I %p"'],
    [{ value: 'x', format: '%Y %Y' }, "The format has '%Y' twice"],
    [{ value: 1, format: '%Y' }, "'value' must be a string when a format is given"],
  ];
  for (const [params, message] of wrong) {
    test(`rejects ${JSON.stringify(params)}`, async t => {
      await assert.rejects(workbench(t).call('date_parse', params), isStepError(message));
    });
  }

  test('lists the codes when the format has an unknown one', async t => {
    await assert.rejects(
      workbench(t).call('date_parse', { value: 'x', format: '%Q' }),
      isStepError(/^The format has no code '%Q'; there are %Y %y %m/),
    );
  });
});

suite('date_format', () => {
  const texts: [Record<string, unknown>, string][] = [
    [{ format: '%d.%m.%Y %H:%M' }, '05.03.2026 08:09'],
    [{ format: '%H:%M', timezone: 'Asia/Tokyo' }, '17:09'],
    [{}, 'Mar 5, 2026'],
    [{ language: 'de', date_style: 'full' }, 'Donnerstag, 5. März 2026'],
    [{ language: 'en-GB', date_style: 'none', time_style: 'short', timezone: 'Europe/Berlin' }, '09:09'],
  ];
  for (const [params, text] of texts) {
    test(`writes ${text}`, async t => {
      assert.deepEqual(await workbench(t).call('date_format', { value: '2026-03-05T08:09:10Z', ...params }), { text });
    });
  }

  test('rejects unusable formats and languages', async t => {
    const { call } = workbench(t);
    const value = '2026-03-05';
    await assert.rejects(call('date_format', { value, language: '!' }), isStepError(/'!' is not a language tag/));
    await assert.rejects(call('date_format', { value, date_style: 'none' }), isStepError(/must not be none/));
    await assert.rejects(call('date_format', { value, format: '%Q' }), isStepError(/'format' can not be used: /));
  });
});

suite('date_add', () => {
  const sums: [Record<string, unknown>, string][] = [
    [{ value: '2026-01-31', months: 1 }, '2026-02-28T00:00:00+00:00'],
    [{ value: '2024-02-29', years: 1 }, '2025-02-28T00:00:00+00:00'],
    [{ value: '2026-03-28T12:00', days: 1, timezone: 'Europe/Berlin' }, '2026-03-29T12:00:00+02:00'],
    [{ value: '2026-03-28T12:00', hours: 24, timezone: 'Europe/Berlin' }, '2026-03-29T13:00:00+02:00'],
    [{ value: '2026-01-01', weeks: -1, minutes: 90, seconds: 1 }, '2025-12-25T01:30:01+00:00'],
    [{ value: '2026-03-06', working_days: 1 }, '2026-03-09T00:00:00+00:00'],
    [{ value: '2026-03-07', working_days: 1 }, '2026-03-09T00:00:00+00:00'],
    [{ value: '2026-03-07', working_days: 5 }, '2026-03-13T00:00:00+00:00'],
    [{ value: '2026-03-08', working_days: -1 }, '2026-03-06T00:00:00+00:00'],
    [{ value: '2026-03-09', working_days: -6 }, '2026-02-27T00:00:00+00:00'],
    [{ value: '2026-03-07', working_days: 0 }, '2026-03-07T00:00:00+00:00'],
  ];
  for (const [params, iso] of sums) {
    test(`${JSON.stringify(params)} is ${iso}`, async t => {
      assert.equal(await field(t, 'date_add', params, 'iso'), iso);
    });
  }

  test('reports a result beyond the range of dates', async t => {
    const far = { value: '2026-01-01', years: 1_000_000 };
    await assert.rejects(workbench(t).call('date_add', far), isStepError(/beyond the dates/));
  });
});

suite('date_difference', () => {
  test('counts in all units', async t => {
    const params = { start: '2026-01-31', end: '2026-03-29T12:00', timezone: 'Europe/Berlin' };
    assert.deepEqual(await workbench(t).call('date_difference', params), {
      milliseconds: 4964400000,
      seconds: 4964400,
      minutes: 82740,
      hours: 1379,
      days: 57 + 11 / 23,
      working_days: 40,
      calendar: { years: 0, months: 1, days: 29, hours: 11, minutes: 0, seconds: 0, iso: 'P1M29DT11H' },
    });
  });

  test('is negative backwards, and zero between equal dates', async t => {
    const { call, outcome } = workbench(t);
    const back = await call('date_difference', { start: '2026-03-09', end: '2026-03-06' });
    assert.ok(typeof back === 'object' && back && 'days' in back && 'working_days' in back);
    assert.deepEqual([back.days, back.working_days], [-3, -1]);
    const none = await outcome('date_difference', { start: 0, end: '1970-01-01T00:00:00Z' });
    assert.equal(none.text, '0 seconds');
  });
});
