import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { thingFields } from '../../test/fixtures/query.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { ApiError } from '../errors.ts';
import { compileQuery } from './compile.ts';
import { defineFields } from './fields.ts';

function refusal(body: Record<string, unknown>): string {
  try {
    compileQuery(thingFields, body);
  } catch (error) {
    assert(error instanceof ApiError, String(error));
    assert.equal(error.status, 422);
    return error.message;
  }
  return assert.fail('was not refused');
}

const UUID = '0197d1aa-0000-7000-8000-00000000000a';
const CUT = `'${'x'.repeat(80)}…'`;
const DEEP = JSON.parse('['.repeat(fixedLimits.bodyDepth + 1) + ']'.repeat(fixedLimits.bodyDepth + 1));
const NO_OPTIONS = 'of embedded options, only a leading (?i) is allowed';

describe('a filter is refused that', () => {
  const cases: [filter: unknown, what: string][] = [
    ['name', 'must be [field, operator, value]'],
    [['name', '=='], 'must be [field, operator, value]'],
    [['name', '==', 'a', 'b'], 'must be [field, operator, value]'],
    [{ 0: 'name', 1: '==', 2: 'a', length: 3 }, 'must be [field, operator, value]'],

    [[1, '==', 'a'], 'the field must be a string'],
    [['nam', '==', 'a'], "unknown field 'nam'"],
    [['', '==', 'a'], "unknown field ''"],
    [['__proto__', '==', 'a'], "unknown field '__proto__'"],
    [['constructor', '==', 'a'], "unknown field 'constructor'"],
    [['things.name', '==', 'a'], "unknown field 'things.name'"],
    [['name"; drop table things; --', '==', 'a'], "unknown field 'name\"; drop table things; --'"],
    [["name' or '1'='1", '==', 'a'], "unknown field 'name' or '1'='1'"],
    [['x'.repeat(1000), '==', 'a'], `unknown field ${CUT}`],
    [['metadata.', '==', 'a'], "unknown field 'metadata.'"],
    [['metadata.*.', '==', 'a'], "unknown field 'metadata.*.'"],
    [['metadata.a..b', '==', 'a'], "unknown field 'metadata.a..b'"],
    [[`metadata${'.x'.repeat(fixedLimits.bodyDepth + 1)}`, '==', 'a'], `unknown field 'metadata${'.x'.repeat(36)}…'`],
    [['metadata.\0', '==', 'a'], 'NUL characters are not allowed'],
    [['metadata.\ud800', '==', 'a'], 'lone surrogates are not allowed'],

    [['name', '=', 'a'], "unknown operator '=': must be one of ==, !=, <, <=, >, >=, in, not_in, contains, regex"],
    [['name', ['=='], 'a'], 'unknown operator: must be one of ==, !=, <, <=, >, >=, in, not_in, contains, regex'],
    [['owner', '<', UUID], "operator '<' does not apply to field 'owner'"],
    [['owner', 'contains', 'a'], "operator 'contains' does not apply to field 'owner'"],
    [['owner', 'regex', 'a'], "operator 'regex' does not apply to field 'owner'"],
    [['size', 'contains', 1], "operator 'contains' does not apply to field 'size'"],
    [['size', 'regex', '1'], "operator 'regex' does not apply to field 'size'"],
    [['ratio', 'regex', '1'], "operator 'regex' does not apply to field 'ratio'"],
    [['enabled', '<', true], "operator '<' does not apply to field 'enabled'"],
    [['seen.timestamp', 'contains', 1], "operator 'contains' does not apply to field 'seen.timestamp'"],
    [['scopes', 'in', [['a']]], "operator 'in' does not apply to field 'scopes'"],
    [['scopes', '<', ['a']], "operator '<' does not apply to field 'scopes'"],

    [['name', '==', 'a\0'], 'NUL characters are not allowed'],
    [['name', 'in', ['a', '\udc00']], 'lone surrogates are not allowed'],
    [['name', 'regex', '\ud800'], 'lone surrogates are not allowed'],
    [['metadata.a', '==', { b: [{ '\0': 1 }] }], 'NUL characters are not allowed'],
    [['metadata.a', '==', DEEP], `the value is nested deeper than ${fixedLimits.bodyDepth} levels`],
    [['metadata.a', '==', Number.NaN], 'the value is not JSON'],
    [['metadata.a', '==', undefined], 'the value is not JSON'],

    [['name', '==', 1], "field 'name' takes a string"],
    [['name', '<', null], "field 'name' takes a string"],
    [['name', 'contains', null], "field 'name' takes a string"],
    [['name', 'contains', ['a']], "field 'name' takes a string"],
    [['name', 'in', ['a', 1]], "field 'name' takes a string"],
    [['name', 'in', 'a'], "operator 'in' takes an array"],
    [['name', 'not_in', null], "operator 'not_in' takes an array"],
    [['name', 'in', Array(fixedLimits.query.listValues + 1).fill('a')], "operator 'in' takes at most 1000 values"],
    [['owner', '==', 'a'], "field 'owner' takes a UUID"],
    [['owner', '==', `{${UUID}}`], "field 'owner' takes a UUID"],
    [['owner', '==', UUID.replaceAll('-', '')], "field 'owner' takes a UUID"],
    [['size', '==', '1'], "field 'size' takes an integer"],
    [['size', '<', null], "field 'size' takes an integer"],
    [['size', '==', 0.5], "field 'size' takes an integer"],
    [['size', '==', 2 ** 60], "field 'size' takes an integer"],
    [['ratio', '==', '1'], "field 'ratio' takes a number"],
    [['enabled', '==', 1], "field 'enabled' takes true or false"],
    [['seen.timestamp', '>', 1.5], "field 'seen.timestamp' takes an integer number of milliseconds"],
    [['seen.timestamp', '>', '2026-01-01'], "field 'seen.timestamp' takes an integer number of milliseconds"],
    [['scopes', '==', 'a'], "field 'scopes' takes an array of strings"],
    [['scopes', '==', ['a', null]], "field 'scopes' takes an array of strings"],
    [['scopes', 'contains', 1], "field 'scopes' takes a string"],
    [['metadata.a', '<', true], "operator '<' takes a number or a string for field 'metadata.a'"],
    [['metadata.a', '>=', null], "operator '>=' takes a number or a string for field 'metadata.a'"],

    [['name', 'regex', null], "operator 'regex' takes a string"],
    [['name', 'regex', 'x'.repeat(1001)], `pattern ${CUT} is longer than 1000 characters`],
    [['name', 'regex', 'x'.repeat(100_000)], `pattern ${CUT} is longer than 1000 characters`],
    [['name', 'regex', '***=a'], `pattern '***=a' is invalid: ${NO_OPTIONS}`],
    [['name', 'regex', '***:a'], `pattern '***:a' is invalid: ${NO_OPTIONS}`],
    [['name', 'regex', '(?x)a'], `pattern '(?x)a' is invalid: ${NO_OPTIONS}`],
    [['name', 'regex', '(?in)a'], `pattern '(?in)a' is invalid: ${NO_OPTIONS}`],
    [['metadata.a', 'regex', '(?q)('], `pattern '(?q)(' is invalid: ${NO_OPTIONS}`],
  ];
  for (const [filter, what] of cases) {
    test(`${String(JSON.stringify(filter)).slice(0, 60)}: ${what}`, () => {
      assert.equal(refusal({ filters: [filter] }), `validation error: filters[0]: ${what}`);
    });
  }

  test('is anywhere in the list', () => {
    const filters = [
      ['name', '==', 'a'],
      ['nam', '==', 'a'],
    ];
    assert.equal(refusal({ filters }), "validation error: filters[1]: unknown field 'nam'");
  });
});

describe('a body is refused for', () => {
  const cases: [body: Record<string, unknown>, message: string][] = [
    [{ filters: {} }, 'filters: must be an array of [field, operator, value]'],
    [{ filters: null }, 'filters: must be an array of [field, operator, value]'],
    [{ filters: Array(101).fill(['name', '==', 'a']) }, 'filters: at most 100 filters are allowed'],
    [{ filters: Array(10_000).fill(['name', '==', 'a']) }, 'filters: at most 100 filters are allowed'],
    [{ sort_key: 'nam' }, "sort_key: unknown field 'nam'"],
    [{ sort_key: 'name; drop table things' }, "sort_key: unknown field 'name; drop table things'"],
    [{ sort_key: '__proto__' }, "sort_key: unknown field '__proto__'"],
    [{ sort_key: 'metadata.\0' }, 'sort_key: NUL characters are not allowed'],
    [{ sort_key: 1 }, 'sort_key: must be a string'],
    [{ sort_key: null }, 'sort_key: must be a string'],
    [{ sort_key: 'scopes' }, "sort_key: field 'scopes' can not be sorted by"],
    [{ sort_order: 0 }, 'sort_order: must be 1 or -1'],
    [{ sort_key: 'name', sort_order: '1' }, 'sort_order: must be 1 or -1'],
    [{ sort_key: 'name', sort_order: null }, 'sort_order: must be 1 or -1'],
    [{ limit_from: -1 }, 'limit_from: must be an integer not below 0'],
    [{ limit_from: 0.5 }, 'limit_from: must be an integer not below 0'],
    [{ limit_from: '1' }, 'limit_from: must be an integer not below 0'],
    [{ limit_from: 2 ** 60 }, 'limit_from: must be an integer not below 0'],
    [{ limit_from: 2, limit_to: 1 }, 'limit_to: must be an integer not below limit_from'],
    [{ limit_to: '9' }, 'limit_to: must be an integer not below limit_from'],
    [{ limit_to: 1001 }, 'limit_to: at most 1000 items are given at once'],
    [{ limit_from: 5, limit_to: 1006 }, 'limit_to: at most 1000 items are given at once'],
  ];
  for (const [body, message] of cases) {
    test(`${JSON.stringify(body).slice(0, 60)}: ${message}`, () => {
      assert.equal(refusal(body), `validation error: ${message}`);
    });
  }
});

test('a path of millions of steps is refused without following it', () => {
  assert.match(
    refusal({ sort_key: `metadata${'.x'.repeat(3_000_000)}` }),
    /^validation error: sort_key: unknown field/,
  );
  assert.match(refusal({ sort_key: 'x.'.repeat(3_000_000) }), /^validation error: sort_key: unknown field/);
});

test('declaring paths, or their index, in a column that is not JSON fails at once', () => {
  const newest = ['created_at', 'id'] as const;
  const paths = { 'name.*': { type: 'text', column: 'name' } } as const;
  assert.throws(() => defineFields(paths, { newest }), /only json has paths/);
  const index = { name: { type: 'text', column: 'name', containmentIndex: true } } as const;
  assert.throws(() => defineFields(index, { newest }), /only json has paths/);
});
