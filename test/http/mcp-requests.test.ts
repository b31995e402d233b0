/** Who may call the MCP server, and how it answers requests that no client of the SDK would send. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import { chain } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { ADMIN_KEY, serviceOn } from '../support/service.ts';

const FEW = 20;
const database = await createTestDatabase();
const service = await serviceOn(database, { HEDDLE_MAX_FILE_MB: '1', HEDDLE_MCP_WORKFLOWS: 'all' });
/** Stands for another process on the same database. */
const other = await serviceOn(database, {
  HEDDLE_RATE_LIMITS: 'on',
  HEDDLE_REQUESTS_DEFAULT: String(FEW),
  HEDDLE_MCP_WORKFLOWS: 'all',
});
after(async () => {
  await other.stopService();
  await service.stop();
});

interface Answer {
  status: number;
  /** The JSON of the answer, or of its only event. */
  body: Record<string, unknown>;
  headers: Headers;
}

interface Sent {
  body?: string | undefined;
  /** A header that is undefined is not sent. */
  headers?: Record<string, string | undefined>;
  method?: string;
  url?: string;
}

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${ADMIN_KEY}`,
};

async function send({ body, headers = {}, method = 'POST', url = service.url }: Sent): Promise<Answer> {
  const given = Object.entries({ ...HEADERS, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  const reply = await fetch(`${url}/mcp`, { method, headers: given, ...(body !== undefined && { body }) });
  const text = await reply.text();
  const json = text.split('\n').find(line => /^(data: )?\{/.test(line)) ?? '{}';
  return { status: reply.status, body: JSON.parse(json.replace(/^data: /, '')), headers: reply.headers };
}

function message(fields: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, ...fields });
}

const ping = message({ method: 'ping' });
const calling = (params: unknown) => message({ method: 'tools/call', params });
const listed = async (sent: Sent) => {
  const { body } = await send({ body: message({ method: 'tools/list' }), ...sent });
  const { tools } = Object(body.result);
  return (tools as { name: string }[]).map(({ name }) => name);
};

suite('the key', () => {
  const invalid = { status: 401, body: { detail: 'API key is invalid' } };

  test('is accepted in either header', async () => {
    for (const headers of [
      {},
      { authorization: `bearer  ${ADMIN_KEY} ` },
      { authorization: undefined, 'uni-api-key': ADMIN_KEY },
      { authorization: 'Bearer other', 'uni-api-key': ADMIN_KEY },
    ]) {
      assert.equal((await send({ body: ping, headers })).status, 200, JSON.stringify(headers));
    }
  });

  test('is checked before anything else', async () => {
    const person = await service.person();
    const scopes = ['service.workflow.write', 'service.chat', 'service.assistant'] as const;
    const lacking = await service.key(person.id, [...scopes]);
    const disabled = await service.person();
    await service.ask('/api/v1/user/update', { id: disabled.id, enabled: false });
    const bad = [undefined, '', 'Bearer', 'Bearer ', `Basic ${ADMIN_KEY}`, ADMIN_KEY, `Bearer ${ADMIN_KEY}x`];
    for (const authorization of [...bad, `Bearer ${lacking}`, `Bearer ${disabled.key}`, `Bearer ${'x'.repeat(9000)}`]) {
      for (const body of [ping, '{not json', undefined]) {
        const { status, body: answer, headers } = await send({ body, headers: { authorization } });
        assert.deepEqual({ status, body: answer }, invalid, `${authorization} ${body}`);
        assert.match(headers.get('www-authenticate') ?? '', /^Bearer realm="Heddle"/);
      }
    }
  });

  test('is asked for as clients understand it', async () => {
    const challenge = async (authorization: string | undefined) =>
      (await send({ body: ping, headers: { authorization } })).headers.get('www-authenticate');
    assert.equal(await challenge(undefined), 'Bearer realm="Heddle"');
    assert.equal(
      await challenge('Bearer wrong'),
      'Bearer realm="Heddle", error="invalid_token", error_description="API key is invalid"',
    );
  });

  test('needs only the scope of workflows', async () => {
    const person = await service.person();
    const headers = { authorization: `Bearer ${await service.key(person.id, ['service.workflow'])}` };
    await createWorkflow(service, chain(), person.key, { name: 'scoped' });
    const { status, body } = await send({ body: calling({ name: 'run_scoped' }), headers });
    assert.deepEqual([status, Object(body.result).structuredContent.status], [200, 'success']);
  });

  test('may do what its account may do with workflows', async () => {
    const shut = await service.person({ permissions: { workflow: 'none' } });
    const { status, body } = await send({ body: ping, headers: { authorization: `Bearer ${shut.key}` } });
    assert.deepEqual({ status, body }, { status: 403, body: { detail: 'permission denied' } });
    const person = await service.person();
    await createWorkflow(service, chain(), person.key, { name: 'mine' });
    const headers = { authorization: `Bearer ${person.key}` };
    assert.ok((await listed({ headers })).includes('run_mine'));
    await service.ask('/api/v1/user/update', { id: person.id, permissions: { workflow: 'read' } });
    assert.deepEqual(await listed({ headers }), ['workflow_run_get', 'approvals_find', 'approval_decide']);
    const refused = await send({ body: calling({ name: 'run_mine' }), headers });
    assert.equal(Object(refused.body.error).code, -32_602);
  });

  test('has one rate limit for the MCP server and the endpoints together', async () => {
    const { key } = await service.person();
    const statuses: number[] = [];
    for (let index = 0; index <= FEW; index++) {
      const { status } = await send({ url: other.url, body: ping, headers: { authorization: `Bearer ${key}` } });
      statuses.push(status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: FEW }, () => 200), 429]);
    const { status } = await other.call('/api/v3/workflow/count', {}, key);
    assert.equal(status, 429);
  });
});

test('a web page of another origin is refused, even with a valid key', async () => {
  for (const origin of ['https://evil.example', 'null', `${service.url}.evil.example`, 'http://127.0.0.1:1', 'x']) {
    const { status, headers } = await send({ body: ping, headers: { origin } });
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [403, null], origin);
  }
  assert.equal((await send({ body: ping, headers: { origin: service.url } })).status, 200);
});

test('other methods are not allowed', async () => {
  for (const method of ['GET', 'DELETE', 'OPTIONS', 'PUT']) {
    const { status, body, headers } = await send({ method });
    assert.deepEqual([status, body, headers.get('allow')], [405, { detail: 'method not allowed' }, 'POST'], method);
  }
});

test('a call needs no earlier request and no session', async () => {
  await createWorkflow(service, chain(), ADMIN_KEY, { name: 'anywhere' });
  for (const url of [service.url, other.url]) {
    const sent = { url, body: calling({ name: 'run_anywhere' }), headers: { 'mcp-session-id': 'of another' } };
    const { status, body, headers } = await send(sent);
    assert.deepEqual([status, Object(body.result).structuredContent.status], [200, 'success']);
    assert.equal(headers.get('mcp-session-id'), null);
  }
});

suite('a request is refused', () => {
  const PARSE_ERROR = -32_700;
  const INVALID_REQUEST = -32_600;
  const INVALID_PARAMS = -32_602;
  const METHOD_NOT_FOUND = -32_601;
  const REFUSED = -32_000;
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
  const cases: [string, Sent, number, number][] = [
    ['without a body', { body: undefined }, 400, INVALID_REQUEST],
    ['that is not JSON', { body: '{"jsonrpc"' }, 400, PARSE_ERROR],
    ['with half a character', { body: message({ method: '\ud800' }) }, 400, PARSE_ERROR],
    ['with a NUL character', { body: message({ method: '\0' }) }, 400, PARSE_ERROR],
    [
      'that is nested too deeply',
      { body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep}}` },
      400,
      PARSE_ERROR,
    ],
    ['with a key __proto__', { body: '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}' }, 400, PARSE_ERROR],
    ['that is a batch', { body: `[${ping},${ping}]` }, 400, INVALID_REQUEST],
    ['that is an empty batch', { body: '[]' }, 400, INVALID_REQUEST],
    ['that is null', { body: 'null' }, 400, INVALID_REQUEST],
    ['that is a number', { body: '5' }, 400, INVALID_REQUEST],
    ['that is an empty object', { body: '{}' }, 400, INVALID_REQUEST],
    ['of another JSON-RPC version', { body: message({ jsonrpc: '1.0', method: 'ping' }) }, 400, INVALID_REQUEST],
    ['without a method', { body: message({}) }, 400, INVALID_REQUEST],
    ['with an object as its id', { body: message({ id: {}, method: 'ping' }) }, 400, INVALID_REQUEST],
    ['with a string as its params', { body: calling('x') }, 400, INVALID_REQUEST],
    ['with an unknown method', { body: message({ method: 'resources/list' }) }, 200, METHOD_NOT_FOUND],
    ['that calls a tool without naming it', { body: calling({}) }, 200, INVALID_PARAMS],
    ['with a list as arguments', { body: calling({ name: 'approvals_find', arguments: [1] }) }, 200, INVALID_PARAMS],
    ['with a very long tool name', { body: calling({ name: 'x'.repeat(1_000_000) }) }, 200, INVALID_PARAMS],
    [
      'of an unknown protocol revision',
      { body: ping, headers: { 'mcp-protocol-version': '1999-01-01' } },
      400,
      REFUSED,
    ],
    [
      'that lacks what its protocol revision needs',
      { body: ping, headers: { 'mcp-protocol-version': '2026-07-28' } },
      400,
      INVALID_PARAMS,
    ],
    ['that does not accept a stream', { body: ping, headers: { accept: 'application/json' } }, 406, REFUSED],
    ['of another content type', { body: ping, headers: { 'content-type': 'text/plain' } }, 415, REFUSED],
    ['with an invalid content type', { body: ping, headers: { 'content-type': 'odd' } }, 415, REFUSED],
  ];
  for (const [name, sent, status, code] of cases) {
    test(name, async () => {
      const { status: given, body } = await send(sent);
      const { code: actualCode, message: text } = Object(body.error);
      assert.deepEqual([given, body.jsonrpc, actualCode], [status, '2.0', code], JSON.stringify(body));
      assert.ok(text.length > 0 && text.length < 1000);
    });
  }
});

test('a megabyte of arguments reaches the tool, which decides on it', async () => {
  await createWorkflow(service, chain(), ADMIN_KEY, { name: 'large' });
  const { status, body } = await send({
    body: calling({ name: 'run_large', arguments: { text: 'x'.repeat(1_000_000) } }),
  });
  const { isError, content } = Object(body.result);
  assert.deepEqual([status, isError], [200, true]);
  assert.match(content[0].text, /^The run input is too large/);
});

test('a request that is larger than the request of any run is refused', async () => {
  const { status, body } = await send({
    body: calling({ name: 'run_large', arguments: { text: 'x'.repeat(4_000_000) } }),
  });
  assert.equal(status, 413);
  assert.match(String(body.detail), /^the request body is larger than/);
});
