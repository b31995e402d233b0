/** Tests what templates see in a run, and which values they produce. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readResult, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService();
const ann = await service.person();
const USE = '{{ steps.not.output.x }}';

/** Renders one template. */
async function render(value: unknown, input: Record<string, unknown> = {}): Promise<unknown> {
  return readResult(await runOnce(service, chain(node('done', 'output', { value })), input, ann.key));
}

async function readError(value: unknown, input: Record<string, unknown> = {}): Promise<string> {
  const run = await runOnce(service, chain(node('done', 'output', { value })), input, ann.key);
  assert.deepEqual([run.status, run.output_json, findStep(run, 'done').status], ['failed', '', 'failed']);
  assert.equal(findStep(run, 'done').error, run.error);
  assert.equal(findStep(run, 'done').output_json, '');
  return run.error;
}

suite('templates', () => {
  test('see the variables of the run', async () => {
    const names = [
      'input.a',
      'workflow.id',
      'workflow.name',
      'run.id',
      'now',
      'steps.start.output',
      'steps.start.text',
    ];
    const value = Object.fromEntries(names.map(name => [name, `{{ ${name} }}`]));
    const run = await runOnce(service, chain(node('done', 'output', { value })), { a: [1] }, ann.key);
    assert.deepEqual(readResult(run), {
      'input.a': [1],
      'workflow.id': run.workflow_id,
      'workflow.name': 'workflow',
      'run.id': run.id,
      now: new Date(Number(run.started_at)).toISOString(),
      'steps.start.output': { a: [1] },
      'steps.start.text': '',
    });
  });

  test('give native values when they stand alone, print like Python inside text, and access lists and objects', async () => {
    const input = { list: [1, 'a', null, true], n: 1.5, order: { b: 1, a: 2 }, items: [7] };
    assert.deepEqual(await render(' {{ input.list }} ', input), input.list);
    assert.equal(await render('-{{ input.list }}-', input), "-[1, 'a', None, True]-");
    assert.deepEqual(await render([{ deep: ['{{ input.n * 2 }}'] }, 3, null], input), [{ deep: [3] }, 3, null]);
    assert.equal(await render('{{ input.order | tojson }}', input), '{"b": 1, "a": 2}');
    assert.deepEqual(await render('{{ input.items }}', input), [7]);
    assert.equal(await render('{{ input }}', { text: '{{ 7 * 7 }}' }).then(JSON.stringify), '{"text":"{{ 7 * 7 }}"}');
  });

  test('see steps whatever their names are', async () => {
    for (const id of ['__proto__', 'constructor', 'output', '_', 'x'.repeat(64)]) {
      const value = `{{ steps['${id}'].output }} {{ steps.${id}.status }}`;
      const run = await runOnce(
        service,
        chain(node(id, 'transform', { value: 7 }), node('done', 'output', { value })),
        {},
        ann.key,
      );
      assert.equal(readResult(run), '7 success');
    }
  });

  test('that use an undefined name fail with an error that names it', async () => {
    assert.match(await readError('{{ input.nothing }}'), /'?nothing'?/);
    assert.match(await readError('x {{ input.a.b }}', { a: {} }), /'?b'?/);
    assert.match(await readError('{{ input.list[3] }}', { list: [] }), /3/);
    assert.match(await readError({ deep: ['{{ input.nothing }}'] }), /nothing/);
    assert.equal(await render("{{ input.nothing | default('none') }}"), 'none');
  });

  test('with names that can never be defined cause warnings, and fail the step that uses them', async () => {
    const value = { known: '{{ input.a }}', odd: '{{ nothing_known }}' };
    const later = node('later', 'transform', { value: 1 });
    const names: [text: string, warning: RegExp, error: RegExp][] = [
      ['{{ nothing_known }}', /unknown variable 'nothing_known'/, /'nothing_known' is undefined/],
      ['{{ steps.nowhere.output }}', /'nowhere', which does not exist/, /nowhere/],
      ['{{ steps.later.output }}', /'later', which does not come before it/, /later/],
      ['{{ steps.uses.output }}', /references itself/, /uses/],
      ['{{ loop.item }}', /not inside the body of a loop/, /'loop' is undefined/],
    ];
    for (const [text, warning, error] of names) {
      const definition = chain(node('uses', 'transform', { value: { ...value, odd: text } }), later);
      const workflow_id = await createWorkflow(service, definition, ann.key);
      const { valid, issues } = await service.ask<{ valid: boolean; issues: { severity: string; message: string }[] }>(
        '/api/v3/workflow/validate',
        { workflow_id },
        ann.key,
      );
      assert.deepEqual([valid, issues.map(({ severity }) => severity)], [true, ['warning']], JSON.stringify(issues));
      assert.match(issues[0]?.message ?? '', warning);
      const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: { a: 1 } }, ann.key);
      assert.equal(run.status, 'failed');
      assert.match(findStep(run, 'uses').error, error);
    }
  });

  test('print numbers and booleans, but no other values, where a param must be a string', async () => {
    const input = { order: 4711, paid: true, ratio: 0.5, none: null, list: [1], object: {} };
    const titled = async (title: string) => {
      const ask = node('ask', 'human.approval', { title, assignees: ann.id });
      return runOnce(service, chain(ask), input, ann.key);
    };
    for (const [title, shown] of [
      ['{{ input.order }}', '4711'],
      [' {{ input.paid }} ', 'True'],
      ['{{ input.ratio }}', '0.5'],
      ['{{ 4 / 2 }}', '2.0'],
      ['{{ 10 ** 20 }}', '100000000000000000000'],
      // This is long enough to be rendered in a thread.
      ['{{ (range(50000) | sum) / 2 }}', '624987500.0'],
    ] as const) {
      const run = await titled(title);
      assert.equal(run.status, 'waiting', run.error);
      const [approval] = await service
        .ask<{ items: { run_id: string; title: string }[] }>('/api/v3/workflow/approval/find', {}, ann.key)
        .then(({ items }) => items.filter(({ run_id }) => run_id === run.id));
      assert.equal(approval?.title, shown);
    }
    for (const title of ['{{ input.none }}', '{{ input.list }}', '{{ input.object }}']) {
      assert.equal((await titled(title)).error, "'title' must be a string");
    }
  });

  test('print numbers and booleans for tools, too', async () => {
    const hash = node('hash', 'tool.call', { tool: 'hash', params: { text: '{{ 4 / 2 }}', algorithm: 'sha256' } });
    const run = await runOnce(service, chain(hash), {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    assert.match(findStep(run, 'hash').output_json, new RegExp(createHash('sha256').update('2.0').digest('hex')));
    const list = node('hash', 'tool.call', { tool: 'hash', params: { text: '{{ [1] }}' } });
    assert.match((await runOnce(service, chain(list), {}, ann.key)).error, /'text' must be a string/);
  });

  test('fail without a default exactly where validation asks for one, and work with it', async () => {
    // In a run from `start`, `not` is skipped, `broken` fails and `other` takes no part.
    const definition = (value: string) => ({
      nodes: [
        node('start', 'trigger.manual'),
        node('hook', 'trigger.webhook'),
        node('check', 'condition', { expression: 'false' }),
        node('not', 'transform', { value: { amount: 1 } }),
        node('broken', 'transform', { value: '{{ 1 / 0 }}' }),
        node('other', 'transform', { value: { amount: 1 } }),
        node('done', 'output', { value }),
      ],
      edges: [
        edge('start', 'check'),
        edge('check', 'not', 'true'),
        edge('start', 'broken'),
        edge('hook', 'other'),
        ...['not', 'other'].map(id => edge(id, 'done')),
        edge('check', 'done', 'false'),
        edge('broken', 'done', 'error'),
      ],
    });
    const reasons: Record<string, string> = {
      not: 'was skipped, so it has no output',
      broken: 'failed, so it has no output',
      other: 'takes no part in this run, so it has no result',
    };
    for (const id of Object.keys(reasons)) {
      const path = `steps.${id}.output.amount`;
      const results: [template: string, result: unknown][] = [
        [`{{ ${path} }}`, undefined],
        [`{{ ${path} + 1 }}`, undefined],
        [`{{ ${path} | default(0) }}`, 0],
        [`{{ (${path} | default(0)) + 1 }}`, 1],
        [`{{ steps['${id}']['output'].items[0].price | d([]) }}`, []],
        [`{{ ${path} is defined }}`, false],
        [`{{ steps.${id}.output[input.key | default('a')].b | default(0) }}`, 0],
        [`{{ ${path} | default(${path}.x) | default(0) }}`, 0],
        [`{{ steps.${id} is defined and steps.${id}.success }}`, false],
      ];
      for (const [template, result] of results) {
        const workflow_id = await createWorkflow(service, definition(template), ann.key);
        const { issues } = await service.ask<{ issues: { message: string }[] }>(
          '/api/v3/workflow/validate',
          { workflow_id },
          ann.key,
        );
        const isWarned = issues.some(({ message }) => message.startsWith(`Step 'done' references '${id}'`));
        const run = await service.ask<Run>('/api/v3/workflow/run', { workflow_id }, ann.key);
        assert.equal(isWarned, run.status === 'failed', `${template}: ${JSON.stringify(issues)} ${run.error}`);
        if (result === undefined) {
          assert.equal(run.error, `params.value: ${template}: the step '${id}' ${reasons[id]}`);
        } else assert.deepEqual(readResult(run), result, template);
      }
    }
  });

  test('see only the status of a skipped step', async () => {
    const value = [
      "{{ steps.not.output | default('nothing') }}, {{ steps.not.status }}",
      '{{ steps.not.output.x | default(0) }}',
      "{{ steps.not.output['x'][0].y | default([]) }}",
      '{{ steps.not.output.x is defined }}',
    ];
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('check', 'condition', { expression: 'false' }),
        node('not', 'transform', { value: 1 }),
        node('done', 'output', { value }),
      ],
      edges: [
        edge('start', 'check'),
        edge('check', 'not', 'true'),
        edge('not', 'done'),
        edge('check', 'done', 'false'),
      ],
    };
    assert.deepEqual(readResult(await runOnce(service, definition, {}, ann.key)), ['nothing, skipped', 0, [], false]);
    const without = { ...definition, nodes: definition.nodes.with(3, node('done', 'output', { value: USE })) };
    assert.match(
      (await runOnce(service, without, {}, ann.key)).error,
      /the step 'not' was skipped, so it has no output$/,
    );
  });

  test('see the status of a step that the failure of another has just skipped', async () => {
    const definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('fail', 'code', { code: "export default () => { throw new Error('broken') }" }),
        node('not', 'transform', { value: 1 }),
        node('done', 'output', { value: '{{ steps.not.status }}, {{ steps.not.error or steps.fail.error }}' }),
      ],
      edges: [edge('start', 'fail'), edge('fail', 'not'), edge('fail', 'done', 'error'), edge('not', 'done', 'error')],
    };
    assert.equal(readResult(await runOnce(service, definition, {}, ann.key)), 'skipped, Error: broken (line 1)');
  });
});
