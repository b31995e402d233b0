/**
 * The rule of the audit log: every endpoint that writes, and every export of data, leaves an entry, or what it makes names
 * the person. `src/audit/endpoints.ts` is the table, and these tests check it against the endpoints and what they do.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { TRACES } from '../../src/audit/endpoints.ts';
import type { Run } from '../../src/runs/schemas.ts';
import type { Workflow } from '../../src/workflows/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { ADMIN_KEY, type Person, testService } from '../support/service.ts';
import { asking, findApprovalId, waitingRun } from './approval-workflows.ts';
import { findEntriesOf } from './audit-entries.ts';
import { makePanel, STORAGE, type StoredFile } from './booster-panels.ts';
import { ConnectorTests, shopDocument } from './connector-documents.ts';
import { createFileForm, upload } from './file-uploads.ts';
import { waiting } from './wait-workflows.ts';

const service = await testService();
const paths = service.service.system.endpoints.map(({ path }) => path);

/** The last words of the paths of endpoints that only read. */
const READING = new Set(
  `find count get list open get_all options groups remains usage preview uses gallery operations operation kinds resolve
  catalog validate deployment revisions publication versions examples check form_preview definition concurrency params
  poll_preview stats step file watch live processes jobs context collections files url folders ids mine owners of_file of_record`.split(
    /\s+/,
  ),
);

/** Endpoints whose entries the tests of their area look at, because these have what a call needs. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'audit.test.ts': ['session/create', 'session/delete', 'profile/password'],
  'invitations.test.ts': ['user/invite', 'user/link/create', 'user/link/revoke', 'welcome/accept'],
  'connector-refresh.test.ts': ['create', 'update', 'enable', 'refresh/apply', 'delete'].map(
    verb => `connector/${verb}`,
  ),
  'mcp-servers.test.ts': ['create', 'update', 'enable', 'delete'].map(verb => `mcp-server/${verb}`),
  'mcp-servers-accounts.test.ts': ['mcp-server/connect'],
  'credential-oauth.test.ts': ['credential/disconnect'],
  'booster-webhook-log.test.ts': ['panel/delivery/retry'],
  'panel-deliveries.test.ts': ['panel/delivery/retry-many'],
  'polls.test.ts': ['trigger/poll_now'],
};

const seen = new Set<string>();

/** Makes a call with JSON, which must leave an entry that the table promises for it, of this caller. */
async function leave<Answer = { id: string }>(
  endpoint: string,
  body: object = {},
  { person, headers = {} }: { person: Person; headers?: Record<string, string> },
): Promise<Answer> {
  const [given = ''] = endpoint.split('?');
  const traces = TRACES[given];
  assert.ok(Array.isArray(traces), `${given} has no actions`);
  seen.add(given);
  const before = await entriesOf(person);
  const answer = await service.send(endpoint, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'uni-api-key': person.key, ...headers },
  });
  assert.equal(answer.status, 200, `${given}: ${JSON.stringify(answer.body)}`);
  const left = (await entriesOf(person)).slice(before.length).map(({ action }) => action);
  assert.ok(left.length > 0 && left.every(action => traces.includes(action)), `${given} left ${left.join(', ')}`);
  return answer.body as Answer;
}

const entriesOf = ({ id }: Person) => findEntriesOf(service, id);

suite('the table', () => {
  test('has every endpoint that does more than read', () => {
    const writing = paths.filter(path => !READING.has(path.slice(path.lastIndexOf('/') + 1)));
    assert.deepEqual(
      writing.filter(path => !(path in TRACES)),
      [],
    );
  });

  test('has no endpoint that is gone, and none that reads but the one that stores what it has read', () => {
    assert.deepEqual(
      Object.keys(TRACES).filter(path => !paths.includes(path)),
      [],
    );
    const reading = Object.keys(TRACES).filter(path => READING.has(path.slice(path.lastIndexOf('/') + 1)));
    assert.deepEqual(reading, ['/api/v1/mcp-server/check']);
  });
});

suite('entries are left by what is done with', () => {
  test('accounts', async () => {
    const { user } = await service.ask<{ user: { id: string; email: string } }>('/api/v1/session/get');
    const as = { person: { ...user, key: ADMIN_KEY } };
    const { id } = await leave('/api/v1/user/create', { email: 'ruled@example.org', name: 'Ann' }, as);
    await leave('/api/v1/user/update', { id, name: 'Anna' }, as);
    const key = await leave('/api/v1/key/create', { user_id: id, name: 'robot', scopes: ['*'] }, as);
    await leave('/api/v1/key/update', { id: key.id, enabled: false }, as);
    await leave('/api/v1/key/delete', { id: key.id }, as);
    for (const kind of ['group', 'organization']) {
      const made = await leave(`/api/v1/${kind}/create`, { name: 'Weavers' }, as);
      const member = { [`${kind}_id`]: made.id, user_id: id };
      await leave(`/api/v1/${kind}/update`, { id: made.id, name: 'Spinners' }, as);
      await leave(`/api/v1/${kind}/member/set`, { ...member, write: true }, as);
      await leave(`/api/v1/${kind}/member/remove`, member, as);
      await leave(`/api/v1/${kind}/delete?entity_id=${made.id}`, {}, as);
    }
    await leave('/api/v1/audit/person', { user_id: id }, as);
    await leave(`/api/v1/user/delete?entity_id=${id}`, {}, as);
    await leave('/api/v1/profile/update', { name: 'Ben' }, { person: await service.person() });
  });

  test('workflows', async () => {
    const person = await service.person();
    const as = { person };
    const definition = {
      nodes: [node('clock', 'trigger.schedule', { cron: '0 3 * * *' }), node('hook', 'trigger.webhook')],
      edges: [],
    };
    const created = await leave<Workflow>('/api/v3/workflow/create', { name: 'Orders', definition }, as);
    const workflow_id = created.id;
    await leave('/api/v3/workflow/update', { id: workflow_id, description: 'x' }, as);
    const { revision_id } = await service.ask<{ revision_id: string }>(
      '/api/v1/workflow/open',
      { workflow_id },
      person.key,
    );
    const save = {
      workflow_id,
      base_revision_id: revision_id,
      definition: { ...definition, settings: { keep_days: 3 } },
    };
    await leave('/api/v1/workflow/save', save, as);
    await leave('/api/v3/workflow/revision/restore', { workflow_id, revision_id }, as);
    const data = await leave('/api/v3/workflow/export', { workflow_id }, as);
    await leave('/api/v3/workflow/import', { data, new_name: 'Imported' }, as);
    await leave('/api/v3/workflow/copy', { workflow_id }, as);
    await leave('/api/v3/workflow/publish', { workflow_id }, as);
    await leave('/api/v1/workflow/publish_version', { workflow_id, version: 1 }, as);
    await leave('/api/v3/workflow/trigger/regenerate', { workflow_id, node_id: 'hook' }, as);
    const day = Date.UTC(2026, 2, 2);
    const backfill = { workflow_id, node_id: 'clock', from: day, to: day + 5 * 86_400_000, per_minute: 1 };
    const batch = await leave('/api/v1/schedule/backfill', backfill, as);
    await leave('/api/v1/run/batch/cancel', { batch_id: batch.id }, as);
    await leave('/api/v3/workflow/activate', { workflow_id, active: false }, as);
    const variable = await leave('/api/v1/variable/create', { name: 'limit', type: 'number', value: 5 }, as);
    await leave('/api/v1/variable/update', { id: variable.id, value: 6 }, as);
    await leave('/api/v1/variable/override', { workflow_id, name: 'limit', type: 'number', value: 7 }, as);
    await leave('/api/v1/variable/delete', { id: variable.id }, as);
    const made = await leave('/api/v1/workflow/test/create', { workflow_id, name: 'a test' }, as);
    await leave('/api/v1/workflow/test/update', { id: made.id, name: 'another name' }, as);
    await leave('/api/v1/workflow/test', { workflow_id }, as);
    await leave('/api/v1/workflow/test/delete', { id: made.id }, as);
    await leave('/api/v1/workflow/owner', { workflow_id, group_id: await service.group([person]) }, as);
    await leave(`/api/v3/workflow/delete?entity_id=${workflow_id}`, {}, as);
  });

  test('runs, approvals and events', async () => {
    const person = await service.person();
    const as = { person };
    const pausing = () => waitingRun(service, waiting({ seconds: 3600 }), person);
    await leave('/api/v1/run/cancel', { run_id: (await pausing()).id }, as);
    await leave('/api/v3/workflow/run/cancel', { run_id: (await pausing()).id }, as);
    const run = await pausing();
    await leave('/api/v1/run/resume', { run_id: run.id, node_id: 'pause' }, as);
    await leave('/api/v1/run/cancel_many', { ids: [(await pausing()).id] }, as);
    const workflow_id = (await leave('/api/v3/workflow/create', { name: 'x', definition: chain() }, as)).id;
    const [ended, other] = await Promise.all(
      [1, 2].map(() => service.ask<Run>('/api/v3/workflow/run', { workflow_id }, person.key)),
    );
    assert.ok(ended && other);
    await leave('/api/v1/workflow/test/from_run', { run_id: ended.id }, as);
    await leave('/api/v1/run/replay_many', { ids: [ended.id], from: 'start', version: 'same' }, as);
    // The batch may still be busy with the run that it replays.
    await leave(`/api/v3/workflow/runs/delete?entity_id=${other.id}`, {}, as);
    const dividing = chain(node('divide', 'transform', { value: '{{ 1 / 0 }}' }));
    const failing = await service.ask<{ id: string }>(
      '/api/v3/workflow/create',
      { name: 'f', definition: dividing },
      person.key,
    );
    const failed = await service.ask<Run>('/api/v3/workflow/run', { workflow_id: failing.id }, person.key);
    await leave('/api/v1/run/failure/update', { run_ids: [failed.id], state: 'assigned' }, as);
    for (const change of [{ state: 'muted', note: 'x' }, { state: 'resolved' }, { state: 'open' }]) {
      await leave('/api/v1/run/failure/update', { run_ids: [failed.id], ...change }, as);
    }
    await leave('/api/v1/event/send', { name: 'paid', data: { secret: 1 } }, as);
    const asked = await waitingRun(service, asking({ assignees: [person.id] }), person);
    const approval_id = findApprovalId(asked);
    const colleague = await service.person();
    const sharing = [{ user_email: colleague.email, write: false, scopes: {} }];
    await leave('/api/v3/workflow/update', { id: asked.workflow_id, sharing }, as);
    await leave('/api/v1/approval/delegate', { approval_id, user_id: colleague.id }, as);
    await service.ask('/api/v1/approval/delegate', { approval_id, user_id: person.id }, colleague.key);
    await leave('/api/v3/workflow/approval/decide', { approval_id, decision: 'reject', comment: 'No.' }, as);
    const decided = (await entriesOf(person)).at(-1);
    assert.deepEqual(
      [decided?.action, decided?.subject],
      ['approval.reject', { kind: 'approval', id: approval_id, name: 'Pay?' }],
    );
    assert.deepEqual(decided?.details, { workflow_id: asked.workflow_id, run_id: asked.id, node_id: 'ask' });
  });

  test('panels, their records and their files', async () => {
    const person = await service.person();
    const { id } = await leave('/api/v1/panel/create', { name: 'Shop' }, { person });
    await leave('/api/v1/panel/update', { id, name: 'Store' }, { person });
    await leave(`/api/v1/panel/delete?entity_id=${id}`, {}, { person });
    const panel = await makePanel(service, person);
    const as = { person, headers: { 'panel-id': panel.id } };
    const panel_id = panel.id;
    const rows = Array.from({ length: 3 }, () => ({ key: randomUUID(), data: { name: 'Ada' } }));
    const [first, second] = rows.map(({ key }) => key);
    await leave('/api/v1/record/import', { panel_id, collection: 'people', rows }, as);
    await leave('/api/v1/record/export', { panel_id, collection: 'people' }, as);
    await leave('/api/v1/record/delete', { panel_id, keys: [first] }, as);
    await leave('/api/v3/booster/database/private/delete', { key: second }, as);
    const store = (name: string, more: object = {}) =>
      panel.ask<StoredFile>('upload-b64', { path: `docs/${name}`, data: 'aGVsbG8=', ...more });
    const files = await Promise.all(['a', 'b', 'c', 'd'].map(name => store(`${name}.txt`)));
    const [a, b, c, d] = files.map(file => file.id);
    await leave(`${STORAGE}/update`, { id: a, path: 'docs/e.txt' }, as);
    await leave('/api/v1/panel/files/move', { panel_id, ids: [a], directory: 'docs/old' }, as);
    await leave(`${STORAGE}/delete`, { id: a }, as);
    await leave(`${STORAGE}/delete-many`, { ids: [b] }, as);
    await leave('/api/v1/panel/files/delete', { panel_id, ids: [c] }, as);
    await store('d.txt', { overwrite: true });
    const replaced = (await entriesOf(person)).at(-1);
    assert.deepEqual([replaced?.action, replaced?.subject.id], ['file.replace', d]);
    const own = await upload(service, person, createFileForm('hello'));
    await leave(`/api/v1/file/end_links?entity_id=${own.id}`, {}, as);
    await leave(`/api/v1/file/delete?entity_id=${own.id}`, {}, as);
  });

  test('assistants and credentials', async () => {
    const person = await service.person();
    const as = { person };
    const { id } = await leave('/api/v3/assistant/create', { name: 'Clerk', instructions: 'Be kind' }, as);
    await leave('/api/v3/assistant/update', { id, instructions: 'Be short' }, as);
    await leave(`/api/v3/assistant/delete?entity_id=${id}`, {}, as);
    const creation = { name: 'login', kind: 'generic', fields: { token: 'a-secret-0123456' }, hosts: ['example.org'] };
    const credential = await leave('/api/v1/credential/create', creation, as);
    await leave('/api/v1/credential/update', { id: credential.id, description: 'x' }, as);
    await leave('/api/v1/credential/test', { id: credential.id }, as);
    await leave('/api/v1/credential/delete', { id: credential.id }, as);
    const conversation = randomUUID();
    const { query: db } = service.service.system.database;
    await db
      .insertInto('conversations')
      .values({ id: conversation, user_id: person.id, title: 'Private', model: 'small', messages: 1 })
      .execute();
    await leave(`/api/v3/conversation/delete?entity_id=${conversation}`, {}, as);
    assert.equal((await entriesOf(person)).at(-1)?.subject.name, conversation, 'the title is private');
  });

  test('accounts at other services, and the installation', async () => {
    const person = await service.person({ admin: true });
    const as = { person };
    const document = JSON.stringify(shopDocument({ url: 'https://shop.example.org' }));
    const { id } = await new ConnectorTests(service).create(person, { document, credential: 'own' });
    await leave('/api/v1/connector/account', { id, kind: 'bearer', fields: { token: 'a-secret-0123456' } }, as);
    await leave('/api/v1/installation/mail/test', {}, as);
    for (const verb of ['retry', 'delete']) {
      const job = randomUUID();
      await service.service.system.database.pool.query(
        "INSERT INTO jobs (id, kind, payload, state, attempts) VALUES ($1, 'test.unknown', '{}', 'dead', 5)",
        [job],
      );
      await leave(`/api/v1/installation/jobs/${verb}`, { id: job }, as);
    }
  });

  test('everything in the table', () => {
    const files = Object.entries(ELSEWHERE);
    for (const [file] of files) {
      assert.match(readFileSync(path.join(import.meta.dirname, file), 'utf8'), /audit|findEntriesOf/, file);
    }
    const elsewhere = new Set(files.flatMap(([, names]) => names.map(name => `/api/v1/${name}`)));
    const untested = Object.entries(TRACES).filter(
      ([path, trace]) => Array.isArray(trace) && !seen.has(path) && !elsewhere.has(path),
    );
    assert.deepEqual(
      untested.map(([path]) => path),
      [],
    );
  });
});

test('the pages of an export are one entry, also when the first was not asked for', async () => {
  const person = await service.person();
  const panel = await makePanel(service, person);
  const exportFrom = (body: object) =>
    service.ask('/api/v1/record/export', { panel_id: panel.id, collection: 'people', ...body }, person.key);
  const after = { created: 5, key: randomUUID() };
  const countExports = async () => (await entriesOf(person)).filter(({ action }) => action === 'record.export').length;
  await exportFrom({ after });
  assert.equal(await countExports(), 1);
  await exportFrom({ after: { ...after, created: 6 } });
  assert.equal(await countExports(), 1);
  await exportFrom({});
  assert.equal(await countExports(), 2);
});

test('steps of runs leave no entries beside their run', async () => {
  const person = await service.person();
  const panel = await makePanel(service, person);
  const key = randomUUID();
  const params = { panel_id: panel.id, key };
  const definition = chain(
    node('create', 'tool.call', {
      tool: 'booster_record_create',
      params: { ...params, collection: 'people', data: { name: 'Ada' } },
    }),
    node('delete', 'tool.call', { tool: 'booster_record_delete', params }),
  );
  const { id } = await service.ask<{ id: string }>('/api/v3/workflow/create', { name: 'x', definition }, person.key);
  const before = await entriesOf(person);
  const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id: id }, person.key);
  assert.equal(run.status, 'success', run.error);
  assert.deepEqual(await entriesOf(person), before);
});
