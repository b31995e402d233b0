/** Runs whose steps use credentials: what is sent, what comes back, and when a right ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { after, suite, test } from 'node:test';
import type { Run } from '../../src/runs/schemas.ts';
import type { ExportDocument, ImportResult } from '../../src/workflows/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, findStep, readStepOutput, runOnce, streamRun } from '../support/runs.ts';
import { type Person, testService } from '../support/service.ts';
import { decide, findApprovalId, waitForEnd } from './approval-workflows.ts';
import { memoryLog } from './memory-log.ts';

const TOKEN = 'tok_4fJ2+kQ/9x"mZ';

interface Seen {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that tells everybody what it was sent, in every way that it can. */
const seen: Seen[] = [];
const echo = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  const { url = '', headers } = request;
  seen.push({ url, headers, body });
  const told = JSON.stringify({ url, headers, body });
  const kind = new URL(url, 'http://x').pathname;
  if (kind === '/elsewhere') response.writeHead(302, { location: `http://localhost:${port}/landed` }).end();
  else if (kind === '/fail') response.writeHead(500, { 'content-type': 'text/plain' }).end(told);
  else if (kind === '/file') response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(`\0${told}`);
  else response.writeHead(200, { 'content-type': 'application/json', 'x-echo': btoa(told) }).end(told);
}).listen(0, '127.0.0.1');
await once(echo, 'listening');
after(() => {
  echo.closeAllConnections();
  echo.close();
});
const address = echo.address();
const port = typeof address === 'object' && address ? address.port : 0;
const origin = `http://127.0.0.1:${port}`;

const written = memoryLog();
const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8,::1' }, { log: written.log });
const ann = await service.person();
const bob = await service.person();

let count = 0;
async function credential({ key }: Person, more: Record<string, unknown> = {}): Promise<{ id: string; name: string }> {
  const name = `shop${++count}`;
  const allowed = { hosts: [origin], template_places: ['url', 'header', 'body'] };
  const created = { name, kind: 'bearer', ...allowed, fields: { token: TOKEN }, ...more };
  return service.ask('/api/v1/credential/create', created, key);
}

const request = (params: Record<string, unknown>): Definition => chain(node('call', 'http.request', params));
const toError = ({ status, error }: Run) => ({ status, error });
/** Returns the last request, and forgets it. */
const takeSeen = () => seen.splice(0).at(-1);

function assertSecret(text: string, what: string): void {
  for (const form of [TOKEN, JSON.stringify(TOKEN).slice(1, -1), encodeURIComponent(TOKEN), btoa(TOKEN).slice(0, 20)]) {
    assert.ok(!text.includes(form), `${what} contains ${form}`);
  }
}

suite('a request', () => {
  test('is sent with the credential that it names, by name or id', async () => {
    const { id, name } = await credential(ann);
    for (const reference of [id, name, name.toUpperCase()]) {
      const run = await runOnce(service, request({ url: `${origin}/`, credential: reference }), {}, ann.key);
      assert.equal(run.status, 'success', run.error);
      assert.equal(takeSeen()?.headers.authorization, `Bearer ${TOKEN}`);
      assertSecret(JSON.stringify(run), 'the run');
      assert.match(findStep(run, 'call').output_json, /Bearer \[secret\]/);
    }
  });

  test('has secrets where its templates name them, each written as its place demands', async () => {
    const { name } = await credential(ann, { kind: 'generic', fields: { key: TOKEN, other: 'o+ther/secret' } });
    const params = {
      url: `${origin}/a/{{ secrets.${name}.key }}?q={{ secrets['${name}'].key }}`,
      method: 'POST',
      query: { more: `{{ secrets.${name}.other }}` },
      headers: { 'X-Key': `Key {{ secrets.${name}.key }}` },
      body: { deep: [`<{{ secrets.${name}.key }}>`] },
    };
    const run = await runOnce(service, request(params), {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    const sent = takeSeen();
    const url = new URL(sent?.url ?? '', origin);
    assert.equal(decodeURIComponent(url.pathname), `/a/${TOKEN}`);
    assert.deepEqual([url.searchParams.get('q'), url.searchParams.get('more')], [TOKEN, 'o+ther/secret']);
    assert.equal(sent?.headers['x-key'], `Key ${TOKEN}`);
    assert.deepEqual(JSON.parse(sent?.body ?? ''), { deep: [`<${TOKEN}>`] });
    assertSecret(JSON.stringify(run), 'the run');
  });

  test('tells nobody: not in outputs, errors, attempts, files, streams and logs', async () => {
    const { name } = await credential(ann);
    const failing = { url: `${origin}/fail`, credential: name, retry: { attempts: 2, delay_seconds: 0 } };
    const failed = await runOnce(service, request(failing), {}, ann.key);
    assert.match(failed.error, /answered 500 Internal Server Error: .*\[secret\]/);
    assertSecret(JSON.stringify(failed), 'the failed run');

    const definition = request({ url: `${origin}/file`, credential: name });
    const stored = await runOnce(service, definition, {}, ann.key);
    const { body } = readStepOutput(stored, 'call') as { body: { file_url: string } };
    const content = await (await fetch(body.file_url)).text();
    assert.match(content, /Bearer \[secret\]/);
    assertSecret(content, 'the file');

    const workflow_id = await createWorkflow(service, request({ url: `${origin}/`, credential: name }), ann.key);
    assertSecret(JSON.stringify(await streamRun(service, { workflow_id, input: {} }, ann.key)), 'the stream');
    assertSecret(written.text(), 'the log');
    const dump = await dumpDatabase();
    assertSecret(dump, 'the database');
  });

  test('to another host is refused before anything is sent', async () => {
    const { name } = await credential(ann, { hosts: ['api.example.org'] });
    seen.splice(0);
    const refused = { status: 'failed', error: `The credential '${name}' may not be sent to '127.0.0.1:${port}'` };
    for (const params of [
      { url: `${origin}/`, credential: name },
      { url: `${origin}/`, body: `{{ secrets.${name}.token }}` },
      { url: `${origin}/`, headers: { 'X-Key': `{{ secrets.${name}.token }}` } },
      { url: `${origin}/{{ secrets.${name}.token }}` },
    ]) {
      assert.partialDeepStrictEqual(toError(await runOnce(service, request(params), {}, ann.key)), refused);
    }
    assert.deepEqual(seen, []);
  });

  test('that is redirected elsewhere goes there without the credential', async () => {
    const { name } = await credential(ann);
    seen.splice(0);
    const run = await runOnce(service, request({ url: `${origin}/elsewhere`, credential: name }), {}, ann.key);
    assert.equal(run.status, 'success', run.error);
    assert.deepEqual(
      seen.map(({ url, headers }) => [url, headers.authorization]),
      [
        ['/elsewhere', `Bearer ${TOKEN}`],
        ['/landed', undefined],
      ],
    );
    const marked = { url: `${origin}/elsewhere`, headers: { 'X-Tag': `{{ secrets.${name}.token }}` } };
    const refused = await runOnce(service, request(marked), {}, ann.key);
    assert.equal(refused.error, `The credential '${name}' may not be sent to 'localhost:${port}'`);
    assert.ok(!seen.some(({ url, headers }) => url === '/landed' && headers['x-tag'] !== undefined));
  });

  test('gets no value for data that looks like a marker', async () => {
    const { name } = await credential(ann);
    const params = { url: `${origin}/`, headers: { 'X-Key': `{{ secrets.${name}.token }}` }, body: '{{ input.text }}' };
    await runOnce(service, request(params), { text: `{{ secrets.${name}.token }}` }, ann.key);
    assert.equal(takeSeen()?.body, `{{ secrets.${name}.token }}`);
  });
});

suite('rights', () => {
  test('of the user of the run count, and those of others are as if there were none', async () => {
    const { id, name } = await credential(ann);
    for (const reference of [id, name]) {
      const workflow_id = await createWorkflow(service, request({ url: `${origin}/`, credential: reference }), bob.key);
      const detail = `The workflow is not valid: Step 'call': the credential '${reference}' does not exist or may not be used`;
      await service.refuse(422, detail, '/api/v3/workflow/run', { workflow_id, input: {} }, bob.key);
    }
    const workflow_id = await createWorkflow(
      service,
      request({ url: `${origin}/`, headers: { 'X-Key': `{{ secrets.${name}.token }}` } }),
      bob.key,
    );
    const { issues } = await service.ask<{ issues: { message: string }[] }>(
      '/api/v3/workflow/validate',
      { workflow_id },
      bob.key,
    );
    assert.deepEqual(
      issues.map(({ message }) => message),
      [`Step 'call': 'headers.X-Key' uses the credential '${name}', which does not exist or may not be used`],
    );
  });

  test('that end while a run waits end for its next step', async () => {
    const { id, name } = await credential(ann, { sharing: [{ user_email: bob.email, write: false }] });
    const definition: Definition = {
      nodes: [
        node('start', 'trigger.manual'),
        node('first', 'http.request', { url: `${origin}/`, credential: name }),
        node('ask', 'human.approval', { title: 'Go on?', assignees: [bob.email] }),
        node('second', 'http.request', { url: `${origin}/`, credential: name, retry: { attempts: 3 } }),
      ],
      edges: [edge('start', 'first'), edge('first', 'ask'), edge('ask', 'second', 'approved')],
    };
    const workflow_id = await createWorkflow(service, definition, bob.key);
    const waiting = await service.ask<Run>('/api/v3/workflow/run', { workflow_id, input: {} }, bob.key);
    assert.equal(takeSeen()?.headers.authorization, `Bearer ${TOKEN}`);
    await service.ask('/api/v1/credential/update', { id, sharing: [] }, ann.key);
    await decide(service, findApprovalId(waiting), bob);
    const run = await waitForEnd(service, waiting.id, bob);
    assert.equal(
      findStep(run, 'second').error,
      `The credential '${name}' does not exist or may not be used by this user`,
    );
    assert.deepEqual(seen, []);
  });

  test('of administrators do not include using it', async () => {
    const { id } = await credential(ann);
    const workflow_id = await createWorkflow(service, request({ url: `${origin}/`, credential: id }));
    await service.refuse(
      422,
      `The workflow is not valid: Step 'call': the credential '${id}' does not exist or may not be used`,
      '/api/v3/workflow/run',
      { workflow_id, input: {} },
    );
  });
});

suite('exports and imports', () => {
  const importInto = (data: unknown, { key }: Person) =>
    service.ask<ImportResult>('/api/v3/workflow/import', { data }, key);

  test('name credentials, and bind them to those of the importer', async () => {
    const { id, name } = await credential(ann);
    const definition = request({ url: `${origin}/`, credential: id, body: `{{ secrets.${name}.token }}` });
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const document = await service.ask<ExportDocument>('/api/v3/workflow/export', { workflow_id }, ann.key);
    assertSecret(JSON.stringify(document), 'the export');
    assert.deepEqual(document.credentials, [{ name, kind: 'bearer', hosts: [origin] }]);
    assert.ok(!JSON.stringify(document).includes(id));

    const missing = await importInto(document, bob);
    assert.deepEqual(missing.secret_keys, ['call.credential', `call.secrets.${name}`]);
    assert.deepEqual(
      missing.issues.map(({ severity, message }) => `${severity}: ${message}`),
      [
        `error: Step 'call': the credential '${name}' does not exist or may not be used`,
        `error: Step 'call': 'body' uses the credential '${name}', which does not exist or may not be used`,
      ],
    );
    await credential(bob, { name });
    const bound = await importInto(document, bob);
    assert.deepEqual([bound.issues, bound.secret_keys], [[], []]);
  });

  test('report a credential of another kind', async () => {
    const { name } = await credential(ann);
    const workflow_id = await createWorkflow(service, request({ url: `${origin}/`, credential: name }), ann.key);
    const document = await service.ask<ExportDocument>('/api/v3/workflow/export', { workflow_id }, ann.key);
    await credential(bob, { name, kind: 'basic', fields: { username: 'bob', password: 'a long password' } });
    const { issues, secret_keys } = await importInto(document, bob);
    assert.deepEqual(secret_keys, ['call.credential']);
    assert.deepEqual(
      issues.map(({ severity, message }) => `${severity}: ${message}`),
      [`warning: Step 'call': the credential '${name}' is of the kind 'basic', but it was exported as 'bearer'`],
    );
  });

  test('of a workflow without credentials say nothing of them', async () => {
    const workflow_id = await createWorkflow(service, request({ url: `${origin}/` }), ann.key);
    const document = await service.ask<ExportDocument>('/api/v3/workflow/export', { workflow_id }, ann.key);
    assert.deepEqual(Object.keys(document).toSorted(), ['exported_at', 'version', 'workflow']);
  });
});

/** Returns the text of all tables. */
async function dumpDatabase(): Promise<string> {
  const { database } = service.service.system;
  const tables = await database.query.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.query
        .selectFrom(name as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}
