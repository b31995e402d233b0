/** Tests steps that are repeated in rounds: when they end, what they see, and what they wait for. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, readResult, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { decide, findApprovalId, getApproval, getRun, waitForEnd, waitingRun } from './approval-workflows.ts';
import { poll } from './poll.ts';
import { countWaits, passTime, readWait } from './wait-workflows.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();

/** A repeat whose body is one step. */
function repeating(
  params: object,
  body = node('step', 'transform', { value: '{{ (last or 0) + round }}' }),
): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('again', 'repeat', { result: '{{ steps.step.output }}', ...params }),
      body,
      node('done', 'output', { value: '{{ steps.again.output }}' }),
    ],
    edges: [edge('start', 'again'), edge('again', 'step', 'round'), edge('again', 'done', 'done')],
  };
}

/** Another system whose export is ready at the third question. */
function openExport() {
  let asked = 0;
  const place = openPlace((request, response) => {
    asked += 1;
    json({ state: asked >= 3 ? 'ready' : 'busy' })(request, response);
  });
  return { ...place, asked: () => asked };
}

const ask = (url: string) => node('step', 'http.request', { url });
const WAITING = { result: '{{ steps.step.output.body.state }}', until: "last == 'ready'" };

function outcome({ status, output_json, error }: Run) {
  return status === 'success' ? JSON.parse(output_json) : error;
}

suite('a repeat', () => {
  const cases: [string, object, unknown][] = [
    ['ends when its expression is true', { until: 'last >= 6' }, { rounds: 3, last: 6, ended: 'until' }],
    ['ends after its first round', { until: 'true' }, { rounds: 1, last: 1, ended: 'until' }],
    ['ends after its most rounds', { until: 'false', most: 4 }, { rounds: 4, last: 10, ended: 'most' }],
    [
      'ends by its expression in the last round',
      { until: 'round == 2', most: 2 },
      { rounds: 2, last: 3, ended: 'until' },
    ],
    ['has a limit without one', { until: 'false' }, { rounds: 20, last: 210, ended: 'most' }],
    [
      'sees the steps of its body',
      { until: 'steps.step.output == 3', most: 9 },
      { rounds: 2, last: 3, ended: 'until' },
    ],
    [
      'waits a moment',
      { until: 'round == 3', delay_seconds: 0.01, backoff: 2 },
      { rounds: 3, last: 6, ended: 'until' },
    ],
    [
      'fails when its expression can not be evaluated',
      { until: 'last.a.b == 1' },
      "params.until: last.a.b == 1: 'last' is a number and has no 'a'",
    ],
    [
      'fails when its result can not be evaluated',
      { until: 'true', result: '{{ steps.step.output.a.b }}' },
      "params.result: {{ steps.step.output.a.b }}: 'steps.step.output' is a number and has no 'a'",
    ],
  ];
  for (const [title, params, expected] of cases) {
    test(title, async () => {
      const run = await runOnce(service, repeating(params));
      assert.deepEqual(outcome(run), expected);
    });
  }

  test('has a step for each round, with the round in its iteration', async () => {
    const run = await runOnce(service, repeating({ until: 'round == 2' }));
    const steps = run.steps.map(({ node_id, iteration, status }) => [node_id, iteration, status]);
    assert.deepEqual(steps, [
      ['start', [], 'success'],
      ['again', [], 'success'],
      ['step', [0], 'success'],
      ['step', [1], 'success'],
      ['done', [], 'success'],
    ]);
  });

  test('in a loop and around one has the variables of both', async () => {
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: '[10, 20]', collect: '{{ steps.again.output.last }}' }),
        node('again', 'repeat', { until: 'round == loop.index + 1', result: '{{ steps.inner.output.results }}' }),
        node('inner', 'loop', { items: '[1, 2]', collect: '{{ steps.step.output }}' }),
        node('step', 'transform', { value: '{{ [loop.parent.item, loop.item, round, last] }}' }),
        node('done', 'output', { value: '{{ steps.each.output.results }}' }),
      ],
      edges: [
        edge('start', 'each'),
        edge('each', 'again', 'item'),
        edge('again', 'inner', 'round'),
        edge('inner', 'step', 'item'),
        edge('each', 'done', 'done'),
      ],
    };
    const first = (item: number) => [1, 2].map(inner => [item, inner, 1, null]);
    const run = await runOnce(service, definition);
    assert.deepEqual(readResult(run), [first(10), [1, 2].map(inner => [20, inner, 2, first(20)])], run.error);
  });

  test('goes on after a failure that its body handles, and fails with one that it does not', async () => {
    const failing = node('step', 'transform', { value: '{{ 1 / (round - 2) }}' });
    const handled = repeating({ until: 'round == 3', result: '{{ steps.step.status }}' }, failing);
    handled.nodes.push(node('kept', 'transform', { value: 1 }));
    handled.edges.push(edge('step', 'kept', 'error'));
    assert.deepEqual(readResult(await runOnce(service, handled)), { rounds: 3, last: 'success', ended: 'until' });
    const run = await runOnce(service, repeating({ until: 'round == 3' }, failing));
    assert.equal(run.status, 'failed');
    const statuses = run.steps.map(
      ({ node_id, iteration, status }) => `${[node_id, ...iteration].join('.')} ${status}`,
    );
    assert.deepEqual(statuses, ['start success', 'again failed', 'step.0 success', 'step.1 failed', 'done skipped']);
  });

  test('goes on in a replay with the round that failed, without waiting again between those before', async () => {
    const person = await service.person();
    let asked = 0;
    const place = openPlace((request, response) => {
      asked += 1;
      if (asked === 3) response.writeHead(500).end();
      else json({ state: asked === 4 ? 'ready' : 'busy' })(request, response);
    });
    const definition = repeating({ ...WAITING, delay_seconds: 0.2 }, ask(place.url));
    const workflow_id = await createWorkflow(service, definition, person.key);
    const failed = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, person.key);
    assert.equal(failed.status, 'failed', failed.error);
    const replay = await service.ask<{ id: string }>(
      '/api/v1/run/replay',
      { run_id: failed.id, from: 'failed', version: 'same' },
      person.key,
    );
    const again = await waitForEnd(service, replay.id, person);
    assert.deepEqual(outcome(again), { rounds: 3, last: 'ready', ended: 'until' });
    const adopted = (of: Run) =>
      of.steps.filter(({ iteration: [round = 2], status }) => round < 2 && status === 'success');
    assert.deepEqual(adopted(again), adopted(failed));
    assert.deepEqual([adopted(again).length, asked], [4, 4]);
  });

  test('runs one round in the test of a step of its body', async () => {
    const person = await service.person();
    const workflow_id = await createWorkflow(service, repeating({ until: 'false' }), person.key);
    const test = { workflow_id, only: 'step', iteration: [2] };
    const run = await service.ask<Run>('/api/v1/run/test', test, person.key);
    const step = run.steps.find(({ node_id }) => node_id === 'step');
    assert.deepEqual([run.status, step?.iteration, step?.output_json], ['success', [2], '3'], run.error);
  });

  test('shows the params of a step in a round', async () => {
    const person = await service.person();
    const workflow_id = await createWorkflow(service, repeating({ until: 'round == 3' }), person.key);
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, person.key);
    const address = { run_id: run.id, node_id: 'step', iteration: [2] };
    const { params_json } = await service.ask<{ params_json: string }>('/api/v1/run/step/params', address, person.key);
    assert.deepEqual(JSON.parse(params_json), { value: 6 });
  });

  test('counts towards the steps of its run', async () => {
    const run = await runOnce(service, repeating({ until: 'false', most: 1000 }));
    assert.equal(run.error, 'The run has more than 500 steps');
  });

  test('is validated', async () => {
    const { key } = await service.person();
    const issues = async (definition: Definition) => {
      const workflow_id = await createWorkflow(service, definition, key);
      const checked = await service.ask<{ issues: { message: string }[] }>(
        '/api/v3/workflow/validate',
        { workflow_id },
        key,
      );
      return checked.issues.map(({ message }) => message);
    };
    assert.deepEqual(await issues(repeating({ until: 'last == round' })), []);
    const wrong = { most: 1001, delay_seconds: 86_401, backoff: 0.5, until: 'loop.item ==' };
    assert.deepEqual((await issues(repeating(wrong))).slice(0, 3), [
      "Step 'again': 'most' must be at most 1000",
      "Step 'again': 'delay_seconds' must be at most 86400",
      "Step 'again': 'backoff' must be at least 1",
    ]);
    const loopInside = node('step', 'transform', { value: '{{ loop.item }}' });
    assert.deepEqual(await issues(repeating({ until: 'true' }, loopInside)), [
      "Step 'step' uses 'loop', but is not inside the body of a loop",
    ]);
    const outside = repeating({ until: 'true' });
    outside.nodes.push(node('late', 'output', { value: '{{ last }}' }));
    outside.edges.push(edge('start', 'late'));
    assert.deepEqual(await issues(outside), ["Step 'late' uses 'last', but is not inside the body of a repeat"]);
  });
});

/** Waits until a step of the round has paused the run, and returns it. */
function waitForRound(id: string, person: Person, nodeId: string, round: number): Promise<Run> {
  return poll(async () => {
    const run = await getRun(service, id, person);
    const isThere = run.steps.some(
      ({ node_id, iteration, status }) => node_id === nodeId && iteration[0] === round && status === 'waiting',
    );
    return isThere && run.status === 'waiting' ? run : undefined;
  });
}

suite('the body of a repeat', () => {
  test('may ask people again until they agree', async () => {
    const person = await service.person();
    const question = node('step', 'human.approval', { title: 'Round {{ round }}?', assignees: [person.id] });
    const params = { result: '{{ steps.step.output.decision }}', until: "last == 'approved'", most: 5 };
    const { id } = await waitingRun(service, repeating(params, question), person);
    for (const round of [0, 1, 2]) {
      const run = await waitForRound(id, person, 'step', round);
      const approvalId = findApprovalId(run, 'step', [round]);
      const { title } = await getApproval(service, approvalId, person);
      assert.equal(title, `Round ${round + 1}?`);
      await decide(service, approvalId, person, round < 2 ? 'reject' : 'approve');
    }
    assert.deepEqual(outcome(await waitForEnd(service, id, person)), { rounds: 3, last: 'approved', ended: 'until' });
  });

  test('may run another workflow in each round, and tries what fails again', async () => {
    const person = await service.person();
    const child: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('double', 'transform', { value: '{{ input.n * 2 }}' }),
        node('done', 'output', { value: '{{ steps.double.output }}' }),
      ],
      edges: [edge('start', 'double'), edge('double', 'done')],
    };
    const workflow_id = await createWorkflow(service, child, person.key);
    const call = node('step', 'workflow.run', { workflow_id, version: 'draft', input: { n: '{{ round }}' } });
    const { id } = await waitingRun(service, repeating({ until: 'last >= 6', most: 9 }, call), person);
    assert.deepEqual(outcome(await waitForEnd(service, id, person)), { rounds: 3, last: 6, ended: 'until' });
    let calls = 0;
    const place = openPlace((request, response) => {
      calls += 1;
      // Every second call fails.
      if (calls % 2 === 1) response.writeHead(503).end();
      else json({ calls })(request, response);
    });
    const flaky = node('step', 'http.request', { url: place.url, retry: { attempts: 2, delay_seconds: 0 } });
    const tried = await runOnce(
      service,
      repeating({ until: 'round == 2', result: '{{ steps.step.output.body.calls }}' }, flaky),
    );
    assert.deepEqual(outcome(tried), { rounds: 2, last: 4, ended: 'until' });
  });
});

suite('a repeat with a long delay', () => {
  async function pausedTwice(person: Person) {
    const place = openExport();
    const run = await waitingRun(
      service,
      repeating({ ...WAITING, delay_seconds: 600, backoff: 2 }, ask(place.url)),
      person,
    );
    return { place, run };
  }

  test('pauses its run after each round, and waits for longer each time', async () => {
    const person = await service.person();
    const { place, run } = await pausedTwice(person);
    const delays: number[] = [];
    for (const round of [0, 1]) {
      const paused = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run.id}`, {}, person.key);
      const { output, text } = readWait(paused, 'again', [round]);
      assert.match(text, /^Waits until /);
      const step = paused.steps.find(({ node_id, iteration }) => node_id === 'again' && iteration[0] === round);
      delays.push(Math.round((output.until - (step?.started_at ?? 0)) / 60_000));
      await passTime(service, run.id);
      if (round === 0) await waitForRound(run.id, person, 'again', 1);
    }
    const ended = await waitForEnd(service, run.id, person);
    assert.deepEqual(outcome(ended), { rounds: 3, last: 'ready', ended: 'until' });
    assert.deepEqual([delays, place.asked(), await countWaits(service, run.id)], [[10, 20], 3, 0]);
  });

  test('goes on at once when somebody resumes it', async () => {
    const person = await service.person();
    const { run } = await pausedTwice(person);
    const body = { run_id: run.id, node_id: 'again', iteration: [0] };
    await service.ask('/api/v1/run/resume', body, person.key);
    await waitForRound(run.id, person, 'again', 1);
    const stored = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run.id}`, {}, person.key);
    const pause = stored.steps.find(({ node_id, iteration }) => node_id === 'again' && iteration[0] === 0);
    assert.match(pause?.text ?? '', /^Resumed by /);
  });

  test('is cancelled while it waits', async () => {
    const person = await service.person();
    const { run } = await pausedTwice(person);
    await service.ask('/api/v1/run/cancel', { run_id: run.id }, person.key);
    const cancelled = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run.id}`, {}, person.key);
    assert.deepEqual([cancelled.status, await countWaits(service, run.id)], ['cancelled', 0]);
  });
});
