/** Tests what becomes of runs with a loop over a file: replays, pauses, tests of single steps, and who may read the file. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RepeatedRun } from '../../src/runs/api/replay-schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { type Definition, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { until } from '../support/process.ts';
import { createWorkflow, findStep, readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { createFileForm, upload } from './file-uploads.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const ann = await service.person();

const RUN = '/api/v3/workflow/run';

async function uploadLines(...lines: unknown[]): Promise<string> {
  const content = lines.map(line => `${JSON.stringify(line)}\n`).join('');
  return (await upload(service, ann, createFileForm(content, 'items.ndjson', 'text/plain'))).file_id;
}

function loopThen(body: Definition, after: Record<string, unknown>, params: object = {}): Definition {
  return {
    nodes: [
      node('start', 'trigger.manual'),
      node('each', 'loop', { file: '{{ input.file }}', ...params }),
      ...body.nodes,
      node('after', 'http.request', after),
      node('done', 'output', { value: '{{ steps.each.output }}' }),
    ],
    edges: [edge('start', 'each'), ...body.edges, edge('each', 'after', 'done'), edge('after', 'done')],
  };
}

async function ended(id: string): Promise<Run> {
  const read = () => service.ask<Run>(`/api/v3/workflow/runs/get?entity_id=${id}`, {}, ann.key);
  await until(async () => ['success', 'failed'].includes((await read()).status), 'the run has ended');
  return read();
}

async function replay(run_id: string, from: string): Promise<Run> {
  const queued = await service.ask<RepeatedRun>('/api/v1/run/replay', { run_id, from, version: 'same' }, ann.key);
  return ended(queued.id);
}

suite('a run with a loop over a file', () => {
  /** Asks a place for each item, and then one that fails at first. */
  async function failedRun() {
    const [items, after] = [openPlace(json({})), openPlace((request, response) => answer(request, response))];
    let answer = json({}, 503);
    const body = {
      nodes: [
        node('ask', 'http.request', { url: `${items.url}/{{ loop.item }}` }),
        node('half', 'transform', { value: '{{ 10 / loop.item }}' }),
      ],
      edges: [edge('each', 'ask', 'item'), edge('ask', 'half')],
    };
    const workflow_id = await createWorkflow(service, loopThen(body, { url: after.url }), ann.key);
    const run = await service.ask<Run>(RUN, { workflow_id, input: { file: await uploadLines(1, 0, 2) } }, ann.key);
    assert.equal(run.status, 'failed');
    assert.equal(findStep(run, 'after').status, 'failed');
    answer = json({});
    return { run, items };
  }
  const output = {
    count: 3,
    succeeded: 2,
    failed: 1,
    failures: [{ index: 1, line: 2, step: 'half', error: 'params.value: {{ 10 / loop.item }}: division by zero' }],
  };

  test('is replayed from a later step without its items, and keeps the details of those that failed', async () => {
    const { run, items } = await failedRun();
    const again = await replay(run.id, 'failed');
    assert.deepEqual(readResult(again), output);
    assert.equal(items.seen.length, 3);
    assert.equal(findStep(again, 'half', [1]).status, 'failed');
    assert.equal(again.steps.length, 6);
  });

  test('is replayed from a step of the body with all of its items', async () => {
    const { run, items } = await failedRun();
    const again = await replay(run.id, 'half');
    assert.deepEqual(readResult(again), output);
    assert.equal(items.seen.length, 6);
  });

  test('pauses while items wait, and goes on where it was', async () => {
    const done = openPlace(json({}));
    const body = {
      nodes: [
        node('wait', 'wait', { event: { name: 'go', key: '{{ loop.item }}' } }),
        node('tell', 'http.request', { url: `${done.url}/{{ loop.item }}` }),
      ],
      edges: [edge('each', 'wait', 'item'), edge('wait', 'tell')],
    };
    const definition = loopThen(body, { url: done.url });
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const file = await uploadLines('a', 'b', 'c');
    const { id, status } = await service.ask<Run>(RUN, { workflow_id, input: { file } }, ann.key);
    assert.equal(status, 'waiting');
    for (const key of ['b', 'a', 'c']) await service.ask('/api/v1/event/send', { name: 'go', key, data: {} }, ann.key);
    const run = await ended(id);
    assert.deepEqual(readResult(run), { count: 3, succeeded: 3, failed: 0, failures: [] });
    const told = done.seen.map(({ path }) => path.split('/')[2] ?? '');
    assert.deepEqual(told.toSorted(), ['', 'a', 'b', 'c']);
    assert.equal(run.steps.length, 4);
  });

  test('does not read a file that only another row names', async () => {
    const body = {
      nodes: [node('read', 'file.to_text', { files: '{{ loop.item }}' })],
      edges: [edge('each', 'read', 'item')],
    };
    const workflow_id = await createWorkflow(service, loopThen(body, { url: openPlace(json({})).url }), ann.key);
    const secret = await uploadLines('secret');
    const file = await uploadLines(secret);
    const run = await service.ask<Run>(RUN, { workflow_id, input: { file } }, ann.key);
    const [failure] = (readResult(run) as { failures: { error: string }[] }).failures;
    assert.equal(failure?.error, `The file '${secret}' was not found or is not accessible`);
  });
});
