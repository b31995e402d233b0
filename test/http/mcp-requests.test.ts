/** Requests to the MCP server that no client of the SDK would send, and who may send any. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createTestDatabase } from '../support/database.ts';
import { chain } from '../support/definitions.ts';
import { createWorkflow } from '../support/runs.ts';
import { ADMIN_KEY, serviceOn } from '../support/service.ts';

const FEW = 20;
const database = await createTestDatabase();
const service = await serviceOn(database, { HEDDLE_MAX_FILE_MB: '1' });
/** As another process. */
const other = await serviceOn(database, { HEDDLE_RATE_LIMITS: 'on', HEDDLE_REQUESTS_DEFAULT: String(FEW) });
after(async () => {
  await other.stopService();
  await service.stop();
});

interface Answer {
  status: number;
  /** Of the answer, or of the one event that it is. */
  body: Record<string, unknown>;
  headers: Headers;
}

interface Sent {
  body?: string | undefined;
  /** Undefined: left out. */
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

  test('stands in either header', async () => {
    for (const headers of [
      {},
      { authorization: `bearer  ${ADMIN_KEY} ` },
      { authorization: undefined, 'uni-api-key': ADMIN_KEY },
      { authorization: 'Bearer other', 'uni-api-key': ADMIN_KEY },
    ]) {
      assert.equal((await send({ body: ping, headers })).status, 200, JSON.stringify(headers));
    }
  });

  test('is asked for before anything else is looked at', async () => {
    const person = await service.person();
    const scopes = ['service.workflow.write', 'service.chat', 'service.assistant'] as const;
    const lacking = await service.key(person.id, [...scopes]);
    const disabled = await service.person();
    await service.ask('/api/v1/user/update', { id: disabled.id, enabled: false });
    const bad = [undefined, '', 'Bearer', 'Bearer ', `Basic ${ADMIN_KEY}`, ADMIN_KEY, `Bearer ${ADMIN_KEY}x`];
    for (const authorization of [...bad, `Bearer ${lacking}`, `Bearer ${disabled.key}`, `Bearer ${'x'.repeat(9000)}`]) {
      for (const body of [ping, '{not json', undefined]) {
        const { status, body: answer } = await send({ body, headers: { authorization } });
        assert.deepEqual({ status, body: answer }, invalid, `${authorization} ${body}`);
      }
    }
  });

  test('needs the one scope', async () => {
    const person = await service.person();
    const headers = { authorization: `Bearer ${await service.key(person.id, ['service.workflow'])}` };
    await createWorkflow(service, chain(), person.key, { name: 'scoped' });
    const { status, body } = await send({ body: calling({ name: 'run_scoped' }), headers });
    assert.deepEqual([status, Object(body.result).structuredContent.status], [200, 'success']);
  });

  test('is as good as what its account may do with workflows', async () => {
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

  test('has its rate, together with the endpoints', async () => {
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

test('a page of another origin is refused, whatever its key', async () => {
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

test('a call needs nothing that came before it', async () => {
  await createWorkflow(service, chain(), ADMIN_KEY, { name: 'anywhere' });
  for (const url of [service.url, other.url]) {
    const sent = { url, body: calling({ name: 'run_anywhere' }), headers: { 'mcp-session-id': 'of another' } };
    const { status, body, headers } = await send(sent);
    assert.deepEqual([status, Object(body.result).structuredContent.status], [200, 'success']);
    assert.equal(headers.get('mcp-session-id'), null);
  }
});

suite('what is no message is refused', () => {
  const PARSE_ERROR = -32_700;
  const INVALID_REQUEST = -32_600;
  const INVALID_PARAMS = -32_602;
  const METHOD_NOT_FOUND = -32_601;
  const REFUSED = -32_000;
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
  const cases: [string, Sent, number, number][] = [
    ['nothing', { body: undefined }, 400, INVALID_REQUEST],
    ['no JSON', { body: '{"jsonrpc"' }, 400, PARSE_ERROR],
    ['half a character', { body: message({ method: '\ud800' }) }, 400, PARSE_ERROR],
    ['a NUL', { body: message({ method: '\0' }) }, 400, PARSE_ERROR],
    [
      'what is nested too deep',
      { body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep}}` },
      400,
      PARSE_ERROR,
    ],
    ['a key that is no key', { body: '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{}}' }, 400, PARSE_ERROR],
    ['a batch', { body: `[${ping},${ping}]` }, 400, INVALID_REQUEST],
    ['an empty batch', { body: '[]' }, 400, INVALID_REQUEST],
    ['null', { body: 'null' }, 400, INVALID_REQUEST],
    ['a number', { body: '5' }, 400, INVALID_REQUEST],
    ['an empty object', { body: '{}' }, 400, INVALID_REQUEST],
    ['another JSON-RPC', { body: message({ jsonrpc: '1.0', method: 'ping' }) }, 400, INVALID_REQUEST],
    ['no method', { body: message({}) }, 400, INVALID_REQUEST],
    ['an odd id', { body: message({ id: {}, method: 'ping' }) }, 400, INVALID_REQUEST],
    ['odd params', { body: calling('x') }, 400, INVALID_REQUEST],
    ['an unknown method', { body: message({ method: 'resources/list' }) }, 200, METHOD_NOT_FOUND],
    ['a call of nothing', { body: calling({}) }, 200, INVALID_PARAMS],
    ['odd arguments', { body: calling({ name: 'approvals_find', arguments: [1] }) }, 200, INVALID_PARAMS],
    ['a long name', { body: calling({ name: 'x'.repeat(1_000_000) }) }, 200, INVALID_PARAMS],
    ['an old revision', { body: ping, headers: { 'mcp-protocol-version': '1999-01-01' } }, 400, REFUSED],
    [
      'a revision that needs more',
      { body: ping, headers: { 'mcp-protocol-version': '2026-07-28' } },
      400,
      INVALID_PARAMS,
    ],
    ['what wants no stream', { body: ping, headers: { accept: 'application/json' } }, 406, REFUSED],
    ['another type', { body: ping, headers: { 'content-type': 'text/plain' } }, 415, REFUSED],
    ['no type at all', { body: ping, headers: { 'content-type': 'odd' } }, 415, REFUSED],
  ];
  for (const [name, sent, status, code] of cases) {
    test(name, async () => {
      const { status: given, body } = await send(sent);
      const { code: told, message: text } = Object(body.error);
      assert.deepEqual([given, body.jsonrpc, told], [status, '2.0', code], JSON.stringify(body));
      assert.ok(text.length > 0 && text.length < 1000);
    });
  }
});

test('a megabyte of arguments is taken, and judged by the tool', async () => {
  await createWorkflow(service, chain(), ADMIN_KEY, { name: 'large' });
  const { status, body } = await send({
    body: calling({ name: 'run_large', arguments: { text: 'x'.repeat(1_000_000) } }),
  });
  const { isError, content } = Object(body.result);
  assert.deepEqual([status, isError], [200, true]);
  assert.match(content[0].text, /^The run input is too large/);
});

test('more than a run may be sent is refused as everywhere', async () => {
  const { status, body } = await send({
    body: calling({ name: 'run_large', arguments: { text: 'x'.repeat(4_000_000) } }),
  });
  assert.equal(status, 413);
  assert.match(String(body.detail), /^the request body is larger than/);
});
