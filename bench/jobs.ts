import { once } from 'node:events';
import { createLiveness } from '../src/platform/heartbeat/liveness.ts';
import { defineJob, openJobs } from '../src/platform/jobs/jobs.ts';
import { openDatabase, type PostgresTarget } from '../src/platform/postgres/database.ts';
import { openListener } from '../src/platform/postgres/listener.ts';
import { milliseconds, percentile, perSecond, type Row } from './report.ts';

const LATENCY_JOBS = 300;
const THROUGHPUT_JOBS = 5_000;

/** Measures the time from enqueueing a job until its handler runs, and the throughput. */
export async function benchJobs(target: PostgresTarget): Promise<Row[]> {
  const kind = defineJob<{ number: number }>('bench.job');
  const database = openDatabase<object>(target, { maxConnections: 10 });
  const listener = await openListener(target);
  const liveness = createLiveness({ database, silenceSeconds: 15, hungSeconds: 60, onError: fail });
  const jobs = await openJobs({ database, listener, liveness, kinds: [kind], onError: fail });
  const started = new EventTarget();
  jobs.work(kind, { concurrency: 16 }, async ({ number }) => {
    started.dispatchEvent(new Event(String(number)));
  });
  try {
    const latencies: number[] = [];
    for (let number = 0; number < LATENCY_JOBS; number++) {
      const begun = performance.now();
      const start = once(started, String(number));
      await jobs.enqueue(kind, { number });
      await start;
      latencies.push(performance.now() - begun);
    }
    const last = once(started, 'done');
    let left = THROUGHPUT_JOBS;
    const begun = performance.now();
    for (let index = 0; index < THROUGHPUT_JOBS; index++) {
      started.addEventListener(String(-index - 1), () => --left === 0 && started.dispatchEvent(new Event('done')), {
        once: true,
      });
    }
    const payloads = Array.from({ length: THROUGHPUT_JOBS }, (_, index) => ({ number: -index - 1 }));
    await jobs.enqueueMany(kind, payloads);
    await last;
    const seconds = (performance.now() - begun) / 1000;
    return [
      { what: 'Job, enqueue to start, p50', value: milliseconds(percentile(latencies, 0.5)), target: 'tens of ms' },
      { what: 'Job, enqueue to start, p95', value: milliseconds(percentile(latencies, 0.95)), target: 'tens of ms' },
      {
        what: `${THROUGHPUT_JOBS.toLocaleString('en')} jobs enqueued and worked`,
        value: perSecond(THROUGHPUT_JOBS / seconds),
        target: '≥ 3,000/s',
      },
    ];
  } finally {
    await jobs.stop({ drainMs: 1000 });
    await liveness.leave();
    await listener.close();
    await database.close();
  }
}

function fail(error: unknown): never {
  throw error;
}
