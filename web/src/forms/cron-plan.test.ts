import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { describeCron, FIRST_PLAN, type Frequency, readPlan, writePlan } from './cron-plan.ts';

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
      ['61 * * * *', undefined],
      ['@daily', undefined],
    ];
    for (const [cron, sentence] of sentences) assert.equal(describeCron(cron), sentence, cron);
  });
});
