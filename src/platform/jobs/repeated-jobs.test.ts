import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEVER_MS, note, recorder, setUp, until } from '../../../test/fixtures/jobs.ts';
import { defineJob } from './jobs.ts';

test('a kind that repeats gives one job for each time, however many processes there are', async t => {
  const { open } = await setUp(t);
  const hourly = defineJob<object>('hourly', { repeat: { everyMinutes: 60, offsetMinutes: 17 } });
  const both = [await open([hourly], { pollMs: 20 }), await open([hourly], { pollMs: 20 })];
  const payloads = recorder<object>();
  for (const { jobs } of both) jobs.work(hourly, { concurrency: 5 }, async payload => payloads.add(payload));
  const pool = both[0]?.database.pool;
  assert.ok(pool);
  for (let round = 1; round <= 5; round++) {
    await pool.query("UPDATE job_schedules SET next_at = now() - interval '3 hours'");
    await payloads.reach(round);
  }
  for (const { jobs } of both) await jobs.stop({ drainMs: NEVER_MS });
  assert.deepEqual(
    payloads.all,
    Array.from({ length: 5 }, () => ({})),
  );
  const { rows } = await pool.query(
    `SELECT extract(minute FROM next_at) AS minute, next_at > now() AND next_at <= now() + interval '1 hour' AS is_next
     FROM job_schedules`,
  );
  assert.deepEqual(rows, [{ minute: 17, is_next: true }]);
});

test('no job is added while the job of the last time still waits', async t => {
  const { open } = await setUp(t);
  const often = defineJob<object>('often', { repeat: { everyMinutes: 1 } });
  const { jobs, database } = await open([often], { pollMs: 20 });
  for (const _ of [1, 2, 3]) {
    await database.pool.query('UPDATE job_schedules SET next_at = now()');
    await until(database, 'SELECT FROM job_schedules WHERE next_at > now()');
  }
  assert.deepEqual(await jobs.statistics(), [{ kind: 'often', waiting: 1, active: 0, dead: 0 }]);
});

test('the stored schedules are those of the kinds that repeat now', async t => {
  const { open } = await setUp(t);
  const often = { everyMinutes: 10 };
  await open([defineJob('slower', { repeat: often }), defineJob('gone', { repeat: often })]);
  const daily = { everyMinutes: 24 * 60, offsetMinutes: 3 * 60 + 17 };
  const { database } = await open([defineJob('slower', { repeat: daily }), defineJob('new', { repeat: daily }), note]);
  // The time that was already set stays, and the one after it follows the new rule.
  const { rows } = await database.pool.query(
    `SELECT kind, every_minutes, CASE kind WHEN 'slower' THEN next_at <= now() + interval '10 min'
       ELSE to_char(next_at AT TIME ZONE 'UTC', 'HH24:MI') = '03:17' END AS is_right
     FROM job_schedules ORDER BY kind`,
  );
  assert.deepEqual(rows, [
    { kind: 'new', every_minutes: 1440, is_right: true },
    { kind: 'slower', every_minutes: 1440, is_right: true },
  ]);
});
