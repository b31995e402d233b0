/** Tests that the input of a run must fit the schema of its manual trigger. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readResult, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { COMPLETE_ONLY, test } from '../support/tiers.ts';

const service = await testService();

function checking(input_schema: object) {
  return {
    nodes: [node('start', 'trigger.manual', { input_schema }), node('done', 'output', { value: '{{ input }}' })],
    edges: [edge('start', 'done')],
  };
}

const ORDER = {
  type: 'object',
  required: ['customer', 'items'],
  properties: {
    customer: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 2 } } },
    items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number', minimum: 0 } } } },
    speed: { enum: ['slow', 'fast'] },
  },
  additionalProperties: false,
};
/** The same, in a form that only a thread checks. */
const WITH_PATTERN = { ...ORDER, properties: { ...ORDER.properties, code: { type: 'string', pattern: '^[a-z]+$' } } };

suite('the input of a run', () => {
  test('must fit the schema of the trigger, whoever checks it', async () => {
    const customer = { name: 'Ada' };
    const cases: [input: Record<string, unknown>, error: string][] = [
      [{}, 'Missing input: customer, items'],
      [{ items: [] }, 'Missing input: customer'],
      [{ customer, items: {} }, 'The input is not valid: /items must be array'],
      [{ customer, items: [{ price: 1 }, { price: '1' }] }, 'The input is not valid: /items/1/price must be number'],
      [{ customer, items: [{ price: -1 }] }, 'The input is not valid: /items/0/price must be >= 0'],
      [{ customer: {}, items: [] }, "The input is not valid: /customer must have required property 'name'"],
      [
        { customer: { name: 'A' }, items: [] },
        'The input is not valid: /customer/name must NOT have fewer than 2 characters',
      ],
      [{ customer, items: [], speed: 'now' }, 'The input is not valid: /speed must be one of slow, fast'],
      [{ customer, items: [], extra: 1 }, 'The input is not valid: it must NOT have additional properties: extra'],
    ];
    for (const schema of [ORDER, WITH_PATTERN]) {
      for (const [input, error] of cases) {
        const failed = await runOnce(service, checking(schema), input);
        assert.deepEqual([failed.status, failed.error], ['failed', error]);
        assert.deepEqual(
          failed.steps.map(({ node_id, status }) => [node_id, status]),
          [
            ['start', 'failed'],
            ['done', 'skipped'],
          ],
        );
      }
      const input = { customer, items: [{ price: 2 }], speed: 'fast' };
      assert.deepEqual(readResult(await runOnce(service, checking(schema), input)), input);
    }
    const input = { customer, items: [], code: 'A1' };
    const failed = await runOnce(service, checking(WITH_PATTERN), input);
    assert.equal(failed.error, 'The input is not valid: /code must match pattern "^[a-z]+$"');
  });

  test('may be anything where there is no schema, and any object where it says nothing', async () => {
    for (const schema of [{}, { type: 'object' }]) {
      assert.deepEqual(readResult(await runOnce(service, checking(schema), { a: [1] })), { a: [1] });
    }
  });

  test('holds up nobody else with a schema that takes forever, and says so', COMPLETE_ONLY, async () => {
    const schema = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } };
    const running = runOnce(service, checking(schema), { text: `${'a'.repeat(40)}!` });
    assert.deepEqual(readResult(await runOnce(service, checking(ORDER), { customer: { name: 'Bo' }, items: [] })), {
      customer: { name: 'Bo' },
      items: [],
    });
    const failed = await running;
    assert.equal(failed.error, 'The input schema can not be used: it takes too long to check the input');
    assert.equal(findStep(failed, 'start').status, 'failed');
  });

  test('can not be checked by a schema whose references lead nowhere', async () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/definitions/none' } } };
    const failed = await runOnce(service, checking(schema), { a: 1 });
    assert.match(failed.error, /^The input schema can not be used: can't resolve reference #\/definitions\/none/);
    const known = { ...schema, definitions: { none: { type: 'string' } } };
    assert.equal(
      (await runOnce(service, checking(known), { a: 1 })).error,
      'The input is not valid: /a must be string',
    );
  });

  test('is not looked at by a schema that is none: the workflow is not valid', async () => {
    const workflow_id = await createWorkflow(service, checking({ type: 'list' }));
    await service.refuse(
      422,
      "The workflow is not valid: Step 'start': 'input_schema' is not a valid JSON Schema: 'type' must be one of " +
        'array, boolean, integer, null, number, object, string',
      '/api/v3/workflow/run',
      { workflow_id },
    );
  });
});
