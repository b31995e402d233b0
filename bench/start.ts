/** Measures a start of the service in a folder that it has used before, and the memory of the service at rest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { bundleServer } from '../packaging/build.ts';
import { time } from './blobs.ts';
import { residentMegabytes } from './load.ts';
import { median, type Row } from './report.ts';

const ROOT = path.dirname(import.meta.dirname);
const ROUNDS = 5;
/** The service gives memory back when it finds itself idle, which it checks every ten seconds. */
const IDLE_MS = 25_000;

/** `npm start` with the embedded PostgreSQL, whose start is part of it. The floor is a Node that does nothing. */
export async function benchStart(): Promise<Row[]> {
  await bundleServer(path.join(ROOT, 'dist'));
  const data = await mkdtemp(path.join(tmpdir(), 'heddle-start-'));
  try {
    await startOnce(data, 0);
    const measured = [];
    const bare = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await time(startNode));
      measured.push(await startOnce(data, round === ROUNDS - 1 ? IDLE_MS : 0));
    }
    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
    const idleMegabytes = measured.at(-1)?.megabytes ?? Number.NaN;
    return [
      {
        what: 'From the start of a process until it is ready, not the first time',
        value: seconds(median(measured.map(({ readyMs }) => readyMs))),
        floor: `a Node that does nothing, ${seconds(median(bare))}`,
        target: '≤ 0.50 s',
      },
      { what: 'Memory at rest', value: `${Math.round(idleMegabytes)} MB`, target: '≤ 110 MB' },
    ];
  } finally {
    await rm(data, { recursive: true });
  }
}

async function startOnce(data: string, idleMs: number): Promise<{ readyMs: number; megabytes: number }> {
  const begun = performance.now();
  const env = { PATH: process.env.PATH, HEDDLE_DATA: data, HEDDLE_PORT: '0', HEDDLE_LOG_LEVEL: 'warn' };
  const child = spawn(path.join(ROOT, 'bin', 'heddle'), ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line.includes(' is ready: ')) break;
  const readyMs = performance.now() - begun;
  await delay(idleMs);
  const megabytes = await residentMegabytes(child.pid ?? 0);
  child.kill('SIGTERM');
  await ended;
  return { readyMs, megabytes };
}

async function startNode(): Promise<void> {
  await once(spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' }), 'exit');
}
