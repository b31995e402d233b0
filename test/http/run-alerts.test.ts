/** Tests `settings.alert`: what people hear of workflows that fail, with a real mail server. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { countFailures } from '../../src/runs/failures/ended-run.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { openMailServer } from '../support/mail-server.ts';
import { inReverse } from '../support/process.ts';
import { type Person, serviceOn, testService } from '../support/service.ts';
import { dividing } from './failing-workflows.ts';
import { poll } from './poll.ts';
import { publishHook, type TestHook } from './webhook-calls.ts';

const mailServer = await openMailServer(inReverse({ after }));
const environment = { HEDDLE_SMTP_URL: mailServer.url, HEDDLE_PUBLIC_URL: 'https://heddle.example.org' };
const service = await testService(environment);
const db = service.service.system.database.query;

interface Notification {
  kind: string;
  title: string;
  text: string;
  link: string | null;
}

const readNotifications = async (person: Person) =>
  (await service.ask<Notification[]>('/api/v1/notification/find', {}, person.key)).toReversed();

/** Waits until the person has so many notifications, and returns them, the oldest first. */
function waitForNotifications(person: Person, count: number): Promise<Notification[]> {
  return poll(async () => {
    const notifications = await readNotifications(person);
    return notifications.length >= count ? notifications : undefined;
  });
}

async function run(hook: TestHook, ...numbers: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const n of numbers) ids.push((await hook.waitForRun(await hook.call({ n }))).id);
  await poll(async () => {
    const events = await db.selectFrom('run_events').select('id').where('run_id', 'in', ids).execute();
    return events.length === 0 || undefined;
  });
  return ids;
}

/** Lets the window of an alert end now, or only lets it be looked at, and waits until that has happened. */
async function check({ workflowId }: TestHook, { windowEnds = false } = {}): Promise<void> {
  const ending = windowEnds ? sql`, window_until = clock_timestamp()` : sql``;
  await sql`
    UPDATE workflow_alerts SET check_at = now() - interval '1 second' ${ending} WHERE workflow_id = ${workflowId}`.execute(
    db,
  );
  await poll(async () => {
    const { rows } = await sql`
      SELECT FROM workflow_alerts WHERE workflow_id = ${workflowId} AND check_at <= now()`.execute(db);
    return rows.length === 0 || undefined;
  });
}

suite('by default', { concurrency: true }, () => {
  test('owners hear of the first failure at once, then once in an hour, then that it works again', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing(), { name: 'Orders*' });
    const [first] = await run(hook, 0);
    assert.partialDeepStrictEqual(await waitForNotifications(ann, 1), [
      {
        kind: 'run_failed',
        title: "The workflow 'Orders*' fails",
        text: "A run failed at the step 'divide': params\\.value\\: \\{\\{ 6 \\/ input\\.body\\.n \\}\\}\\: division by zero\n\nWhile it keeps failing, you hear of it once every hour.",
        link: `/runs/${first}`,
      },
    ]);
    await run(hook, 0, 0);
    await check(hook);
    assert.equal((await readNotifications(ann)).length, 1, 'more failures say nothing new');
    await check(hook, { windowEnds: true });
    const [, digest] = await waitForNotifications(ann, 2);
    assert.partialDeepStrictEqual(digest, {
      title: "The workflow 'Orders*' fails",
      text: '2 of 2 runs failed in the last hour.\n\nThe error: params\\.value\\: \\{\\{ 6 \\/ input\\.body\\.n \\}\\}\\: division by zero',
      link: `/runs?workflow=${hook.workflowId}&status=failed`,
    });
    const [success] = await run(hook, 1);
    await check(hook);
    const [, , recovered] = await waitForNotifications(ann, 3);
    assert.partialDeepStrictEqual(recovered, {
      kind: 'run_recovered',
      title: "The workflow 'Orders*' works again",
      text: 'Its latest run succeeded.',
      link: `/runs/${success}`,
    });
    const mails = await poll(() => (mailServer.to(ann.email).length >= 3 ? mailServer.to(ann.email) : undefined));
    assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
      "The workflow 'Orders*' fails",
      "The workflow 'Orders*' fails",
      "The workflow 'Orders*' works again",
    ]);
    assert.ok(mails[0]?.text?.includes(`https://heddle.example.org/runs/${first}`));
    assert.ok(
      mails[0]?.text?.startsWith("A run failed at the step 'divide': params.value: {{ 6 / input.body.n }}: division"),
    );
  });

  test('a workflow that fails now and then is told of once in a window, however many processes look', async () => {
    const other = await serviceOn(service.database, environment);
    try {
      const ann = await service.person();
      const hook = await publishHook(service, ann, dividing());
      await run(hook, 0, 1);
      await check(hook);
      await run(hook, 0, 1, 0, 1);
      await check(hook);
      assert.deepEqual(
        (await waitForNotifications(ann, 2)).map(({ kind }) => kind),
        ['run_failed', 'run_recovered'],
      );
      await check(hook, { windowEnds: true });
      const texts = (await waitForNotifications(ann, 3)).map(({ text }) => text);
      assert.deepEqual(texts.slice(2), [
        '2 of 5 runs failed in the last hour. The latest one succeeded.\n\nThe error: params\\.value\\: \\{\\{ 6 \\/ input\\.body\\.n \\}\\}\\: division by zero',
      ]);
      await check(hook, { windowEnds: true });
      const { rows } = await sql`SELECT FROM workflow_alerts WHERE workflow_id = ${hook.workflowId}`.execute(db);
      assert.deepEqual(rows, [], 'after a window without failures, it is forgotten');
    } finally {
      await other.stopService();
    }
  });

  test('nobody hears of runs that people start', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing());
    const request = { workflow_id: hook.workflowId, input: { body: { n: 0 } } };
    const { id, status } = await service.ask<Run>('/api/v3/workflow/run', request, ann.key);
    assert.equal(status, 'failed');
    assert.deepEqual(await readNotifications(ann), []);
    assert.deepEqual(await db.selectFrom('run_events').selectAll().where('run_id', '=', id).execute(), []);
  });
});

suite('the settings of a workflow', { concurrency: true }, () => {
  test('name those who hear of it, of whom only those may that can read it, and how often it has to fail', async () => {
    const [ann, bob, eve] = [await service.person(), await service.person(), await service.person()];
    const alert = { users: [bob.email, eve.id], emails: ['team@example.com'], after: 2, every_minutes: 90 };
    const sharing = [{ user_email: bob.email, write: false, scopes: {} }];
    const hook = await publishHook(service, ann, dividing({ alert }), { name: 'Shared', sharing });
    await run(hook, 0);
    assert.deepEqual(
      await sql`SELECT FROM workflow_alerts WHERE workflow_id = ${hook.workflowId}`
        .execute(db)
        .then(({ rows }) => rows),
      [],
    );
    await run(hook, 0);
    const [notification] = await waitForNotifications(bob, 1);
    assert.equal(
      notification?.text,
      "A run failed at the step 'divide', as the last 2 did: params\\.value\\: \\{\\{ 6 \\/ input\\.body\\.n \\}\\}\\: division by zero\n\n" +
        'While it keeps failing, you hear of it once every 90 minutes.',
    );
    const [mail] = await poll(() =>
      mailServer.to('team@example.com').length > 0 ? mailServer.to('team@example.com') : undefined,
    );
    assert.equal(mail?.subject, "The workflow 'Shared' fails");
    assert.ok(mail?.text?.startsWith("A run failed at the step 'divide', as the last 2 did"));
    for (const person of [ann, eve]) assert.deepEqual(await readNotifications(person), []);
  });

  test('that reach nobody get a warning, and the owner hears of it', async () => {
    const [ann, eve, gone] = [await service.person(), await service.person(), await service.person()];
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    const alert = { users: [eve.email.toUpperCase(), gone.email, 'nobody@example.org', ann.id] };
    const definition = dividing({ alert });
    const sharing = [{ user_email: gone.email, write: false, scopes: {} }];
    const hook = await publishHook(service, ann, dividing({ alert: { users: alert.users.slice(0, 3) } }), { sharing });
    const { issues } = await service.ask<{ issues: { severity: string; message: string }[] }>(
      '/api/v1/workflow/check',
      { workflow_id: hook.workflowId, definition },
      ann.key,
    );
    assert.deepEqual(
      issues.map(({ severity, message }) => [severity, /names '(.*?)'/.exec(message)?.[1]]),
      alert.users.slice(0, 3).map(name => ['warning', name]),
    );
    await run(hook, 0);
    assert.equal((await waitForNotifications(ann, 1))[0]?.kind, 'run_failed');
    assert.deepEqual(await readNotifications(eve), []);
  });

  test('switch it off', async () => {
    const ann = await service.person();
    const hook = await publishHook(service, ann, dividing({ alert: false }));
    await run(hook, 0);
    assert.deepEqual(await readNotifications(ann), []);
  });

  test('do not tell owners twice that a user may not run the workflow any more', async () => {
    const [ann, bob] = [await service.person(), await service.person()];
    const sharing = [{ user_email: bob.email, write: true, scopes: {} }];
    const hook = await publishHook(service, ann, dividing(), { name: 'Lent', sharing });
    await service.ask('/api/v3/workflow/publish', { workflow_id: hook.workflowId }, bob.key);
    await service.ask('/api/v3/workflow/update', { id: hook.workflowId, sharing: [] }, ann.key);
    const run_id = await hook.call({ n: 1 });
    await poll(async () => {
      const { rows } = await sql`SELECT FROM workflow_alerts WHERE workflow_id = ${hook.workflowId}`.execute(db);
      return rows.length === 1 || undefined;
    });
    const { status } = await db.selectFrom('runs').select('status').where('id', '=', run_id).executeTakeFirstOrThrow();
    assert.equal(status, 'failed');
    assert.deepEqual(
      (await readNotifications(ann)).map(({ kind }) => kind),
      ['run_refused'],
    );
  });
});

test('counting failures does not read all runs, however many there are', async () => {
  const ann = await service.person();
  const hook = await publishHook(service, ann, dividing());
  const [first] = await run(hook, 0);
  await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, automatic, input, status, created_by,
      finished_at, settled_at)
    SELECT gen_random_uuid(), workflow_id, workflow_name, trigger_node_id, trigger_type, true, input, 'failed', created_by,
      now(), now()
    FROM runs, generate_series(1, 2000) WHERE id = ${first}`.execute(db);
  await sql`ANALYZE runs`.execute(db);
  const scans = await db.transaction().execute(async transaction => {
    const ended = { workflowId: hook.workflowId, finishedAt: new Date(Date.now() + 60_000) };
    assert.equal(await countFailures(transaction, ended, { automaticOnly: true }), 1000);
    const { rows } = await sql<{ scans: string }>`
      SELECT sum(seq_scan) AS scans FROM pg_stat_xact_user_tables WHERE relname LIKE 'runs%'`.execute(transaction);
    return Number(rows[0]?.scans);
  });
  assert.equal(scans, 0);
});
