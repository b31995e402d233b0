/**
 * Kills a service with `kill -9` before and after every commit of a webhook call. A call that was answered with 200 is
 * never lost; any other leaves a run with all its files, or nothing; and repeating a call with the same key gives one
 * run.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { releaseExpiredReservations } from '../../src/accounts/reservations.ts';
import type { HeddleDatabase } from '../../src/database.ts';
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts';
import { poll } from '../http/poll.ts';
import type { TestDatabase } from '../support/database.ts';
import { edge, node } from '../support/definitions.ts';
import { ENVIRONMENT } from '../support/disturbed-runs.ts';
import { awaitReply, done, findBlobFolder } from '../support/disturbed-storage.ts';
import { openDisturbedTriggers, type Published, publishForNewUser } from '../support/disturbed-triggers.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { dyingAt, stoppingAt } from '../support/points.ts';
import {
  admitted,
  type HeddleProcess,
  type Installation,
  inReverse,
  newInstallationOnDatabase,
  type Reply,
  temporaryFolder,
  until,
} from '../support/process.ts';
import { ageOnDisk, agePending, sweepAll } from '../support/storage-sweeps.ts';
import { COMPLETE_ONLY, casesOf, firstPer } from '../support/tiers.ts';

interface Case {
  point: string;
  /** The passing that belongs to the second call. The first call was answered. */
  passing: number;
  /** Whether the point comes after the commit. */
  isDone: boolean;
  /** The number of files in each call. */
  files: number;
  key?: string;
}

const cases: Case[] = [
  { point: 'gate.reserved', passing: 3, isDone: false, files: 2 },
  { point: 'gate.reserved', passing: 4, isDone: false, files: 2, key: 'key' },
  ...(['webhook.accepting', 'webhook.queued', 'webhook.accepted'] as const).flatMap(point => {
    const each = { point, passing: 2, isDone: point === 'webhook.accepted' };
    return [
      // A call without files is accepted with one statement, in which there is no point.
      ...(point === 'webhook.queued' ? [] : [{ ...each, files: 0 }]),
      { ...each, files: 2 },
      { ...each, files: 2, key: 'key' },
    ];
  }),
];

const hooks = inReverse({ after });
let heddle: Installation;
let testDatabase: TestDatabase;
let database: HeddleDatabase;
/** The address of a service that is not disturbed and executes the accepted runs. */
let url: string;
before(async () => {
  ({ heddle, testDatabase, database, url } = await openDisturbedTriggers(hooks));
});

function serveDyingAt(point: string, passing: number) {
  const environment = { ...ENVIRONMENT, ...dyingAt(point, passing) };
  return heddle.serve({ words: ['--no-worker'], environment });
}

async function assertKilled(victim: HeddleProcess): Promise<void> {
  assert.equal((await victim.end('SIGCONT')).signal, 'SIGKILL', 'it never came to the point');
}

/** A webhook with its own user, whose quota nothing else uses. */
class Hook {
  readonly #path: string;
  readonly #userId: string;
  readonly #workflowId: string;
  /** The number of files in each call. */
  readonly #files: number;

  constructor({ path, userId, workflowId }: Published, files: number) {
    this.#path = path;
    this.#userId = userId;
    this.#workflowId = workflowId;
    this.#files = files;
  }

  static async create({ at = url, isOfOrganization = false, files = 0 } = {}): Promise<Hook> {
    const definition = {
      nodes: [node('hook', 'trigger.webhook'), node('done', 'output', { value: '{{ input.body }}' })],
      edges: [edge('hook', 'done')],
    };
    return new Hook(await publishForNewUser(at, definition, { isOfOrganization }), files);
  }

  async call(at: string, name: string, key?: string): Promise<Reply> {
    const files = Array.from({ length: this.#files }, (_, index) => ({
      name: `${index}.txt`,
      data: Buffer.from(makeContent(name, index)).toString('base64'),
    }));
    const response = await fetch(at + this.#path, {
      method: 'POST',
      body: JSON.stringify({ name, files }),
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    });
    return { status: response.status, body: await response.json() };
  }

  async names(): Promise<string[]> {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT input::json -> 'body' ->> 'name' AS name FROM runs WHERE workflow_id = $1 ORDER BY name`,
      [this.#workflowId],
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Fails unless the user has exactly these runs, all successful and with complete files, and is charged for their
   * bytes.
   */
  async check(expected: string[]): Promise<void> {
    assert.deepEqual(await this.names(), expected.toSorted());
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM runs WHERE workflow_id = $1', [
      this.#workflowId,
    ]);
    let bytes = 0;
    for (const { id } of rows) bytes += await checkBytes(await readOutput(id));
    const { rows: accounts } = await database.pool.query(
      `SELECT storage_used AS used, (SELECT count(*) FROM files WHERE user_id = users.id) AS files,
         (SELECT coalesce(sum(amount), 0) FROM reservations WHERE user_id = users.id) AS reserved
       FROM users WHERE id = $1`,
      [this.#userId],
    );
    const { used, files, reserved } = accounts[0];
    assert.deepEqual([used - reserved, files], [bytes, rows.length * this.#files]);
  }
}

function makeContent(name: string, index: number): string {
  return `${name} ${index} `.repeat(100);
}

/** Reads the output of a run from the database, because only its user may see it through the API. */
async function readOutput(id: string): Promise<string> {
  return poll(async () => {
    const { rows } = await database.pool.query('SELECT status, output, error FROM runs WHERE id = $1', [id]);
    const { status, output, error } = rows[0];
    if (status === 'queued' || status === 'running') return undefined;
    assert.equal(status, 'success', error);
    return output;
  });
}

async function checkBytes(output: string): Promise<number> {
  const { name, files } = JSON.parse(output) as { name: string; files: { file_url: string; size: number }[] };
  for (const [index, { file_url }] of files.entries()) {
    const { pathname, search } = new URL(file_url);
    const response = await fetch(url + pathname + search);
    assert.deepEqual([response.status, await response.text()], [200, makeContent(name, index)]);
  }
  return files.reduce((sum, { size }) => sum + size, 0);
}

function toRunId(reply: Reply): string {
  return (done(reply) as { run_id: string }).run_id;
}

/** Starting a process occupies one core. */
const AT_ONCE = 3;
suite('a service that is killed during a webhook call loses no acknowledged call', {
  concurrency: AT_ONCE,
}, () => {
  for (const { point, passing, isDone, files, key } of casesOf(
    cases,
    firstPer(({ point }) => point),
  )) {
    test(`at ${point}, passing ${passing}, with ${files} files${key === undefined ? '' : ' and a key'}`, async () => {
      const victim = await serveDyingAt(point, passing);
      const hook = await Hook.create({ files });
      const acknowledged = toRunId(await hook.call(victim.url, 'first', key && `${key}-1`));
      assert.equal(await awaitReply(hook.call(victim.url, 'second', key)), undefined);
      await assertKilled(victim.process);
      await hook.check(isDone ? ['first', 'second'] : ['first']);
      // A client without an answer asks again.
      const { run_id } = done(await hook.call(url, 'second', key)) as { run_id: string };
      if (isDone && key === undefined) await hook.check(['first', 'second', 'second']);
      else await hook.check(['first', 'second']);
      if (key === undefined) return;
      assert.equal(toRunId(await hook.call(url, 'second', key)), run_id);
      assert.equal(toRunId(await hook.call(url, 'first', `${key}-1`)), acknowledged);
      await hook.check(['first', 'second']);
    });
  }

  for (const point of ['webhook.queued', 'webhook.accepted']) {
    test(`among many calls at ${point}`, COMPLETE_ONLY, async () => {
      const victim = await serveDyingAt(point, 2);
      const hook = await Hook.create({ files: 1 });
      const names = Array.from({ length: 40 }, (_, index) => `call-${index}`);
      const answers = await Promise.all(names.map(name => awaitReply(hook.call(victim.url, name, name))));
      await assertKilled(victim.process);
      const answered = names.filter((_, index) => answers[index]?.status === 200);
      const others = answers.filter(answer => answer !== undefined && answer.status !== 200);
      assert.ok(
        others.every(answer => answer?.status === 503),
        'refused for another reason than a busy service',
      );
      const kept = await hook.names();
      await hook.check(kept);
      assert.deepEqual(
        answered.filter(name => !kept.includes(name)),
        [],
        'answered, but not there',
      );
      const again = await Promise.all(names.map(name => admitted(() => hook.call(url, name, name))));
      for (const [index, answer] of answers.entries()) {
        const run_id = toRunId(again[index] ?? { status: 0, body: undefined });
        if (answer?.status === 200) assert.equal(run_id, toRunId(answer));
      }
      await hook.check(names);
    });
  }
});

test(
  'every call is answered and starts one run, although the commits of the service get no answer',
  COMPLETE_ONLY,
  async t => {
    const ends = inReverse(t);
    const proxy = await openLossyProxy(ends, testDatabase, /^Q.{4}commit/is);
    const environment = { ...ENVIRONMENT, HEDDLE_DATABASE_URL: proxy.url };
    const { process, url: at } = await heddle.serve({ words: ['--no-worker'], environment });
    const names = Array.from({ length: 6 }, (_, index) => `call-${index}`);
    for (const files of [0, 2]) {
      const hook = await Hook.create({ files });
      for (const [index, name] of names.entries())
        toRunId(await hook.call(at, name, index % 2 === 0 ? name : undefined));
      await hook.check(names);
    }
    assert.ok(proxy.lost >= names.length, `only ${proxy.lost} answers were lost`);
    assert.equal((await process.end('SIGTERM')).code, 0);
  },
);

test(
  'an accepted run succeeds although the connections of the worker that claimed it are cut',
  COMPLETE_ONLY,
  async t => {
    const ends = inReverse(t);
    const apart = await newInstallationOnDatabase(ends);
    const service = await apart.heddle.serve({ words: ['--no-worker'], environment: ENVIRONMENT });
    // In an organization, the worker also checks whether the user is still a member.
    const hook = await Hook.create({ at: service.url, isOfOrganization: true });
    const still = stoppingAt(await temporaryFolder(ends), 'run.claimed', 1);
    const databaseUrl = `${apart.database.url}?application_name=cut`;
    const environment = { ...ENVIRONMENT, ...still.environment, HEDDLE_DATABASE_URL: databaseUrl };
    const worker = apart.heddle.start(['worker'], { environment });
    const id = toRunId(await hook.call(service.url, 'call'));
    await still.reached(worker);
    const client = new pg.Client(apart.database.address);
    await client.connect();
    ends.after(() => client.end());
    await client.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'cut'`);
    await still.release();
    const readStatus = async () => (await client.query('SELECT status FROM runs WHERE id = $1', [id])).rows[0].status;
    await until(async () => !['queued', 'running'].includes(await readStatus()), 'the run ends');
    assert.equal(await readStatus(), 'success');
  },
);

test('only the files of runs remain after all leftovers have expired', async () => {
  const blobFolder = findBlobFolder(heddle);
  await agePending(database);
  await releaseExpiredReservations(database.query);
  await ageOnDisk(blobFolder);
  const blobs = await openDiskBlobs(blobFolder);
  await sweepAll(database, blobs);
  const kept = await Array.fromAsync(blobs.list(), ({ key }) => String(key));
  const rows = await database.query.selectFrom('files').select('blob_key').execute();
  assert.deepEqual(kept.toSorted(), rows.map(row => row.blob_key).toSorted());
  const { rows: wrong } = await database.pool.query(
    `SELECT email FROM users
     WHERE storage_used <> (SELECT coalesce(sum(size), 0) FROM files WHERE user_id = users.id)`,
  );
  assert.deepEqual(wrong, []);
});
