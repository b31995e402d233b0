import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { openThings, type ThingsDatabase, type ThingsSchema, thing, thingFields } from '../../test/fixtures/query.ts';
import { COMPLETE_ONLY, test } from '../../test/support/tiers.ts';
import { ApiError } from '../errors.ts';
import { runAsOwner } from '../platform/concurrency/owner-context.ts';
import { isStatementTimeout } from '../platform/postgres/connection-error.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { compileQuery } from './compile.ts';
import { countRows, findRows } from './execute.ts';
import type { QueryBody } from './query-body.ts';

let things: ThingsDatabase;
before(async () => {
  things = await openThings();
  await things.insert(2, [thing({ name: 'a'.repeat(301) })]);
});
after(() => things.drop());

// These tests run concurrently, because each of them waits for a time limit.
describe('patterns', { concurrency: true }, () => {
  const refusal = (body: QueryBody, batch = 2) =>
    findRows(things.query, compileQuery(thingFields, body), db =>
      db.selectFrom('things').select('name').where('batch', '=', batch),
    ).then(
      () => assert.fail('was not refused'),
      error => {
        assert(error instanceof ApiError, error);
        assert.equal(error.status, 422);
        return error.message;
      },
    );
  /** There are millions of ways to divide an odd number of letters among its groups, and none of them matches. */
  const slow = '^(a*)(a*)(a*)(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5\\6\\7\\8$';

  test('an invalid pattern is refused and named, even when there is no row to match it against', async () => {
    const filters = [
      ['name', 'regex', 'a'],
      ['metadata.a', 'regex', '('],
    ];
    const message = "validation error: filters[1]: pattern '(' is invalid: parentheses () not balanced";
    assert.equal(await refusal({ filters }), message);
    assert.equal(await refusal({ filters }, 0), message);
    assert.match(await refusal({ filters: [['name', 'regex', 'a**']] }), /pattern 'a\*\*' is invalid: quantifier/);
    assert.match(await refusal({ filters: [['name', 'regex', '(?i)(?x)a']] }), /is invalid: quantifier/);
    assert.match(await refusal({ filters: [['name', 'regex', 'a\\']] }), /is invalid: invalid escape/);
    assert.match(
      await refusal({ filters: [['name', 'regex', '((a{0,255}){0,255}){0,255}']] }),
      /is invalid: .*complex/,
    );
  });

  test('a pattern that is exponential in backtracking engines works', async () => {
    const selection = compileQuery(thingFields, { filters: [['name', 'regex', '(a+)+$']] });
    const mine = (db: Kysely<ThingsSchema>) => db.selectFrom('things').select('batch').where('batch', '=', 2);
    assert.deepEqual(await findRows(things.query, selection, mine), [{ batch: 2 }]);
    assert.equal(await countRows(things.query, selection, mine), 1);
  });

  test('a pattern that is slow to match is refused by find and by count', async () => {
    const body = { filters: [['name', 'regex', slow]] };
    const message = `validation error: filters[0]: pattern '${slow}' takes too long`;
    assert.equal(await refusal(body, 2), message);
    const counting = countRows(things.query, compileQuery(thingFields, body), db =>
      db.selectFrom('things').where('batch', '=', 2),
    );
    await assert.rejects(counting, { status: 422, message });
  });

  test('a pattern that is slow to compile is refused', async () => {
    const pattern = '(((a|b){0,99}){0,9}){0,9}';
    const message = await refusal({ filters: [['name', 'regex', pattern]] }, 0);
    assert.equal(message, `validation error: filters[0]: pattern '${pattern}' takes too long`);
  });

  test('the refusal of a slow query names all of its patterns', async () => {
    const filters = [
      ['name', 'regex', 'a'],
      ['name', 'regex', slow],
    ];
    assert.equal(await refusal({ filters }, 2), `validation error: filters: pattern 'a' or '${slow}' takes too long`);
  });

  test('the time limit ends with the query', async () => {
    const selection = compileQuery(thingFields, { filters: [['name', 'regex', 'a']] });
    await things.query.connection().execute(async connection => {
      await findRows(connection, selection, db => db.selectFrom('things').select('name'));
      const { rows } = await sql`show statement_timeout`.execute(connection);
      assert.deepEqual(rows, [{ statement_timeout: '0' }]);
    });
  });

  test("many slow queries of one user do not delay another user's query", COMPLETE_ONLY, async () => {
    const ended: string[] = [];
    const find = (owner: string, pattern: string) =>
      runAsOwner(owner, async () => {
        const selection = compileQuery(thingFields, { filters: [['name', 'regex', pattern]] });
        const mine = (db: Kysely<ThingsSchema>) => db.selectFrom('things').select('batch').where('batch', '=', 2);
        await findRows(things.query, selection, mine).catch(() => {});
        ended.push(owner);
      });
    const many = Array.from({ length: 3 }, () => find('one', slow));
    await find('other', '^a');
    assert.deepEqual(ended, ['other']);
    await Promise.all(many);
  });
});

test('a slow query without a pattern is refused, and the refusal names what is slow', async () => {
  const limited = openDatabase<ThingsSchema>(things.target, { maxConnections: 2, statementMs: 100 });
  const slowly = (db: Kysely<ThingsSchema>) =>
    db.selectFrom('things').select('name').where(sql<boolean>`pg_sleep(60) is not null`);
  const find = (body: QueryBody) => findRows(limited.query, compileQuery(thingFields, body), slowly);
  try {
    const message = (where: string) => `validation error: ${where}: the query takes too long`;
    await assert.rejects(find({ filters: [['size', '==', 1]] }), { status: 422, message: message('filters') });
    await assert.rejects(find({ sort_key: 'name' }), { status: 422, message: message('sort_key') });
    await assert.rejects(find({}), (error: unknown) => isStatementTimeout(error));
  } finally {
    await limited.close();
  }
});
