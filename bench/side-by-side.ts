/**
 * What people compare with other products: runs of five pure steps whose result the caller gets, by `/workflow/run` and by a
 * webhook, one process, durable, against the floor of one durable INSERT.
 */
import type { PostgresAddress } from '../src/platform/postgres/embedded.ts';
import { createFiveSteps } from './five-steps.ts';
import { KEY, load, startHeddle, startServer } from './load.ts';
import { median, perSecond, type Row } from './report.ts';
import { publishWebhook } from './webhook-workflow.ts';

const ROUNDS = 5;
const INPUT = { name: 'Ada', amount: 120 };
const TARGETS = new Map([
  [1, { run: undefined, webhook: '≥ 0.5' }],
  [8, { run: '≥ 0.60', webhook: '≥ 0.5' }],
  [32, { run: '≥ 0.65', webhook: '≥ 0.6' }],
]);

export async function benchSideBySide(
  address: PostgresAddress,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
): Promise<Row[]> {
  const bare = await startServer('bare', { BENCH_POSTGRES: JSON.stringify(address) });
  const heddle = await startHeddle(databaseUrl, dataFolder, { HEDDLE_RATE_LIMITS: 'off' });
  try {
    const hook = await publishWebhook(heddle.url, { params: { reply: 'result' } });
    const measured = {
      floor: { url: `${bare.url}/insert` },
      run: {
        url: `${heddle.url}/api/v3/workflow/run`,
        headers: { 'uni-api-key': KEY },
        body: JSON.stringify({ workflow_id: await createFiveSteps(heddle.url), input: INPUT }),
      },
      webhook: { url: hook, body: JSON.stringify(INPUT) },
    };
    const measure = (name: keyof typeof measured, connections: number) => {
      const { url, ...sent } = measured[name];
      return load(url, { connections, seconds, ...sent });
    };
    // The code of a run is fully compiled only after some thousands of runs.
    for (let round = 0; round < 3; round++)
      for (const name of ['floor', 'run', 'webhook'] as const) await measure(name, 8);

    const rows: Row[] = [];
    for (const [connections, targets] of TARGETS) {
      const rates = { floor: [] as number[], run: [] as number[], webhook: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        for (const name of ['floor', 'run', 'webhook'] as const) rates[name].push(await measure(name, connections));
      }
      const floor = median(rates.floor);
      const row = (name: 'run' | 'webhook', what: string): Row => ({
        what: `${what}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
        value: perSecond(median(rates[name])),
        floor: `one durable INSERT, ${perSecond(floor)}`,
        ratio: median(rates[name]) / floor,
        ...(targets[name] && { target: targets[name] }),
      });
      rows.push(row('run', 'Run of 5 pure steps'), row('webhook', 'Webhook with the result of such a run'));
    }
    return rows;
  } finally {
    await heddle.stop();
    await bare.stop();
  }
}
