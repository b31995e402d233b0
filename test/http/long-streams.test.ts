/** Files that are too large for memory pass through steps: from a server into storage, and from there to a server. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { until } from '../support/process.ts';
import { createWorkflow, findStep, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { makePanel } from './booster-panels.ts';

const MEGABYTE = 2 ** 20;
const CHUNK = Buffer.alloc(65_536, 'heddle ');
/** More than a file in memory may have here, and more than is reserved at once. */
const BYTES = 20 * MEGABYTE;

const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_MAX_FILE_MB: '1',
  HEDDLE_RUN_FILE_BYTES: String(24 * MEGABYTE),
});
const ann = await service.person();

interface Seen {
  headers: IncomingMessage['headers'];
  bytes: number;
  sha256: string;
  hmac: string;
  beginning: string;
}
let seen: Seen[] = [];
/** How the server answers, by path. */
const answers = new Map<string, (response: ServerResponse, request: IncomingMessage) => void>();

async function sendBytes(response: ServerResponse, bytes: number): Promise<void> {
  let isClosed = false;
  const closed = once(response, 'close').then(() => {
    isClosed = true;
  });
  for (let sent = 0; sent < bytes && !isClosed; sent += CHUNK.length) {
    const chunk = CHUNK.subarray(0, Math.min(CHUNK.length, bytes - sent));
    const written = new Promise<void>(resolve => response.write(chunk, () => resolve()));
    await Promise.race([written, closed]);
  }
}

function digestOf(bytes: number): string {
  const hash = createHash('sha256');
  for (let left = bytes; left > 0; left -= CHUNK.length) hash.update(CHUNK.subarray(0, Math.min(left, CHUNK.length)));
  return hash.digest('hex');
}

const server = createServer(async (request, response) => {
  const hash = createHash('sha256');
  const hmac = createHash('sha256');
  let bytes = 0;
  let beginning = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (beginning.length < 500) beginning += chunk.toString('latin1', 0, 500);
    bytes += chunk.length;
    hash.update(chunk);
    hmac.update(chunk);
  }
  seen.push({ headers: request.headers, bytes, sha256: hash.digest('hex'), hmac: hmac.digest('hex'), beginning });
  const answer = answers.get(request.url ?? '');
  if (answer) return answer(response, request);
  if (request.url === '/put') return response.end('stored');
  response.writeHead(200, { 'content-type': 'application/zip', 'content-length': BYTES });
  await sendBytes(response, BYTES);
  response.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close().closeAllConnections());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const get = (path: string, more: Record<string, unknown> = {}) =>
  node('get', 'http.request', { url: `${url}${path}`, ...more });

async function getOnce(path: string, key = ann.key): Promise<Run> {
  seen = [];
  return runOnce(service, chain(get(path)), {}, key);
}

async function usedBytes(id: string): Promise<number> {
  const client = new pg.Client(service.database.address);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT storage_used::float8 AS used FROM users WHERE id = $1', [id]);
    return rows[0].used;
  } finally {
    await client.end();
  }
}

async function assertRefused(path: string, error: string): Promise<void> {
  const dan = await service.person();
  const run = await getOnce(path, dan.key);
  assert.equal(findStep(run, 'get').error, error);
  assert.equal(await usedBytes(dan.id), 0);
}

suite('a reply', () => {
  test('of a file goes to storage, and from there into requests, to the last byte', async () => {
    seen = [];
    const file = '{{ steps.get.output.body }}';
    const definition = chain(
      get('/files/archive.zip'),
      node('put', 'http.request', { url: `${url}/put`, method: 'PUT', file }),
      node('post', 'http.request', {
        url: `${url}/put`,
        method: 'POST',
        form: { 'a "name"': 'text', list: [1, { x: true }], upload: file, none: null },
        sign: true,
      }),
    );
    const run = await runOnce(service, definition, {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    const { body } = readStepOutput(run, 'get') as { body: Attachment };
    assert.deepEqual([body.filename, body.size, body.content_type], ['archive.zip', BYTES, 'application/zip']);
    const [, put, posted] = seen;
    assert.deepEqual([put?.bytes, put?.sha256], [BYTES, digestOf(BYTES)]);
    assert.deepEqual(
      [put?.headers['content-length'], put?.headers['content-type']],
      [String(BYTES), 'application/zip'],
    );
    const type = posted?.headers['content-type'] ?? '';
    const boundary = type.replace('multipart/form-data; boundary=', '');
    const field = (name: string, text: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const head =
      field('a %22name%22', 'text') +
      field('list', '1') +
      field('list', '{"x":true}') +
      `--${boundary}\r\nContent-Disposition: form-data; name="upload"; filename="archive.zip"\r\n` +
      'Content-Type: application/zip\r\n\r\n';
    assert.equal(posted?.beginning.slice(0, head.length), head);
    assert.equal(posted?.bytes, head.length + BYTES + `\r\n--${boundary}--\r\n`.length);
    assert.match(String(posted?.headers['x-service-signature']), /^sha256=[0-9a-f]{64}$/);
  });

  test('of a file may be smaller than what is streamed, and its limits are those of streams', async () => {
    answers.set('/small', response => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK......'));
    const run = await getOnce('/small');
    assert.equal((readStepOutput(run, 'get') as { body: Attachment }).body.size, 8);
  });

  test('is refused unread when it is announced as too large, and where it becomes too large', async () => {
    const tooLarge = 'the file is larger than 24 MB';
    answers.set('/announced', async response => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': 25 * MEGABYTE });
      await sendBytes(response, 2 * MEGABYTE);
    });
    await assertRefused('/announced', tooLarge);
    answers.set('/endless', async response => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      await sendBytes(response, 40 * MEGABYTE);
    });
    await assertRefused('/endless', `The reply is larger than ${24 * MEGABYTE} bytes`);
    const packed = gzipSync(Buffer.alloc(30 * MEGABYTE));
    answers.set('/bomb', response => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-encoding': 'gzip' }).end(packed);
    });
    await assertRefused('/bomb', `The reply is larger than ${24 * MEGABYTE} bytes`);
  });

  test('that breaks off, or is shorter than it says, leaves nothing behind', async () => {
    answers.set('/broken', async response => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': BYTES });
      await sendBytes(response, 18 * MEGABYTE);
      response.destroy();
    });
    await assertRefused('/broken', `The connection to '${new URL(url).host}' broke off`);
  });

  test('stops where the quota is full', async () => {
    const eve = await service.person({ storage_quota: 5 * MEGABYTE });
    answers.set('/unknown-size', async response => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      await sendBytes(response, 24 * MEGABYTE);
      response.end();
    });
    const run = await getOnce('/unknown-size', eve.key);
    assert.match(findStep(run, 'get').error, /storage/i);
    assert.equal(await usedBytes(eve.id), 0);
  });

  test('of an error is no file, and its beginning stands in the error', async () => {
    answers.set('/sorry', response => response.writeHead(400, { 'content-type': 'text/plain' }).end('x'.repeat(2e6)));
    assert.match(findStep(await getOnce('/sorry'), 'get').error, /^The server answered 400 Bad Request: x{300}…$/);
  });

  test('that was in the middle when its run was cancelled leaves nothing behind', async () => {
    const fay = await service.person();
    const begun = Promise.withResolvers<ServerResponse>();
    const ended = () => begun.reject(new Error('the run ended before its file came'));
    answers.set('/waiting', async response => {
      response.writeHead(200, { 'content-type': 'application/zip' });
      await sendBytes(response, 18 * MEGABYTE);
      begun.resolve(response);
    });
    const workflow_id = await createWorkflow(service, chain(get('/waiting')), fay.key);
    const running = service.ask<Run>('/api/v3/workflow/run', { workflow_id }, fay.key);
    void running.then(ended, ended);
    const response = await begun.promise;
    const closed = once(response, 'close');
    const [run] = await service.ask<Run[]>('/api/v3/workflow/runs/find', { workflow_id }, fay.key);
    await service.ask('/api/v1/run/cancel', { run_id: run?.id }, fay.key);
    await Promise.all([closed, running]);
    await until(async () => (await usedBytes(fay.id)) === 0, 'the storage is given back');
  });
});

suite('a request', () => {
  test("has one of 'body', 'file' and 'form'", async () => {
    const given = { method: 'POST', body: 'x', form: { a: 1 } };
    const run = await runOnce(service, chain(get('/put', given)), {}, ann.key);
    assert.equal(findStep(run, 'get').error, "A request has one of 'body', 'file' and 'form'");
  });

  test('sends a form without files, and nobody else sends the file of a user', async () => {
    seen = [];
    const form = { method: 'POST', form: { a: 'ä', b: false }, headers: { 'Content-Type': 'text/plain' } };
    await runOnce(service, chain(get('/put', form)), {}, ann.key);
    assert.match(seen[0]?.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/);
    assert.equal(seen[0]?.headers['content-length'], String(seen[0]?.bytes));
    const bob = await service.person();
    const own = readStepOutput(await getOnce('/small'), 'get') as { body: Attachment };
    const run = await runOnce(service, chain(get('/put', { method: 'PUT', file: own.body.file_id })), {}, bob.key);
    assert.match(findStep(run, 'get').error, /was not found or is not accessible/);
  });
});

suite('a panel', () => {
  const copy = (panel_id: string, path: string, file = '{{ steps.get.output.body }}') =>
    node('save', 'tool.call', { tool: 'booster_file_save', params: { panel_id, path, file } });

  test('gets a file of any size from a step, and gives it back to another one', async () => {
    const panel = await makePanel(service, ann, { big: { max_file_mb: 100 } }, { limit_mb: 30 });
    seen = [];
    const definition = chain(
      get('/files/archive.zip'),
      copy(panel.id, 'big/copy.zip'),
      node('read', 'tool.call', { tool: 'booster_file_read', params: { panel_id: panel.id, path: 'big/copy.zip' } }),
      node('put', 'http.request', { url: `${url}/put`, method: 'PUT', file: '{{ steps.read.output.file }}' }),
    );
    const run = await runOnce(service, definition, {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    const stored = readStepOutput(run, 'save') as { size: number; sha256: string };
    assert.deepEqual([stored.size, stored.sha256], [BYTES, digestOf(BYTES)]);
    assert.equal((readStepOutput(run, 'read') as { text: string | null }).text, null);
    assert.equal(seen.at(-1)?.sha256, digestOf(BYTES));
    // The panel has room for one of them.
    const again = await runOnce(service, chain(get('/files/archive.zip'), copy(panel.id, 'big/more.zip')), {}, ann.key);
    assert.match(findStep(again, 'save').error, /storage/);
  });

  test('without a limit of its own has that of uploads, and its own counts for steps', async () => {
    const panel = await makePanel(service, ann, { small: { max_file_mb: 19 } });
    const save = (path: string) =>
      runOnce(service, chain(get('/files/archive.zip'), copy(panel.id, path)), {}, ann.key);
    assert.equal(findStep(await save('any/copy.zip'), 'save').error, 'the file is larger than 1 MB');
    assert.equal(findStep(await save('small/copy.zip'), 'save').error, 'the file is larger than 19 MB');
  });
});
