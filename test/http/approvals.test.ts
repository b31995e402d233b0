/** How approvals appear to the people who decide them and to readers of their workflows. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Approval } from '../../src/approvals/schemas.ts';
import { node } from '../support/definitions.ts';
import { createWorkflow, findStep, runOnce, streamRun } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { APPROVAL, asking, decide, findApprovalId, getApproval, waitingRun } from './approval-workflows.ts';

const service = await testService();
const owner = await service.person();
const ann = await service.person();
const ben = await service.person();
const stranger = await service.person();

interface Page {
  items: Approval[];
  total: number;
}

const find = (body: object, key: string) => service.ask<Page>(`${APPROVAL}/find`, body, key);
const HOUR = 3_600_000;

suite('an approval', () => {
  test('states what it asks, who may decide it, and until when', async () => {
    const form_schema = {
      type: 'object',
      properties: { z: { type: 'string' }, a: { type: 'number' } },
      required: ['a'],
    };
    const definition = asking({
      title: 'Pay {{ input.to }}?',
      message: '**{{ input.to }}** wants _money_',
      assignees: ` ${ann.email.toUpperCase()}, nobody@example.org,, ${ben.id},${ann.id}`,
      form_schema,
      form_values: { a: '{{ input.sum }}', z: 'x', other: 1 },
      allow_reject: false,
      timeout_hours: 0.5,
    });
    const run = await waitingRun(service, definition, owner, { input: { to: 'Bob', sum: 12 } });
    assert.equal(run.finished_at, null);
    const waiting = findStep(run, 'ask');
    const id = findApprovalId(run);
    const shown = await getApproval(service, id, ann);
    assert.deepEqual(JSON.parse(waiting.output_json), {
      approval_id: id,
      expires_at: shown.expires_at,
      assignees: [ann.email, ben.email],
    });
    assert.deepEqual(shown, {
      id,
      created: { timestamp: shown.created.timestamp, user_id: owner.id },
      updated: { timestamp: shown.created.timestamp, user_id: owner.id },
      permissions: {
        owner: { user_id: owner.id, group_id: null },
        write: true,
        run: false,
        export: false,
        copy: false,
      },
      workflow_id: run.workflow_id,
      workflow_name: 'workflow',
      run_id: run.id,
      node_id: 'ask',
      organization_id: null,
      status: 'pending',
      title: 'Pay Bob?',
      message: '**Bob** wants _money_',
      form_schema,
      form_values: { z: 'x', a: 12 },
      allow_reject: false,
      assignee_user_ids: [ann.id, ben.id],
      expires_at: shown.created.timestamp + HOUR / 2,
      timeout_continues: false,
      decision_data: {},
      comment: '',
      decided_by: null,
      decided_at: null,
    });
    assert.deepEqual(Object.keys(shown.form_values), ['z', 'a']);
    assert.deepEqual(Object.keys(Object(shown.form_schema?.properties)), ['z', 'a']);
  });

  test('has its defaults', async () => {
    const run = await waitingRun(service, asking({ assignees: [ann.email] }, { timeout: true }), owner);
    const shown = await getApproval(service, findApprovalId(run), ann);
    const { message, form_schema, form_values, allow_reject, timeout_continues } = shown;
    assert.deepEqual([message, form_schema, form_values, allow_reject, timeout_continues], ['', null, {}, true, true]);
    assert.equal(shown.expires_at, shown.created.timestamp + 72 * HOUR);
  });

  test('belongs to the organization of its workflow', async () => {
    const organization_id = await service.organization([{ person: owner, write: true }]);
    const run = await waitingRun(service, asking({ assignees: [ann.email] }), owner, { organization_id });
    assert.equal((await getApproval(service, findApprovalId(run), ann)).organization_id, organization_id);
  });

  test('is reported in the stream of its run', async () => {
    const workflow_id = await createWorkflow(service, asking({ assignees: [ann.email] }), owner.key);
    const chunks = await streamRun(service, { workflow_id }, owner.key);
    const events = chunks.flatMap(({ data }) => (data === '' ? [] : [data]));
    const waiting = events.find(({ type }) => type === 'step_waiting');
    assert.deepEqual([waiting?.node_id, waiting?.status], ['ask', 'waiting']);
    const { approval_id, assignees } = JSON.parse(waiting?.output_json ?? '{}');
    assert.deepEqual(assignees, [ann.email]);
    assert.equal((await getApproval(service, approval_id, ann)).status, 'pending');
    assert.deepEqual([events.at(-1)?.type, events.at(-1)?.text], ['run_waiting', 'ask']);
  });

  const failing: [name: string, params: Record<string, unknown>, error: string][] = [
    ['without a known user', { assignees: '{{ input.nobody }}' }, 'None of the assignees is a known user'],
    [
      'with too many assignees',
      { assignees: Array.from({ length: 101 }, (_, index) => `p${index}@example.org`) },
      'There are too many assignees (at most 100)',
    ],
    [
      'with prefilled values that are too large',
      {
        assignees: ann.email,
        form_schema: { type: 'object', properties: { a: { type: 'string' } } },
        form_values: { a: '{{ "x" * 20000 }}' },
      },
      'The form values are too large (at most 20000 characters of JSON)',
    ],
    [
      'with an invalid form',
      {
        assignees: ann.email,
        form_schema: { type: 'object', properties: { a: { type: 'string', $ref: '#/nowhere' } } },
      },
      "The form is not valid: can't resolve reference #/nowhere from id #",
    ],
  ];
  for (const [name, params, error] of failing) {
    test(`${name} is not opened`, async () => {
      const run = await runOnce(
        service,
        asking(params),
        { nobody: `x@example.org, ${randomUUID()}, ${owner.id}x` },
        owner.key,
      );
      assert.deepEqual([run.status, findStep(run, 'ask').error], ['failed', error]);
    });
  }

  test('for disabled users is not opened', async () => {
    const gone = await service.person();
    await service.ask('/api/v1/user/update', { id: gone.id, enabled: false });
    const run = await runOnce(service, asking({ assignees: [gone.id, gone.email] }), {}, owner.key);
    assert.equal(findStep(run, 'ask').error, 'None of the assignees is a known user');
  });

  test('with characters that PostgreSQL can not store is opened with replacements', async () => {
    const text = node('text', 'tool.call', { tool: 'base64_decode', params: { base64: 'AGE=', as: 'text' } });
    const bad = '{{ steps.text.output.text }}';
    const params = {
      assignees: [ann.id],
      title: bad,
      message: bad,
      form_schema: { type: 'object', properties: { a: { type: 'string' } } },
      form_values: { a: bad },
    };
    const run = await waitingRun(service, asking(params, { before: [text] }), owner);
    const shown = await getApproval(service, findApprovalId(run), ann);
    assert.deepEqual([shown.title, shown.message, shown.form_values], ['\ufffda', '\ufffda', { a: '\ufffda' }]);
  });
});

suite('reading approvals', () => {
  test('is possible for assignees and for readers of the workflow, and others get 404', async () => {
    const reader = await service.person();
    const group = await service.group([stranger]);
    const run = await waitingRun(service, asking({ assignees: [ann.email] }), owner);
    const approval_id = findApprovalId(run);
    const refused = (key: string) => service.refuse(404, 'Approval not found', `${APPROVAL}/get`, { approval_id }, key);
    for (const [person, write] of [
      [ann, true],
      [owner, false],
    ] as const) {
      assert.equal((await getApproval(service, approval_id, person)).permissions.write, write);
    }
    for (const person of [reader, stranger]) await refused(person.key);
    await refused((await service.person({ admin: true })).key);
    const share = {
      id: run.workflow_id,
      sharing: [{ user_email: reader.email }],
      group_sharing: [{ group_id: group }],
    };
    await service.ask('/api/v3/workflow/update', share, owner.key);
    for (const person of [reader, stranger]) {
      assert.equal((await getApproval(service, approval_id, person)).permissions.write, false);
      await service.refuse(
        404,
        'Approval not found',
        `${APPROVAL}/decide`,
        { approval_id, decision: 'approve' },
        person.key,
      );
      assert.deepEqual(await find({}, person.key), { items: [], total: 0 });
    }
    await service.ask('/api/v1/user/update', { id: reader.id, permissions: { workflow: 'none' } });
    await refused(reader.key);
    await service.ask('/api/v1/user/update', { id: reader.id, permissions: { workflow: 'write' } });
  });

  test('and deciding them is possible for assignees who may not use workflows', async () => {
    const outside = await service.person({ permissions: { workflow: 'none' } }, ['service.workflow']);
    const run = await waitingRun(service, asking({ assignees: [outside.email] }), owner);
    const id = findApprovalId(run);
    assert.equal((await getApproval(service, id, outside)).status, 'pending');
    assert.deepEqual(await service.ask(`${APPROVAL}/count`, {}, outside.key), { pending: 1 });
    assert.equal((await find({}, outside.key)).total, 1);
    assert.equal((await decide(service, id, outside)).status, 'approved');
  });

  test('is refused for unknown and malformed ids', async () => {
    const approval_id = randomUUID();
    for (const [endpoint, body] of [
      ['get', {}],
      ['decide', { decision: 'approve' }],
    ] as const) {
      await service.refuse(404, 'Approval not found', `${APPROVAL}/${endpoint}`, { approval_id, ...body }, ann.key);
      for (const id of ['', 'x', null, 7, `urn:uuid:${approval_id}`]) {
        const { status } = await service.call(`${APPROVAL}/${endpoint}`, { approval_id: id, ...body }, ann.key);
        assert.equal(status, 422);
      }
    }
  });
});

suite('listing approvals', () => {
  test('returns the newest first, filtered by status, in pages', async () => {
    const cat = await service.person();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.unshift(findApprovalId(await waitingRun(service, asking({ assignees: [cat.id, ann.id] }), owner)));
    }
    const [newest = '', second = '', third = '', ...rest] = ids;
    await decide(service, newest, cat);
    await decide(service, second, ann, 'reject');
    const listed = async (body: object) => {
      const { items, total } = await find(body, cat.key);
      return [items.map(({ id }) => id), total];
    };
    assert.deepEqual(await listed({}), [ids, 5]);
    assert.deepEqual(await listed({ status: 'approved' }), [[newest], 1]);
    assert.deepEqual(await listed({ status: 'rejected' }), [[second], 1]);
    assert.deepEqual(await listed({ status: 'pending' }), [[third, ...rest], 3]);
    assert.deepEqual(await listed({ status: 'cancelled' }), [[], 0]);
    assert.deepEqual(await listed({ limit_to: 2 }), [[newest, second], 5]);
    assert.deepEqual(await listed({ limit_from: 1, limit_to: 3 }), [[second, third], 5]);
    assert.deepEqual(await listed({ limit_from: 4, limit_to: 200 }), [ids.slice(4), 5]);
    assert.deepEqual(await listed({ limit_from: 3 }), [ids.slice(3), 5]);
    assert.deepEqual(await listed({ limit_from: 1000 }), [[], 5]);
    assert.deepEqual(await listed({ status: 'pending', limit_from: 1, limit_to: 2 }), [rest.slice(0, 1), 3]);
    assert.deepEqual(await service.ask(`${APPROVAL}/count`, {}, cat.key), { pending: 3 });
    const { items } = await find({ limit_to: 1 }, cat.key);
    assert.deepEqual(items, [await getApproval(service, newest, cat)]);
  });

  const wrong: [body: object, what: string][] = [
    [{ status: 'open' }, 'status: must be one of pending, approved, rejected, expired, cancelled'],
    [{ limit_from: -1 }, 'limit_from: must be >= 0'],
    [{ limit_from: 0.5 }, 'limit_from: must be integer'],
    [{ limit_to: 0 }, 'limit_to: must be >= 1'],
    [{ limit_to: 201 }, 'limit_to: must be <= 200'],
    [{ limit_to: '5' }, 'limit_to: must be integer'],
    [{ limit_from: 2, limit_to: 1 }, 'limit_to: must be an integer not below limit_from'],
  ];
  for (const [body, what] of wrong) {
    test(`refuses ${JSON.stringify(body)}`, async () => {
      await service.refuse(422, `validation error: ${what}`, `${APPROVAL}/find`, body, ann.key);
    });
  }

  test('accepts large indexes and refuses those that are no safe integers', async () => {
    const { status } = await service.call(`${APPROVAL}/find`, { limit_from: 1e300 }, ann.key);
    assert.equal(status, 422);
    assert.deepEqual((await find({ limit_from: 9e15 }, stranger.key)).items, []);
  });
});
