/** What a webhook call may contain, and which input its run gets from it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { node } from '../support/definitions.ts';
import { readResult } from '../support/runs.ts';
import { testService } from '../support/service.ts';
import { openSocket, rawRequest } from './raw-request.ts';
import { echo, publishHook, type TestHook } from './webhook-calls.ts';

const service = await testService({ HEDDLE_MAX_FILE_MB: '1', HEDDLE_QUEUED_RUNS: '1000' });
const ann = await service.person();
const hook = await publishHook(service, ann);
const JSON_TYPE = { 'content-type': 'application/json' };

/** Calls the webhook with this query, and returns the input of the run. */
async function readInput(query: string): Promise<Record<string, unknown>> {
  const reply = await service.send(`${hook.path}${query}`);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return JSON.parse((await hook.run((reply.body as { run_id: string }).run_id)).input_json);
}

async function callRaw(head: string, body: string | Buffer): Promise<string> {
  const bytes = Buffer.concat([
    Buffer.from(`POST ${hook.path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n${head}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
  const reply = await rawRequest(service.url, bytes);
  assert.equal(reply.status, 200, reply.body);
  return JSON.parse(reply.body).run_id;
}

suite('the body', () => {
  test('is parsed if it is sent as JSON', async () => {
    for (const value of [{ a: [1, { b: null }] }, [], 7, 'text', true, null]) {
      const { body } = await hook.callForInput(JSON.stringify(value), JSON_TYPE);
      assert.deepEqual(body, value);
    }
    const { body } = await hook.callForInput('{"a": 1}', { 'content-type': 'application/vnd.api+json' });
    assert.deepEqual(body, { a: 1 });
  });

  test('must be valid JSON if it is sent as JSON', async () => {
    const before = await hook.count();
    for (const text of ['{', 'hello', 'a=1', ' ', '{"a":1}x']) {
      const { status, body } = await hook.send(text, JSON_TYPE);
      assert.equal(status, 422);
      assert.match(Object(body).detail, /^validation error: body: is not JSON: /);
    }
    assert.equal(await hook.count(), before);
  });

  test('becomes an empty object if it is empty', async () => {
    for (const headers of [{}, JSON_TYPE, { 'content-type': 'text/plain' }]) {
      assert.deepEqual((await hook.callForInput(undefined, headers)).body, {});
      assert.deepEqual((await hook.callForInput('', headers)).body, {});
    }
  });

  test('of another type is parsed if it is JSON, and is text otherwise', async () => {
    const texts: [type: string, text: string, body: unknown][] = [
      ['text/plain', 'hello {{ 7*7 }}', 'hello {{ 7*7 }}'],
      ['text/plain', '{"a": [1]}', { a: [1] }],
      ['text/plain', '{"a":', '{"a":'],
      ['application/x-www-form-urlencoded', 'a=1&b=%20', 'a=1&b=%20'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n', ''],
      ['application/xml', '<a/>', '<a/>'],
    ];
    for (const [type, text, body] of texts) {
      assert.deepEqual((await hook.callForInput(text, { 'content-type': type })).body, body || text);
    }
  });

  test('that is a form becomes an object where the trigger asks for it', async () => {
    const asking = node('hook', 'trigger.webhook', { forms: true });
    const forms = await publishHook(service, ann, { ...echo, nodes: echo.nodes.with(0, asking) });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await forms.callForInput('name=Zo%C3%AB+B&item=1&item=2&empty=', type);
    assert.deepEqual(body, { name: 'Zo\u00eb B', item: ['1', '2'], empty: '' });
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = (head: string, text: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
    const file = part('name="doc"; filename="a.txt"\r\ncontent-type: text/plain', 'hello');
    const sent = await forms.callForInput(`${part('name="note"', 'n')}${file}--x--\r\n`, multipart);
    const { note, doc } = sent.body as { note: string; doc: Record<string, unknown> };
    assert.deepEqual([note, doc.filename, doc.content_type, doc.size], ['n', 'a.txt', 'text/plain', 5]);
    assert.match(String(doc.file_url), /secret=/);
    assert.deepEqual((await forms.callForInput('{"a":1}', JSON_TYPE)).body, { a: 1 });
    for (const [text, headers, detail] of [
      ['a=%00', type, /^validation error: body\.a: /],
      ['__proto__=1', type, /^validation error: body: '__proto__' is not allowed$/],
      ['--x\r\nno end', multipart, /^validation error: body: is not a whole form$/],
    ] as const) {
      const refused = await forms.send(text, headers);
      assert.equal(refused.status, 422);
      assert.match(Object(refused.body).detail, detail);
    }
  });

  test('without a valid content type is text too', async () => {
    for (const head of ['', 'content-type: \r\n', 'content-type: ;;=\r\n', 'content-type: nonsense\r\n']) {
      const run = await hook.run(await callRaw(head, 'hello'));
      assert.equal(JSON.parse(run.input_json).body, 'hello', head);
    }
  });

  test('of bytes becomes text, in which invalid characters are replaced', async () => {
    const run = await hook.run(await callRaw('content-type: image/png\r\n', Buffer.from([0x89, 0x50, 0, 0xff])));
    assert.equal(JSON.parse(run.input_json).body, '\ufffdP\ufffd\ufffd');
    const latin = await hook.run(await callRaw('content-type: text/plain; charset=latin1\r\n', Buffer.from([0xe4])));
    assert.equal(JSON.parse(latin.input_json).body, 'ä');
  });

  test('is data even if it is a template', async () => {
    const run = await hook.waitForRun(await hook.call({ text: '{{ 7*7 }}{% for x in range(9) %}a{% endfor %}' }));
    assert.partialDeepStrictEqual(readResult(run), { body: { text: '{{ 7*7 }}{% for x in range(9) %}a{% endfor %}' } });
  });

  test('may be nested 200 levels deep, and may have any key except __proto__', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    assert.equal(JSON.stringify((await hook.callForInput(deep(200), JSON_TYPE)).body), deep(200));
    const detail = 'validation error: body: is nested deeper than 200 levels';
    for (const levels of [201, 5000]) await hook.refuse(422, detail, deep(levels), JSON_TYPE);
    assert.equal((await hook.callForInput(deep(5000), { 'content-type': 'text/plain' })).body, deep(5000));
    const proto = '{"__proto__": {"x": 1}}';
    await hook.refuse(422, "validation error: body: the key '__proto__' is not allowed", proto, JSON_TYPE);
    assert.equal((await hook.callForInput(proto, { 'content-type': 'text/plain' })).body, proto);
    const odd = '{"constructor":1,"toString":{"x":2}}';
    assert.equal(JSON.stringify((await hook.callForInput(odd, JSON_TYPE)).body), odd);
  });

  test('is refused if it is larger than any file may be', async () => {
    const limit = Math.ceil(2 ** 20 * 1.4) + 800_000;
    const head = `POST ${hook.path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${limit + 1}\r\n\r\n`;
    const { status, body } = await rawRequest(service.url, head);
    const detail = `the request body is larger than ${limit} bytes`;
    assert.deepEqual([status, JSON.parse(body)], [413, { detail }]);
  });
});

suite('the query', () => {
  test('becomes an object of strings and lists of strings', async () => {
    const { query } = await readInput('?a=1&b=x%20y+z&a=2&empty=&flag&%C3%A4=%C3%B6&constructor=1');
    const expected = { a: ['1', '2'], b: 'x y z', empty: '', flag: '', ä: 'ö', constructor: '1' };
    assert.deepEqual(query, expected);
    assert.deepEqual((await readInput('')).query, {});
    assert.deepEqual((await readInput('?')).query, {});
    assert.deepEqual((await readInput('?a=%')).query, { a: '%' });
  });

  test('is refused if it contains NUL characters or the key __proto__', async () => {
    for (const [query, problem] of [
      ['a=%00', 'NUL characters are not allowed'],
      ['%00=a', 'NUL characters are not allowed'],
      ['__proto__=a', "'__proto__' is not allowed"],
    ]) {
      const { status, body } = await service.send(`${hook.path}?${query}`);
      assert.deepEqual([status, body], [422, { detail: `validation error: query: ${problem}` }]);
    }
  });
});

test('a run gets only four of the headers, if they are sent', async () => {
  const sent = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'GitHub-Hookshot/1',
    'x-github-event': 'push',
    'x-request-id': 'abc/def ghi',
  };
  const more = { authorization: 'Bearer x', cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', 'x-hub-signature': 'y' };
  const input = await hook.callForInput('{}', { ...sent, ...more });
  assert.deepEqual(input, { body: {}, query: {}, headers: sent });
  const run = await hook.run(await callRaw('', ''));
  assert.equal(run.input_json, '{"body":{},"query":{},"headers":{}}');
});

suite('the whole input', () => {
  const detail = 'The run input is too large (at most 200000 characters of JSON)';
  const around = '{"body":"","query":{},"headers":{"content-type":"text/plain"}}'.length;
  const textOfLength = (length: number, character = 'ä') => character.repeat(length - around);
  const sendText = (hook: TestHook, text: string) => {
    const head = `POST ${hook.path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n`;
    const bytes = Buffer.from(text);
    return rawRequest(
      service.url,
      Buffer.concat([Buffer.from(`${head}content-length: ${bytes.length}\r\n\r\n`), bytes]),
    );
  };

  test('is at most 200000 characters of JSON', async () => {
    const reply = await sendText(hook, textOfLength(200_000));
    assert.equal(reply.status, 200, reply.body);
    const run = await hook.run(JSON.parse(reply.body).run_id);
    assert.equal(run.input_json.length, 200_000);
    const before = await hook.count();
    for (const text of [textOfLength(200_001), textOfLength(100_000 + around, '\n'), 'x'.repeat(2_000_000)]) {
      const { status, body } = await sendText(hook, text);
      assert.deepEqual([status, JSON.parse(body)], [422, { detail }]);
    }
    await hook.refuse(422, detail, { list: Array.from({ length: 100_000 }, () => [1]) });
    assert.equal(await hook.count(), before);
  });
});

test('a call that is cut off starts no run', async () => {
  const before = await hook.count();
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const socket = openSocket(service.url);
      const head = `POST ${hook.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n`;
      await new Promise(resolve => socket.write(`${head}${'{"a":'.slice(0, index % 6)}`, resolve));
      socket.destroy();
    }),
  );
  await hook.call();
  assert.equal(await hook.count(), before + 1);
});
