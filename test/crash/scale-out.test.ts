/**
 * Three processes share a database and a bucket, as on three machines. One of them is killed under load and does not
 * return: nothing is lost, and nothing is done twice.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createS3Settings } from '../http/s3-storage.ts';
import { findDifferences } from '../support/chaos-check.ts';
import { findWorkflowId, Journal, openLoad, randomNumbers } from '../support/chaos-load.ts';
import { CHAOS_ENVIRONMENT, type Clients, loadWhile, openPool, settle } from '../support/chaos-run.ts';
import { openOutside } from '../support/outside.ts';
import { call, type Hooks, inReverse, newInstallationOnDatabase, temporaryFolder, until } from '../support/process.ts';
import { startS3 } from '../support/s3.ts';

const CLIENTS: Clients = [
  ['webhook'],
  ['webhook'],
  ['webhook', 'direct'],
  ['direct'],
  ['record'],
  ['approval', 'round'],
  ['schedule', 'expire'],
  ['decide'],
  ['decide'],
];

const LONGEST_ANSWER_MS = 100;
/** As many requests are acknowledged before the process is killed, and as many after it. */
const ACKNOWLEDGED = 30;

test('nothing is lost or done twice when one of three processes is killed under load', async t => {
  const seed = Number(process.env.HEDDLE_TEST_SEED ?? randomInt(2 ** 31));
  t.diagnostic(`seed ${seed}`);
  const random = randomNumbers(seed);
  const hooks = inReverse(t);
  const outside = await openOutside(hooks);
  outside.onSeen = () => delay(random() * LONGEST_ANSWER_MS);
  const { heddle, database } = await newInstallationOnDatabase(hooks);
  const machines = await createMachines(t, hooks);
  const [first, second, third] = machines.map(environment => ({ environment }));
  const service = await heddle.serve(first);
  const victim = await heddle.serve(second);
  const worker = heddle.start(['worker'], third);
  await worker.printed(/works in the background/);

  const load = await openLoad(service.url, outside);
  const pool = openPool(hooks, database.address);
  const journal = new Journal();
  let urls = [service.url, victim.url];
  const options = { load, journal, random, pool, urls: () => urls };
  const disturb = async () => {
    await until(() => journal.acknowledged > ACKNOWLEDGED, 'requests are acknowledged');
    // Ensures that the process has at least this run at that moment.
    const { promise: killed, resolve: release } = Promise.withResolvers<void>();
    outside.delayAnswers('/held/', killed);
    journal.ask('direct', 'held');
    const body = { workflow_id: findWorkflowId(load, 'direct'), input: { name: 'held' } };
    const lost = assert.rejects(call(victim.url, '/api/v3/workflow/run', body), TypeError);
    await until(() => outside.under('/held/').length > 0, 'its run has begun');
    urls = [service.url];
    assert.equal((await victim.process.end('SIGKILL')).signal, 'SIGKILL');
    release();
    await lost;
    const before = journal.acknowledged;
    await until(() => journal.acknowledged > before + ACKNOWLEDGED, 'the others acknowledge as many');
  };
  await loadWhile(options, CLIENTS, disturb());
  await settle(options);

  t.diagnostic(journal.summary());
  const { rows } = await pool.query(
    'SELECT count(*) AS runs, count(*) FILTER (WHERE interruptions > 0) AS interrupted FROM runs',
  );
  t.diagnostic(`${rows[0].runs} runs, of which ${rows[0].interrupted} were another's when they ended`);
  assert.deepEqual(await findDifferences({ load, journal, pool, url: service.url }), []);
  assert.ok(rows[0].interrupted > 0);
  assert.equal((await worker.end('SIGTERM')).code, 0);
  assert.equal((await service.process.end('SIGTERM')).code, 0);
});

/** The settings of each process. With S3 they share only the database, otherwise a folder of files as well. */
async function createMachines(t: TestContext, hooks: Hooks): Promise<Record<string, string>[]> {
  const s3 = await startS3();
  if ('unavailable' in s3) {
    t.diagnostic(`files are in a folder that all share, not on S3: ${s3.unavailable}`);
    return Array.from({ length: 3 }, () => CHAOS_ENVIRONMENT);
  }
  hooks.after(() => s3.stop());
  const folder = await temporaryFolder(hooks);
  const machine = (index: number) => ({
    ...CHAOS_ENVIRONMENT,
    ...createS3Settings(s3),
    HEDDLE_DATA: path.join(folder, `machine-${index}`),
    HEDDLE_KEYS: path.join(folder, 'keys'),
  });
  return Array.from({ length: 3 }, (_, index) => machine(index));
}
