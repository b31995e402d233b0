/**
 * Hostile texts in every text of every request, as the schemas of the endpoints describe them: a text is refused with a
 * sentence, or it is stored and comes out again as it was. Nothing that was stored breaks what reads it.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, suite, test } from 'node:test';
import type { EndpointDescription as Endpoint } from '../../src/http/endpoint.ts';
import { schemaProperties } from '../../src/http/openapi/openapi.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { findMarks, hostileText, MEGABYTE, STORABLE, UNSTORABLE, withPrototypeKey } from '../support/hostile-texts.ts';
import { openModelServer } from '../support/model-server.ts';
import { splitChunks } from '../support/runs.ts';
import { ADMIN_KEY, type Reply, testService } from '../support/service.ts';
import { findApprovalId } from './approval-workflows.ts';
import { findPlaces, minimalValue, type TextPlace } from './hostile-fields.ts';
import { definitionWith, describedApi, installEntities } from './hostile-installation.ts';
import { memoryLog } from './memory-log.ts';

const memory = memoryLog();
const model = await openModelServer({ after });
const service = await testService({ HEDDLE_MODELS: JSON.stringify([{ id: 'small', url: model.url }]) }, memory);
const { endpoints } = service.service.system;
const [{ id = '', email = '' } = {}] = await service.ask<{ id?: string; email?: string }[]>('/api/v1/user/find');
const ids = await installEntities(service, { id, email, key: ADMIN_KEY });
const exported = await service.ask('/api/v3/workflow/export', { workflow_id: ids.workflow_id });

type Special = Readonly<Record<string, (text: string) => unknown>>;

const PATHS: Special = { path: text => `things/${text}`, directory: text => `things/${text}` };
const FILTERS: Special = {
  filters: text => [['name', '==', text]],
  'params.filters': text => [['data.a', '==', text]],
};
const LABELS: Special = { labels: text => ({ customer: text }), 'filters.labels': text => ({ customer: text }) };

/** The values of fields whose schemas say too little of them. */
const SPECIAL: Special = { definition: definitionWith, document: describedApi, ...PATHS, ...FILTERS, ...LABELS };

/** Those of one endpoint or area. */
const SPECIAL_OF: Readonly<Record<string, Special>> = {
  '/api/v1/variable/': { value: text => text },
  '/api/v3/workflow/import': {
    data: text => ({ ...exported, workflow: { name: text, description: text, definition: definitionWith(text) } }),
  },
  '/api/v3/workflow/approval/decide': { data: text => ({ note: text }) },
  '/api/v1/credential/create': { fields: text => ({ name: 'X-Key', value: text }) },
  '/api/v1/credential/update': { fields: text => ({ token: text }) },
  '/api/v1/record/import': { rows: text => [{ data: { [text]: text } }] },
};

let count = 0;
const unique = (prefix: string) => `${prefix}${++count}`;
const start = () => service.ask<Run>('/api/v3/workflow/run', { workflow_id: ids.workflow_id });

async function currentRevision(): Promise<string | undefined> {
  const [latest] = await service.ask<{ id: string }[]>('/api/v3/workflow/revisions', {
    workflow_id: ids['workflow.id'],
  });
  return latest?.id;
}

/** What a request needs beside the examples of its schema, so that it is refused for nothing but the hostile text. */
const GIVEN: Readonly<Record<string, () => object | Promise<object>>> = {
  '/api/v1/user/create': () => ({ email: `${unique('new')}@example.org` }),
  '/api/v1/user/invite': () => ({ email: `${unique('new')}@example.org` }),
  '/api/v1/connector/preview': () => ({ document: describedApi('shop') }),
  '/api/v1/connector/create': () => ({ name: unique('shop'), document: describedApi('shop') }),
  '/api/v1/connector/refresh': () => ({ document: describedApi('shop') }),
  '/api/v1/mcp-server/create': () => ({ name: unique('calc'), url: 'http://127.0.0.1:9/mcp' }),
  '/api/v1/workflow/publish_version': () => ({ version: 1 }),
  '/api/v3/workflow/import': () => ({ data: exported }),
  '/api/v1/workflow/save': async () => ({
    workflow_id: ids['workflow.id'],
    base_revision_id: await currentRevision(),
  }),
  '/api/v1/variable/create': () => ({ name: unique('variable'), type: 'text', value: 'red' }),
  '/api/v1/variable/override': () => ({ name: 'colour', value: 'red' }),
  '/api/v1/run/replay': () => ({ run_id: ids.ended_run_id, from: 'done' }),
  '/api/v1/run/cancel': async () => ({ run_id: (await start()).id }),
  '/api/v1/run/cancel_many': () => ({ ids: [randomUUID()] }),
  '/api/v1/run/stats': () => ({ from: 1, to: Date.now() }),
  '/api/v1/workflow/test/create': () => ({ name: unique('test') }),
  '/api/v1/workflow/test/from_run': () => ({ run_id: ids.ended_run_id, name: unique('test') }),
  '/api/v3/workflow/approval/decide': async () => ({
    approval_id: findApprovalId(await start()),
    decision: 'approve',
  }),
  '/api/v3/chat': () => ({ conversation_id: ids.conversation_id }),
  '/api/v3/chat/stream': () => ({ conversation_id: ids.conversation_id }),
  '/api/v1/chat/stream': () => ({ conversation_id: ids.conversation_id }),
  '/api/v1/credential/create': () => ({
    name: unique('credential'),
    kind: 'header',
    hosts: ['api.example.org'],
    fields: { name: 'X-Key', value: 'tok-0123456789' },
  }),
  '/api/v1/record/import': () => ({ rows: [{ data: {} }] }),
  '/api/v3/booster/storage/private/upload-b64': () => ({ path: `things/${unique('b')}.txt`, data: 'eA==' }),
  '/api/v3/booster/storage/private/upload/init': () => ({ path: `things/${unique('i')}.txt` }),
  '/api/v1/panel/files/move': () => ({ ids: [ids['booster.id']] }),
};

/** Texts that are accepted and never shown. Those by which something is only found are not stored. */
const NOT_SHOWN =
  /\b(password|current|text|tag|kind|filters.*|sort_key|labels|trigger|trigger_type\[\]|parent_node_id)$/;
const NOT_STORED: ReadonlySet<string> = new Set([
  // They only choose what something is done with.
  '/api/v1/panel/delivery/retry-many event',
  '/api/v1/connector/enable names[]',
  '/api/v1/connector/create enable.tags[]',
  '/api/v1/connector/create enable.names[]',
  '/api/v1/run/cancel_many reason',
  // They are only tried out, or wait for somebody who accepts them.
  '/api/v1/connector/refresh document',
  '/api/v3/workflow/schedule/preview cron',
  '/api/v1/schedule/preview cron',
  '/api/v1/schedule/preview days.from',
  '/api/v1/schedule/preview days.holidays',
  '/api/v1/workflow/form_preview params{}',
  '/api/v1/credential/test url',
  '/api/v3/booster/storage/private/upload/init filename',
  '/api/v3/booster/storage/private/upload/init metadata*',
  // Nobody waits for the event.
  '/api/v1/event/send name',
  '/api/v1/event/send key',
  '/api/v1/event/send data*',
  // Secrets.
  '/api/v1/credential/create fields',
  '/api/v1/credential/update fields',
  // What is no media type becomes a general one.
  '/api/v3/booster/storage/private/upload-b64 content_type',
]);

const READING =
  /\/(find|count|get|get_all|list|open|export|ids|revisions|versions|deployment|publication|context|uses|operations|collections|files|folders|kinds|catalog|definition|resolve|validate|usage|remains|jobs|processes|examples|concurrency|groups|owners|options)$/;

const EXAMPLE_ID = minimalValue({ type: 'string', format: 'uuid' } as object);

function useIds(path: string, value: unknown, name: string): unknown {
  if (value === EXAMPLE_ID) return findId(path, name);
  if (Array.isArray(value)) return value.map(each => useIds(path, each, name.replace(/s$/, '')));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, useIds(path, each, key)]));
}

/** The id of the entity that the field names: by the name of the field, or that of the area. */
function findId(path: string, name: string): string {
  const areas = path.split('/').slice(3, -1);
  const names = [name, ...areas.map((_, index) => `${areas.slice(0, areas.length - index).join('.')}.id`)];
  return names.map(each => ids[each]).find(found => found !== undefined) ?? randomUUID();
}

function baseOf({ path, body }: Endpoint): Record<string, unknown> {
  return Object(useIds(path, minimalValue(body), ''));
}

function placesOf(endpoint: Endpoint): TextPlace[] {
  const own = Object.entries(SPECIAL_OF).find(([path]) => endpoint.path.startsWith(path))?.[1];
  return [...findPlaces(endpoint.body, baseOf(endpoint), { ...SPECIAL, ...own })];
}

async function fill(endpoint: Endpoint, place: TextPlace, text: string): Promise<object> {
  const given = Object.entries((await GIVEN[endpoint.path]?.()) ?? {});
  const [field] = place.way.split(/[.[{*]/);
  return { ...Object(place.put(text)), ...Object.fromEntries(given.filter(([name]) => name !== field)) };
}

function send({ path, query, headers }: Endpoint, body: unknown, entity?: string): Promise<Reply> {
  const search = query ? `?entity_id=${entity ?? findId(path, 'entity_id')}` : '';
  return service.send(path + search, {
    headers: {
      'content-type': 'application/json',
      'uni-api-key': ADMIN_KEY,
      ...('panel-id' in schemaProperties(headers) && { 'panel-id': ids.panel_id ?? '' }),
    },
    body: JSON.stringify(body),
  });
}

/** The reply is no fault of ours, and a refusal says what is wrong. */
function assertClear({ status, body }: Reply, where: string): void {
  assert.ok(status === 200 || (status >= 400 && status < 500), `${where}: ${status} ${JSON.stringify(body)}`);
  if (status !== 200) assert.equal(typeof Object(body).detail, 'string', where);
}

/** Where each mark was sent to. */
const accepted = new Map<number, string>();
const shown = new Set<number>();

function look({ status, body }: Reply, where: string): void {
  if (status !== 200) return;
  const { whole, changed } = findMarks(typeof body === 'string' ? splitChunks(body) : body);
  assert.deepEqual(changed, [], `${where} shows texts that are not as they were`);
  for (const mark of whole) shown.add(mark);
}

for (const endpoint of endpoints.filter(({ body }) => body)) {
  test(`${endpoint.path} stores or refuses every text`, async () => {
    const places = placesOf(endpoint);
    for (const place of places) {
      const where = `${endpoint.path} ${place.way}`;
      for (const [name, text] of Object.entries(UNSTORABLE)) {
        const reply = await send(endpoint, place.put(text));
        assertClear(reply, `${where} with ${name}`);
        // A document is a text of JSON, in which such characters are written as escapes.
        if (place.way !== 'document') assert.notEqual(reply.status, 200, `${where} accepts ${name}`);
      }
      assertClear(await send(endpoint, await fill(endpoint, place, '__proto__')), `${where} with __proto__`);
      const mark = ++count;
      const reply = await send(endpoint, await fill(endpoint, place, hostileText(mark)));
      assertClear(reply, where);
      look(reply, where);
      if (reply.status === 200) accepted.set(mark, where);
    }
    const long = places.find(({ free }) => free) ?? places[0];
    if (long) assertClear(await send(endpoint, await fill(endpoint, long, MEGABYTE)), `${endpoint.path} ${long.way}`);
    const hidden = await send(endpoint, withPrototypeKey(baseOf(endpoint)));
    assert.equal(hidden.status, 422, `${endpoint.path} accepts the key __proto__`);
  });
}

suite('ids in addresses', () => {
  const broken = ['%00', '%ED%A0%80', '__proto__', encodeURIComponent(hostileText(0))];
  for (const endpoint of endpoints.filter(({ query }) => query && 'entity_id' in schemaProperties(query))) {
    test(`${endpoint.path} refuses what is none`, async () => {
      for (const entity of broken) {
        const { status, body } = await send(endpoint, baseOf(endpoint), entity);
        assert.equal(status, 422, `${entity}: ${JSON.stringify(body)}`);
      }
    });
  }
});

suite('names in forms', () => {
  // FormData would write a quotation mark in the name of a file as %22.
  const storable = Object.values(STORABLE).join('').replaceAll('"', '');
  const FORM_TEXTS = { ...UNSTORABLE, 'everything that can be stored': storable, 'the prototype': '__proto__' };
  for (const { path, form, headers } of endpoints.filter(({ form }) => form)) {
    for (const field of Object.keys(schemaProperties(form))) {
      test(`${path} stores or refuses every ${field}`, async () => {
        for (const [name, text] of Object.entries(FORM_TEXTS)) {
          const sent = new FormData();
          const fields = 'path' in schemaProperties(form) ? { path: `things/${unique('f')}.txt` } : {};
          const value = field === 'path' ? `things/${text}` : field === 'metadata' ? JSON.stringify({ a: text }) : text;
          const all = field === 'file' ? fields : { ...fields, [field]: value };
          for (const [key, each] of Object.entries(all)) sent.append(key, each);
          sent.append('file', new Blob(['x']), field === 'file' ? text : 'a.txt');
          const reply = await service.send(path, {
            headers: { 'uni-api-key': ADMIN_KEY, ...(headers && { 'panel-id': ids.panel_id ?? '' }) },
            body: sent,
          });
          assertClear(reply, `${path} ${field} with ${name}`);
        }
      });
    }
  }
});

suite('afterwards', () => {
  for (const endpoint of endpoints.filter(({ path, stream }) => READING.test(path) && !stream)) {
    test(`${endpoint.path} reads what was stored`, async () => {
      const body = { ...baseOf(endpoint), ...(await GIVEN[endpoint.path]?.()) };
      for (const page of [{}, { limit_to: 1000 }]) {
        const reply = await send(endpoint, { ...body, ...page });
        assertClear(reply, endpoint.path);
        look(reply, endpoint.path);
      }
    });
  }

  test('every text that was accepted comes out again', () => {
    const lost = [...accepted].filter(([mark]) => !shown.has(mark)).map(([, where]) => where);
    assert.deepEqual(
      lost.filter(
        where => !NOT_SHOWN.test(where) && !READING.test(where.split(' ')[0] ?? '') && !NOT_STORED.has(where),
      ),
      [],
    );
  });

  test('nothing was logged as a fault of ours', () => {
    const faults = memory.lines().filter(({ level }) => level >= 50);
    assert.deepEqual(faults, []);
  });
});
