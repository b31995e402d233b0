import type { PostgresAddress } from '../src/platform/postgres/embedded.ts';
import { load, startServer } from './load.ts';
import { milliseconds, perSecond, type Row } from './report.ts';

const KEY = 'key-of-the-benchmark';

/** Rounds alternate between what is compared, so that a machine that slows down slows down both. */
export async function benchRequests(
  address: PostgresAddress,
  databaseUrl: string,
  dataFolder: string,
  seconds: number,
): Promise<Row[]> {
  const bare = await startServer('bare', { BENCH_POSTGRES: JSON.stringify(address) });
  const heddle = await startServer('heddle', {
    HEDDLE_DATABASE_URL: databaseUrl,
    HEDDLE_DATA: dataFolder,
    HEDDLE_ADMIN_KEY: KEY,
    HEDDLE_ADMIN_EMAIL: 'bench@localhost',
    HEDDLE_LOG_LEVEL: 'info',
    HEDDLE_REQUESTS_DEFAULT: '1000000000',
  });
  const headers = { 'uni-api-key': KEY };
  const targets = {
    bare: () => load(`${bare.url}/nothing`, { connections: 8, seconds }),
    noop: () => load(`${heddle.url}/api/v3/bench/nothing`, { connections: 8, seconds, headers }),
    insert: () => load(`${bare.url}/insert`, { connections: 8, seconds }),
  };
  try {
    await targets.bare();
    await targets.noop(); // both warm
    const rates = { bare: 0, noop: 0, insert: 0 };
    for (let round = 0; round < 2; round++) {
      rates.bare += (await targets.bare()).perSecond / 2;
      rates.noop += (await targets.noop()).perSecond / 2;
      rates.insert += (await targets.insert()).perSecond / 2;
    }
    const alone = await load(`${bare.url}/insert`, { connections: 1, seconds });
    return [
      { what: 'Bare Fastify route, 8 connections', value: perSecond(rates.bare) },
      {
        what: 'Authenticated no-op, 8 connections',
        value: perSecond(rates.noop),
        floor: 'bare Fastify route',
        ratio: rates.noop / rates.bare,
        target: '≥ 0.50',
      },
      { what: 'The floor: bare route with one durable INSERT, 8 connections', value: perSecond(rates.insert) },
      { what: 'The floor at one connection, p50', value: milliseconds(alone.p50Ms) },
    ];
  } finally {
    await heddle.stop();
    await bare.stop();
  }
}
