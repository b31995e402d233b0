/** A process that takes one job, works on it until it is aborted, and then ends. It reports the start to its parent. */
import { once } from 'node:events';
import { createLiveness } from '../../src/platform/heartbeat/liveness.ts';
import { defineJob, openJobs } from '../../src/platform/jobs/jobs.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { openListener } from '../../src/platform/postgres/listener.ts';

const held = defineJob<object>('held');
const address = JSON.parse(process.argv[2] ?? '');
const database = openDatabase(address, { maxConnections: 5 });
const listener = await openListener(address);
const onError = () => {};
const liveness = createLiveness({ database, silenceSeconds: Number(process.argv[3]), hungSeconds: 60, onError });
const jobs = await openJobs({ database, listener, liveness, kinds: [held], onError });
const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
jobs.work(held, { concurrency: 1 }, async (_, { signal }) => {
  process.send?.('started');
  await once(signal, 'abort');
  abort();
});

await aborted;
await jobs.stop({ drainMs: 5_000 });
await liveness.leave();
await listener.close();
await database.close();
process.exit();
