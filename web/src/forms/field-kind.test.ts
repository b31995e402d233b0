import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createNodeRegistry } from '../../../src/nodes/registry.ts';
import { createToolBox } from '../../../src/tools/registry.ts';
import { describeConstraints, fieldKind, fieldLabel, fieldPicker } from './field-kind.ts';
import { type JsonSchema, readSchema } from './json-schema.ts';

const NO_THREADS = { run: () => Promise.reject(new Error('not called')) } as never;
const nodes = createNodeRegistry({
  approvalHours: { default: 72, most: 720 },
  cronCharacters: 200,
  notifyRecipients: [],
});

function paramsOf(type: keyof typeof nodes): Readonly<Record<string, JsonSchema>> {
  return readSchema(nodes[type].paramsSchema).properties ?? {};
}

function kindOf(type: keyof typeof nodes, name: string): string {
  return fieldKind(paramsOf(type)[name] ?? {}, name);
}

suite('the kinds of fields', () => {
  test('every param of every node type has the field that fits it', () => {
    assert.equal(kindOf('http.request', 'url'), 'text');
    assert.equal(kindOf('http.request', 'method'), 'enum');
    assert.equal(kindOf('http.request', 'headers'), 'map');
    assert.equal(kindOf('http.request', 'query'), 'map');
    assert.equal(kindOf('http.request', 'body'), 'json');
    assert.equal(kindOf('http.request', 'sign'), 'boolean');
    assert.equal(kindOf('http.request', 'timeout_seconds'), 'number');
    assert.equal(kindOf('http.request', 'retry'), 'object');
    assert.equal(kindOf('notify', 'subject'), 'text');
    assert.equal(kindOf('notify', 'message'), 'long text');
    assert.equal(kindOf('assistant.run', 'prompt'), 'long text');
    assert.equal(kindOf('switch', 'cases'), 'list');
    assert.equal(kindOf('trigger.booster_record', 'events'), 'list');
    assert.equal(kindOf('human.approval', 'assignees'), 'json');
    assert.equal(kindOf('human.approval', 'form_schema'), 'json');
    assert.equal(kindOf('transform', 'value'), 'json');
    assert.equal(kindOf('file.to_text', 'files'), 'json');
  });

  test('params of tools are fields too, and only what has no simple shape is JSON', async () => {
    const tools = await createToolBox({ threads: NO_THREADS }).list({ id: '', email: '' });
    const json = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(readSchema(inputSchema).properties ?? {})
        .filter(([param, schema]) => fieldKind(schema, param) === 'json')
        .map(([param]) => `${name}.${param}`),
    );
    assert.deepEqual(
      json.filter(param => !/\.(file|files|rows|value|data)$/.test(param)),
      [
        ...['chart_to_png.labels', 'date_difference.start', 'date_difference.end', 'mail_read.cursor'],
        ...['postgres_query.params', 'spreadsheet_read.sheet'],
      ],
    );
  });

  test('fields of run inputs: files, optional texts, dates', () => {
    assert.equal(fieldKind({ type: 'object', format: 'file' }), 'file');
    assert.equal(fieldKind({ type: ['string', 'null'] }, 'note'), 'text');
    assert.equal(fieldKind({ type: 'string', format: 'date' }), 'text');
    assert.equal(fieldKind({ enum: ['a', 1, null] }), 'enum');
    assert.equal(fieldKind({}), 'json');
    assert.equal(fieldKind({ type: 'array', items: { type: 'array', items: { type: 'number' } } }), 'json');
    assert.equal(fieldKind({ properties: { a: { type: 'string' } } }), 'object');
  });
});

suite('pickers', () => {
  test('are chosen by the name of the param', () => {
    assert.equal(fieldPicker(paramsOf('tool.call').tool ?? {}, 'tool'), 'tool');
    assert.equal(fieldPicker(paramsOf('trigger.booster_file').panel_id ?? {}, 'panel_id'), 'panel');
    assert.equal(fieldPicker(paramsOf('trigger.schedule').cron ?? {}, 'cron'), 'cron');
    assert.equal(fieldPicker(paramsOf('trigger.schedule').timezone ?? {}, 'timezone'), 'timezone');
    assert.equal(fieldPicker(paramsOf('human.approval').assignees ?? {}, 'assignees'), 'people');
    assert.equal(fieldPicker({ type: 'number' }, 'model'), undefined);
    assert.equal(fieldPicker({ type: 'string' }, 'constructor'), undefined);
  });
});

suite('labels and hints', () => {
  test('a field without a title is called by its name in words', () => {
    assert.equal(fieldLabel({ title: 'URL' }, 'url'), 'URL');
    assert.equal(fieldLabel({}, 'order_number'), 'Order number');
    assert.equal(fieldLabel({}, 'orderNumber'), 'Order number');
    assert.equal(fieldLabel({}, '_'), '_');
  });

  test('limits and defaults are told in words', () => {
    assert.equal(describeConstraints({ minimum: 1, maximum: 10 }), '1 to 10.');
    assert.equal(describeConstraints({ exclusiveMinimum: 0, maximum: 86_400 }), 'More than 0, at most 86,400.');
    assert.equal(describeConstraints({ exclusiveMaximum: 5 }), 'Less than 5.');
    assert.equal(describeConstraints({ maxLength: 200 }), 'At most 200 characters.');
    assert.equal(describeConstraints({ minItems: 1, default: ['created', 'changed'] }), 'Default created, changed.');
    assert.equal(describeConstraints({ default: false }), 'Default false.');
    assert.equal(describeConstraints({ minLength: 1 }), '');
  });
});
