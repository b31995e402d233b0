/** The tools with which runs use the records of panels. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { BoosterRecord } from '../../src/booster/records/schemas.ts';
import { testService } from '../support/service.ts';
import { changePanel, makePanel, RECORDS } from './booster-panels.ts';
import { callTool, refuseTool, runTool } from './booster-tools.ts';
import { echo, findSettledRuns, onRecord, publishNewWorkflow, withTrigger } from './booster-workflows.ts';

const service = await testService();
const ann = await service.person();
const bob = await service.person();
const panel = await makePanel(service, ann, { kept: { keep_without_record: true } });
const panel_id = panel.id;

const call = <Output = BoosterRecord>(tool: string, params: object, input = {}) =>
  callTool<Output>(service, ann, tool, { panel_id, ...params }, input);
const refuse = (error: string | RegExp, tool: string, params: object, input = {}) =>
  refuseTool(service, ann, error, tool, { panel_id, ...params }, input);
const read = (key: string) => panel.ask<BoosterRecord>('get', { key }, RECORDS);

test('the catalog lists the tools of panels', async () => {
  const { tools } = await service.ask<{ tools: Record<string, unknown>[] }>('/api/v3/workflow/catalog', {}, ann.key);
  const booster = tools.filter(({ name }) => String(name).startsWith('booster_'));
  assert.deepEqual(
    booster.map(({ name }) => name),
    [
      'booster_file_link',
      'booster_file_list',
      'booster_file_read',
      'booster_file_save',
      'booster_record_create',
      'booster_record_delete',
      'booster_record_find',
      'booster_record_get',
      'booster_record_update',
    ],
  );
  for (const { category, icon, display_name, description, input_schema } of booster) {
    assert.deepEqual([category, icon], ['Booster', 'database']);
    assert.ok(display_name && String(description).includes('Result: '));
    const { properties, required, additionalProperties } = Object(input_schema);
    assert.ok(required.includes('panel_id') && additionalProperties === false);
    for (const property of Object.values(properties)) assert.ok(Object(property).title && Object(property).description);
  }
});

suite('create', () => {
  test('returns the record', async () => {
    const data = { text: 'a\nb', n: 1.5, list: [null, { deep: true }] };
    const run = await runTool(service, ann, 'booster_record_create', { panel_id, collection: 'things', data });
    const [, step] = run.steps;
    const record = JSON.parse(step?.output_json ?? '');
    assert.deepEqual(record, await read(record.key));
    assert.deepEqual([record.collection, record.data], ['things', data]);
    assert.equal(step?.text, `Created the record ${record.key}`);
  });

  test('accepts a key, and values from templates', async () => {
    const key = randomUUID();
    const record = await call(
      'booster_record_create',
      { collection: 'things', data: { from: '{{ input.given }}' }, key: key.toUpperCase() },
      { given: { any: ['thing'] } },
    );
    assert.deepEqual([record.key, record.data], [key, { from: { any: ['thing'] } }]);
    await refuse(`a record '${key}' already exists`, 'booster_record_create', { collection: 'things', data: {}, key });
  });

  test('refuses what the database endpoints refuse', async () => {
    const problem = 'validation error: data: must not be longer than 1048576 characters of JSON';
    await refuse(
      problem,
      'booster_record_create',
      { collection: 'c', data: { long: '{{ input.a * 6 }}' } },
      { a: 'x'.repeat(190_000) },
    );
    await refuse('validation error: body: NUL characters are not allowed', 'booster_record_create', {
      collection: 'c',
      data: { nul: '{{ "a%cb" | format(0) }}' },
    });
  });
});

suite('update', () => {
  test('replaces top-level fields', async () => {
    const { key } = await panel.record('things', { a: 1, b: { c: 1 } });
    const record = await call('booster_record_update', { key, data: { b: { d: 2 } } });
    assert.deepEqual(record, await read(key));
    assert.deepEqual(record.data, { a: 1, b: { d: 2 } });
  });

  test('fails if the record does not exist', async () => {
    await refuse('Database record not found', 'booster_record_update', { key: randomUUID(), data: {} });
  });
});

suite('delete', () => {
  test('deletes the files of the record, unless their folder keeps them', async () => {
    const { collection, key } = await panel.record();
    const record = { record_collection: collection, record_key: key };
    await panel.upload({ path: 'docs/of-record.txt', ...record });
    const kept = await panel.upload({ path: 'kept/of-record.txt', ...record });
    assert.deepEqual(await call('booster_record_delete', { key: key.toUpperCase() }), { accepted: true, key });
    await panel.refuse(404, 'Database record not found', 'get', { key }, RECORDS);
    await panel.refuse(404, 'file not found', 'get', { path: 'docs/of-record.txt' });
    assert.equal((await panel.ask('get', { id: kept.id })).record, null);
    await refuse('Database record not found', 'booster_record_delete', { key });
  });
});

suite('get and find', () => {
  test('return records as the endpoints do', async () => {
    const keys: string[] = [];
    for (const n of [1, 2, 3]) keys.push((await panel.record('found', { n, odd: n % 2 === 1 })).key);
    assert.deepEqual(await call('booster_record_get', { key: keys[1] }), await read(keys[1] ?? ''));
    await refuse('Database record not found', 'booster_record_get', { key: randomUUID() });
    const find = async (params?: object) => {
      const found = await call<BoosterRecord[]>('booster_record_find', {
        collection: 'found',
        ...(params && { params }),
      });
      return found.map(({ data }) => data.n);
    };
    assert.deepEqual(await find(), [3, 2, 1]);
    assert.deepEqual(await find({ filters: [['data.odd', '==', true]], sort_key: 'data.n' }), [1, 3]);
    assert.deepEqual(await find({ sort_key: 'data.n', sort_order: -1, limit_from: 1, limit_to: 2 }), [2]);
    assert.deepEqual(await call('booster_record_find', { collection: 'nothing' }), []);
  });

  test('refuse invalid queries', async () => {
    const refuseFind = (error: RegExp, params: object) =>
      refuse(error, 'booster_record_find', { collection: 'found', params });
    await refuseFind(/nothing/, { filters: [['nothing', '==', 1]] });
    await refuseFind(/regex|pattern/, { filters: [['data.n', 'regex', '(']] });
    await refuseFind(/'params\.sort_order' must be one of 1, -1/, { sort_order: '{{ 2 }}' });
    await refuseFind(/'params\.more' is not known/, { more: '{{ 1 }}' });
    await refuseFind(/limit_to/, { limit_from: 0, limit_to: 1001 });
  });
});

suite('params', () => {
  test('that are invalid are named in the error', async () => {
    await refuse(/'key' is required/, 'booster_record_get', {});
    await refuse(/'key' does not fit: Key of the record/, 'booster_record_get', { key: '{{ "x" }}' });
    await refuse(/'other' is not a parameter of booster_record_get/, 'booster_record_get', {
      key: randomUUID(),
      other: '{{ 1 }}',
    });
    await refuse(/'collection' does not fit/, 'booster_record_create', { collection: '{{ "a\\nb" }}', data: {} });
    await refuse(/'data' must be an object/, 'booster_record_create', { collection: 'c', data: '{{ [1] }}' });
  });

  test('must name an existing panel that the user may use', async () => {
    const get = (panel_id: string) => ({ panel_id: `{{ "${panel_id}" }}`, key: randomUUID() });
    await refuse(/'panel_id' does not fit: Id of the booster panel/, 'booster_record_get', get('x'));
    await refuse('panel not found', 'booster_record_get', get(randomUUID()));
    const other = await makePanel(service, bob);
    await refuse('permission denied', 'booster_record_get', get(other.id));
    await changePanel(other, { sharing: [{ user_email: ann.email, write: false }] });
    await refuse('Database record not found', 'booster_record_get', get(other.id));
    await changePanel(other, { database: false });
    await refuse('database access is not allowed for this panel', 'booster_record_get', get(other.id));
    await changePanel(other, { enabled: false });
    await refuse('panel not found', 'booster_record_get', get(other.id));
  });
});

test('each change by a tool is one event of the panel', async () => {
  const watched = await makePanel(service, ann);
  const workflow = await publishNewWorkflow(service, withTrigger(onRecord(watched.id), echo), ann);
  const given = { panel_id: watched.id };
  const { key } = await call('booster_record_create', { ...given, collection: 'c', data: {} });
  await call('booster_record_update', { ...given, key, data: { a: 1 } });
  await call('booster_record_get', { ...given, key });
  await call('booster_record_delete', { ...given, key });
  const events = (await findSettledRuns(service, workflow, ann)).map(({ input_json }) => JSON.parse(input_json).event);
  assert.deepEqual(events.toSorted(), ['changed', 'created', 'deleted']);
});
