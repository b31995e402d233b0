import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fixedLimits } from '../configuration/limits.ts';
import { type GivenFields, mergeFields, readGivenFields, requireComplete, summarizeSecrets } from './given-fields.ts';
import type { CredentialKind } from './kinds.ts';

const refusal = (detail: string) => ({ status: 422, message: `validation error: ${detail}` });
const given = (kind: CredentialKind, fields: Record<string, unknown>) =>
  readGivenFields(kind, fields, { mayRefer: true });
const complete = (kind: CredentialKind, fields: Record<string, unknown>) => requireComplete(kind, given(kind, fields));

suite('the fields that somebody gives', () => {
  test('are separated into secret ones, others, and those that are to be removed', () => {
    const fields = { username: 'ann', password: 's3cret' };
    assert.deepEqual(given('basic', fields), {
      publicFields: { username: 'ann' },
      secrets: { password: 's3cret' },
      removed: [],
    });
    assert.deepEqual(given('basic', { username: null, password: '' }).removed, ['username', 'password']);
    assert.deepEqual(given('generic', { any: 's3cret' }).secrets, { any: 's3cret' });
  });

  test('must be of the type that the field has', () => {
    const cases: [kind: CredentialKind, fields: Record<string, unknown>, detail: string][] = [
      ['basic', { user: 'x' }, "fields.user: is no field of the kind 'basic'"],
      ['bearer', { ['x'.repeat(101)]: 'x' }, `fields.${'x'.repeat(100)}: is no field of the kind 'bearer'`],
      ['bearer', { token: 5 }, 'fields.token: must be a text'],
      ['basic', { username: ['x'] }, 'fields.username: must be a text'],
      ['jwt', { lifetime_seconds: '60' }, 'fields.lifetime_seconds: must be a number'],
      ['jwt', { lifetime_seconds: Number.NaN }, 'fields.lifetime_seconds: must be a number'],
      ['jwt', { claims: [] }, 'fields.claims: must be a JSON object'],
      ['oauth2_client', { scopes: 'read' }, 'fields.scopes: must be a list of texts'],
      ['oauth2_client', { scopes: ['read', 1] }, 'fields.scopes: must be a list of texts'],
      ['hmac', { encoding: 'rot13' }, 'fields.encoding: must be one of hex, base64, base64url'],
      [
        'generic',
        { '1st': 'x' },
        "fields: names of fields have at most 64 letters, digits and '_', and no digit first",
      ],
    ];
    for (const [kind, fields, detail] of cases) assert.throws(() => given(kind, fields), refusal(detail), detail);
    for (const name of ['a'.repeat(64), '_1', 'A']) given('generic', { [name]: 'x' });
    assert.throws(() => given('generic', { ['a'.repeat(65)]: 'x' }), { status: 422 });
  });

  test('refer to other places only when an administrator gives them, and only in secret ones', () => {
    const fields = { token: 'env:HEDDLE_SECRET_A' };
    assert.deepEqual(given('bearer', fields).secrets, fields);
    assert.throws(() => readGivenFields('bearer', fields, { mayRefer: false }), { status: 403 });
    assert.deepEqual(readGivenFields('basic', { username: 'env:X' }, { mayRefer: false }).publicFields, {
      username: 'env:X',
    });
    const detail =
      'fields.token: must name a variable that starts with HEDDLE_SECRET_, such as env:HEDDLE_SECRET_STRIPE';
    assert.throws(() => given('bearer', { token: 'env:HOME' }), refusal(detail));
  });

  test('replace what is stored, and the rest stays', () => {
    const stored = { publicFields: { a: 1, b: 2, c: 3 }, secrets: { x: 'one', y: 'two', z: 'three' } };
    const change: GivenFields = { publicFields: { b: 5 }, secrets: { y: 'five' }, removed: ['c', 'z'] };
    assert.deepEqual(mergeFields(stored, change), { publicFields: { a: 1, b: 5 }, secrets: { x: 'one', y: 'five' } });
  });

  test('are complete with all that the kind requires', () => {
    complete('basic', { username: 'ann', password: 'x' });
    assert.throws(() => complete('basic', { username: 'ann' }), refusal('fields.password: is required'));
    assert.throws(() => complete('generic', {}), refusal('fields: must have at least one field'));
    const jwt = { private_key: 'x', algorithm: 'HS256', lifetime_seconds: 0 };
    assert.throws(() => complete('jwt', jwt), refusal("fields: 'lifetime_seconds' must be between 1 and 86400"));
  });

  test('have together so many bytes, and not one more', () => {
    const { bytes } = fixedLimits.credential;
    const spent = Buffer.byteLength(JSON.stringify({ token: 'ä' }));
    complete('generic', { token: `ä${'x'.repeat(bytes - spent)}` });
    assert.throws(() => complete('generic', { token: `ä${'x'.repeat(bytes - spent + 1)}` }), {
      status: 422,
      message: 'The fields of the credential are too large (at most 65536 bytes of JSON)',
    });
  });
});

test('the end of a secret is told when it is long, of one line, and stored here', () => {
  const long = 'x'.repeat(fixedLimits.credential.hintedCharacters - 4);
  const summaries = summarizeSecrets({
    long: `${long}ab💶d`,
    short: `${long}abc`,
    key: `${long}\nabcd`,
    elsewhere: `vault:${long}/path#abcd`,
  });
  assert.deepEqual(summaries, {
    long: { source: 'value', hint: '••••ab💶d' },
    short: { source: 'value' },
    key: { source: 'value' },
    elsewhere: { source: 'vault' },
  });
});
