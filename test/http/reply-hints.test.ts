/** Tests what the headers of replies tell clients: fields that were ignored, and limits on their requests. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chain } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();

suite('a field that an endpoint does not know', () => {
  test('is ignored, and named in a warning', async () => {
    const ann = await service.person();
    const workflow_id = await createWorkflow(service, chain(), ann.key);
    const warn = async (path: string, body: object) => {
      const { status, headers } = await service.call(path, body, ann.key);
      return [status, headers.get('warning')];
    };
    assert.deepEqual(await warn('/api/v3/workflow/run', { workflow_id, inputs: {}, input: { anything: 1 } }), [
      200,
      '299 - "Unknown fields are ignored: inputs"',
    ]);
    assert.deepEqual(await warn('/api/v3/workflow/run', { workflow_id, input: { anything: { else: 1 } } }), [
      200,
      null,
    ]);
    assert.deepEqual(await warn('/api/v3/workflow/run', { workflow: workflow_id }), [
      422,
      '299 - "Unknown fields are ignored: workflow"',
    ]);
    const definition = { ...chain(), viewport: { zoom: 1 } };
    assert.deepEqual(await warn('/api/v3/workflow/update', { id: workflow_id, definition, titel: 'x' }), [
      200,
      '299 - "Unknown fields are ignored: titel"',
    ]);
    assert.deepEqual(await warn('/api/v3/workflow/run/stream', { workflow_id, strem: true }), [
      200,
      '299 - "Unknown fields are ignored: strem"',
    ]);
  });
});

suite('a limit on requests', () => {
  test('is in every reply, with what is left of it', async () => {
    const limited = await testService({ HEDDLE_RATE_LIMITS: 'on', HEDDLE_REQUESTS_DEFAULT: '4' });
    const ann = await limited.person();
    const seen: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      const { status, headers } = await limited.call('/api/v3/workflow/count', {}, ann.key);
      assert.equal(headers.get('ratelimit-policy'), '"default";q=4;w=60');
      seen.push([status, headers.get('ratelimit')?.replace(/t=\d+$/, 't')]);
    }
    assert.deepEqual(seen, [
      [200, '"default";r=3;t'],
      [200, '"default";r=2;t'],
      [200, '"default";r=1;t'],
      [200, '"default";r=0;t'],
      [429, '"default";r=0;t'],
    ]);
    const { headers } = await service.call('/api/v3/workflow/count', {}, (await service.person()).key);
    assert.equal(headers.get('ratelimit'), null, 'rates are not limited here');
  });
});
