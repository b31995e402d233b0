/** Measures accepted webhook calls against the floor of one durable INSERT, and the execution of their runs. */
import pg from 'pg';
import type { PostgresAddress } from '../src/platform/postgres/embedded.ts';
import { clientOptions } from '../src/platform/postgres/pool.ts';
import { type Cost, costOf, costRow } from './cost.ts';
import { load, loadSteadily, startHeddle, startServer } from './load.ts';
import { median, milliseconds, percentile, perSecond, type Row } from './report.ts';
import { allFinished, publishWebhook } from './webhook-workflow.ts';

const ROUNDS = 5;
const CONNECTIONS = 32;
/** Enough webhooks that none of their queues exceeds its default limit. */
const HOOKS = 300;
/** The duration of the steady load. */
const STEADY_SECONDS = 10;
const BODY = JSON.stringify({ name: 'Ada', amount: 120 });

const SETTINGS = { HEDDLE_RATE_LIMITS: 'off', HEDDLE_QUEUED_RUNS: '10000000' };

export async function benchWebhooks(
  address: PostgresAddress,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
): Promise<Row[]> {
  const client = new pg.Client(clientOptions(address));
  await client.connect();
  const bare = await startServer('bare', { BENCH_POSTGRES: JSON.stringify(address) });
  const insert = () => load(`${bare.url}/insert`, { connections: CONNECTIONS, seconds });
  try {
    const accepting = await acceptedRate(client, insert, databaseUrl, dataFolder, seconds);
    const executed = await executedRate(client, insert, databaseUrl, dataFolder, seconds);
    const half = await waitingTimes(client, executed.rate / 2, databaseUrl, dataFolder);
    const together = await acceptedTogether(client, databaseUrl, dataFolder, seconds);
    return [
      {
        what: `Webhook call accepted, ${HOOKS} webhooks, ${CONNECTIONS} connections`,
        value: perSecond(accepting.many),
        floor: `one durable INSERT, ${perSecond(accepting.floor)}`,
        ratio: accepting.many / accepting.floor,
        target: '≥ 0.70',
      },
      {
        what: 'The same, one webhook with a queue of thousands',
        value: perSecond(accepting.one),
        floor: `one durable INSERT, ${perSecond(accepting.floor)}`,
        ratio: accepting.one / accepting.floor,
      },
      {
        what: 'Webhook calls accepted and their runs of 5 steps finished, one process',
        value: perSecond(executed.rate),
        floor: `one durable INSERT, ${perSecond(executed.floor)}`,
        ratio: executed.rate / executed.floor,
        target: '≥ 0.40',
      },
      costRow('One such call and its run cost', executed.cost),
      ...together.map(({ processes, rate }) => ({
        what: `Calls of one webhook accepted, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
        value: perSecond(rate),
        floor: `one process, ${perSecond(together[0]?.rate ?? rate)}`,
        ratio: rate / (together[0]?.rate ?? rate),
      })),
      {
        what: `From accepted to finished at half of that (${perSecond(half.rate)}), p95`,
        value: milliseconds(percentile(half.tookMs, 0.95)),
        target: '< 100 ms',
      },
    ];
  } finally {
    await bare.stop();
    await client.end();
  }
}

/** Measures a process that executes nothing, so accepted calls wait for others. */
async function acceptedRate(
  client: pg.Client,
  insert: () => Promise<number>,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
) {
  const heddle = await startHeddle(databaseUrl, dataFolder, { ...SETTINGS, BENCH_WORK: 'off' });
  const rates = { many: [] as number[], one: [] as number[], floor: [] as number[] };
  try {
    const urls: string[] = [];
    for (let count = 0; count < HOOKS; count++) urls.push(await publishWebhook(heddle.url));
    for (let round = 0; round < ROUNDS + 2; round++) {
      await client.query('TRUNCATE runs CASCADE');
      const floor = await insert();
      const many = await load(urls, { connections: CONNECTIONS, seconds, body: BODY });
      await client.query('TRUNCATE runs CASCADE');
      const one = await load(urls.slice(0, 1), { connections: CONNECTIONS, seconds, body: BODY });
      if (round < 2) continue; // The first rounds warm up both.
      rates.floor.push(floor);
      rates.many.push(many);
      rates.one.push(one);
    }
  } finally {
    await heddle.stop();
    await client.query('TRUNCATE runs CASCADE');
  }
  return { many: median(rates.many), one: median(rates.one), floor: median(rates.floor) };
}

/** Measures calls of one webhook that arrive at one, two and three processes, which execute nothing. */
async function acceptedTogether(client: pg.Client, databaseUrl: string, dataFolder: string, seconds: number) {
  const settings = { ...SETTINGS, BENCH_WORK: 'off' };
  const processes = [await startHeddle(databaseUrl, dataFolder, settings)];
  try {
    const path = new URL(await publishWebhook(processes[0]?.url ?? '')).pathname;
    const measured: { processes: number; rate: number }[] = [];
    while (processes.length <= 3) {
      const connections = Math.ceil(CONNECTIONS / processes.length);
      const calls = () =>
        Promise.all(processes.map(({ url }) => load(`${url}${path}`, { connections, seconds, body: BODY })));
      await calls(); // to warm up
      await client.query('TRUNCATE runs CASCADE');
      const rates = await calls();
      measured.push({ processes: processes.length, rate: rates.reduce((sum, each) => sum + each, 0) });
      if (processes.length === 3) break;
      processes.push(await startHeddle(databaseUrl, dataFolder, settings));
    }
    return measured;
  } finally {
    for (const each of processes) await each.stop();
    await client.query('TRUNCATE runs CASCADE');
  }
}

/** Measures how many runs a process finishes while it is called without a pause, and until no run waits any more. */
async function executedRate(
  client: pg.Client,
  insert: () => Promise<number>,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
) {
  const heddle = await startHeddle(databaseUrl, dataFolder, SETTINGS);
  const rates = { runs: [] as number[], floor: [] as number[], cost: [] as Cost[] };
  try {
    const url = await publishWebhook(heddle.url);
    for (let round = 0; round < ROUNDS + 2; round++) {
      await client.query('TRUNCATE runs CASCADE');
      const floor = await insert();
      let rate = 0;
      const cost = await costOf(client, [heddle.pid], async () => {
        const begun = performance.now();
        await load(url, { connections: CONNECTIONS, seconds, body: BODY });
        const finished = await allFinished(client);
        rate = finished / ((performance.now() - begun) / 1000);
        return finished;
      });
      if (round < 2) continue;
      rates.floor.push(floor);
      rates.runs.push(rate);
      rates.cost.push(cost);
    }
  } finally {
    await heddle.stop();
    await client.query('TRUNCATE runs CASCADE');
  }
  const [cost] = rates.cost.toSorted((one, other) => one.serviceMs - other.serviceMs).slice(ROUNDS / 2);
  if (!cost) throw new Error('nothing was measured');
  return { rate: median(rates.runs), floor: median(rates.floor), cost };
}

/** Measures the time of each run from its acceptance to its end, at a steady rate of calls. */
async function waitingTimes(client: pg.Client, perSecondWanted: number, databaseUrl: string, dataFolder: string) {
  const heddle = await startHeddle(databaseUrl, dataFolder, SETTINGS);
  try {
    const url = await publishWebhook(heddle.url);
    await load(url, { connections: CONNECTIONS, seconds: 3, body: BODY });
    await allFinished(client);
    await client.query('TRUNCATE runs CASCADE');
    const steady = { connections: CONNECTIONS, seconds: STEADY_SECONDS, perSecond: perSecondWanted };
    await loadSteadily(url, { ...steady, body: BODY });
    await allFinished(client);
    const { rows } = await client.query<{ ms: number }>(
      'SELECT extract(epoch FROM finished_at - created_at)::float8 * 1000 AS ms FROM runs',
    );
    return { tookMs: rows.map(({ ms }) => ms), rate: rows.length / STEADY_SECONDS };
  } finally {
    await heddle.stop();
    await client.query('TRUNCATE runs CASCADE');
  }
}
