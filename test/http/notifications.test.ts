/** Notifications of users, in the app and by e-mail, with a real mail server. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, suite, test } from 'node:test';
import { sql } from 'kysely';
import { mailNotification } from '../../src/accounts/notification-mail.ts';
import { createNotify, type NewNotification } from '../../src/accounts/notifications.ts';
import { defineJob } from '../../src/platform/jobs/jobs.ts';
import { openMailServer } from '../support/mail-server.ts';
import { inReverse } from '../support/process.ts';
import { type Person, serviceOn, type TestService, testService } from '../support/service.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const { log, lines } = memoryLog();
const mailServer = await openMailServer(inReverse({ after }));
const environment = { HEDDLE_SMTP_URL: mailServer.url, HEDDLE_PUBLIC_URL: 'https://heddle.example.org/here' };
const service = await testService(environment, { log });
const { database, jobs, metrics } = service.service.system;
const notify = createNotify(jobs);

function notifyUser(people: readonly { id: string }[], notification: Partial<NewNotification> = {}): Promise<void> {
  const event = notification.event ?? randomUUID();
  const whole = { event, kind: 'approval', title: 'Approve', text: 'Please', ...notification };
  const ids = people.map(({ id }) => id);
  return database.query.transaction().execute(transaction => notify(transaction, ids, whole));
}

/** Finds the mail jobs of a person that are not done. */
async function findJobs(person: Person): Promise<{ id: string; state: string; attempts: number }[]> {
  const { rows } = await sql<{ id: string; state: string; attempts: number }>`
    SELECT jobs.id, state, attempts FROM jobs
    JOIN notifications ON notifications.id::text = payload ->> 'notification_id'
    WHERE jobs.kind = ${mailNotification.name} AND notifications.user_id = ${person.id}`.execute(database.query);
  return rows;
}

async function waitUntilDone(person: Person): Promise<void> {
  await poll(async () => ((await findJobs(person)).length === 0 ? true : undefined));
}

/** Waits until the mail job of a person has failed this often and waits for its next attempt, and returns its id. */
function waitUntilRefused(person: Person, times = 1): Promise<string> {
  return poll(async () => {
    const [job] = await findJobs(person);
    return job?.state === 'waiting' && job.attempts === times ? job.id : undefined;
  });
}

/** Makes a job that waits for its next attempt due at once. */
async function hurry(jobId: string): Promise<void> {
  await sql`UPDATE jobs SET start_at = now() WHERE id = ${jobId}`.execute(database.query);
}

async function mailedAt(person: Person): Promise<(Date | null)[]> {
  const rows = await database.query
    .selectFrom('notifications')
    .select('mailed_at')
    .where('user_id', '=', person.id)
    .execute();
  return rows.map(({ mailed_at }) => mailed_at);
}

afterEach(() => {
  mailServer.refusals = 0;
  mailServer.beforeTaking = async () => {};
});

suite('a notification is mailed', () => {
  test('with its title, its text in Markdown and its link', async () => {
    const person = await service.person();
    const text = '**Pay** 3 & 4\n\n```\nnever closed <b>';
    await notifyUser([person], { title: 'Approve: ü\r\nBcc: eve@example.org', text, link: "/approvals/1?a='&b=2" });
    await waitUntilDone(person);
    const [mail, ...others] = mailServer.to(person.email);
    assert.deepEqual(others, []);
    assert.equal(mail?.subject, 'Approve: ü Bcc: eve@example.org');
    assert.equal(mail?.bcc, undefined);
    assert.equal(mail?.text?.trim(), `${text}\n\nhttps://heddle.example.org/here/approvals/1?a='&b=2`);
    const address = 'https://heddle.example.org/here/approvals/1?a=&#39;&amp;b=2';
    assert.equal(
      mail?.html?.trim(),
      `<p><strong>Pay</strong> 3 &amp; 4</p>\n<pre><code>never closed &lt;b&gt;\n</code></pre>\n<p><a href="${address}">${address}</a></p>`,
    );
    const [notification] = await service.ask<{ id: string }[]>('/api/v1/notification/find', {}, person.key);
    assert.equal(mail?.messageId, `<notification-${notification?.id}@heddle>`);
    assert.deepEqual(Object.keys(Object(notification)).sort(), 'created id kind link read text title'.split(' '));
    assert.ok((await mailedAt(person))[0] instanceof Date);
  });

  test('without a link or a text', async () => {
    const person = await service.person();
    await notifyUser([person], { text: '', link: 'https://elsewhere.example.org/' });
    await notifyUser([person], { text: 'a' });
    await waitUntilDone(person);
    const texts = mailServer.to(person.email).map(({ text }) => text?.trim());
    assert.deepEqual(texts.toSorted(), ['a', 'https://elsewhere.example.org/']);
  });

  test('once for each event, even if many callers report it concurrently', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const notification = { event: `approval:${randomUUID()}` };
    await Promise.all([
      ...Array.from({ length: 4 }, () => notifyUser([ann, bob, ann], notification)),
      ...Array.from({ length: 4 }, () => notifyUser([bob, { id: randomUUID() }, ann], notification)),
    ]);
    await notifyUser([bob], notification);
    await notifyUser([], notification);
    for (const { key } of [ann, bob]) assert.equal(await service.ask('/api/v1/notification/count', {}, key), 1);
    for (const person of [ann, bob]) {
      await waitUntilDone(person);
      assert.equal(mailServer.to(person.email).length, 1);
    }
  });

  test('not if the transaction of its event is rolled back', async () => {
    const person = await service.person();
    const happening = database.query.transaction().execute(async transaction => {
      await notify(transaction, [person.id], { event: 'x', kind: 'a', title: 'A', text: 'a' });
      throw new Error('thought better of it');
    });
    await assert.rejects(happening, /thought better/);
    const { rows } = await sql`SELECT FROM jobs WHERE kind = ${mailNotification.name}`.execute(database.query);
    assert.deepEqual(rows, []);
  });

  test('not to a user who has been disabled or deleted in the meantime', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    mailServer.refusals = 2;
    await notifyUser([ann, bob]);
    const [annsJob, bobsJob] = [await waitUntilRefused(ann), await waitUntilRefused(bob)];
    await service.ask('/api/v1/user/update', { id: ann.id, enabled: false });
    await service.ask(`/api/v1/user/delete?entity_id=${bob.id}`);
    await hurry(annsJob);
    await hurry(bobsJob);
    await poll(async () => {
      const { rows } = await sql`SELECT FROM jobs WHERE id IN (${annsJob}, ${bobsJob})`.execute(database.query);
      return rows.length === 0 ? true : undefined;
    });
    assert.deepEqual([...mailServer.to(ann.email), ...mailServer.to(bob.email)], []);
    assert.deepEqual(await mailedAt(ann), [null]);
  });
});

suite('a mail server', () => {
  test('that refuses a mail at first gets the same mail again', async () => {
    const person = await service.person();
    mailServer.refusals = 2;
    await notifyUser([person]);
    for (const times of [1, 2]) {
      const job = await waitUntilRefused(person, times);
      assert.deepEqual(await mailedAt(person), [null]);
      await hurry(job);
    }
    await waitUntilDone(person);
    assert.equal(mailServer.to(person.email).length, 1);
    assert.match(await metrics.text(), /heddle_notification_mails_total\{outcome="refused"\} [1-9]/);
  });

  test('that is down gets every mail later', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.person()));
    await mailServer.stop();
    await notifyUser(people);
    const waiting = await Promise.all(people.map(person => waitUntilRefused(person)));
    await mailServer.start();
    await Promise.all(waiting.map(hurry));
    for (const person of people) {
      await waitUntilDone(person);
      assert.equal(mailServer.to(person.email).length, 1);
    }
  });

  test('that refuses a mail for about a day does not get it again, and the failure is logged', async () => {
    const delays = Array.from({ length: mailNotification.attempts - 1 }, (_, tries) =>
      Math.min(mailNotification.maxDelaySeconds, mailNotification.delaySeconds * 2 ** tries),
    );
    const hours = (delays.reduce((sum, seconds) => sum + seconds, 0) * 0.75) / 3600;
    assert.ok(hours > 22 && hours < 26, `${hours} hours`);

    const person = await service.person();
    mailServer.refusals = 2;
    await notifyUser([person]);
    const job = await waitUntilRefused(person);
    const last = mailNotification.attempts - 1;
    await sql`UPDATE jobs SET attempts = ${last} WHERE id = ${job}`.execute(database.query);
    await hurry(job);
    await poll(async () => ((await findJobs(person))[0]?.state === 'dead' ? true : undefined));
    assert.match(await metrics.text(), /heddle_notification_mails_total\{outcome="given_up"\} 1/);
    assert.equal(lines().filter(({ msg }) => msg === 'the mail of a notification was given up').length, 1);
    assert.deepEqual(await mailedAt(person), [null]);
  });
});

suite('a mail is sent', () => {
  test('once, even if several processes have a job for it', async t => {
    const others: TestService[] = [];
    t.after(async () => {
      for (const other of others) await other.stopService();
    });
    for (const _ of [1, 2]) others.push(await serviceOn(service.database, environment));
    const person = await service.person();
    let inProgress = 0;
    mailServer.beforeTaking = async () => {
      assert.equal(++inProgress, 1, 'two send it at once');
      await poll(async () =>
        (await findJobs(person)).filter(({ state }) => state === 'active').length > 2 ? true : undefined,
      );
      inProgress--;
    };
    await notifyUser([person]);
    await enqueueAgain(person, 5);
    await waitUntilDone(person);
    assert.equal(mailServer.to(person.email).length, 1);
  });

  test('not again once it is marked as sent', async () => {
    const person = await service.person();
    await notifyUser([person]);
    await waitUntilDone(person);
    const before = await mailedAt(person);
    await enqueueAgain(person, 3);
    await waitUntilDone(person);
    assert.equal(mailServer.to(person.email).length, 1);
    assert.deepEqual(await mailedAt(person), before);
  });

  test('only after the claim of a dead process has expired', async () => {
    const person = await service.person();
    let taken: { ended: boolean } | undefined;
    mailServer.beforeTaking = async () => {
      const { rows } = await sql<{ ended: boolean }>`SELECT now() >= ${claimEnd} AS ended`.execute(database.query);
      taken = rows[0];
    };
    let claimEnd: Date | undefined;
    await database.query.transaction().execute(async transaction => {
      await notify(transaction, [person.id], { event: randomUUID(), kind: 'a', title: 'A', text: 'a' });
      const { rows } = await sql<{ until: Date }>`UPDATE notifications SET mail_claimed_until = now() + interval '2 s'
        WHERE user_id = ${person.id} RETURNING mail_claimed_until AS until`.execute(transaction);
      claimEnd = rows[0]?.until;
    });
    await waitUntilDone(person);
    assert.equal(mailServer.to(person.email).length, 1);
    assert.deepEqual(taken, { ended: true });
  });

  async function enqueueAgain(person: Person, times: number): Promise<void> {
    const { id } = await database.query
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await jobs.enqueueMany(
      mailNotification,
      Array.from({ length: times }, () => ({ notification_id: id })),
    );
  }
});

test('all notifications are marked as read at once, except what came later and those of others', async () => {
  const [ann, ben] = [await service.person(), await service.person()];
  await notifyUser([ann, ben], { title: 'First' });
  await notifyUser([ann], { title: 'Second' });
  await sql`UPDATE notifications SET created_at = now() + interval '1 hour' WHERE title = 'Second'`.execute(
    database.query,
  );
  const unread = async ({ key }: Person) => {
    const body = { filters: [['read', '==', false]] };
    const found = await service.ask<{ title: string }[]>('/api/v1/notification/find', body, key);
    return found.map(({ title }) => title);
  };
  const until = Date.now() + 60_000;
  assert.deepEqual(await service.ask('/api/v1/notification/read_all', { until }, ann.key), { accepted: true });
  assert.deepEqual([await unread(ann), await unread(ben)], [['Second'], ['First']]);
  assert.equal((await service.call('/api/v1/notification/read_all', { until: 1e20 }, ann.key)).status, 422);
});

test('a job deletes old notifications, and deletes those that were read sooner', async () => {
  const person = await service.person();
  const ages: [days: number, read: boolean][] = [
    [29, true],
    [31, true],
    [31, false],
    [179, false],
    [181, false],
  ];
  for (const [days, read] of ages) {
    const event = randomUUID();
    await notifyUser([person], { event, title: `${days} ${read}` });
    await sql`UPDATE notifications SET read = ${read}, created_at = now() - make_interval(days => ${days})
      WHERE event = ${event}`.execute(database.query);
  }
  await waitUntilDone(person);
  const titles = async () => {
    const rows = await database.query
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', person.id)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(({ title }) => title);
  };
  await jobs.enqueue(defineJob('accounts.delete-old-notifications'), {});
  await poll(async () => ((await titles()).length === 3 ? true : undefined));
  assert.deepEqual(await titles(), ['29 true', '31 false', '179 false']);
});
