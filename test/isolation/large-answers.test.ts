/** When clients do not read answers of many megabytes, the process stays small and others are served. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { call, inReverse, newInstallationOnDatabase, until } from '../support/process.ts';
import { askWithoutReading, peakMegabytes, readAll } from '../support/slow-clients.ts';

const RUNS = 8;
const RUN_BYTES = 12_000_000;
const CLIENTS = 20;
const STEPS = 150;
const STEP_BYTES = 150_000;
const MOST_MEGABYTES = 1_000;

const hooks = inReverse({ after });
const { heddle, database } = await newInstallationOnDatabase(hooks);
const environment = { HEDDLE_RATE_LIMITS: 'off', HEDDLE_ANSWER_IDLE_SECONDS: '2' };

const client = new pg.Client(database.address);
await client.connect();
hooks.after(() => client.end());

async function person(url: string, name: string): Promise<{ id: string; key: string }> {
  const user = (await call(url, '/api/v1/user/create', { email: `${name}@example.org`, name })).body as { id: string };
  const key = await call(url, '/api/v1/key/create', { user_id: user.id, name, scopes: ['*'] });
  return { id: user.id, key: (key.body as { key: string }).key };
}

/** Inserts ended runs of this size. */
async function insertRuns(url: string, { id, key }: { id: string; key: string }, runs: number, bytes: number) {
  const workflow = (await call(url, '/api/v3/workflow/create', { name: 'large' }, key)).body as { id: string };
  await client.query(
    `INSERT INTO runs (id, workflow_id, workflow_name, trigger_node_id, trigger_type, input, status, started_at,
       finished_at, settled_at, steps, created_by)
     SELECT gen_random_uuid(), $1, 'large', 'start', 'trigger.manual', '{}', 'success', now(), now(), now(),
       '[{"node_id":"start","output_json":"' || repeat('x', $4::integer) || '"}]', $2
     FROM generate_series(1, $3::integer)`,
    [workflow.id, id, runs, bytes],
  );
}

suite('large answers', () => {
  test('the process stays below a gigabyte when twenty clients request large runs and do not read them', async () => {
    const { process, url } = await heddle.serve({ environment: { ...environment, HEDDLE_ANSWER_IDLE_SECONDS: '60' } });
    const [one, other] = [await person(url, 'one'), await person(url, 'other')];
    await insertRuns(url, one, RUNS, RUN_BYTES);
    await insertRuns(url, other, 1, RUN_BYTES);
    const sockets = await Promise.all(
      Array.from({ length: CLIENTS }, () => askWithoutReading(url, '/api/v3/workflow/runs/find', one.key, {})),
    );
    await until(() => sockets.some(socket => socket.readableLength > 0), 'an answer has begun');
    // Another user is answered while nobody reads any of these answers.
    const found = await fetch(`${url}/api/v3/workflow/runs/find`, {
      method: 'POST',
      headers: { 'uni-api-key': other.key },
    });
    const runs = (await found.json()) as { steps: { output_json: string }[] }[];
    assert.equal(runs[0]?.steps[0]?.output_json.length, RUN_BYTES);
    const reading = sockets.find(socket => socket.readableLength > 0);
    assert.ok(reading && (await readAll(reading)) > RUNS * RUN_BYTES, 'an answer that is read late is whole');
    for (const socket of sockets) socket.destroy();
    const peak = await peakMegabytes(process.pid);
    assert.ok(peak < MOST_MEGABYTES, `the process had ${Math.round(peak)} MB`);
    assert.equal((await process.end('SIGTERM')).code, 0);
  });

  test('a client that reads nothing is disconnected, and one that reads slowly is not', async () => {
    const { process, url } = await heddle.serve({ environment });
    const { key } = await person(url, 'third').then(async made => {
      await insertRuns(url, made, 2, RUN_BYTES);
      return made;
    });
    const idle = await askWithoutReading(url, '/api/v3/workflow/runs/find', key, {});
    const slow = await askWithoutReading(url, '/api/v3/workflow/runs/find', key, {});
    await until(() => slow.readableLength > 0, 'the answer has begun');
    let bytes = 0;
    // It reads a little all the time, for longer than the idle timeout.
    for (let times = 0; times < 60; times++) {
      bytes += slow.read()?.length ?? 0;
      await delay(50);
    }
    bytes += await readAll(slow);
    assert.ok(bytes > 2 * RUN_BYTES, `only ${bytes} bytes came`);
    assert.ok((await readAll(idle)) < 2 * RUN_BYTES);
    assert.equal((await process.end('SIGTERM')).code, 0);
  });

  test('a stream whose client does not read is closed when others need the memory', async () => {
    const { process, url } = await heddle.serve({ environment: { ...environment, HEDDLE_ANSWER_MEGABYTES: '8' } });
    const { key } = await person(url, 'fourth');
    const steps = Array.from({ length: STEPS }, (_, index) => ({
      id: `t${index}`,
      type: 'transform',
      name: '',
      params: { value: `{{ 'y' * ${STEP_BYTES} }}` },
    }));
    const nodes = [{ id: 'start', type: 'trigger.manual', name: '', params: {} }, ...steps];
    const edges = nodes.slice(1).map((node, index) => ({ source: nodes[index]?.id, target: node.id }));
    const created = await call(url, '/api/v3/workflow/create', { name: 'talks', definition: { nodes, edges } }, key);
    const { id } = created.body as { id: string };
    const socket = await askWithoutReading(url, '/api/v3/workflow/run/stream', key, { workflow_id: id });
    // The run ends even when nobody reads its stream.
    await until(async () => {
      const { rows } = await client.query('SELECT status FROM runs WHERE workflow_id = $1', [id]);
      return rows[0]?.status === 'success';
    }, 'the run has ended');
    assert.ok((await readAll(socket)) < STEPS * STEP_BYTES);
    assert.equal((await process.end('SIGTERM')).code, 0);
  });
});
