/**
 * The thread of a heartbeat (see `heartbeat.ts`). It loads little besides the database client, so that it starts
 * quickly.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { errorMessage } from '../error-details.ts';
import { connectTo, Servers } from '../postgres/target.ts';
import { type HeartbeatData, nanoseconds, SHARED } from './heartbeat.ts';

const FIRST_PAUSE_MS = 50;

await beatForever(workerData);

async function beatForever(data: HeartbeatData): Promise<never> {
  const { everyMs, lastsMs } = data;
  const memory = new BigInt64Array(data.shared);
  const servers = new Servers(data.target);
  let client: pg.Client | undefined;
  let failures = 0;
  for (;;) {
    let pauseMs = everyMs;
    try {
      if (!isMainThreadHung(memory, data.hungMs)) {
        const sentAt = process.hrtime.bigint();
        client ??= await connect(servers, data);
        await client.query({ ...data.statement, name: 'heartbeat' });
        recordBeat(memory, sentAt + nanoseconds(lastsMs));
      }
      failures = 0;
    } catch (error) {
      client?.connection.stream.destroy();
      client = undefined;
      if (failures === 0) parentPort?.postMessage(errorMessage(error));
      pauseMs = Math.min(everyMs / 4, FIRST_PAUSE_MS * 2 ** failures);
      failures++;
    }
    await delay(pauseMs);
  }
}

/** After a late beat, others may have declared this process dead between the expiry of the last beat and now. */
function recordBeat(memory: BigInt64Array, validUntil: bigint): void {
  const isLate = process.hrtime.bigint() >= Atomics.load(memory, SHARED.validUntil);
  if (isLate) Atomics.add(memory, SHARED.lapses, 1n);
  Atomics.store(memory, SHARED.validUntil, validUntil);
}

function isMainThreadHung(memory: BigInt64Array, hungMs: number): boolean {
  return process.hrtime.bigint() - Atomics.load(memory, SHARED.tickedAt) > nanoseconds(hungMs);
}

/** An attempt is limited to a part of the time, so that several fit before the last beat expires. */
function connect(servers: Servers, { lastsMs }: HeartbeatData): Promise<pg.Client> {
  const attemptMs = lastsMs / 4;
  return connectTo(servers, {
    application_name: 'heddle heartbeat',
    connectionTimeoutMillis: Math.min(attemptMs, servers.connectMs),
    query_timeout: attemptMs,
  });
}
