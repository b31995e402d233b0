/** Measures what limits on concurrency cost: runs with keys against the same without, and a claim behind held runs. */
import pg from 'pg';
import type { Schema } from '../src/database.ts';
import { newId } from '../src/platform/ids.ts';
import { openDatabase } from '../src/platform/postgres/database.ts';
import type { PostgresAddress } from '../src/platform/postgres/embedded.ts';
import { clientOptions } from '../src/platform/postgres/pool.ts';
import { claimQueuedRuns } from '../src/runs/store/claims.ts';
import { QueueCursor } from '../src/runs/store/queue-order.ts';
import { load, startHeddle } from './load.ts';
import { median, milliseconds, perSecond, type Row } from './report.ts';
import { allFinished, publishWebhook } from './webhook-workflow.ts';

const ROUNDS = 3;
const CONNECTIONS = 32;
const KEYS = 20;
const HELD = 50_000;
const CLAIMS = 30;
const BODY = JSON.stringify({ name: 'Ada', amount: 120 });
const SETTINGS = {
  HEDDLE_RATE_LIMITS: 'off',
  HEDDLE_QUEUED_RUNS: '10000000',
  HEDDLE_QUEUED_RUNS_PER_USER: '10000000',
};

export async function benchFlowControl(
  address: PostgresAddress,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
): Promise<Row[]> {
  const client = new pg.Client(clientOptions(address));
  await client.connect();
  try {
    const rates = await finishedRates(client, databaseUrl, dataFolder, seconds);
    const claims = await claimTimes(client, address, databaseUrl, dataFolder);
    return [
      {
        what: `Runs of 5 steps finished, ${KEYS} keys of 3 places`,
        value: perSecond(rates.limited),
        floor: `the same without limits, ${perSecond(rates.plain)}`,
        ratio: rates.limited / rates.plain,
        target: '≥ 0.60',
      },
      {
        what: `Claim behind ${HELD.toLocaleString('en')} held runs, p50`,
        value: milliseconds(claims.behind),
        floor: `of an empty queue, ${milliseconds(claims.empty)}`,
        ratio: claims.behind / claims.empty,
        target: '≤ 3',
      },
    ];
  } finally {
    await client.end();
  }
}

async function finishedRates(client: pg.Client, databaseUrl: string, dataFolder: string, seconds: number) {
  const heddle = await startHeddle(databaseUrl, dataFolder, SETTINGS);
  const rates = { plain: [] as number[], limited: [] as number[] };
  try {
    const limit = { limit: 3, key: 'input.query.key', queued: 100_000 };
    const hook = await publishWebhook(heddle.url, { settings: { concurrency: [limit] } });
    const limited = Array.from({ length: KEYS }, (_, key) => `${hook}?key=${key}`);
    const targets = { plain: [await publishWebhook(heddle.url)], limited };
    for (let round = 0; round < ROUNDS + 2; round++) {
      for (const kind of ['plain', 'limited'] as const) {
        await client.query('TRUNCATE runs CASCADE');
        const begun = performance.now();
        await load(targets[kind], { connections: CONNECTIONS, seconds, body: BODY });
        const finished = await allFinished(client);
        // The first rounds warm up both.
        if (round >= 2) rates[kind].push(finished / ((performance.now() - begun) / 1000));
      }
    }
  } finally {
    await heddle.stop();
    await client.query('TRUNCATE runs CASCADE');
  }
  return { plain: median(rates.plain), limited: median(rates.limited) };
}

/** Measures claims of one run each. */
async function claimTimes(client: pg.Client, address: PostgresAddress, databaseUrl: string, dataFolder: string) {
  const heddle = await startHeddle(databaseUrl, dataFolder, { ...SETTINGS, BENCH_WORK: 'off' });
  const database = openDatabase<Schema>(address, { maxConnections: 1 });
  const runnerId = newId();
  try {
    await publishWebhook(heddle.url);
    await client.query(`INSERT INTO runners (id, alive_until) VALUES ($1, now() + interval '1 hour')`, [runnerId]);
    const capacity = { count: 8, room: 8, users: [] };
    const claimOne = async () => {
      await insertRuns(client, 1, null);
      const begun = performance.now();
      const { runs } = await claimQueuedRuns(database, { runnerId, capacity, cursor: new QueueCursor() });
      if (runs.length !== 1) throw new Error(`${runs.length} runs were claimed`);
      return performance.now() - begun;
    };
    const claimMany = async () => {
      const times: number[] = [];
      for (let count = 0; count < CLAIMS; count++) times.push(await claimOne());
      return median(times.slice(CLAIMS / 3));
    };
    const empty = await claimMany();
    await insertRuns(client, HELD, 'place');
    const behind = await claimMany();
    return { empty, behind };
  } finally {
    await database.close();
    await heddle.stop();
    await client.query('TRUNCATE runs CASCADE');
  }
}

async function insertRuns(client: pg.Client, count: number, held: 'place' | null): Promise<void> {
  await client.query(
    `INSERT INTO runs (id, workflow_id, workflow_name, version, trigger_node_id, trigger_type, automatic, input, status,
       created_by, held, slot_key, slots)
     SELECT gen_random_uuid(), id, name, published_version, 'start', 'trigger.webhook', true, '{}', 'queued', run_as, $2::text,
       CASE WHEN $2::text IS NULL THEN NULL ELSE 'one' END, CASE WHEN $2::text IS NULL THEN NULL ELSE '{"limits":[1]}'::jsonb END
     FROM (SELECT * FROM workflows WHERE run_as IS NOT NULL LIMIT 1) AS workflow, generate_series(1, $1)`,
    [count, held],
  );
}
