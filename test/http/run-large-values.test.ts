/** Tests values of several megabytes: steps receive them uncut, and many at once do not block each other. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { type Answer, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, runOnce, streamRun } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { asking, decide, findApprovalId, getRun, waitForEnd, waitingRun } from './approval-workflows.ts';
import { remains } from './file-uploads.ts';

/** With a quarter of the usual memory, values of a few megabytes do not fit into it together. */
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', HEDDLE_RUN_MEGABYTES: '128' });
const openPlace = await openPlaces();
const MEGABYTE = 2 ** 20;

/** Answers with a JSON text of this size. */
function large(megabytes: number, character = 'x'): Answer {
  const body = JSON.stringify({ text: character.repeat(megabytes * MEGABYTE) });
  return (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

const LONG = 150_000;

/** Steps of which each has a long output. */
function longSteps(count: number) {
  return Array.from({ length: count }, (_, index) => node(`s${index}`, 'transform', { value: `{{ 'x' * ${LONG} }}` }));
}

const echo: Answer = ({ body }, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: body }));

suite('large values', () => {
  test('reach the steps that use them uncut, although the run shows them truncated', async () => {
    const place = openPlace(large(2, 'ä'));
    const sink = openPlace((_request, response) => response.end());
    const definition = chain(
      node('call', 'http.request', { url: place.url }),
      node('kept', 'transform', { value: { inner: '{{ steps.call.output.body.text }}', n: 1 } }),
      node('send', 'http.request', { url: sink.url, method: 'POST', body: '{{ steps.kept.output.inner }}' }),
      node('done', 'output', { value: '{{ steps.kept.output.inner | length }} {{ steps.kept.output.n }}' }),
    );
    const run = await runOnce(service, definition);
    assert.equal(readResult(run), `${2 * MEGABYTE} 1`);
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    assert.equal(digest(sink.seen[0]?.body ?? ''), digest('ä'.repeat(2 * MEGABYTE)));
    assert.deepEqual(
      [findStep(run, 'kept').output_json.length, findStep(run, 'kept').output_truncated],
      [200_000, true],
    );
  });

  test('do not keep many runs, each with several steps that use them, from ending', async () => {
    const place = openPlace(large(3));
    const back = openPlace(echo);
    const users = ['a', 'b', 'c', 'd'].map(id =>
      node(id, 'http.request', { url: back.url, method: 'POST', body: '{{ steps.call.output.body.text }}' }),
    );
    const total = users.map(({ id }) => `(steps.${id}.output.body.text | length)`).join(' + ');
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('call', 'http.request', { url: place.url }),
        ...users,
        node('done', 'output', { value: `{{ ${total} }}` }),
      ],
      edges: [edge('start', 'call'), ...users.flatMap(({ id }) => [edge('call', id), edge(id, 'done')])],
    };
    const runs = await Promise.all(Array.from({ length: 4 }, () => runOnce(service, definition)));
    for (const run of runs) assert.equal(readResult(run), 4 * 3 * MEGABYTE);
  });

  test('can be collected from the items of a loop', async () => {
    const place = openPlace(large(1));
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: 'range(10) | list', collect: '{{ steps.call.output.body.text | length }}' }),
        node('call', 'http.request', { url: place.url }),
        node('done', 'output', { value: '{{ steps.each.output.results }}' }),
      ],
      edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('each', 'done', 'done')],
    };
    const run = await runOnce(service, definition);
    assert.deepEqual(
      readResult(run),
      Array.from({ length: 10 }, () => MEGABYTE),
    );
    assert.equal(findStep(run, 'call', [9]).output_json.length, 2_000);
  });

  test('can be sent and collected in the items of a loop, even when they do not fit into memory together', async () => {
    const place = openPlace(large(5));
    const sink = openPlace((_request, response) => response.end());
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('each', 'loop', { items: 'range(6) | list', collect: '{{ steps.call.output.body.text | length }}' }),
        node('call', 'http.request', { url: place.url }),
        node('send', 'http.request', { url: sink.url, method: 'POST', body: '{{ steps.call.output.body.text }}' }),
        node('done', 'output', { value: '{{ steps.each.output.results }}' }),
      ],
      edges: [edge('start', 'each'), edge('each', 'call', 'item'), edge('call', 'send'), edge('each', 'done', 'done')],
    };
    const run = await runOnce(service, definition);
    assert.deepEqual(
      readResult(run),
      Array.from({ length: 6 }, () => 5 * MEGABYTE),
    );
    assert.deepEqual(new Set(sink.seen.map(({ body }) => body.length)), new Set([5 * MEGABYTE]));
  });

  test('of many steps are all in the answer, in the stream and in the stored run, although none stays in memory', async () => {
    const definition = chain(...longSteps(40), node('done', 'output', { value: '{{ steps.s3.output | length }}' }));
    const workflow_id = await createWorkflow(service, definition);
    const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id });
    const chunks = await streamRun(service, { workflow_id });
    const stored = await service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${run.id}`, {});
    assert.equal(readResult(run), LONG);
    assert.deepEqual(stored, run);
    const lengths = run.steps.map(({ output_json }) => output_json.length);
    assert.deepEqual(lengths, [2, ...Array.from({ length: 40 }, () => LONG + 2), String(LONG).length]);
    const ended = chunks.flatMap(({ data }) =>
      data !== '' && data.type === 'step_end' ? data.output_json.length : [],
    );
    assert.deepEqual(ended, lengths);
  });

  test('of every kind are found as they were, in runs that have ended and in open ones', async () => {
    const ann = await service.person();
    const odd = 'ä"😀\n\u2028\\';
    const steps = [...longSteps(8), node('odd', 'transform', { value: '{{ input.odd * 20000 }}' })];
    const ended = { workflow_id: await createWorkflow(service, chain(...steps), ann.key), input: { odd } };
    const open = asking({ assignees: [ann.id] }, { before: steps });
    await service.ask('/api/v3/workflow/run', ended, ann.key);
    await waitingRun(service, open, ann, { input: { odd } });
    const found = await service.ask<Run[]>('/api/v3/workflow/runs/find', {}, ann.key);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['waiting', 'success'],
    );
    for (const run of found) {
      assert.deepEqual(await getRun(service, run.id, ann), run);
      assert.equal(findStep(run, 's7').output_json, JSON.stringify('x'.repeat(LONG)));
      assert.equal(findStep(run, 'odd').output_json, JSON.stringify(odd.repeat(20_000)).slice(0, 200_000));
    }
  });

  test('of many steps are there when the run pauses, when it goes on, and when it is cancelled', async () => {
    const ann = await service.person();
    const { nodes, edges } = asking({ assignees: [ann.id] }, { before: longSteps(40) });
    const approved = node('approved', 'output', { value: '{{ steps.s3.output | length }}' });
    const definition = { nodes: nodes.map(each => (each.id === 'approved' ? approved : each)), edges };
    const lengths = ({ steps }: Run) => steps.slice(1, 41).map(({ output_json }) => output_json.length);
    const expected = Array.from({ length: 40 }, () => LONG + 2);
    const paused = await waitingRun(service, definition, ann);
    assert.deepEqual(lengths(paused), expected);
    const { id } = await waitingRun(service, definition, ann);
    await service.ask('/api/v3/workflow/run/cancel', { run_id: id }, ann.key);
    await decide(service, findApprovalId(paused), ann);
    const ended = await waitForEnd(service, paused.id, ann);
    assert.deepEqual([readResult(ended), lengths(ended)], [LONG, expected]);
    const cancelled = await getRun(service, id, ann);
    assert.deepEqual([cancelled.status, lengths(cancelled)], ['cancelled', expected]);
  });

  test('that are too large fail the step that produces them', async () => {
    const place = openPlace(large(33));
    const run = await runOnce(service, chain(node('call', 'http.request', { url: place.url })));
    assert.equal(run.status, 'failed');
    assert.match(run.error, /more than|larger than|can not be kept/);
  });

  test('leave nothing behind', async () => {
    const ann = await service.person();
    const place = openPlace(large(2));
    const failing = chain(
      node('call', 'http.request', { url: place.url }),
      node('bad', 'transform', { value: '{{ steps.call.output.nothing }}' }),
    );
    const run = await runOnce(service, failing, {}, ann.key);
    assert.equal(run.status, 'failed');
    // The run keeps the value for a replay.
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run.id}`, {}, ann.key);
    const { unknownBlobs, temporary } = await remains(service, ann);
    assert.deepEqual([unknownBlobs, temporary], [0, 0]);
    const { database } = service.service.system;
    const left = database.query.selectFrom('run_steps').select('node_id').where('run_id', '=', run.id);
    assert.deepEqual(await left.execute(), []);
  });
});
