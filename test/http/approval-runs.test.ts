/** Runs that wait for people: several decisions in one run, beside other steps, and in whichever process. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { gate, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, outputOf, resultOf, stepOf } from '../support/runs.ts';
import { serviceOn, testService } from '../support/service.ts';
import {
  APPROVAL,
  approvalIdOf,
  asking,
  decide,
  endOf,
  getApproval,
  getRun,
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

/** Two approvals beside each other, and what follows on both. */
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
  test('beside each other are decided in any order', async () => {
    for (const order of [
      ['one', 'two'],
      ['two', 'one'],
    ]) {
      const run = await waitingRun(service, both, owner);
      const [first = '', second = ''] = order;
      await decide(service, approvalIdOf(run, first), ann, 'approve', { comment: first });
      const paused = await poll(async () => {
        const now = await getRun(service, run.id, owner);
        return now.status === 'waiting' && stepOf(now, first).status === 'success' ? now : undefined;
      });
      assert.equal(stepOf(paused, second).status, 'waiting');
      await decide(service, approvalIdOf(run, second), ann, 'approve', { comment: second });
      assert.deepEqual(resultOf(await endOf(service, run.id, owner)), ['one', 'two']);
    }
  });

  test('beside each other are decided at once', async () => {
    const run = await waitingRun(service, both, owner);
    await Promise.all(
      ['one', 'two'].map(id => decide(service, approvalIdOf(run, id), ann, 'approve', { comment: id })),
    );
    assert.deepEqual(resultOf(await endOf(service, run.id, owner)), ['one', 'two']);
  });

  test('one after the other', async () => {
    const definition: Definition = {
      nodes: [node('start', 'trigger.manual'), ask('one'), ask('two'), node('done', 'output', { value: 'both' })],
      edges: [edge('start', 'one'), edge('one', 'two', 'approved'), edge('two', 'done', 'approved')],
    };
    const run = await waitingRun(service, definition, owner);
    await decide(service, approvalIdOf(run, 'one'), ann);
    const paused = await poll(async () => {
      const now = await getRun(service, run.id, owner);
      return now.status === 'waiting' && now.steps.some(({ node_id }) => node_id === 'two') ? now : undefined;
    });
    await decide(service, approvalIdOf(paused, 'two'), ann);
    const done = await endOf(service, run.id, owner);
    assert.equal(resultOf(done), 'both');
    assert.deepEqual(
      done.steps.map(({ node_id }) => node_id),
      ['start', 'one', 'two', 'done'],
    );
  });

  test('in a loop are one for each item, and decided all at once', async () => {
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
      assert.equal(approvalIdOf(run, 'ask', [index]), seen.get(`Pay ${name}?`));
    }
    await Promise.all(open.map(({ id, title }) => decide(service, id, ann, 'approve', { comment: title })));
    const done = await endOf(service, run.id, owner);
    assert.deepEqual(
      resultOf(done),
      names.map(name => `Pay ${name}?`),
    );
    assert.equal(outputOf(done, 'paid', [2]), 'c');
  });

  test('when the run fails by another step, those that wait are cancelled', async () => {
    const hold = gate((_request, response) => response.writeHead(500).end());
    const place = openPlace(hold.answer);
    const definition: Definition = {
      nodes: [node('start', 'trigger.manual'), ask('ask'), node('call', 'http.request', { url: place.url })],
      edges: [edge('start', 'ask'), edge('start', 'call')],
    };
    const workflow_id = await createWorkflow(service, definition, owner.key);
    const running = service.ask<{ id: string; status: string }>('/api/v3/workflow/run', { workflow_id }, owner.key);
    const open = await pendingOf(workflow_id);
    hold.open();
    const run = await running;
    assert.equal(run.status, 'failed');
    assert.equal((await getApproval(service, open.id, ann)).status, 'cancelled');
    const body = { approval_id: open.id, decision: 'approve' };
    await service.refuse(422, 'The approval is cancelled already', `${APPROVAL}/decide`, body, ann.key);
  });
});

async function pendingOf(workflow: string): Promise<{ id: string; run_id: string }> {
  return poll(async () => {
    const { items } = await service.ask<{ items: { id: string; run_id: string; workflow_id: string }[] }>(
      `${APPROVAL}/find`,
      { status: 'pending' },
      ann.key,
    );
    return items.find(({ workflow_id }) => workflow_id === workflow);
  });
}

suite('while another branch runs', () => {
  const definition = (url: string): Definition => ({
    nodes: [
      node('start', 'trigger.manual'),
      ask('ask'),
      node('call', 'http.request', { url }),
      node('done', 'output', { value: '{{ steps.ask.output.comment }} {{ steps.call.output.status }}' }),
    ],
    edges: [edge('start', 'ask'), edge('start', 'call'), edge('ask', 'done', 'approved'), edge('call', 'done')],
  });

  test('it can be decided: the run does not pause at all', async () => {
    const hold = gate();
    const place = openPlace(hold.answer);
    const workflow_id = await createWorkflow(service, definition(place.url), owner.key);
    const running = service.ask<Parameters<typeof resultOf>[0]>('/api/v3/workflow/run', { workflow_id }, owner.key);
    const open = await pendingOf(workflow_id);
    assert.equal((await decide(service, open.id, ann, 'approve', { comment: 'early' })).status, 'approved');
    hold.open();
    assert.equal(resultOf(await running), 'early 200');
    assert.equal(place.seen.length, 1);
  });

  test('the run pauses when that branch has ended', async () => {
    const hold = gate();
    const place = openPlace(hold.answer);
    const workflow_id = await createWorkflow(service, definition(place.url), owner.key);
    const running = service.ask<Parameters<typeof resultOf>[0]>('/api/v3/workflow/run', { workflow_id }, owner.key);
    const open = await pendingOf(workflow_id);
    hold.open();
    const run = await running;
    assert.deepEqual([run.status, stepOf(run, 'call').status], ['waiting', 'success']);
    await decide(service, open.id, ann, 'approve', { comment: 'late' });
    assert.equal(resultOf(await endOf(service, open.run_id, owner)), 'late 200');
    assert.equal(place.seen.length, 1, 'what was done is not done again');
  });
});

suite('another process', () => {
  test('decides, and goes on with the run as its own user', async () => {
    const other = await serviceOn(service.database, PRIVATE);
    try {
      const before = node('before', 'tool.call', { tool: 'base64_decode', params: { base64: 'aGk=', as: 'file' } });
      const run = await waitingRun(service, asking({ assignees: [ann.id] }, { before: [before] }), owner);
      const decided = await decide(other, approvalIdOf(run), ann);
      const done = await endOf(other, run.id, owner);
      assert.deepEqual([done.status, done.created.user_id], ['success', owner.id]);
      assert.deepEqual(stepOf(done, 'before'), stepOf(run, 'before'));
      assert.deepEqual(await getApproval(service, decided.id, ann), decided);
      await service.refuse(404, 'entity not found', `/api/v3/workflow/runs/get?entity_id=${run.id}`, {}, ann.key);
    } finally {
      await other.stopService();
    }
  });

  test('goes on with a run whose process has stopped', async () => {
    const first = await serviceOn(service.database, PRIVATE);
    const run = await waitingRun(first, asking({ assignees: [ann.id] }), owner);
    await first.stopService();
    await decide(service, approvalIdOf(run), ann, 'reject');
    assert.partialDeepStrictEqual(resultOf(await endOf(service, run.id, owner)), {
      rejected: { decision: 'rejected', decided_by: { name: 'Ann' } },
    });
  });

  test('20 runs, decided at two processes, all end', async () => {
    const other = await serviceOn(service.database, PRIVATE);
    try {
      const workflow_id = await createWorkflow(service, asking({ assignees: [ann.id] }), owner.key);
      const runs = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? service : other).ask<Parameters<typeof approvalIdOf>[0]>(
            '/api/v3/workflow/run',
            { workflow_id },
            owner.key,
          ),
        ),
      );
      await Promise.all(
        runs.map((run, index) =>
          decide(index % 3 ? service : other, approvalIdOf(run), ann, 'approve', { comment: run.id }),
        ),
      );
      for (const { id } of runs) {
        const done = await endOf(service, id, owner);
        assert.partialDeepStrictEqual(resultOf(done), { approved: { comment: id } });
      }
    } finally {
      await other.stopService();
    }
  });
});

test('an approval with nothing behind it ends the run', async () => {
  const run = await waitingRun(service, chain(ask('ask')), owner);
  await decide(service, approvalIdOf(run), ann);
  const done = await endOf(service, run.id, owner);
  assert.deepEqual([done.status, done.output_json], ['success', '']);
});
