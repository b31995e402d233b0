/**
 * A file of gigabytes through a workflow: from a server into a run, from there to a panel, back, and to a server. The floor
 * moves the same bytes as often: a plain stream from the server to disk with SHA-256 and fsync, two copies on disk, and a
 * plain stream to the server.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open } from 'node:fs/promises';
import { Agent, createServer, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CHUNK, drain, plainPut, time } from './blobs.ts';
import { call, peakMegabytes, residentMegabytes, startHeddle } from './load.ts';
import { megabytesPerSecond, type Row } from './report.ts';

const BYTES = 5 * 2 ** 30;
/** What one run may add to the memory of the service. */
const MOST_MEGABYTES = 200;

export async function benchGigabytes(databaseUrl: string, dataFolder: string): Promise<Row[]> {
  const plain = path.join(dataFolder, 'plain-gigabytes');
  await mkdir(plain, { recursive: true });
  const other = await openOther();
  const heddle = await startHeddle(databaseUrl, dataFolder, {
    HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    HEDDLE_RUN_FILE_BYTES: String(BYTES),
  });
  try {
    const floor = await time(() => plainWay(plain, other.url));
    const workflow_id = await createWorkflow(heddle.url, other.url);
    const run = (bytes: number) => runOnce(heddle.url, workflow_id, bytes);
    // What is loaded with the first request counts as what the service has anyway.
    await run(2 * 2 ** 20);
    const before = await residentMegabytes(heddle.pid);
    let taken = 0;
    const peak = await peakMegabytes(heddle.pid, async () => {
      taken = await time(() => run(BYTES));
    });
    if (other.received() !== BYTES) throw new Error(`${other.received()} bytes arrived`);
    const gigabytes = `${BYTES / 2 ** 30} GB`;
    return [
      {
        what: `${gigabytes} from a server to a panel and from there to a server`,
        value: megabytesPerSecond(BYTES, taken),
        floor: `plain streams and copies, ${megabytesPerSecond(BYTES, floor)}`,
        ratio: floor / taken,
        target: '≥ 0.4',
      },
      {
        what: `Memory during these ${gigabytes}`,
        value: `${Math.round(peak - before)} MB more`,
        target: `≤ ${MOST_MEGABYTES} MB`,
      },
    ];
  } finally {
    await heddle.stop();
    other.close();
  }
}

/** Gives as many bytes as its path says, and counts those that it gets. */
async function openOther() {
  let received = 0;
  const server = createServer({ requestTimeout: 0 }, async (incoming, response) => {
    if (incoming.method === 'PUT') {
      received = 0;
      for await (const chunk of incoming as AsyncIterable<Buffer>) received += chunk.length;
      response.end();
      return;
    }
    const bytes = Number(incoming.url?.slice(1));
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': bytes });
    await pipeline(Readable.from(chunks(bytes)), response).catch(() => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received: () => received, close: () => server.close() };
}

function* chunks(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
}

async function plainWay(folder: string, url: string): Promise<void> {
  const agent = new Agent();
  const files = ['first', 'second', 'third'].map(name => path.join(folder, name));
  const [first = '', second = '', third = ''] = files;
  const [reply] = (await once(get(`${url}/${BYTES}`, { agent }), 'response')) as [IncomingMessage];
  await drain(reply);
  await plainPut(first, BYTES);
  await copyDurably(first, second);
  await copyDurably(second, third);
  const sent = request(url, { method: 'PUT', agent, headers: { 'content-length': BYTES } });
  const answered = once(sent, 'response');
  await pipeline(createReadStream(third), sent);
  const [answer] = (await answered) as [IncomingMessage];
  await drain(answer);
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  await file.sync();
  await file.close();
}

async function createWorkflow(heddle: string, other: string): Promise<string> {
  const file_storage = { limit_mb: 0, folders: { big: { max_file_mb: BYTES / 2 ** 20 } } };
  const panel = await call<{ id: string }>(`${heddle}/api/v1/panel/create`, { name: 'gigabytes', file_storage });
  const tool = (id: string, name: string, params: object) => ({
    id,
    type: 'tool.call',
    params: { tool: name, params: { panel_id: panel.id, path: 'big/file.zip', ...params } },
  });
  const nodes = [
    { id: 'start', type: 'trigger.manual', params: {} },
    { id: 'get', type: 'http.request', params: { url: `${other}/{{ input.bytes }}` } },
    tool('save', 'booster_file_save', { file: '{{ steps.get.output.body }}', overwrite: true }),
    tool('read', 'booster_file_read', {}),
    { id: 'put', type: 'http.request', params: { url: other, method: 'PUT', file: '{{ steps.read.output.file }}' } },
  ];
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: nodes[index]?.id, target: id }));
  const definition = { nodes, edges };
  const { id } = await call<{ id: string }>(`${heddle}/api/v3/workflow/create`, { name: 'gigabytes', definition });
  return id;
}

async function runOnce(heddle: string, workflow_id: string, bytes: number): Promise<void> {
  interface Run {
    status: string;
    error: string;
  }
  const run = await call<Run>(`${heddle}/api/v3/workflow/run`, { workflow_id, input: { bytes } });
  if (run.status !== 'success') throw new Error(run.error);
}
