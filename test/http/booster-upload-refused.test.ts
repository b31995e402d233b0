/** `upload` refuses invalid forms with the messages of the specification, and stores nothing of them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { testService } from '../support/service.ts';
import { makePanel, STORAGE } from './booster-panels.ts';
import { checkPanelUsage, nothing } from './booster-remains.ts';
import { memoryLog } from './memory-log.ts';
import { BOUNDARY, FORM, field, file, form, part, sendForm } from './raw-forms.ts';
import { openSocket, rawRequest } from './raw-request.ts';

const memory = memoryLog();
const service = await testService({ HEDDLE_MAX_FILE_MB: '2' }, memory);
const owner = await service.person();
const INVALID = 'validation error';
const NO_OBJECT = 'metadata must be a JSON object';

/** Uploads to a new panel, so that anything left behind belongs to this form. */
async function assertRefused(detail: string, body: RequestInit['body'], contentType?: string): Promise<void> {
  const panel = await makePanel(service, owner);
  const reply = await sendForm(panel, body, contentType);
  assert.deepEqual([reply.status, reply.body], [422, { detail }]);
  assert.deepEqual(await checkPanelUsage(panel), nothing);
}

suite('a form is refused with', () => {
  const path = field('path', 'docs/a');
  const key = randomUUID();
  const cases: [name: string, parts: Buffer[], detail?: string][] = [
    ['no path', []],
    ['an empty path', [field('path', '')], "path must start with a folder: '<folder>/<name>'"],
    ['a path twice', [path, path]],
    ['two paths', [path, field('path', 'docs/b')]],
    ['a path with NUL', [field('path', 'docs/a\0b')]],
    ['a path of a megabyte', [field('path', `docs/${'x'.repeat(2 ** 20)}`)]],
    ['a path as JSON', [field('path', '{"a":1}', '\r\ncontent-type: application/json')]],
    ['metadata twice', [path, field('metadata', '{}'), field('metadata', '{}')]],
    // `metadata.test.ts` beside the rules has all that is refused.
    ['metadata that is not JSON', [path, field('metadata', '{a:1}')], NO_OBJECT],
    ['metadata with a bare NUL', [path, field('metadata', '{"a":"\0"}')]],
    ['metadata with 1000 levels', [path, field('metadata', '[{"a":'.repeat(500) + 1 + '}]'.repeat(500))], NO_OBJECT],
    [
      'metadata of 4097 bytes',
      [path, field('metadata', JSON.stringify({ a: 'x'.repeat(4089) }))],
      'metadata is larger than 4096 bytes',
    ],
    ['metadata of a megabyte', [path, field('metadata', JSON.stringify({ a: 'x'.repeat(2 ** 20) }))]],
    [
      'a metadata key with a dot',
      [path, field('metadata', '{"a":{"b.c":1}}')],
      "metadata keys cannot start with '$' or contain '.'",
    ],
    ['overwrite=maybe', [path, field('overwrite', 'maybe')]],
    ['an empty overwrite', [path, field('overwrite', '')]],
    ['overwrite=2', [path, field('overwrite', '2')]],
    ['overwrite twice', [path, field('overwrite', 'true'), field('overwrite', 'true')]],
    ['rename=null', [path, field('rename', 'null')]],
    ['overwrite and rename', [path, field('overwrite', 'true'), field('rename', 'true')]],
    ['a collection without a key', [path, field('record_collection', 'things')]],
    ['a key without a collection', [path, field('record_key', key)]],
    ['an empty collection', [path, field('record_collection', ''), field('record_key', key)]],
    ['an invalid key', [path, field('record_collection', 'things'), field('record_key', 'x')]],
    ['a key with NUL', [path, field('record_collection', 'things'), field('record_key', `${key}\0`)]],
    ['a key as a URN', [path, field('record_collection', 'things'), field('record_key', `urn:uuid:${key}`)]],
    ['a collection with NUL', [path, field('record_collection', '\0'), field('record_key', key)]],
    ['a thousand fields', [path, ...Array.from({ length: 1000 }, (_, index) => field(`f${index}`, 'x'))]],
    ['a field called __proto__', [path, field('__proto__', 'x')]],
    ['a field called constructor', [path, field('constructor', 'x')]],
    ['a second file', [path, file('y')]],
    ['a file in another field', [path, part('content-disposition: form-data; name="x"; filename="y"', 'z')]],
    ['metadata as a file', [path, part('content-disposition: form-data; name="metadata"; filename="y"', '{}')]],
  ];
  for (const [name, parts, detail = INVALID] of cases) {
    test(`${name}, before the file and after it`, async () => {
      await assertRefused(detail, form(...parts, file('x')));
      await assertRefused(detail, form(file('x'), ...parts));
    });
  }

  const withoutFile: [name: string, parts: Buffer[]][] = [
    ['no file', [path]],
    ['no parts at all', []],
    ['a text instead of the file', [path, field('file', 'x')]],
    ['a text beside the file', [path, file('x'), field('file', 'x')]],
    ['a file without a field name', [path, part('content-disposition: form-data; filename="x"', 'x')]],
  ];
  for (const [name, parts] of withoutFile) {
    test(name, () => assertRefused(INVALID, form(...parts)));
  }

  test('an invalid path before the service reads the file', async () => {
    const panel = await makePanel(service, owner);
    const start = form(field('path', 'docs/../x'), file('x'.repeat(100_000))).subarray(0, 1000);
    const head = `POST ${STORAGE}/upload HTTP/1.1\r\nhost: x\r\nuni-api-key: ${owner.key}\r\npanel-id: ${panel.id}\r\ncontent-type: ${FORM}\r\ncontent-length: 100500\r\n\r\n`;
    const reply = await rawRequest(service.url, Buffer.concat([Buffer.from(head), start]));
    assert.deepEqual([reply.status, JSON.parse(reply.body)], [422, { detail: "path segments cannot be '.' or '..'" }]);
  });
});

suite('these bodies are refused:', () => {
  const whole = form(field('path', 'docs/a'), file('hello'));
  const cases: [name: string, body: string | Uint8Array<ArrayBuffer>, contentType?: string][] = [
    ['a form without a boundary', whole, 'multipart/form-data'],
    ['a form with another boundary', whole, 'multipart/form-data; boundary=abc'],
    ['an empty body', ''],
    ['a form that ends inside the file', whole.subarray(0, whole.indexOf('hello') + 3)],
    ['a form without its end', whole.subarray(0, whole.lastIndexOf(`--${BOUNDARY}`))],
    ['JSON that imitates a parsed file', '{"file":{"filepath":"/etc/passwd"},"path":"docs/x"}', 'application/json'],
    ['JSON that is declared as a form', '{"file":{"filepath":"/etc/passwd"},"path":"docs/x"}'],
    ['a form that is declared as bytes', whole, 'application/octet-stream'],
    ['a URL-encoded form', 'path=docs%2Fa&file=x', 'application/x-www-form-urlencoded'],
  ];
  const endless = part(
    `x-long: ${'a'.repeat(90_000)}\r\ncontent-disposition: form-data; name="file"; filename="a"`,
    'x',
  );
  cases.push(['a part with overlong headers', form(field('path', 'docs/a'), endless)]);
  for (const [name, body, contentType] of cases) {
    test(name, () => assertRefused(INVALID, body, contentType));
  }

  test('a body without a content type', async () => {
    const panel = await makePanel(service, owner);
    const reply = await rawRequest(
      service.url,
      `POST ${STORAGE}/upload HTTP/1.1\r\nhost: x\r\nuni-api-key: ${owner.key}\r\npanel-id: ${panel.id}\r\ncontent-length: 1\r\n\r\nx`,
    );
    assert.deepEqual([reply.status, JSON.parse(reply.body)], [422, { detail: INVALID }]);
  });

  test('a form, after which the connection serves the next request', async () => {
    const panel = await makePanel(service, owner);
    const headers = `host: x\r\nuni-api-key: ${owner.key}\r\npanel-id: ${panel.id}\r\n`;
    const large = form(field('path', 'docs/*'), file(Buffer.alloc(1_500_000)));
    const socket = openSocket(service.url);
    socket.write(
      `POST ${STORAGE}/upload HTTP/1.1\r\n${headers}content-type: ${FORM}\r\ncontent-length: ${large.length}\r\n\r\n`,
    );
    socket.write(large);
    socket.write(`POST ${STORAGE}/usage HTTP/1.1\r\n${headers}content-length: 0\r\n\r\n`);
    let received = '';
    for await (const chunk of socket) {
      received += chunk;
      if (received.includes('"limit"')) break;
    }
    assert.match(received, /^HTTP\/1\.1 422 .*path segments cannot contain.*HTTP\/1\.1 200 .*"files":0/s);
  });
});

test('the service logged no errors', async () => {
  assert.deepEqual(
    memory.lines().filter(({ level }) => level >= 50),
    [],
  );
});
