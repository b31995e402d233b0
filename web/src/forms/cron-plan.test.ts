import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ScheduleDays } from '../../../src/engine/schedule-days.ts';
import { describeChoice, describeSchedule } from '../texts/de/schedules.ts';
import { describeCron, FIRST_PLAN, type Frequency, readPlan, readSchedule, writePlan } from './cron-plan.ts';

suite('schedules', () => {
  test('that can be chosen are written as cron and read again', () => {
    for (const every of ['hour', 'day', 'weekday', 'week', 'month'] satisfies Frequency[]) {
      const plan = { ...FIRST_PLAN, every, minute: 30 };
      assert.deepEqual(readPlan(writePlan(plan)), plan, every);
    }
    assert.deepEqual(readPlan('15 6 * * FRI'), { every: 'week', minute: 15, hour: 6, weekday: 5, day: 1 });
  });

  test('that can not be chosen stay cron', () => {
    for (const cron of ['*/15 * * * *', '0 8,12 * * *', '0 8 1,15 * *', '0 8 1 * 1', '0 8 * 1 *', 'x', '']) {
      assert.equal(readPlan(cron), undefined, cron);
    }
  });

  test('are told in a sentence', () => {
    const sentences: [string, string | undefined][] = [
      ['*/15 * * * *', 'Every 15 minutes'],
      ['* * * * *', 'Every minute'],
      ['0 * * * *', 'Every hour'],
      ['10 * * * *', 'Every hour at minute 10'],
      ['5,35 * * * *', 'Every hour at the minutes 5 and 35'],
      ['0 8 * * 1-5', 'At 08:00 from Monday to Friday'],
      ['30 6,18 * * *', 'At 06:30 and 18:30'],
      ['0 */4 * * *', 'Every 4 hours'],
      ['*/10 8-17 * * MON', 'Every 10 minutes from 08:00 to 17:59 on Mondays'],
      ['0 9 1 * *', 'At 09:00 on day 1 of the month'],
      ['0 9 1 * SUN,MON', 'At 09:00 on day 1 of the month or on Mondays and Sundays'],
      ['0 0 24 12 *', 'At 00:00 on day 24 of the month in December'],
      ['30 9-10 * * *', 'At 09:30 and 10:30'],
      ['5,35 8,12 * * *', 'At the minutes 5 and 35 in the hours 08:00 and 12:00'],
      ['61 * * * *', undefined],
      ['@daily', undefined],
    ];
    for (const [cron, sentence] of sentences) assert.equal(describeCron(cron), sentence, cron);
  });

  test('are told with what narrows their days', () => {
    const from = '2026-01-02';
    const sentences: [string, ScheduleDays, string, string][] = [
      [
        '0 9 * * 5',
        { every: 2, unit: 'weeks', from },
        'every 2 weeks from 2026-01-02 on',
        'alle 2 Wochen ab dem 2026-01-02',
      ],
      ['0 9 * * 5', { every: 1, unit: 'days', from }, 'from 2026-01-02 on', 'ab dem 2026-01-02'],
      ['0 9 * * 5', { nth: 2 }, 'only on the 2nd such day of the month', 'nur am 2. solchen Tag des Monats'],
      ['0 9 * * 5', { nth: 13 }, 'only on the 13th such day of the month', 'nur am 13. solchen Tag des Monats'],
      [
        '0 9 * * 5',
        { nth: -2 },
        'only on the 2nd to last such day of the month',
        'nur am 2. solchen Tag vom Ende des Monats an',
      ],
      [
        '0 9 * * 5',
        { nth: -1, holidays: 'vars.off' },
        'except on the holidays in vars.off, only on the last such day of the month',
        'nicht an den Feiertagen in vars.off, nur am letzten solchen Tag des Monats',
      ],
    ];
    for (const [cron, days, english, german] of sentences) {
      assert.equal(describeCron(cron, days), `At 09:00 on Fridays, ${english}`);
      const { every = 1, unit, nth, holidays } = days;
      const cycle = unit && { count: every, unit, from };
      assert.equal(describeChoice({ every: cycle, nth, holidays }), german);
    }
    assert.equal(describeCron('0 9 * * 5', { every: 2 }), 'At 09:00 on Fridays');
  });

  test('are told in the order of words of the language', () => {
    const sentences = {
      '*/15 * * * *': 'Alle 15 Minuten',
      '10 * * * *': 'Jede Stunde zur Minute 10',
      '5,35 8,12 * * *': 'Zu den Minuten 5 und 35 in den Stunden ab 08:00 und 12:00 Uhr',
      '0 8 * * 1-5': 'Montags bis freitags um 08:00 Uhr',
      '*/10 8-17 * * MON': 'Montags alle 10 Minuten von 08:00 bis 17:59 Uhr',
      '0 9 1 * SUN,MON': 'Am 1. des Monats oder montags und sonntags um 09:00 Uhr',
      '0 0 24 12 *': 'Im Dezember am 24. um 00:00 Uhr',
    };
    for (const [cron, sentence] of Object.entries(sentences)) {
      const schedule = readSchedule(cron);
      assert.equal(schedule && describeSchedule(schedule), sentence, cron);
    }
  });
});
