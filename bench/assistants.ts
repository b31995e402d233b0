/** A hundred simultaneous answers of a slow model, half chats and half steps, and how they affect other runs. */
import { chain, node } from '../test/support/definitions.ts';
import { call, KEY, latencies, peakMegabytes, residentMegabytes, startHeddle, startServer } from './load.ts';
import { milliseconds, percentile, type Row } from './report.ts';

const ANSWERS = 100;
const RUNS = 500;
const WARM_UP = 2000;

export async function benchAssistants(databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const model = await startServer('slow-model', {});
  const heddle = await startHeddle(databaseUrl, dataFolder, {
    HEDDLE_MODELS: JSON.stringify([{ id: 'slow', url: model.url }]),
  });
  try {
    const api = `${heddle.url}/api/v3`;
    const create = (name: string, definition: object) =>
      call<{ id: string }>(`${api}/workflow/create`, { name, definition });
    const assistant = await call<{ id: string }>(`${api}/assistant/create`, { name: 'slow' });
    const thinking = await create(
      'thinking',
      chain(node('a', 'assistant.run', { assistant_id: assistant.id, prompt: 'x' })),
    );
    const nothing = await create('nothing', chain());
    const body = JSON.stringify({ workflow_id: nothing.id });
    const run = (count: number) => latencies(`${api}/workflow/run`, count, { 'uni-api-key': KEY }, body);
    const answer = (index: number) =>
      index % 2 === 0
        ? call(`${api}/chat`, { message: 'x' })
        : call<{ status: string }>(`${api}/workflow/run`, { workflow_id: thinking.id }).then(requireSuccess);

    await run(WARM_UP);
    await Promise.all(Array.from({ length: ANSWERS }, (_, index) => answer(index)));
    const alone = percentile(await run(RUNS), 0.95);
    const before = await residentMegabytes(heddle.pid);
    const beside: number[] = [];
    const peak = await peakMegabytes(heddle.pid, async () => {
      let isOver = false;
      const answers = Promise.all(Array.from({ length: ANSWERS }, (_, index) => answer(index))).finally(() => {
        isOver = true;
      });
      while (!isOver) beside.push(...(await run(50)));
      await answers;
    });
    const p95 = percentile(beside, 0.95);
    return [
      {
        what: `No-op run beside ${ANSWERS} answers of a slow model, p95`,
        value: milliseconds(p95),
        floor: `without them, ${milliseconds(alone)}`,
        ratio: p95 / alone,
        target: '≤ 2',
      },
      {
        what: 'Memory that they take, at most',
        value: `${(peak - before).toFixed(0)} MiB`,
        floor: `before, ${before.toFixed(0)} MiB`,
      },
    ];
  } finally {
    await heddle.stop();
    await model.stop();
  }
}

function requireSuccess({ status }: { status: string }): void {
  if (status !== 'success') throw new Error(`a run ended as ${status}`);
}
