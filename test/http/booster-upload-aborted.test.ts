/** Aborted uploads leave nothing behind, not even a file descriptor. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { makePanel, type PanelUser, STORAGE } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';
import { FORM, field, file, form } from './raw-forms.ts';
import { openSocket } from './raw-request.ts';

const memory = memoryLog();
const service = await testService({}, memory);
const MEGABYTE = 2 ** 20;

/** Lists open files of the data folder only, because the number of open sockets varies with the connection pools. */
async function openFiles(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map(descriptor => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  );
  return links.filter(target => target.startsWith(service.dataFolder));
}

/** Sends the head and the first bytes of the request, and leaves the connection open. */
async function beginRequest(
  panel: PanelUser,
  path: string,
  headers: string,
  body: Buffer,
  bytes: number,
): Promise<Socket> {
  const socket = openSocket(service.url);
  await once(socket, 'connect');
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nuni-api-key: ${panel.key}\r\npanel-id: ${panel.id}\r\n${headers}\r\n\r\n`;
  const written = Buffer.concat([Buffer.from(head), body.subarray(0, bytes)]);
  await new Promise<void>(resolve => socket.write(written, () => resolve()));
  return socket;
}

async function abortConnection(socket: Socket): Promise<void> {
  socket.resetAndDestroy();
  await once(socket, 'close');
}

/** Waits until the service has released everything. */
async function waitUntilNothingIsLeft(panel: PanelUser): Promise<void> {
  await poll(async () => {
    const usage = await checkPanelUsage(panel).catch(() => undefined);
    return JSON.stringify(usage) === JSON.stringify(nothing) && (await openFiles()).length === 0 ? true : undefined;
  });
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 50),
    [],
  );
}

suite('a hundred aborted uploads leave nothing behind', () => {
  const sent = file(new Uint8Array(1.5 * MEGABYTE));
  const bodies: [name: string, body: Buffer][] = [
    ['with the path first', form(field('path', 'docs/a'), sent)],
    ['with the path after the file', form(sent, field('path', 'docs/a'))],
  ];
  for (const [name, body] of bodies) {
    for (const hasLength of [true, false]) {
      test(`${name}, ${hasLength ? 'with a content-length' : 'in chunks'}`, async () => {
        const panel = await makePanel(service, await service.person({ storage_quota: 200 * MEGABYTE }));
        const headers = `content-type: ${FORM}\r\n${hasLength ? `content-length: ${body.length}` : 'transfer-encoding: chunked'}`;
        const written = hasLength ? body : Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body]);
        const sockets = await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            beginRequest(
              panel,
              `${STORAGE}/upload`,
              headers,
              written,
              Math.round((written.length * (index + 1)) / 101),
            ),
          ),
        );
        // Abort only when the service is writing all of them.
        await poll(async () => ((await openFiles()).length === 100 ? true : undefined));
        await Promise.all(sockets.map(abortConnection));
        await waitUntilNothingIsLeft(panel);
      });
    }
  }

  test('as JSON', async () => {
    const panel = await makePanel(service, await service.person({ storage_quota: 200 * MEGABYTE }));
    const body = Buffer.from(JSON.stringify({ path: 'docs/a', data: Buffer.alloc(MEGABYTE).toString('base64') }));
    const headers = `content-type: application/json\r\ncontent-length: ${body.length}`;
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const bytes = Math.round((body.length * (index + 1)) / 101);
        await abortConnection(await beginRequest(panel, `${STORAGE}/upload-b64`, headers, body, bytes));
      }),
    );
    await waitUntilNothingIsLeft(panel);
  });
});

suite('when a client disconnects after it sent the whole request', () => {
  test('the file is stored and counted, or neither', async () => {
    const panel = await makePanel(service, await service.person());
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const body = form(field('path', `docs/${index}`), file(new Uint8Array(index * 1000)));
        const headers = `content-type: ${FORM}\r\ncontent-length: ${body.length}`;
        await abortConnection(await beginRequest(panel, `${STORAGE}/upload`, headers, body, body.length));
      }),
    );
    await poll(async () => {
      const usage = await checkPanelUsage(panel).catch(() => undefined);
      return usage?.reserved === 0 && (await openFiles()).length === 0 ? true : undefined;
    });
    const { files } = await panel.ask<{ files: { size: number; url: string }[] }>('list', { folder: 'docs' });
    for (const { size, url } of files) assert.equal((await (await fetch(url)).arrayBuffer()).byteLength, size);
  });
});

test('clients whose large uploads are refused get their answers, and the service continues', async () => {
  const panel = await makePanel(service, await service.person({ storage_quota: 10 }));
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      panel.send({ path: `docs/${index}` }, { content: new Uint8Array(MEGABYTE) }),
    ),
  );
  const refused = { status: 422, body: { detail: 'storage quota exceeded' } };
  assert.deepEqual(
    replies.map(({ status, body }) => ({ status, body })),
    Array(30).fill(refused),
  );
  await waitUntilNothingIsLeft(panel);
});
