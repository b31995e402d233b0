import type { PostgresTarget } from '../src/platform/postgres/database.ts';
import { openDatabase } from '../src/platform/postgres/database.ts';
import { openTestBroker } from '../test/support/mqtt-broker.ts';
import { call, startHeddle } from './load.ts';
import { perSecond, type Row } from './report.ts';

const MESSAGES = 5_000;
/** As many as one transaction of ours takes. */
const AT_ONCE = 200;

/**
 * Measures how fast messages of a broker become durable runs and are acknowledged, by a process that also executes the
 * runs. The floor is a loop that writes as many rows with each durable statement.
 */
export async function benchMessages(target: PostgresTarget, url: string, dataFolder: string): Promise<Row[]> {
  const ends: (() => unknown)[] = [];
  const broker = await openTestBroker({ after: act => ends.push(act) });
  const heddle = await startHeddle(url, dataFolder, {
    HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    HEDDLE_QUEUED_RUNS_PER_USER: '1000000',
  });
  try {
    const params = { broker: 'mqtt', host: '127.0.0.1', port: broker.port, tls: false, topic: 'bench' };
    const definition = {
      nodes: [node('told', 'trigger.message', params), node('done', 'output', { value: '{{ input.body }}' })],
      edges: [{ source: 'told', target: 'done', source_handle: null }],
    };
    const { id } = await call<{ id: string }>(`${heddle.url}/api/v3/workflow/create`, { name: 'messages', definition });
    await call(`${heddle.url}/api/v3/workflow/publish`, { workflow_id: id });
    // The first message comes when it listens.
    await broker.publish('bench', { n: 0 }, 'first');
    const begun = performance.now();
    await Promise.all(Array.from({ length: MESSAGES }, (_, n) => broker.publish('bench', { n }, `message ${n}`)));
    const rate = (MESSAGES * 1000) / (performance.now() - begun);
    const floor = await measureFloor(target);
    return [
      { what: `${MESSAGES.toLocaleString('en')} messages of a broker accepted`, value: perSecond(rate) },
      { what: 'of the rate of plain durable inserts of as many rows', value: `${((rate / floor) * 100).toFixed(1)} %` },
    ];
  } finally {
    await heddle.stop();
    for (const end of ends) await end();
  }
}

async function measureFloor(target: PostgresTarget): Promise<number> {
  const database = openDatabase<object>(target, { maxConnections: 1 });
  try {
    await database.pool.query('CREATE TABLE bench_messages (id text PRIMARY KEY, input text NOT NULL)');
    const begun = performance.now();
    for (let from = 0; from < MESSAGES; from += AT_ONCE) {
      const ids = Array.from({ length: AT_ONCE }, (_, n) => `message ${from + n}`);
      await database.pool.query('INSERT INTO bench_messages SELECT id, $2 FROM unnest($1::text[]) AS given (id)', [
        ids,
        JSON.stringify({ n: from }),
      ]);
    }
    const rate = (MESSAGES * 1000) / (performance.now() - begun);
    await database.pool.query('DROP TABLE bench_messages');
    return rate;
  } finally {
    await database.close();
  }
}

function node(id: string, type: string, params: object) {
  return { id, type, name: id, params, position: null };
}
