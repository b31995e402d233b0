/**
 * An upgrade without a pause: the new version migrates the database and works beside the last one, which goes on until
 * it is stopped. Nothing that either of them acknowledged is lost or done twice.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { findDifferences } from '../support/chaos-check.ts';
import { Journal, openLoad, randomNumbers } from '../support/chaos-load.ts';
import { CHAOS_ENVIRONMENT, type Clients, loadWhile, openPool, settle } from '../support/chaos-run.ts';
import { LAST_VERSION, unpackLastVersion, whyNoLastVersion } from '../support/last-version.ts';
import { openOutside } from '../support/outside.ts';
import { inReverse, newInstallationOnDatabase, until } from '../support/process.ts';

const CLIENTS: Clients = [
  ['webhook'],
  ['webhook', 'record'],
  ['direct'],
  ['direct'],
  ['approval', 'round'],
  ['decide'],
];
const LONGEST_ANSWER_MS = 100;
/** How many requests are acknowledged in each stage of the upgrade. */
const PROGRESS = 25;

test('the last version and this one work side by side while one takes over from the other', {
  skip: await whyNoLastVersion(),
}, async t => {
  const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  const random = randomNumbers(seed);
  const hooks = inReverse(t);
  const outside = await openOutside(hooks);
  outside.onSeen = () => delay(random() * LONGEST_ANSWER_MS);
  const { heddle, database } = await newInstallationOnDatabase(hooks, { template: 'template1' });
  // A version refuses settings that it does not know, so the new ones are only for the new processes.
  const program = ['env', '-u', 'HEDDLE_PROCESSES', await unpackLastVersion(hooks)];
  const last = { program, environment: CHAOS_ENVIRONMENT };
  const old = await heddle.serve(last);
  const oldWorker = heddle.start(['worker'], last);
  await oldWorker.printed(/works in the background/);

  const load = await openLoad(old.url, outside);
  const pool = openPool(hooks, database.address);
  const journal = new Journal();
  let urls = [old.url];
  const options = { load, journal, random, pool, urls: () => urls };
  const progress = async (when: string) => {
    const before = journal.acknowledged;
    await until(() => journal.acknowledged >= before + PROGRESS, `the load goes on ${when}`);
  };
  const migration = async () => (await pool.query('SELECT max(version) AS version FROM migrations')).rows[0].version;
  let url = '';
  const upgrade = async () => {
    await progress('with the last version');
    assert.equal(await migration(), LAST_VERSION.migration);
    url = (await heddle.serve({ environment: CHAOS_ENVIRONMENT })).url;
    assert.ok((await migration()) >= LAST_VERSION.migration);
    await progress('with the last version on the new schema');
    urls = [old.url, url];
    await progress('with both versions');
    urls = [url];
    assert.equal((await oldWorker.end('SIGTERM')).code, 0);
    assert.equal((await old.process.end('SIGTERM')).code, 0);
    await progress('with the new version');
  };
  await loadWhile(options, CLIENTS, upgrade());
  await settle(options);

  t.diagnostic(journal.summary());
  assert.deepEqual(await findDifferences({ load, journal, pool, url }), []);
  // Whoever starts the last version again learns why it does not start.
  if ((await migration()) > LAST_VERSION.migration) {
    const { code, stderr } = await heddle.run(['serve'], last);
    assert.match(stderr, /^heddle: the database is at version \d+, this Heddle knows versions up to \d+: .*\n$/);
    assert.notEqual(code, 0);
  }
});
