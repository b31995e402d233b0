/**
 * Compares code steps with QuickJS alone, which evaluates the same function in a new machine and in the same process:
 * the least that any step in a machine of its own would take. Both are counted in processor time of all threads.
 */
import { readFileSync } from 'node:fs';
import { QuickJS } from 'quickjs-wasi';
import { code } from '../src/nodes/code.ts';
import { createThreadPool } from '../src/platform/threads/thread-pool.ts';
import { median, type Row } from './report.ts';

const ROUNDS = 5;
const STEPS = 100;
const BODY = 'list.filter(({ id }) => id % 2).map(each => ({ ...each, name: each.name.toUpperCase() }))';
/** 10 KB of JSON. */
const list = Array.from({ length: 100 }, (_, id) => ({ id, name: `name ${id}`, text: 'x'.repeat(60) }));

export async function benchCode(): Promise<Row[]> {
  const { execution } = code;
  if (execution.kind !== 'compute') throw new Error('code is not computed');
  const threads = createThreadPool({ atOnce: 1 });
  const context = {
    signal: new AbortController().signal,
    threads,
    owner: 'bench',
    run: { id: 'run' },
    startedAt: new Date(),
    seed: 'run code',
  };
  const ours = () => execution.compute({ code: `export default list => ${BODY};`, input: list }, context);
  const wasm = new WebAssembly.Module(
    new Uint8Array(readFileSync(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm')))),
  );
  const bare = async () => {
    using machine = await QuickJS.create({ wasm });
    machine.evalCode(`JSON.stringify((list => ${BODY})(${JSON.stringify(list)}))`).toString();
  };
  const rates = { ours: [] as number[], bare: [] as number[] };
  try {
    await Promise.all([stepsPerSecond(ours), stepsPerSecond(bare)]); // The first ones load and compile.
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(await stepsPerSecond(bare));
      rates.ours.push(await stepsPerSecond(ours));
    }
    const [rate, floor] = [median(rates.ours), median(rates.bare)];
    return [
      {
        what: 'Code steps per core',
        value: `${Math.round(rate)}/s`,
        floor: `QuickJS alone, ${Math.round(floor)}/s`,
        ratio: rate / floor,
        target: '≥ 200/s',
      },
    ];
  } finally {
    await threads.close();
  }
}

/** Steps per second of processor time. */
async function stepsPerSecond(step: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < STEPS; index++) await step();
  const { user, system } = process.cpuUsage(before);
  return (STEPS * 1e6) / (user + system);
}
