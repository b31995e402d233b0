/** The service refuses forms that are wrong, too large or endless at once, and stores nothing of them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { createFileForm, nothing, remains, UPLOAD } from './file-uploads.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';
import { openSocket, rawRequest } from './raw-request.ts';

const memory = memoryLog();
const service = await testService({ HEDDLE_MAX_FILE_MB: '2' }, memory);
const MEGABYTE = 2 ** 20;

suite('an upload is refused', () => {
  const boundary = 'xyz';
  const head = (headers: string) => `--${boundary}\r\n${headers}\r\n\r\n`;
  const file = 'content-disposition: form-data; name="file"; filename="a.txt"';
  const whole = `${head(file)}hello\r\n--${boundary}--\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const broken = 'validation error: body: is not a whole multipart form';
  const required = 'validation error: file: is required';
  const tooMany = 'validation error: body: has too many fields';
  const field = (name: string) => `${head(`content-disposition: form-data; name="${name}"`)}x\r\n`;

  const cases: [name: string, body: string, detail: string, contentType?: string][] = [
    ['without a boundary', whole, broken, 'multipart/form-data'],
    ['with another boundary', whole, broken, 'multipart/form-data; boundary=abc'],
    ['without a body', '', required],
    ['with a closing boundary only', `--${boundary}--\r\n`, required],
    ['when it ends inside the file', `${head(file)}hel`, broken],
    ['when it ends inside the headers of a part', `--${boundary}\r\ncontent-dispo`, broken],
    ['without a closing boundary', `${head(file)}hello\r\n--${boundary}\r\n`, broken],
    ['when the file is in another field', whole.replace('name="file"', 'name="attachment"'), required],
    ['with an empty field name', whole.replace('name="file"', 'name=""'), required],
    ['without a field name', whole.replace('name="file"; ', ''), required],
    ['without a content-disposition header', `${head('x-y: z')}hello${end}`, required],
    [
      'with a text instead of a file',
      `${head('content-disposition: form-data; name="file"')}x${end}`,
      'validation error: file: must be a file',
    ],
    ['with two files', `${head(file)}hello\r\n${whole}`, 'validation error: file: must be one file'],
    ['with a field called __proto__', field('__proto__') + whole, broken],
    ['with a file field called __proto__', whole.replace('name="file"', 'name="__proto__"'), broken],
    ['with many fields', Array.from({ length: 30 }, (_, index) => field(`f${index}`)).join('') + whole, tooMany],
    [
      'with a long field',
      field('note').replace('\r\nx', `\r\n${'x'.repeat(5000)}`) + whole,
      'validation error: note: is too long',
    ],
    ['with ten thousand parts', field('f').repeat(10_000) + whole, tooMany],
    ['with very long headers of a part', `${head(`x-long: ${'a'.repeat(90_000)}\r\n${file}`)}hello${end}`, required],
    [
      'when it is JSON that imitates a parsed file',
      '{"file": {"filepath": "/etc/passwd", "filename": "x", "file": "x"}}',
      'validation error: body: must be multipart/form-data',
      'application/json',
    ],
    ['when it is JSON with the content type of a form', '{"file": {"filepath": "/etc/passwd"}}', broken],
  ];
  for (const [name, body, detail, contentType = `multipart/form-data; boundary=${boundary}`] of cases) {
    test(name, async () => {
      const ada = await service.person();
      const headers = { 'uni-api-key': ada.key, 'content-type': contentType };
      const reply = await service.send(UPLOAD, { headers, body });
      assert.deepEqual({ status: reply.status, body: reply.body }, { status: 422, body: { detail } });
      assert.deepEqual(await remains(service, ada), nothing);
    });
  }

  test('with a file name that can not be decoded', async () => {
    const ada = await service.person();
    const headers = { 'uni-api-key': ada.key, 'content-type': `multipart/form-data; boundary=${boundary}` };
    const body = whole.replace('filename="a.txt"', "filename*=UTF-8''%E0%A4%A");
    const reply = await service.send(UPLOAD, { headers, body });
    assert.ok(reply.status === 200 || reply.status === 422, JSON.stringify(reply.body));
  });

  test('and its connection serves the next request', async () => {
    const ada = await service.person();
    const form = `${head(file)}${'x'.repeat(5 * MEGABYTE)}${end}`;
    const start = (method: string, more: string) =>
      `${method} HTTP/1.1\r\nhost: x\r\nuni-api-key: ${ada.key}\r\n${more}\r\n`;
    const refused = start(
      `POST ${UPLOAD}`,
      `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${form.length}\r\n`,
    );
    const socket = openSocket(service.url);
    socket.write(`${refused}${form}${start('GET /health', '')}`);
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      if (received.includes('"ok"')) break;
    }
    assert.match(received, /^HTTP\/1\.1 422 .*the file is larger than 2 MB.*HTTP\/1\.1 200 /s);
  });

  test('at endpoints that do not accept forms', async () => {
    const reply = await service.send('/api/v1/file/find', {
      headers: { 'uni-api-key': (await service.person()).key },
      body: createFileForm('x'),
    });
    assert.equal(reply.status, 422);
    assert.match(String(Object(reply.body).detail), /^validation error: body: is not JSON/);
  });

  test('before its content is sent if its announced length is over the limit', async () => {
    const ada = await service.person();
    const reply = await rawRequest(
      service.url,
      `POST ${UPLOAD} HTTP/1.1\r\nhost: x\r\nuni-api-key: ${ada.key}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 99999999999\r\n\r\n`,
    );
    const refusal = { detail: 'the file is larger than 2 MB', code: 'file_too_large' };
    assert.deepEqual([reply.status, JSON.parse(reply.body)], [422, refusal]);
  });
});

suite('uploads that are cut off', () => {
  test('leave nothing behind, even if there are many', async () => {
    const ada = await service.person({ storage_quota: 100 * MEGABYTE });
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const length = 1_500_000;
    const request = `POST ${UPLOAD} HTTP/1.1\r\nhost: x\r\nuni-api-key: ${ada.key}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n${part}`;
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const socket = openSocket(service.url);
        await once(socket, 'connect');
        await new Promise<void>(resolve => socket.write(request + 'x'.repeat(index * 10_000), () => resolve()));
        socket.resetAndDestroy();
        await once(socket, 'close');
      }),
    );
    await poll(async () => {
      const left = await remains(service, ada);
      return JSON.stringify(left) === JSON.stringify(nothing) ? true : undefined;
    });
    assert.deepEqual(
      memory.lines().filter(({ level }) => level >= 50),
      [],
    );
  });
});
