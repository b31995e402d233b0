/** Measures how runs over HTTP grow with the processes of one command, up to the cores of the machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createFiveSteps } from './five-steps.ts';
import { KEY, load } from './load.ts';
import { median, perSecond, type Row } from './report.ts';

const ROUNDS = 3;
const CONNECTIONS = 64;
const HEDDLE = path.join(import.meta.dirname, '..', 'bin', 'heddle');

export async function benchProcesses(databaseUrl: string, dataFolder: string, seconds: number): Promise<Row[]> {
  const counts = [1, 2, 4, 8, 16, 32, 64].filter(count => count <= availableParallelism());
  const rates: number[] = [];
  for (const count of counts) rates.push(await runsPerSecond(databaseUrl, dataFolder, { count, seconds }));
  const [alone = Number.NaN] = rates;
  return counts.map((count, index) => {
    const rate = rates[index] ?? Number.NaN;
    const processes = count === 1 ? 'one process' : `${count} processes`;
    const row = { what: `Runs of 5 pure steps, ${CONNECTIONS} connections, ${processes}`, value: perSecond(rate) };
    // The clients and the database share the cores with the processes.
    return count === 1 ? row : { ...row, floor: `one process, ${perSecond(alone)}`, ratio: rate / alone };
  });
}

async function runsPerSecond(
  databaseUrl: string,
  dataFolder: string,
  { count, seconds }: { count: number; seconds: number },
): Promise<number> {
  const service = await startCommand(databaseUrl, dataFolder, count);
  try {
    const { url } = service;
    const body = JSON.stringify({ workflow_id: await createFiveSteps(url), input: { name: 'Ada', amount: 120 } });
    const headers = { 'uni-api-key': KEY };
    const run = () => load(`${url}/api/v3/workflow/run`, { connections: CONNECTIONS, seconds, body, headers });
    // The code of a run is fully compiled only after some thousands of runs, in each process.
    for (let round = 0; round < 3; round++) await run();
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rates.push(await run());
    return median(rates);
  } finally {
    await service.stop();
  }
}

/** Starts the command itself, because it is what starts several processes. */
async function startCommand(databaseUrl: string, dataFolder: string, count: number) {
  const data = path.join(dataFolder, 'processes');
  const child = spawn(HEDDLE, ['serve'], {
    env: {
      PATH: process.env.PATH,
      HEDDLE_DATABASE_URL: databaseUrl,
      HEDDLE_DATA: data,
      HEDDLE_KEYS: path.join(dataFolder, 'keys'),
      HEDDLE_PORT: '0',
      HEDDLE_ADMIN_KEY: KEY,
      HEDDLE_ADMIN_EMAIL: 'bench@localhost',
      HEDDLE_REQUESTS_DEFAULT: '1000000000',
      HEDDLE_PROCESSES: String(count),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const ready = Promise.withResolvers<string>();
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (printed.length < 100_000) printed += text; // afterwards it is the log of the load
    const [, url] = /is ready: (\S+)/.exec(printed) ?? [];
    if (url !== undefined) ready.resolve(url);
  });
  void ended.then(([code]) => ready.reject(new Error(`heddle serve ended with ${code}`)));
  return {
    url: await ready.promise,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}
