/** Clients that send everything before they read get their answer, however early their request was refused. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import { serviceOn, testService } from '../support/service.ts';
import { casesOf } from '../support/tiers.ts';
import { makePanel, STORAGE } from './booster-panels.ts';
import { UPLOAD } from './file-uploads.ts';
import { publishForm } from './forms-sent.ts';
import { FORM, field, file, form } from './raw-forms.ts';
import { openSocket, sendThenRead } from './raw-request.ts';
import { publishHook } from './webhook-calls.ts';

const MEGABYTE = 2 ** 20;
/** More than the buffers of both sides hold. */
const SENT = 16 * MEGABYTE;

const service = await testService({
  HEDDLE_MAX_BODY_MB: '2',
  HEDDLE_MAX_FILE_MB: '32',
  HEDDLE_RATE_LIMITS: 'on',
  HEDDLE_REQUESTS_LOW: '1',
});
const ann = await service.person();
const poor = await service.person({ storage_quota: MEGABYTE });
const panel = await makePanel(service, ann);
const panelHeaders = Object.entries(panel.headers).map(([name, value]) => `${name}: ${value}\r\n`);
const hook = await publishHook(service, ann);
const page = await publishForm(service, ann);

const LIST = Buffer.from(`["${'some text","'.repeat(SENT / 12)}"]`);
const DEEP = Buffer.concat([Buffer.from('['.repeat(70_000)), LIST]);
const FILE = form(file(Buffer.alloc(SENT)));
const FILE_TO_PANEL = form(field('path', 'no folder'), file(Buffer.alloc(SENT)));
/** One request a minute is allowed. */
const LOW_TIER = '/api/v3/workflow/trigger/regenerate';
const key = (person: { key: string }) => `uni-api-key: ${person.key}\r\n`;
const formType = `content-type: ${FORM}\r\n`;

interface Refusal {
  status: number;
  path: string;
  headers?: string;
  body?: Buffer;
  isChunked?: boolean;
}

const refusals: Record<string, Refusal> = {
  'an unknown path': { status: 404, path: '/api/v1/nothing' },
  'no key': { status: 401, path: '/api/v1/user/count' },
  'an unknown key': { status: 401, path: '/api/v1/user/count', headers: 'uni-api-key: x\r\n' },
  'no permission': { status: 403, path: '/api/v1/user/create', headers: key(ann) },
  'an announced length over the limit': { status: 413, path: '/api/v3/workflow/find', headers: key(ann) },
  'a length over the limit': { status: 413, path: '/api/v3/workflow/find', headers: key(ann), isChunked: true },
  'the values of a call': { status: 422, path: hook.path, headers: 'content-type: application/json\r\n' },
  'the depth of JSON': { status: 422, path: hook.path, headers: 'content-type: application/json\r\n', body: DEEP },
  'an unknown webhook': { status: 404, path: `${hook.path}x` },
  'the quota of the sender': { status: 422, path: UPLOAD, headers: key(poor) + formType, body: FILE },
  'another type than a form': { status: 413, path: UPLOAD, headers: key(ann) },
  'a path in a panel': {
    status: 422,
    path: `${STORAGE}/upload`,
    headers: panelHeaders.join('') + formType,
    body: FILE_TO_PANEL,
  },
  'a panel without a key': { status: 401, path: `${STORAGE}/upload`, headers: formType, body: FILE_TO_PANEL },
  'the fields of a form': { status: 422, path: page.path, headers: formType, body: FILE },
  'a form that is none': { status: 413, path: page.path },
};

const connections = {
  'that stays open': '',
  'that is to be closed': 'connection: close\r\n',
  'that waits for permission': 'expect: 100-continue\r\n',
};

function write({ path, headers = '', body = LIST, isChunked }: Refusal, connection: string): (string | Buffer)[] {
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}${connection}`;
  return isChunked
    ? [`${head}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n']
    : [`${head}content-length: ${body.length}\r\n\r\n`, body];
}

for (const [name, connection] of casesOf(Object.entries(connections), (_, index) => index === 0)) {
  suite(`on a connection ${name}, the answer is received after a refusal because of`, () => {
    for (const [reason, refusal] of Object.entries(refusals)) {
      test(reason, async () => {
        const { status, body } = await sendThenRead(service.url, ...write(refusal, connection));
        assert.equal(status, refusal.status, body);
      });
    }

    test('the rate', async () => {
      const eager = await service.person();
      const refusal = { status: 429, path: LOW_TIER, headers: key(eager) };
      await service.call(LOW_TIER, {}, eager.key);
      assert.equal((await sendThenRead(service.url, ...write(refusal, connection))).status, 429);
    });
  });
}

test('an expectation that can not be met is answered', async () => {
  const refusal = { status: 417, path: '/api/v1/user/count', headers: 'expect: more\r\n' };
  assert.equal((await sendThenRead(service.url, ...write(refusal, ''))).status, 417);
});

test('megabytes of headers are answered', async () => {
  const head = `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(SENT)}\r\n\r\n`;
  assert.equal((await sendThenRead(service.url, head)).status, 431);
});

test('megabytes that are not HTTP are answered', async () => {
  assert.equal((await sendThenRead(service.url, 'word '.repeat(SENT / 5))).status, 400);
});

test('a connection serves the next request after the body of a refused one', async () => {
  const socket = openSocket(service.url);
  for (const piece of write({ status: 401, path: '/api/v1/user/count' }, '')) socket.write(piece);
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    if (received.includes('"ok"')) break;
  }
  assert.match(received, /^HTTP\/1\.1 401 .*HTTP\/1\.1 200 /s);
});

test('a service that stops does not wait for those who still send', async () => {
  const database = await createTestDatabase();
  const stopping = await serviceOn(database);
  const socket = openSocket(stopping.url);
  socket.write('POST /api/v1/user/count HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n');
  await once(socket, 'data');
  const closed = once(
    socket.on('error', () => {}),
    'close',
  );
  await stopping.stop();
  await closed;
});
