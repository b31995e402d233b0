/**
 * A loop over a file of a million lines, with a body of two steps that only compute, compared with a program that reads the
 * same lines and evaluates the same templates without keeping anything of a run.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createTemplateCache } from '../src/templates/template.ts';
import { call, KEY, peakMegabytes, residentMegabytes, startHeddle } from './load.ts';
import { perSecond, type Row } from './report.ts';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1_000_000);
const DOUBLE = '{{ loop.item.n * 2 }}';
const IS_EVEN = 'steps.double.output % 2 == 0';

export async function benchSourceLoops(databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const lines = Array.from({ length: ITEMS }, (_, n) => JSON.stringify({ n, name: `customer number ${n}` })).join('\n');
  const floor = await measureFloor(lines);
  const heddle = await startHeddle(databaseUrl, dataFolder);
  try {
    const workflow_id = await createWorkflow(heddle.url);
    await run(heddle.url, workflow_id, await upload(heddle.url, lines.slice(0, lines.indexOf('\n', 100_000))));
    const file = await upload(heddle.url, lines);
    const before = await residentMegabytes(heddle.pid);
    const begun = performance.now();
    let ended = { count: 0, succeeded: 0 };
    const peak = await peakMegabytes(heddle.pid, async () => {
      ended = await run(heddle.url, workflow_id, file);
    });
    const seconds = (performance.now() - begun) / 1000;
    if (ended.succeeded !== ITEMS) throw new Error(JSON.stringify(ended));
    const rate = ITEMS / seconds;
    return [
      {
        what: `A loop over a file of ${ITEMS.toLocaleString('en')} lines, two steps each`,
        value: `${perSecond(rate)}, ${seconds.toFixed(0)} s`,
        floor: `reading and the templates alone, ${perSecond(floor)}`,
        ratio: rate / floor,
        target: '≥ 1,667/s',
      },
      {
        what: 'The memory that it takes',
        value: `${Math.round(peak - before)} MB more (${Math.round(before)} MB before)`,
        target: '≤ 300 MB',
      },
    ];
  } finally {
    await heddle.stop();
  }
}

async function measureFloor(lines: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heddle-bench-lines-'));
  try {
    const file = path.join(folder, 'lines.ndjson');
    await writeFile(file, lines);
    const templates = createTemplateCache({ entries: 10 });
    const options = { now: () => 0, random: Math.random };
    const begun = performance.now();
    let index = 0;
    for await (const line of createInterface(createReadStream(file))) {
      const loop = { item: JSON.parse(line), index: index++, count: null, parent: null };
      const output = templates.template(DOUBLE).evaluate({ loop, steps: {} }, options);
      templates.expression(IS_EVEN).evaluate({ loop, steps: { double: { output } } }, options);
    }
    return index / ((performance.now() - begun) / 1000);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function createWorkflow(url: string): Promise<string> {
  const node = (id: string, type: string, params: object) => ({ id, type, params });
  const edge = (source: string, target: string, source_handle: string | null = null) => ({
    source,
    target,
    source_handle,
  });
  const definition = {
    nodes: [
      node('start', 'trigger.manual', {}),
      node('each', 'loop', { file: '{{ input.file }}' }),
      node('double', 'transform', { value: DOUBLE }),
      node('check', 'condition', { expression: IS_EVEN }),
      node('done', 'output', { value: '{{ steps.each.output }}' }),
    ],
    edges: [
      edge('start', 'each'),
      edge('each', 'double', 'item'),
      edge('double', 'check'),
      edge('each', 'done', 'done'),
    ],
  };
  return (await call<{ id: string }>(`${url}/api/v3/workflow/create`, { name: 'million', definition })).id;
}

async function upload(url: string, lines: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([lines], { type: 'application/x-ndjson' }), 'lines.ndjson');
  const response = await fetch(`${url}/api/v1/file/upload`, {
    method: 'POST',
    headers: { 'uni-api-key': KEY },
    body: form,
  });
  const answer = (await response.json()) as { file_id: string };
  if (response.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.file_id;
}

async function run(url: string, workflow_id: string, file: string): Promise<{ count: number; succeeded: number }> {
  const { status, output_json, error } = await call<{ status: string; output_json: string; error: string }>(
    `${url}/api/v3/workflow/run`,
    { workflow_id, input: { file } },
  );
  if (status !== 'success') throw new Error(error);
  return JSON.parse(output_json);
}
