import type { PostgresAddress } from '../src/platform/postgres/embedded.ts';
import { KEY, latencies, load, startHeddle, startServer } from './load.ts';
import { median, milliseconds, perSecond, type Row } from './report.ts';

const ROUNDS = 5;

/** Rounds alternate between the two servers, so that a machine that slows down affects both. */
export async function benchRequests(
  address: PostgresAddress,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
): Promise<Row[]> {
  const bare = await startServer('bare', { BENCH_POSTGRES: JSON.stringify(address) });
  const heddle = await startHeddle(databaseUrl, dataFolder);
  const headers = { 'uni-api-key': KEY };
  const targets = {
    bare: () => load(`${bare.url}/nothing`, { connections: 8, seconds }),
    noop: () => load(`${heddle.url}/api/v3/bench/nothing`, { connections: 8, seconds, headers }),
    insert: () => load(`${bare.url}/insert`, { connections: 8, seconds }),
  };
  try {
    await targets.bare();
    await targets.noop(); // Warm up both.
    const rates = { bare: [] as number[], noop: [] as number[], insert: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(await targets.bare());
      rates.noop.push(await targets.noop());
      rates.insert.push(await targets.insert());
    }
    const [bareRate, noopRate, insertRate] = [median(rates.bare), median(rates.noop), median(rates.insert)];
    const alone = await latencies(`${bare.url}/insert`, 2000);
    return [
      { what: 'Bare Fastify route, 8 connections', value: perSecond(bareRate) },
      {
        what: 'Authenticated no-op, 8 connections',
        value: perSecond(noopRate),
        floor: 'bare Fastify route',
        ratio: noopRate / bareRate,
        target: '≥ 0.75',
      },
      { what: 'The floor: bare route with one durable INSERT, 8 connections', value: perSecond(insertRate) },
      { what: 'The floor at one connection, p50', value: milliseconds(median(alone)) },
    ];
  } finally {
    await heddle.stop();
    await bare.stop();
  }
}
