/** What validation says of credentials and secrets in steps. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { edge, environment, node } from '../../test/fixtures/nodes.ts';
import { findNamedSecrets } from '../engine/secrets.ts';
import { referencedResources, validateParams } from '../engine/validation.ts';

function definition(type: string, params: Record<string, unknown>) {
  return {
    nodes: [node('start', 'trigger.manual', {}), node('a', type, params), node('end', 'output', { value: null })],
    edges: [edge('start', 'a'), edge('a', 'end')],
  };
}

function issues(type: string, params: Record<string, unknown>) {
  return validateParams(definition(type, params), environment).map(
    ({ severity, message, param }) => `${severity} ${param}: ${message}`,
  );
}

const url = 'https://example.org';

suite('secrets', () => {
  for (const params of [
    { url, headers: { Authorization: 'Bearer {{ secrets.shop.token }}' } },
    { url: `${url}/{{secrets['shop']["token"]}}`, query: { key: '{{ secrets.shop.token }}' } },
    { url, body: { deep: [{ inside: '{% if input.a %}{{ secrets.shop.token }}{% endif %}' }] } },
  ]) {
    test(`may stand in ${JSON.stringify(params)}`, () => {
      assert.deepEqual(issues('http.request', params), []);
      const { credentials } = referencedResources(definition('http.request', params), environment.nodeTypes);
      assert.deepEqual(credentials, ['shop']);
    });
  }

  test('may stand in the params of a tool', () => {
    assert.deepEqual(issues('tool.call', { tool: 'search', params: { key: '{{ secrets.shop.token }}' } }), []);
  });

  const form = 'must use a secret as {{ secrets.name.field }}, with nothing else inside of the braces';
  for (const [text, problem] of [
    ['{{ secrets.shop.token | upper }}', form],
    ['{{ "a" ~ secrets.shop.token }}', form],
    ['{{ secrets.shop }}', form],
    ['{{ secrets }}', form],
    ['{{ secrets[input.name].token }}', form],
    ['{{ secrets.shop.token.more }}', form],
    ['{% set x = secrets.shop.token %}{{ x }}', form],
    ['{% for x in secrets.shop.token %}{{ x }}{% endfor %}', form],
    ['{{ secrets.other.token }}', "uses the credential 'other', which does not exist or may not be used"],
    ['{{ secrets.shop.password }}', "uses the field 'password', which the credential 'shop' does not have"],
  ] as const) {
    test(`must not be used as ${text}`, () => {
      assert.deepEqual(issues('http.request', { url, body: text }), [`error body: Step 'a': 'body' ${problem}`]);
    });
  }

  const elsewhere = 'uses a secret, which only steps that send requests or call tools may do';
  for (const [type, param, params] of [
    ['transform', 'value', { value: '{{ secrets.shop.token }}' }],
    ['notify', 'message', { subject: 'x', message: '{{ secrets.shop.token }}' }],
    ['ai.condition', 'question', { question: '{{ secrets.shop.token }}' }],
  ] as const) {
    test(`are refused in ${type}`, () => {
      assert.deepEqual(
        issues(type, params).filter(issue => issue.includes('secret')),
        [`error ${param}: Step 'a': '${param}' ${elsewhere}`],
      );
    });
  }

  test('are found without compiling templates', () => {
    const deep = { a: ['x', { b: "{{ secrets . one.two }} {{secrets['three']['four five']}}" }], c: null, d: 7 };
    assert.deepEqual(
      findNamedSecrets(deep).toSorted((one, other) => one.credential.localeCompare(other.credential)),
      [
        { credential: 'one', field: 'two' },
        { credential: 'three', field: 'four five' },
      ],
    );
    assert.deepEqual(findNamedSecrets('no secrets here, or secrets.one'), []);
  });
});

suite('credentials', () => {
  test('of a request must be usable', () => {
    assert.deepEqual(issues('http.request', { url, credential: 'shop' }), []);
    assert.deepEqual(issues('http.request', { url, credential: 'other' }), [
      "error credential: Step 'a': the credential 'other' does not exist or may not be used",
    ]);
    assert.deepEqual(issues('http.request', { url, credential: '{{ input.name }}' }), [
      "error credential: Step 'a': the credential '{{ input.name }}' does not exist or may not be used",
    ]);
  });

  test('are suggested for headers that everybody can read', () => {
    const headers = { Authorization: 'Bearer abc', 'X-Api-Key': '{{ input.key }}', 'Idempotency-Key': 'k', Cookie: '' };
    assert.deepEqual(issues('http.request', { url, headers }), [
      "warning headers: Step 'a': everybody who sees the workflow can read the header 'Authorization': " +
        'a credential would keep it secret',
    ]);
    const [suggestion] = validateParams(definition('http.request', { url, headers }), environment);
    assert.equal(suggestion?.instead, 'credential');
  });
});
