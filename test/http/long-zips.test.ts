/** Zip archives that are too large for memory pass through steps. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, suite, test } from 'node:test';
import pg from 'pg';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { writeZip } from '../../src/tools/zip/zip-writer.ts';
import { collect } from '../fixtures/tools.ts';
import { chain, node } from '../support/definitions.ts';
import { findStep, readStepOutput, runOnce } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const MEGABYTE = 2 ** 20;
const LONG = randomBytes(8 * MEGABYTE);

const service = await testService({
  HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  HEDDLE_MAX_FILE_MB: '1',
  HEDDLE_RUN_FILE_BYTES: String(20 * MEGABYTE),
});
const ann = await service.person();

const pack = (files: Record<string, Buffer>, options = {}) => {
  const sources = Object.entries(files).map(([path, content]) => ({
    path,
    sizeBytes: content.byteLength,
    async *read() {
      yield content;
    },
  }));
  return collect(writeZip(sources, options));
};

const replies: Record<string, Buffer> = {
  '/long.bin': LONG,
  '/packed.zip': await pack({ 'a/long.bin': LONG, '../../empty.txt': Buffer.alloc(0) }, { zip64From: 0 }),
  '/bomb.zip': await pack({ noise: randomBytes(2 * MEGABYTE), bomb: Buffer.alloc(19 * MEGABYTE) }),
};
const lying = Buffer.from(replies['/bomb.zip'] ?? []);
lying.writeUInt32LE(1000, lying.lastIndexOf('PK\x01\x02') + 24);
replies['/lying.zip'] = lying;

const server = createServer((request, response) => {
  const reply = replies[request.url ?? ''] ?? Buffer.alloc(0);
  response
    .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': reply.byteLength })
    .end(reply);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close().closeAllConnections());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const get = (path: string) => node('get', 'http.request', { url: `${url}${path}` });
const tool = (id: string, name: string, params: Record<string, unknown>) =>
  node(id, 'tool.call', { tool: name, params });
const GOT = '{{ steps.get.output.body }}';
const extract = tool('extract', 'zip_extract', { file: GOT });

async function digestOf(file: Attachment | undefined): Promise<string> {
  const content = await (await fetch(file?.file_url ?? '')).arrayBuffer();
  return createHash('sha256').update(Buffer.from(content)).digest('hex');
}

async function countFiles(runId: string): Promise<number> {
  const client = new pg.Client(service.database.address);
  await client.connect();
  try {
    return (await client.query('SELECT FROM files WHERE run_id = $1', [runId])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const extractOnce = (path: string): Promise<Run> => runOnce(service, chain(get(path), extract), {}, ann.key);

suite('an archive that is larger than files in memory', () => {
  test('is made and unpacked to the last byte', async () => {
    const create = tool('create', 'zip_create', { files: [GOT, GOT], filename: 'two' });
    const unpack = tool('extract', 'zip_extract', { file: '{{ steps.create.output.file }}' });
    const run = await runOnce(service, chain(get('/long.bin'), create, unpack), {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    const { file, count } = readStepOutput(run, 'create') as { file: Attachment; count: number };
    assert.deepEqual([file.filename, file.content_type, count], ['two.zip', 'application/zip', 2]);
    assert.ok(file.size > 16 * MEGABYTE);
    const { files } = readStepOutput(run, 'extract') as { files: { path: string; file: Attachment }[] };
    assert.deepEqual(
      files.map(each => [each.path, each.file.size]),
      [
        ['long.bin', LONG.byteLength],
        ['long (2).bin', LONG.byteLength],
      ],
    );
    assert.equal(await digestOf(files[1]?.file), createHash('sha256').update(LONG).digest('hex'));
  });

  test('may be a 64-bit archive, with names that lead elsewhere and empty files', async () => {
    const run = await extractOnce('/packed.zip');
    assert.equal(run.status, 'success', run.error);
    const { files } = readStepOutput(run, 'extract') as { files: { path: string; file: Attachment }[] };
    assert.deepEqual(
      files.map(({ path, file }) => [path, file.filename, file.size]),
      [
        ['a/long.bin', 'long.bin', LONG.byteLength],
        ['../../empty.txt', 'empty.txt', 0],
      ],
    );
  });

  test('is refused when it holds too much, and stops where its list lies', async () => {
    const bomb = await extractOnce('/bomb.zip');
    assert.equal(findStep(bomb, 'extract').error, 'The archive holds more than 20 MB unpacked');
    assert.equal(await countFiles(bomb.id), 1);
    const lied = await extractOnce('/lying.zip');
    assert.equal(findStep(lied, 'extract').error, 'The archive is damaged');
    // The archive, and what was unpacked before.
    assert.equal(await countFiles(lied.id), 2);
    const large = tool('create', 'zip_create', { files: [GOT, GOT, GOT] });
    const run = await runOnce(service, chain(get('/long.bin'), large), {}, ann.key);
    assert.equal(findStep(run, 'create').error, 'The files are larger than 20 MB together');
  });
});
