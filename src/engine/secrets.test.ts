import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reference } from '../templates/template.ts';
import type { NodeRules } from './node-rules.ts';
import { findNamedSecrets, secretProblems } from './secrets.ts';

const reference = (path: Reference['path'], rest: Partial<Reference> = {}): Reference =>
  ({ root: 'secrets', path, printed: true, ...rest }) as Reference;

const sending = { sendsSecrets: true } as NodeRules;
const computing = {} as NodeRules;

const credentials = new Map([
  ['shop', { fields: ['token'] }],
  ['bank', { fields: ['token'], places: [] }],
]);

test('a text may name only the fields of credentials that may be used there, and only by themselves', () => {
  const alone = 'must use a secret as {{ secrets.name.field }}, with nothing else inside of the braces';
  const table: [Reference, string[]][] = [
    [reference(['shop', 'token']), []],
    [reference(['shop', 'password']), ["uses the field 'password', which the credential 'shop' does not have"]],
    [reference(['mine', 'token']), ["uses the credential 'mine', which does not exist or may not be used"]],
    [
      reference(['bank', 'token']),
      ["uses the credential 'bank', which templates may not name: use it as 'credential', or ask its owner"],
    ],
    [reference(['shop', 'token'], { printed: false }), [alone]],
    [reference(['shop']), [alone]],
    [reference(['shop', 'token', 'length']), [alone]],
    [reference(['shop', 0]), [alone]],
    [reference([0, 'token']), [alone]],
    [reference(['shop', 'token'], { root: 'input' }), []],
  ];
  for (const [given, problems] of table) {
    assert.deepEqual(secretProblems([given], sending, credentials), problems);
  }
  assert.deepEqual(secretProblems([reference(['shop', 'token'])], computing, credentials), [
    'uses a secret, which only steps that send requests or call tools may do',
  ]);
});

test('secrets are found in texts at any depth, each once', () => {
  const params = {
    url: 'https://x.test/{{ secrets.shop.token }}',
    headers: [{ value: `{{ secrets['shop'] . token }} {{ secrets["my bank"]['the pin'] }}` }, null, 3, undefined],
    plain: 'secrets of the trade',
    other: '{{ input.secrets }}',
  };
  const found = findNamedSecrets(params).map(({ credential, field }) => `${credential}/${field}`);
  assert.deepEqual(found.toSorted(), ['my bank/the pin', 'shop/token']);
});
