/** Measures what a run costs, how long one takes alone, and the engine without HTTP. `side-by-side.ts` measures rates. */
import path from 'node:path';
import pg from 'pg';
import type { PostgresAddress } from '../src/platform/postgres/embedded.ts';
import { clientOptions } from '../src/platform/postgres/pool.ts';
import { costOf, costRow } from './cost.ts';
import { createFiveSteps } from './five-steps.ts';
import { KEY, latencies, load, startHeddle, startServer } from './load.ts';
import { median, milliseconds, perSecond, type Row } from './report.ts';
import { stepsPerSecond } from './run-engine.ts';

export async function benchRuns(
  address: PostgresAddress,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
): Promise<Row[]> {
  const bare = await startServer('bare', { BENCH_POSTGRES: JSON.stringify(address) });
  const heddle = await startHeddle(databaseUrl, dataFolder);
  const headers = { 'uni-api-key': KEY };
  try {
    const body = JSON.stringify({
      workflow_id: await createFiveSteps(heddle.url),
      input: { name: 'Ada', amount: 120 },
    });
    const url = `${heddle.url}/api/v3/workflow/run`;
    const run = (connections: number) => load(url, { connections, seconds, body, headers });
    const insert = (connections: number) => load(`${bare.url}/insert`, { connections, seconds });
    // Warm up both. The code of a run is fully compiled only after some thousands of runs.
    for (let round = 0; round < 3; round++) {
      await run(8);
      await insert(8);
    }
    const cost = await measureCost(address, heddle.pid, async () => (await run(32)) * seconds);
    const floorAlone = median(await latencies(`${bare.url}/insert`, 2000));
    const runAlone = median(await latencies(url, 2000, headers, body));
    const engine = await stepsPerSecond(path.join(dataFolder, 'engine'));
    return [
      cost,
      {
        what: 'Run of 5 pure steps, one connection, p50',
        value: milliseconds(runAlone),
        floor: `one durable INSERT, ${milliseconds(floorAlone)}`,
        ratio: runAlone / floorAlone,
        target: '≤ 1.5',
      },
      { what: 'Engine and templates alone, pure steps', value: perSecond(engine.short), target: '≥ 5,000/s' },
      {
        what: 'A step of a run of 500',
        value: milliseconds(1000 / engine.long),
        floor: `of a run of 10, ${milliseconds(1000 / engine.short)}`,
        ratio: engine.short / engine.long,
        target: '≤ 1.5',
      },
    ];
  } finally {
    await heddle.stop();
    await bare.stop();
  }
}

async function measureCost(address: PostgresAddress, pid: number, act: () => Promise<number>): Promise<Row> {
  const client = new pg.Client(clientOptions(address));
  await client.connect();
  try {
    return costRow('What such a run costs', await costOf(client, [pid], act));
  } finally {
    await client.end();
  }
}
