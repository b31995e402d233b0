/** Tests the forms that the streams of runs and chats can have. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RunEvent } from '../../src/runs/executing/events.ts';
import { chain, node } from '../support/definitions.ts';
import { gate, openPlaces } from '../support/outside-places.ts';
import { type Chunk, createWorkflow, splitChunks } from '../support/runs.ts';
import { testService } from '../support/service.ts';

const service = await testService({ HEDDLE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' });
const openPlace = await openPlaces();
const ann = await service.person();
const STREAM = '/api/v3/workflow/run/stream';
const TYPES = ['run_start', 'step_start', 'step_end', 'step_start', 'step_end', 'run_end'];
const lines = { accept: 'application/x-ndjson' };

function ask(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'uni-api-key': ann.key, ...headers },
    body: JSON.stringify(body),
  });
}

const create = () => createWorkflow(service, chain(node('done', 'output', { value: 'a\nb' })), ann.key);
const readTypes = (chunks: readonly Chunk[]) => chunks.flatMap(({ data }) => (data === '' ? [] : [data.type]));

interface ServerSentEvent {
  id: string | undefined;
  event: string | undefined;
  data: unknown;
}

/** Reads events as the standard says: lines up to an empty one, without comments. */
function readEvents(text: string): ServerSentEvent[] {
  assert.ok(text.endsWith('\n\n'));
  return text
    .slice(0, -2)
    .split('\n\n')
    .filter(block => !block.startsWith(':'))
    .map(block => {
      const fields = new Map(
        block.split('\n').map(line => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
      );
      return { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(fields.get('data') ?? 'null') };
    });
}

suite('a stream', () => {
  test('has the specified form, whatever else a client accepts', async () => {
    const workflow_id = await create();
    const accepted: Record<string, string>[] = [{}, { accept: '*/*' }, { accept: 'text/event-stream' }];
    for (const headers of accepted) {
      for (const query of ['', '?format=ndjson', '?format=']) {
        const response = await ask(STREAM + query, { workflow_id }, headers);
        assert.equal(response.headers.get('content-type'), 'text/event-stream');
        const text = await response.text();
        const chunks = splitChunks(text);
        assert.equal(chunks.map(chunk => JSON.stringify(chunk)).join(''), text);
        assert.deepEqual(readTypes(chunks), TYPES);
      }
    }
    const response = await ask(`${STREAM}?format=sse`, { workflow_id }, { accept: 'application/json' });
    assert.deepEqual(readTypes(splitChunks(await response.text())), TYPES);
  });

  test('has one object per line when the client accepts that', async () => {
    const workflow_id = await create();
    for (const headers of [lines, { accept: 'text/event-stream, application/x-ndjson;q=0.9' }]) {
      const response = await ask(STREAM, { workflow_id }, headers);
      assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
      const text = await response.text();
      assert.ok(text.endsWith('}\n'));
      const chunks: Chunk[] = text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line));
      assert.deepEqual(readTypes(chunks), TYPES);
      assert.ok(chunks.every(({ error, timestamp }) => error === null && timestamp > 0));
    }
  });

  test('has server-sent events when the client asks for them', async () => {
    const workflow_id = await create();
    const response = await ask(`${STREAM}?format=sse`, { workflow_id }, { accept: 'text/event-stream' });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.equal(response.headers.get('cache-control'), 'no-cache, no-transform');
    const events = readEvents(await response.text());
    assert.deepEqual(
      events.map(({ event }) => event),
      TYPES,
    );
    assert.deepEqual(
      events.map(({ data }) => (data as RunEvent).type),
      TYPES,
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, TYPES.length);
  });

  test('shows that it is alive, and how it broke off, in its own form', async () => {
    const held = gate();
    const place = await openPlace(held.answer);
    const definition = chain(node('wait', 'http.request', { url: place.url }));
    const workflow_id = await createWorkflow(service, definition, ann.key);
    const response = await ask(`${STREAM}?format=sse`, { workflow_id }, { accept: 'text/event-stream' });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    assert.ok(reader);
    let text = '';
    while (!text.includes(': alive\n\n')) text += (await reader.read()).value ?? '';
    const [first] = readEvents(text.slice(0, text.lastIndexOf('\n\n') + 2));
    const { run_id } = Object(first?.data);
    const watched = await ask('/api/v1/run/watch', { run_id }, lines);
    const watching = watched.text();
    const others = await ask('/api/v1/run/watch?format=sse', { run_id }, { accept: 'text/event-stream' });
    const watchingEvents = others.text();
    await service.ask(`/api/v3/workflow/runs/delete?entity_id=${run_id}`, {}, ann.key);
    const last: Chunk = JSON.parse((await watching).trimEnd().split('\n').at(-1) ?? '');
    assert.deepEqual([last.error?.status, last.error?.detail], [404, 'Workflow run not found']);
    const { event, data } = readEvents(await watchingEvents).at(-1) ?? {};
    const failure = { status: 404, text: 'Not Found', detail: 'Workflow run not found', code: 'run_not_found' };
    assert.deepEqual([event, data], ['error', failure]);
    await reader.cancel();
    held.open();
  });

  test('is refused in the ordinary way in every form', async () => {
    for (const [path, headers] of [
      [STREAM, lines],
      [`${STREAM}?format=sse`, { accept: 'text/event-stream' }],
      ['/api/v3/chat/stream', lines],
    ] as const) {
      const response = await ask(path, {}, headers);
      assert.equal(response.status, 422);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    }
  });
});
