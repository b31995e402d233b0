/** A hundred simultaneous runs with steps of tens of megabytes: how much memory they need, and how long others wait. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, peakMegabytes, residentMegabytes, startHeddle } from './load.ts';
import type { Row } from './report.ts';

const RUNS = 100;

export async function benchBigData(databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const outside = await startOutside();
  const heddle = await startHeddle(databaseUrl, dataFolder, { HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
  try {
    const workflow_id = await createWorkflow(heddle.url, outside.url);
    await run(heddle.url, workflow_id); // Warm up.
    await lag(heddle.url);
    const idle = await residentMegabytes(heddle.pid);
    const begun = performance.now();
    const peak = await peakMegabytes(heddle.pid, () =>
      Promise.all(Array.from({ length: RUNS }, () => run(heddle.url, workflow_id))),
    );
    const seconds = (performance.now() - begun) / 1000;
    return [
      {
        what: `${RUNS} runs at once, each with a step of ${outside.megabytes} MB that is read and sent on`,
        value: `${seconds.toFixed(0)} s, ${Math.round(peak)} MB at the most (${Math.round(idle)} MB before)`,
        target: '≤ 1,500 MB',
      },
      {
        what: 'Meanwhile the event loop was held, at the longest',
        value: `${Math.round((await lag(heddle.url)) * 1000)} ms`,
        target: '≤ 100 ms',
      },
    ];
  } finally {
    await heddle.stop();
    await outside.stop();
  }
}

/** Serves ten megabytes of JSON, and accepts as much. */
async function startOutside(): Promise<{ url: string; megabytes: number; stop(): Promise<void> }> {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({
    id: index,
    name: `customer number ${index}`,
    tags: ['a', 'b', 'c'],
    address: { street: 'Long Road', city: 'Springfield', code: 12345 + index, note: 'x'.repeat(60) },
  }));
  const body = Buffer.from(JSON.stringify({ rows }));
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(request.method === 'POST' ? '{"ok":true}' : body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    megabytes: Math.round(body.length / 2 ** 20),
    stop: () => new Promise(resolve => server.close(() => resolve())),
  };
}

async function createWorkflow(url: string, outside: string): Promise<string> {
  const node = (id: string, type: string, params: object) => ({ id, type, name: id, params, position: null });
  const nodes = [
    node('start', 'trigger.manual', {}),
    node('read', 'http.request', { url: outside, timeout_seconds: 600 }),
    node('count', 'transform', { value: '{{ steps.read.output.body.rows | length }}' }),
    node('send', 'http.request', {
      url: outside,
      method: 'POST',
      body: '{{ steps.read.output.body }}',
      timeout_seconds: 600,
    }),
    node('done', 'output', { value: { count: '{{ steps.count.output }}', sent: '{{ steps.send.output.body.ok }}' } }),
  ];
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id, target: id, source_handle: null }));
  const { id } = await call<{ id: string }>(`${url}/api/v3/workflow/create`, {
    name: 'big',
    definition: { nodes, edges },
  });
  return id;
}

async function run(url: string, workflow_id: string): Promise<void> {
  const { status, output_json, error } = await call<{ status: string; output_json: string; error: string }>(
    `${url}/api/v3/workflow/run`,
    { workflow_id },
  );
  if (status !== 'success' || output_json !== '{"count":50000,"sent":true}') throw new Error(error || output_json);
}

/** The longest time that the event loop was blocked since the previous call. */
async function lag(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
}
