/**
 * The short form of `npm run chaos -- --cluster`: a server of PostgreSQL and its synchronous standby are disturbed under
 * load. Whatever was acknowledged happens exactly once, and no run fails because of the database.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { findDifferences } from '../support/chaos-check.ts';
import { Journal, openLoad, randomNumbers } from '../support/chaos-load.ts';
import { CHAOS_ENVIRONMENT, type Clients, loadWhile, openPool, settle } from '../support/chaos-run.ts';
import { openForgetfulProxy } from '../support/forgetful-proxy.ts';
import { openOutside } from '../support/outside.ts';
import { openPair, whyNoPair } from '../support/postgres-pair.ts';
import { inReverse, newInstallation, until } from '../support/process.ts';

const CLIENTS: Clients = [['webhook'], ['webhook', 'record'], ['direct'], ['direct'], ['approval'], ['decide']];
const LONGEST_ANSWER_MS = 100;
/** How many requests are acknowledged between two disturbances. */
const PROGRESS = 12;

test('nothing is lost or done twice when a standby takes over from a dead primary under load', {
  skip: whyNoPair,
}, async t => {
  const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  const random = randomNumbers(seed);
  const hooks = inReverse(t);
  const outside = await openOutside(hooks);
  outside.onSeen = () => delay(random() * LONGEST_ANSWER_MS);
  const { primary, standby } = await openPair(hooks);
  let current = primary;
  const proxy = await openForgetfulProxy(hooks, () => current);
  const address = {
    host: proxy.host,
    port: proxy.port,
    user: 'heddle',
    password: primary.password,
    database: 'heddle',
  };
  const url = `postgres://heddle:${primary.password}@${proxy.host}:${proxy.port}/heddle`;
  const heddle = await newInstallation(hooks, { ...CHAOS_ENVIRONMENT, HEDDLE_DATABASE_URL: url });
  const service = await heddle.serve();
  const worker = heddle.start(['worker']);
  await worker.printed(/works in the background/);

  const load = await openLoad(service.url, outside);
  const pool = openPool(hooks, address);
  const journal = new Journal();
  const options = { load, journal, random, pool, urls: () => [service.url] };
  const progress = async (after: string) => {
    const before = journal.acknowledged;
    await until(() => journal.acknowledged >= before + PROGRESS, `the load goes on ${after}`);
  };
  const disturb = async () => {
    await progress('at first');
    await primary.execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'heddle'`);
    await progress('after all backends were terminated');

    await primary.execute('ALTER SYSTEM SET default_transaction_read_only = on');
    await primary.execute('SELECT pg_reload_conf()');
    const refused = journal.unanswered;
    await until(() => journal.unanswered > refused, 'clients are told to come again');
    await primary.execute('ALTER SYSTEM RESET default_transaction_read_only');
    await primary.execute('SELECT pg_reload_conf()');
    await progress('after the server was read-only');

    await primary.die();
    await standby.execute('SELECT pg_promote()');
    current = standby;
    await progress('on the standby that was promoted');
  };
  await loadWhile(options, CLIENTS, disturb());
  await settle(options);

  t.diagnostic(journal.summary());
  assert.deepEqual(await findDifferences({ load, journal, pool, url: service.url }), []);
  assert.equal((await worker.end('SIGTERM')).code, 0);
  assert.equal((await service.process.end('SIGTERM')).code, 0);
});
