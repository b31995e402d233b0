/** An approval is opened once, however often its step is executed. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { defaultConfig } from '../../test/fixtures/config.ts';
import { openFiles } from '../../test/fixtures/files.ts';
import { runFacts } from '../../test/fixtures/run-facts.ts';
import type { NewNotification } from '../accounts/notifications.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { ApprovalRequest } from '../nodes/step.ts';
import { newId } from '../platform/ids.ts';
import { createThreadPool } from '../platform/threads/thread-pool.ts';
import type { RunFacts } from '../runs/executing/run-state.ts';
import type { WaitingPlace } from '../runs/executing/step-capabilities.ts';
import { createApprovalOpening } from './opening.ts';

const files = await openFiles();
const { services, db } = files;
const { database } = services;
const threads = createThreadPool({ atOnce: 1 });
after(() => threads.close());
const { signal } = new AbortController();
const ann = await files.user();
const owner = await files.user();
const startedAt = new Date('2026-01-01');

const notifications: (NewNotification & { userIds: readonly string[] })[] = [];
const open = createApprovalOpening({
  database,
  files: services,
  threads,
  notify: async (_transaction, userIds, notification) => void notifications.push({ userIds, ...notification }),
  publicUrl: services.publicUrl,
  findUsable: async () => new Map(),
  runLimits: defaultConfig.runs,
  limits: { dataCharacters: 1000 },
});

async function newRun(): Promise<RunFacts> {
  const id = await files.run(owner);
  const { workflow_id } = await db
    .selectFrom('runs')
    .select('workflow_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return runFacts({
    id,
    workflowId: workflow_id,
    workflowName: 'Payments',
    user: { id: owner, email: 'owner@example.org', name: 'Owner' },
    createdAt: startedAt,
    startedAt,
  });
}

function request(changes: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    title: 'Pay?',
    message: 'Please',
    assignees: [ann],
    formSchema: null,
    formValues: {},
    allowReject: true,
    timeoutHours: 1,
    ...changes,
  };
}

function place(changes: Partial<WaitingPlace> = {}): WaitingPlace {
  return { nodeId: 'ask', iteration: [], position: 1, startedAt, timeoutContinues: false, ...changes };
}

suite('a step that is executed again', () => {
  test('finds the approval that it opened, and nobody is notified again', async () => {
    const run = await newRun();
    const before = notifications.length;
    const first = await open(run, place(), request(), signal);
    assert.deepEqual(first.startedAt, startedAt);
    const later = place({ startedAt: new Date(), position: 7 });
    assert.deepEqual(await open(run, later, request({ title: 'Other?', assignees: [owner] }), signal), first);
    await db.updateTable('approvals').set({ status: 'approved' }).where('id', '=', first.approval_id).execute();
    assert.deepEqual(await open(run, later, request(), signal), first);
    const [one, ...others] = notifications.slice(before);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(one, {
      userIds: [ann],
      event: `approval:${first.approval_id}`,
      kind: 'approval',
      title: 'Pay?',
    });
    assert.match(one?.link ?? '', new RegExp(`/approvals/${first.approval_id}$`));
    const until = new Date(first.expires_at).toISOString().replace('T', ' ').slice(0, 16);
    const text = `The workflow 'Payments' asks for your decision: Pay?\n\nPlease\n\nTo be decided until ${until} UTC`;
    assert.equal(one?.text, text);
  });

  test('in several processes at the same moment opens one approval', async () => {
    const run = await newRun();
    const before = notifications.length;
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(run, place(), request(), signal)));
    assert.equal(new Set(opened.map(({ approval_id }) => approval_id)).size, 1);
    assert.equal(notifications.length, before + 1);
  });

  test('in another item of a loop, or in another run, opens another approval', async () => {
    const run = await newRun();
    const opened = [
      await open(run, place(), request(), signal),
      await open(run, place({ iteration: [0] }), request(), signal),
      await open(run, place({ iteration: [1] }), request(), signal),
      await open(run, place({ iteration: [1, 0] }), request(), signal),
      await open(run, place({ nodeId: 'other' }), request(), signal),
      await open(await newRun(), place(), request(), signal),
    ];
    assert.equal(new Set(opened.map(({ approval_id }) => approval_id)).size, opened.length);
  });
});

suite('no approval is opened', () => {
  test('for a run that is not running', async () => {
    const run = await newRun();
    for (const status of ['waiting', 'cancelled', 'failed', 'success', 'queued'] as const) {
      await db.updateTable('runs').set({ status }).where('id', '=', run.id).execute();
      await assert.rejects(open(run, place(), request(), signal), /is not running any more/);
    }
    await assert.rejects(open({ ...run, id: newId() }, place(), request(), signal), /is not running any more/);
    assert.deepEqual(await db.selectFrom('approvals').select('id').where('run_id', '=', run.id).execute(), []);
  });

  test('when people can not be notified', async () => {
    const run = await newRun();
    const silent = createApprovalOpening({
      database,
      files: services,
      threads,
      notify: () => Promise.reject(new Error('no way')),
      publicUrl: services.publicUrl,
      findUsable: async () => new Map(),
      runLimits: defaultConfig.runs,
      limits: { dataCharacters: 1000 },
    });
    await assert.rejects(silent(run, place(), request(), signal), /no way/);
    assert.deepEqual(await db.selectFrom('approvals').select('id').where('run_id', '=', run.id).execute(), []);
  });

  const long = fixedLimits.run.textCharacters;
  const wrong: [changes: Partial<ApprovalRequest>, message: string][] = [
    [{ title: 'x'.repeat(long + 1) }, `The title is too long (at most ${long} characters)`],
    [{ message: 'x'.repeat(200_001) }, 'The message is too long (at most 200000 characters)'],
    [{ assignees: ['x', '', '\0', newId()] }, 'None of the assignees is a known user'],
    [{ assignees: [] }, 'None of the assignees is a known user'],
  ];
  for (const [changes, message] of wrong) {
    test(message, async () => {
      await assert.rejects(open(await newRun(), place(), request(changes), signal), { message });
    });
  }
});

test('the notification of a long message contains only a part of it', async () => {
  const before = notifications.length;
  const { approval_id } = await open(await newRun(), place(), request({ message: '🙂'.repeat(50_000) }), signal);
  const { text = '' } = notifications[before] ?? {};
  assert.ok(text.length < fixedLimits.descriptionCharacters + 200 && text.isWellFormed() && text.includes('…'));
  const [row] = await db.selectFrom('approvals').select('message').where('id', '=', approval_id).execute();
  assert.equal(row?.message, '🙂'.repeat(50_000));
});
