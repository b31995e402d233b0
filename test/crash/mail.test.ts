/**
 * Kills processes with `kill -9` while they send mails. Every mail is sent, and twice only where that is unavoidable.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { mailNotification } from '../../src/accounts/notification-mail.ts';
import { createNotify } from '../../src/accounts/notifications.ts';
import type { Schema } from '../../src/database.ts';
import { openJobs } from '../../src/platform/jobs/jobs.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { openListener } from '../../src/platform/postgres/listener.ts';
import { poll } from '../http/poll.ts';
import { openMailServer } from '../support/mail-server.ts';
import { dyingAt } from '../support/points.ts';
import { inReverse, newInstallationOnDatabase } from '../support/process.ts';
import { endSilenceOfAll } from '../support/silence.ts';
import { openWorker } from '../support/survivors.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

/** The number of mails that one process sends at a time. */
const AT_ONCE = 4;

suite('a process that is killed loses no mail', { concurrency: 4 }, () => {
  for (const { point, mails } of [
    { point: 'mail.claimed', mails: 1 },
    // The mail server has accepted the mail, but the process died before it could save that.
    { point: 'mail.sent', mails: 2 },
    { point: 'mail.marked', mails: 1 },
  ]) {
    test(`when it dies at ${point}`, async t => {
      const { sendNotification, startDyingAt, finish, server } = await setUp(t);
      const victim = startDyingAt(point, 1);
      await sendNotification();
      assert.equal((await victim.finished).signal, 'SIGKILL');
      await finish();
      assert.equal(server.mails.length, mails);
      assert.equal(new Set(server.mails.map(({ messageId }) => messageId)).size, 1);
    });
  }

  test('when several processes die among many mails', COMPLETE_ONLY, async t => {
    const { sendNotification, startDyingAt, finish, server } = await setUp(t);
    const events = 60;
    // Each process dies after a few mails, so that together they cannot send all of them.
    const victims = ['mail.sent', 'mail.claimed', 'mail.marked'].map(point => startDyingAt(point, 6));
    await Promise.all(Array.from({ length: events }, sendNotification));
    for (const victim of victims) assert.equal((await victim.finished).signal, 'SIGKILL');
    await finish();
    assert.equal(new Set(server.mails.map(({ messageId }) => messageId)).size, events);
    const doubles = server.mails.length - events;
    assert.ok(doubles >= 1 && doubles <= victims.length * AT_ONCE, `${doubles} mails came twice`);
  });
});

async function setUp(t: TestContext) {
  const hooks = inReverse(t);
  const server = await openMailServer(hooks);
  const { heddle, database: testDatabase } = await newInstallationOnDatabase(hooks);
  const database = openDatabase<Schema>(testDatabase.address, { maxConnections: 2 });
  hooks.after(() => database.close());
  const listener = await openListener(testDatabase.address);
  hooks.after(() => listener.close());
  const jobs = await openJobs({ database, listener, kinds: [mailNotification], onError: () => {} });
  hooks.after(() => jobs.stop({ drainMs: 0 }));
  const notify = createNotify(jobs);
  const user = randomUUID();
  await database.query
    .insertInto('users')
    .values({
      id: user,
      email: 'ada@example.org',
      name: 'Ada',
      password_hash: null,
      credits: null,
      storage_quota: null,
    })
    .execute();

  async function sendNotification(): Promise<void> {
    const notification = { event: randomUUID(), kind: 'approval', title: 'Approve', text: 'Please', link: '/a' };
    await database.query.transaction().execute(transaction => notify(transaction, [user], notification));
  }

  /** Skips the 15 s after which a silent process counts as dead, and the 40 s for which it claims a mail. */
  async function endClaims(): Promise<void> {
    await endSilenceOfAll(database.pool);
    await database.query
      .updateTable('notifications')
      .set({ mail_claimed_until: sql<Date>`mail_claimed_until - interval '40 seconds'` })
      .where('mail_claimed_until', 'is not', null)
      .execute();
  }

  async function waitForMails(): Promise<void> {
    await poll(async () => {
      const { rows } = await sql<{ left: number }>`
          SELECT (SELECT count(*) FROM notifications WHERE mailed_at IS NULL) + (SELECT count(*) FROM jobs
            WHERE kind = ${mailNotification.name}) AS left`.execute(database.query);
      return rows[0]?.left === 0 ? true : undefined;
    });
  }

  const environment = { HEDDLE_SMTP_URL: server.url, HEDDLE_LOG_LEVEL: 'silent' };

  const startDyingAt = (point: string, passing: number) =>
    heddle.start(['worker'], { environment: { ...environment, ...dyingAt(point, passing) } });

  /** Lets a worker send what those that were killed have left. */
  async function finish(): Promise<void> {
    await endClaims();
    await using _worker = await openWorker(heddle, testDatabase, environment);
    await waitForMails();
  }
  return { server, sendNotification, startDyingAt, finish };
}
