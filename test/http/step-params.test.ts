/** Tests that the params of a step can be read as they were rendered. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { StepParams } from '../../src/runs/api/list-schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const ann = await service.person();
const openPlace = await openPlaces();

async function read(run_id: string, node_id: string, iteration: number[] = []): Promise<StepParams> {
  return service.ask<StepParams>('/api/v1/run/step/params', { run_id, node_id, iteration }, ann.key);
}

const rendered = (params: unknown): StepParams => ({
  params_json: JSON.stringify(params),
  params_truncated: false,
  problems: [],
  unavailable: '',
});

suite('the params of a step', () => {
  test('are shown as the run rendered them, in loops too, and without credentials', async () => {
    const place = openPlace(json({ id: 7, text: 'x'.repeat(5_000) }));
    const headers = { 'X-Order': '{{ loop.item.n }}', Authorization: 'Bearer {{ input.token }}' };
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('outer', 'loop', { items: 'input.rows' }),
        node('inner', 'loop', { items: 'loop.item.cells' }),
        node('get', 'http.request', { url: `${place.url}/{{ loop.parent.index }}/{{ loop.index }}`, headers }),
        node('post', 'transform', { value: ['{{ steps.get.output.body.text | length }}', '{{ run.id }}'] }),
        node('done', 'output', { value: "{{ steps.nothing.output | default(['a', 'b', 'c'] | random) }}" }),
      ],
      edges: [
        edge('start', 'outer'),
        edge('outer', 'inner', 'item'),
        edge('inner', 'get', 'item'),
        edge('get', 'post'),
        edge('outer', 'done', 'done'),
      ],
    };
    const rows = [{ cells: [{ n: 1 }] }, { cells: [{ n: 2 }, { n: 3 }] }];
    const done = await runOnce(service, definition, { rows, token: 'abcdef' }, ann.key);
    assert.equal(done.status, 'success', done.error);
    assert.deepEqual(
      await read(done.id, 'get', [1, 1]),
      rendered({ url: `${place.url}/1/1`, headers: { 'X-Order': 3, Authorization: '***' } }),
    );
    assert.deepEqual(await read(done.id, 'inner', [1]), rendered({ items: rows[1]?.cells }));
    // Of a run that succeeded, only the beginnings of long outputs stay.
    assert.equal(
      (await read(done.id, 'post', [0, 0])).unavailable,
      "The output of the step 'get' is stored only in part, so nothing can be rendered again",
    );
    assert.deepEqual(await read(done.id, 'done'), rendered({ value: JSON.parse(done.output_json) }));
    assert.deepEqual(await read(done.id, 'start'), rendered({}));
  });

  test('name what can not be rendered, and are cut where they are long', async () => {
    const definition = chain(
      node('call', 'http.request', {
        url: 'http://localhost/{{ input.nothing }}',
        method: 'POST',
        body: '{{ input.a }}',
      }),
    );
    const failed = await runOnce(service, definition, { a: 'y'.repeat(30_000) }, ann.key);
    const { params_json, ...rest } = await read(failed.id, 'call');
    assert.deepEqual([params_json.length, params_json.slice(0, 24)], [20_000, '{"method":"POST","body":']);
    const message = "params.url: {{ input.nothing }}: 'input' has no 'nothing'";
    assert.equal(failed.error, message);
    assert.deepEqual(rest, { params_truncated: true, problems: [{ param: 'url', message }], unavailable: '' });
  });

  test('are not there for skipped steps, for other people and for steps that do not exist', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('check', 'condition', { expression: '1 > 2' }),
        node('not', 'output', { value: 1 }),
      ],
      edges: [edge('start', 'check'), edge('check', 'not', 'true')],
    };
    const done = await runOnce(service, definition, {}, ann.key);
    assert.equal((await read(done.id, 'not')).unavailable, 'The step was skipped, so its params were not rendered');
    assert.deepEqual(await read(done.id, 'check'), rendered({ expression: false }));
    const path = '/api/v1/run/step/params';
    const ask = { run_id: done.id, node_id: 'check', iteration: [] };
    await service.refuse(404, 'Workflow run not found', path, ask, (await service.person()).key);
    await service.refuse(404, "The run has no such step 'x'", path, { ...ask, node_id: 'x' }, ann.key);
    await service.refuse(404, "The run has no such step 'check'", path, { ...ask, iteration: [1] }, ann.key);
  });

  test('have a mask where secrets were sent', async () => {
    const place = openPlace(json({}));
    const credential = {
      name: 'shop',
      kind: 'bearer',
      template_places: ['url'],
      hosts: [new URL(place.url).origin],
      fields: { token: 'very-secret-token' },
    };
    await service.ask('/api/v1/credential/create', credential, ann.key);
    const url = `${place.url}/?t={{ secrets.shop.token }}`;
    const workflow_id = await createWorkflow(service, chain(node('call', 'http.request', { url })), ann.key);
    const done = await service.ask<{ id: string; status: string }>('/api/v3/workflow/run', { workflow_id }, ann.key);
    assert.equal(done.status, 'success');
    assert.match(place.seen[0]?.path ?? '', /very-secret-token/);
    assert.deepEqual(await read(done.id, 'call'), rendered({ url: `${place.url}/?t=***` }));
  });
});
