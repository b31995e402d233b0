/** Runs that wait for people: several decisions in one run, in parallel with other steps, and in any process. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { gate, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, readStepOutput } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';
import {
  APPROVAL,
  asking,
  decide,
  findApprovalId,
  getApproval,
  getRun,
  waitForEnd,
  waitingRun,
} from './approval-workflows.ts';
import { poll } from './poll.ts';

const PRIVATE = { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' };
const service = await testService(PRIVATE);
const openPlace = await openPlaces();
const owner = await service.person();
const ann = await service.person({ name: 'Ann' });

const ask = (id: string, params: Record<string, unknown> = {}) =>
  node(id, 'human.approval', { title: id, assignees: [ann.id], ...params });

/** Has two parallel approvals, and an output that follows both. */
const both: Definition = {
  nodes: [
    node('start', 'trigger.manual'),
    ask('one'),
    ask('two'),
    node('done', 'output', { value: ['{{ steps.one.output.comment }}', '{{ steps.two.output.comment }}'] }),
  ],
  edges: [edge('start', 'one'), edge('start', 'two'), edge('one', 'done', 'approved'), edge('two', 'done', 'approved')],
};

suite('several approvals', () => {
  test('in parallel can be decided in any order', async () => {
    for (const order of [
      ['one', 'two'],
      ['two', 'one'],
    ]) {
      const run = await waitingRun(service, both, owner);
      const [first = '', second = ''] = order;
      await decide(service, findApprovalId(run, first), ann, 'approve', { comment: first });
      const paused = await poll(async () => {
        const now = await getRun(service, run.id, owner);
        return now.status === 'waiting' && findStep(now, first).status === 'success' ? now : undefined;
      });
      assert.equal(findStep(paused, second).status, 'waiting');
      await decide(service, findApprovalId(run, second), ann, 'approve', { comment: second });
      assert.deepEqual(readResult(await waitForEnd(service, run.id, owner)), ['one', 'two']);
    }
  });

  test('in parallel can be decided simultaneously', async () => {
    const run = await waitingRun(service, both, owner);
    await Promise.all(
      ['one', 'two'].map(id => decide(service, findApprovalId(run, id), ann, 'approve', { comment: id })),
    );
    assert.deepEqual(readResult(await waitForEnd(service, run.id, owner)), ['one', 'two']);
  });

  test('in sequence are decided one after the other', async () => {
    const definition: Definition = {
      nodes: [node('start', 'trigger.manual'), ask('one'), ask('two'), node('done', 'output', { value: 'both' })],
      edges: [edge('start', 'one'), edge('one', 'two', 'approved'), edge('two', 'done', 'approved')],
    };
    const run = await waitingRun(service, definition, owner);
    await decide(service, findApprovalId(run, 'one'), ann);
    const paused = await poll(async () => {
      const now = await getRun(service, run.id, owner);
      return now.status === 'waiting' && now.steps.some(({ node_id }) => node_id === 'two') ? now : undefined;
    });
    await decide(service, findApprovalId(paused, 'two'), ann);
    const done = await waitForEnd(service, run.id, owner);
    assert.equal(readResult(done), 'both');
    assert.deepEqual(
      done.steps.map(({ node_id }) => node_id),
      ['start', 'one', 'two', 'done'],
    );
  });

  test('in a loop are opened for each item and can be decided simultaneously', async () => {
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: 'input.names', collect: '{{ steps.ask.output.comment }}' }),
        ask('ask', { title: 'Pay {{ loop.item }}?', message: 'number {{ loop.index }}' }),
        node('paid', 'transform', { value: '{{ loop.item }}' }),
        node('done', 'output', { value: '{{ steps.each.output.results }}' }),
      ],
      edges: [
        edge('start', 'each'),
        edge('each', 'ask', 'item'),
        edge('ask', 'paid', 'approved'),
        edge('each', 'done', 'done'),
      ],
    };
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const run = await waitingRun(service, definition, owner, { input: { names } });
    const { items } = await service.ask<{ items: { id: string; run_id: string; title: string }[] }>(
      `${APPROVAL}/find`,
      { status: 'pending', limit_to: 200 },
      ann.key,
    );
    const open = items.filter(({ run_id }) => run_id === run.id);
    const seen = new Map(open.map(({ id, title }) => [title, id]));
    assert.deepEqual(
      [...seen.keys()].sort(),
      names.map(name => `Pay ${name}?`),
    );
    for (const [index, name] of names.entries()) {
      assert.equal(findApprovalId(run, 'ask', [index]), seen.get(`Pay ${name}?`));
    }
    await Promise.all(open.map(({ id, title }) => decide(service, id, ann, 'approve', { comment: title })));
    const done = await waitForEnd(service, run.id, owner);
    assert.deepEqual(
      readResult(done),
      names.map(name => `Pay ${name}?`),
    );
    assert.equal(readStepOutput(done, 'paid', [2]), 'c');
  });

  test('are cancelled if they are pending when another step fails the run', async () => {
    const blockedCall = gate((_request, response) => response.writeHead(500).end());
    const place = openPlace(blockedCall.answer);
    const definition: Definition = {
      nodes: [node('start', 'trigger.manual'), ask('ask'), node('call', 'http.request', { url: place.url })],
      edges: [edge('start', 'ask'), edge('start', 'call')],
    };
    const workflow_id = await createWorkflow(service, definition, owner.key);
    const running = service.ask<{ id: string; status: string }>('/api/v3/workflow/run', { workflow_id }, owner.key);
    const open = await findPendingApproval(workflow_id);
    blockedCall.open();
    const run = await running;
    assert.equal(run.status, 'failed');
    assert.equal((await getApproval(service, open.id, ann)).status, 'cancelled');
    const body = { approval_id: open.id, decision: 'approve' };
    await service.refuse(422, 'The approval is cancelled already', `${APPROVAL}/decide`, body, ann.key);
  });
});

async function findPendingApproval(workflow: string): Promise<{ id: string; run_id: string }> {
  return poll(async () => {
    const { items } = await service.ask<{ items: { id: string; run_id: string; workflow_id: string }[] }>(
      `${APPROVAL}/find`,
      { status: 'pending' },
      ann.key,
    );
    return items.find(({ workflow_id }) => workflow_id === workflow);
  });
}

suite('an approval beside a branch that still runs', () => {
  const definition = (url: string): Definition => ({
    nodes: [
      node('start', 'trigger.manual'),
      ask('ask'),
      node('call', 'http.request', { url }),
      node('done', 'output', { value: '{{ steps.ask.output.comment }} {{ steps.call.output.status }}' }),
    ],
    edges: [edge('start', 'ask'), edge('start', 'call'), edge('ask', 'done', 'approved'), edge('call', 'done')],
  });

  test('can be decided without pausing the run', async () => {
    const blockedCall = gate();
    const place = openPlace(blockedCall.answer);
    const workflow_id = await createWorkflow(service, definition(place.url), owner.key);
    const running = service.ask<Parameters<typeof readResult>[0]>('/api/v3/workflow/run', { workflow_id }, owner.key);
    const open = await findPendingApproval(workflow_id);
    assert.equal((await decide(service, open.id, ann, 'approve', { comment: 'early' })).status, 'approved');
    blockedCall.open();
    assert.equal(readResult(await running), 'early 200');
    assert.equal(place.seen.length, 1);
  });

  test('pauses the run when the other branch has ended', async () => {
    const blockedCall = gate();
    const place = openPlace(blockedCall.answer);
    const workflow_id = await createWorkflow(service, definition(place.url), owner.key);
    const running = service.ask<Parameters<typeof readResult>[0]>('/api/v3/workflow/run', { workflow_id }, owner.key);
    const open = await findPendingApproval(workflow_id);
    blockedCall.open();
    const run = await running;
    assert.deepEqual([run.status, findStep(run, 'call').status], ['waiting', 'success']);
    await decide(service, open.id, ann, 'approve', { comment: 'late' });
    assert.equal(readResult(await waitForEnd(service, open.run_id, owner)), 'late 200');
    assert.equal(place.seen.length, 1, 'what was done is not done again');
  });
});

suite('another process', () => {
  test('accepts a decision and continues the run as the user who started it', async () => {
    const other = await serviceOn(service.database, PRIVATE);
    try {
      const before = node('before', 'tool.call', { tool: 'base64_decode', params: { base64: 'aGk=', as: 'file' } });
      const run = await waitingRun(service, asking({ assignees: [ann.id] }, { before: [before] }), owner);
      const decided = await decide(other, findApprovalId(run), ann);
      const done = await waitForEnd(other, run.id, owner);
      assert.deepEqual([done.status, done.created.user_id], ['success', owner.id]);
      assert.deepEqual(findStep(done, 'before'), findStep(run, 'before'));
      assert.deepEqual(await getApproval(service, decided.id, ann), decided);
      await service.refuse(404, 'entity not found', `/api/v3/workflow/runs/get?entity_id=${run.id}`, {}, ann.key);
    } finally {
      await other.stopService();
    }
  });

  test('continues a run whose process has stopped', async () => {
    const first = await serviceOn(service.database, PRIVATE);
    const run = await waitingRun(first, asking({ assignees: [ann.id] }), owner);
    await first.stopService();
    await decide(service, findApprovalId(run), ann, 'reject');
    assert.partialDeepStrictEqual(readResult(await waitForEnd(service, run.id, owner)), {
      rejected: { decision: 'rejected', decided_by: { name: 'Ann' } },
    });
  });

  test('may decide some of 20 runs, and all of them end', async () => {
    const other = await serviceOn(service.database, PRIVATE);
    try {
      const workflow_id = await createWorkflow(service, asking({ assignees: [ann.id] }), owner.key);
      const runs = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? service : other).ask<Parameters<typeof findApprovalId>[0]>(
            '/api/v3/workflow/run',
            { workflow_id },
            owner.key,
          ),
        ),
      );
      await Promise.all(
        runs.map((run, index) =>
          decide(index % 3 ? service : other, findApprovalId(run), ann, 'approve', { comment: run.id }),
        ),
      );
      for (const { id } of runs) {
        const done = await waitForEnd(service, id, owner);
        assert.partialDeepStrictEqual(readResult(done), { approved: { comment: id } });
      }
    } finally {
      await other.stopService();
    }
  });
});

test('an approval without a following step ends the run', async () => {
  const run = await waitingRun(service, chain(ask('ask')), owner);
  await decide(service, findApprovalId(run), ann);
  const done = await waitForEnd(service, run.id, owner);
  assert.deepEqual([done.status, done.output_json], ['success', '']);
});
