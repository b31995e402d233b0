/** Tests attacks by templates in real runs, from authors of workflows and from senders of input. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { chain, node } from '../support/definitions.ts';
import { json, openPlaces } from '../support/outside-places.ts';
import { createWorkflow, findStep, readResult, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { casesOf } from '../support/tiers.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const INPUT = { text: 'x', list: [1], object: { a: 1 }, number: 1, nothing: null };

/** Returns the error of a step with this template. */
async function readError(value: string, type = 'output'): Promise<string> {
  const params = type === 'condition' ? { expression: value } : type === 'loop' ? { items: value } : { value };
  const run = await runOnce(service, chain(node('step', type, params)), INPUT);
  assert.equal(run.status, 'failed', `${value} gave ${run.output_json}`);
  assert.equal(run.error, findStep(run, 'step').error);
  assert.notEqual(run.error, 'The step failed because of an internal error', value);
  return run.error;
}

suite('host values', () => {
  const roots = ['input', 'input.text', 'input.list', 'input.object', 'input.number', "''", '[]', '{}', '(1)', 'run'];
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    '__class__',
    '__globals__',
    '__init__',
    '__defineGetter__',
    'toString',
    'valueOf',
  ];

  // A unit test of the templates has the whole table.
  for (const root of casesOf(roots, (_, index) => index === 0)) {
    test(`are not reached from ${root}`, async () => {
      for (const name of names) {
        const [head, tail] = [name.slice(0, 3), name.slice(3)];
        for (const access of [`${root}.${name}`, `${root}["${head}" ~ "${tail}"]`, `${root}|attr("${name}")`]) {
          assert.match(
            await readError(`{{ ${access} }}`),
            /undefined|has no|not (defined|allowed|exist)|unsafe|attribute/i,
            access,
          );
        }
      }
    });
  }

  test('are not reached through filters and lookups', async () => {
    for (const attack of [
      "{{ [input] | map(attribute='constructor') | list }}",
      "{{ [input] | map(attribute='constructor.name') | list }}",
      "{{ [input.list] | sum(attribute='constructor') }}",
      "{{ [input] | groupby('__proto__') }}",
      '{{ input.list.push }}',
      "{{ input.text.replace.constructor('return process')() }}",
      "{{ (input | attr('constructor'))('return 1')() }}",
      "{{ ''.format.__globals__ }}",
      "{{ '{0.__class__}'.format(input) }}",
      "{{ '{0[constructor]}'.format(input) }}",
      "{{ '%(constructor)s' % input }}",
      '{{ self }}',
      '{{ self.__init__ }}',
      '{{ cycler.__init__.__globals__ }}',
      '{{ lipsum.__globals__ }}',
      '{{ namespace().constructor }}',
      '{{ range.constructor }}',
      '{{ dict.constructor }}',
      '{{ input.text.split.call }}',
    ]) {
      const workflow_id = await createWorkflow(service, chain(node('step', 'output', { value: attack })));
      const { status, body } = await service.call('/api/v3/workflow/run', { workflow_id, input: INPUT });
      // The draft is refused as not valid, or the run fails. A value of the host never appears.
      const outcome = status === 200 ? (body as { status: string }).status : String(status);
      assert.ok(['failed', '422'].includes(outcome), `${attack}: ${JSON.stringify(body)}`);
      assert.doesNotMatch(JSON.stringify(body), /\[native code\]|function Object|\bat .*\.ts:/, attack);
    }
  });

  test('are not reached through keys of the data, whatever their names are', async () => {
    const input = { constructor: 1, toString: 2, hasOwnProperty: 3, __class__: 4, length: 5, prototype: 6 };
    const names = Object.keys(input);
    const value = names.map(name => `{{ input["${name}"] }}`);
    const run = await runOnce(service, chain(node('done', 'output', { value })), input);
    assert.deepEqual(readResult(run), [1, 2, 3, 4, 5, 6]);
    const whole = await runOnce(service, chain(node('done', 'output', { value: '{{ input }}' })), input);
    assert.deepEqual(readResult(whole), input);
  });
});

suite('bombs', () => {
  const bombs = [
    '{{ range(10**9) | list }}',
    '{{ range(10**9) | sum }}',
    '{{ "a" * 10**9 }}',
    '{{ [1] * 10**9 }}',
    '{{ 10 ** (10 ** 10) }}',
    '{{ "a" | center(10**9) }}',
    '{{ "%1000000000d" % 1 }}',
    '{{ "{:1000000000}".format(1) }}',
    '{{ "a" | indent(10**9) }}',
    '{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% for d in range(1000) %}{% for e in range(1000) %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}',
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    '{% macro m(n) %}{{ m(n + 1) }}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}',
    '{% set ns = namespace(s="ab") %}{% for i in range(60) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ ns.s }}',
    '{% set ns = namespace(s=[1]) %}{% for i in range(60) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{{ ns.s }}',
    '{{ ("a" * 100000) | replace("a", "b" * 100000) }}',
    '{{ (["a"] * 100000) | join("b" * 100000) }}',
  ];

  for (const bomb of bombs) {
    test(bomb.slice(0, 80), async () => {
      const bombing = readError(bomb);
      const other = await runOnce(service, chain(node('done', 'output', { value: '{{ 6 * 7 }}' })));
      assert.equal(readResult(other), 42);
      const error = await bombing;
      assert.notEqual(error, '');
      assert.doesNotMatch(error, /RangeError|stack|heap|at .*\.ts/i);
    });
  }

  test('share the time limit of a step, however many templates it has', async () => {
    const slow = '{% for a in range(400) %}{% for b in range(400) %}{{ "" }}{% endfor %}{% endfor %}';
    const value = Array.from({ length: 200 }, () => slow);
    const workflow_id = await createWorkflow(service, chain(node('step', 'output', { value })));
    const { body } = await service.call('/api/v3/workflow/run', { workflow_id });
    const run = body as { status: string; error: string };
    assert.equal(run.status, 'failed');
    assert.match(run.error, /too long|too many/);
  });

  test('fail in expressions, too', async () => {
    for (const type of ['condition', 'loop']) {
      assert.notEqual(await readError('range(10**9) | list', type), '');
      assert.notEqual(await readError('("a" * 10**9) | list', type), '');
    }
  });
});

suite('the template language', () => {
  for (const statement of [
    "{% include 'x' %}",
    "{% import 'x' as x %}",
    "{% from 'x' import y %}",
    "{% extends 'x' %}",
  ]) {
    test(`has no ${statement}`, async () => {
      const workflow_id = await createWorkflow(service, chain(node('step', 'output', { value: statement })));
      const { status, body } = await service.call('/api/v3/workflow/run', { workflow_id });
      assert.equal(status, 422);
      assert.match((body as { detail: string }).detail, /^The workflow is not valid: /);
    });
  }

  test('can produce characters that the database can not store, and they are returned unchanged', async () => {
    const value = '{{ "a\\x00b\\ud800" }}';
    const definition = chain(
      node('made', 'transform', { value }),
      node('done', 'output', { value: '{{ steps.made.output }}' }),
    );
    const run = await runOnce(service, definition);
    assert.equal(readResult(run), 'a\0b\ud800');
    assert.deepEqual(await service.ask(`/api/v3/workflow/runs/get?entity_id=${run.id}`), run);
    const place = openPlace(json({}));
    const call = node('call', 'http.request', {
      url: place.url,
      method: 'POST',
      body: { made: '{{ steps.made.output }}' },
    });
    const sent = await runOnce(service, chain(node('made', 'transform', { value }), call));
    assert.equal(sent.status, 'success', sent.error);
  });

  test('does not evaluate data as templates, be it input, the body of a webhook or a reply', async () => {
    const attack = '{{ 7*7 }}{% for x in y %}';
    const place = openPlace(json({ attack }));
    const definition = chain(
      node('call', 'http.request', { url: place.url, method: 'POST', body: { attack: '{{ input.body.attack }}' } }),
      node('again', 'transform', { value: '{{ steps.call.output.body.attack }}' }),
      node('done', 'output', {
        value: ['{{ steps.again.output }}', 'x {{ input.body.attack }}', '{{ steps.again.text }}'],
      }),
    );
    const run = await runOnce(service, definition, { body: { attack } });
    assert.deepEqual(readResult(run), [attack, `x ${attack}`, attack]);
    assert.deepEqual(JSON.parse(place.seen[0]?.body ?? ''), { attack });
    assert.deepEqual(readStepOutput(run, 'start'), { body: { attack } });
  });
});
