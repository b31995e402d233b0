/** What one user can cost the others: small requests of a neighbour while a user sends the worst load that we know. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { call, peakMegabytes, startHeddle } from './load.ts';
import { percentile, type Row } from './report.ts';

interface Attack {
  what: string;
  act(url: string): Promise<unknown>;
}

type Node = { id: string; type: string; name: string; params: object; position: null };

const SETTINGS = { HEDDLE_RATE_LIMITS: 'off' };

export async function benchNeighbours(databaseUrl: string, dataFolder: string, only = ''): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, act } of attacks.filter(attack => attack.what.includes(only))) {
    const heddle = await startHeddle(databaseUrl, dataFolder, SETTINGS);
    try {
      const neighbour = await createUser(heddle.url);
      await lag(heddle.url);
      const probe = startProbe(`${heddle.url}/api/v3/workflow/catalog`, { 'uni-api-key': neighbour });
      await delay(500);
      const begun = performance.now();
      const peak = await peakMegabytes(heddle.pid, () => act(heddle.url)).finally(() => probe.stop());
      const seconds = (performance.now() - begun) / 1000;
      const taken = await probe.stop();
      const blocked = await lag(heddle.url);
      const shown = [percentile(taken, 0.5), percentile(taken, 0.99), Math.max(...taken)].map(ms => Math.round(ms));
      rows.push({
        what: `A neighbour's small request during ${what} (${seconds.toFixed(1)} s)`,
        value: `p50 ${shown[0]} ms, p99 ${shown[1]} ms, longest ${shown[2]} ms; loop held ${Math.round(blocked * 1000)} ms; ${Math.round(peak)} MB`,
        target: 'p99 ≤ 100 ms, held ≤ 50 ms, < 1,000 MB',
      });
    } finally {
      await heddle.stop();
    }
  }
  return rows;
}

const attacks: Attack[] = [
  { what: 'thirty runs whose templates compute', act: computeInRuns },
  { what: 'a webhook call of 10 MB of keys', act: url => callWebhook(url, keys(10)) },
  { what: 'a webhook call of 60 MB of keys', act: url => callWebhook(url, keys(60)) },
  { what: 'two webhook calls of 130 MB of empty lists', act: url => callWebhook(url, lists(130), 2) },
  { what: 'twenty webhook calls of 100 MB with a file', act: url => callWebhook(url, file(100), 20) },
  { what: 'twenty webhook calls of 100 MB of numbers', act: url => callWebhook(url, numbers(100), 20) },
  { what: 'a run with 10 MB of keys', act: url => runWith(url, keys(10)) },
  { what: 'a run with 100 MB of records', act: url => runWith(url, records(100)) },
  {
    what: 'a definition with a template of 9 MB',
    act: url => useDefinition(url, [transform('{{ 1 }} '.repeat(1_125_000))]),
  },
  {
    what: 'a definition with 190 templates of 50 KB',
    act: url =>
      useDefinition(
        url,
        Array.from({ length: 190 }, () => transform('{{ input.a + 1 }} '.repeat(2_777))),
      ),
  },
  {
    what: 'a definition with params of 400,000 keys',
    act: url =>
      useDefinition(url, [transform(Object.fromEntries(Array.from({ length: 400_000 }, (_, n) => [`k${n}`, n])))]),
  },
];

async function computeInRuns(url: string): Promise<void> {
  const slow = '{% for a in range(900) %}{% for b in range(900) %}{{ (a * b) % 7 }}{% endfor %}{% endfor %}';
  const steps = Array.from({ length: 10 }, () => transform(`{% set x = 1 %}${slow}`));
  const workflow_id = await create(url, createDefinition(steps));
  await Promise.all(Array.from({ length: 30 }, () => attempt(`${url}/api/v3/workflow/run`, { workflow_id })));
}

async function callWebhook(url: string, body: Buffer, times = 1): Promise<void> {
  const hook = { id: 'start', type: 'trigger.webhook', name: 'start', params: {}, position: null } as const;
  const workflow_id = await create(url, createDefinition([], hook));
  const { triggers } = await call<{ triggers: { url: string }[] }>(`${url}/api/v3/workflow/publish`, { workflow_id });
  const target = `${url}${new URL(triggers[0]?.url ?? '').pathname}`;
  await Promise.all(Array.from({ length: times }, () => attempt(target, body)));
}

async function runWith(url: string, value: Buffer): Promise<void> {
  const workflow_id = await create(url, createDefinition([]));
  const head = Buffer.from(`{"workflow_id":"${workflow_id}","input":{"value":`);
  await attempt(`${url}/api/v3/workflow/run`, Buffer.concat([head, value, Buffer.from('}}')]));
}

async function useDefinition(url: string, steps: Node[]): Promise<void> {
  const definition = createDefinition(steps);
  await attempt(`${url}/api/v3/workflow/validate`, { definition });
  const reply = await attempt(`${url}/api/v3/workflow/create`, { name: 'large', definition });
  const { id } = JSON.parse(reply) as { id?: string };
  if (id) await attempt(`${url}/api/v3/workflow/run`, { workflow_id: id });
}

/** Accepts any answer. */
async function attempt(url: string, body: object | Buffer): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': 'key-of-the-benchmark' },
    body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
  }).catch(error => new Response(String(error), { status: 599 }));
  const text = await response.text();
  if (process.env.BENCH_VERBOSE) process.stderr.write(`${response.status} ${text.slice(0, 150)}\n`);
  return text.startsWith('{') ? text : '{}';
}

function createDefinition(steps: Node[], trigger: Node = step('start', 'trigger.manual', {})) {
  const nodes = [trigger, ...steps.map((each, index) => ({ ...each, id: `step${index}` }))];
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id, target: id, source_handle: null }));
  return { nodes, edges };
}

function step(id: string, type: string, params: object): Node {
  return { id, type, name: id, params, position: null };
}

function transform(value: unknown): Node {
  return step('step', 'transform', { value });
}

async function create(url: string, definition: object): Promise<string> {
  const { id } = await call<{ id: string }>(`${url}/api/v3/workflow/create`, { name: 'neighbour', definition });
  return id;
}

const MEGABYTE = 2 ** 20;

function keys(megabytes: number): Buffer {
  const members: string[] = [];
  for (let bytes = 0, index = 0; bytes < megabytes * MEGABYTE; index++) {
    const member = `"k${index}":1`;
    members.push(member);
    bytes += member.length + 1;
  }
  return Buffer.from(`{${members.join(',')}}`);
}

function lists(megabytes: number): Buffer {
  return Buffer.from(`[${'[],'.repeat((megabytes * MEGABYTE) / 3)}[]]`);
}

function numbers(megabytes: number): Buffer {
  return Buffer.from(`[${'1234567,'.repeat((megabytes * MEGABYTE) / 8)}1]`);
}

function file(megabytes: number): Buffer {
  return Buffer.from(`{"name":"a.bin","data":"${'QUJD'.repeat((megabytes * MEGABYTE) / 4)}"}`);
}

function records(megabytes: number): Buffer {
  const record = '{"id":1234,"name":"customer number 1234","city":"Springfield"},';
  return Buffer.from(`[${record.repeat(Math.floor((megabytes * MEGABYTE) / record.length))}{}]`);
}

async function createUser(url: string): Promise<string> {
  const email = `neighbour-${performance.now()}@example.org`;
  const { id } = await call<{ id: string }>(`${url}/api/v1/user/create`, { email, name: 'Neighbour' });
  const created = await call<{ key: string }>(`${url}/api/v1/key/create`, { user_id: id, name: 'key', scopes: ['*'] });
  return created.key;
}

function startProbe(url: string, headers: Record<string, string>): { stop(): Promise<number[]> } {
  const worker = new Worker(new URL('./neighbour-probe.ts', import.meta.url), { workerData: { url, headers } });
  let stopped: Promise<number[]> | undefined;
  async function stop(): Promise<number[]> {
    worker.postMessage('stop');
    const [taken]: number[][] = await once(worker, 'message');
    await worker.terminate();
    return taken ?? [];
  }
  return {
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** The longest time in seconds that the event loop was blocked since the previous call. */
async function lag(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? 0);
}
