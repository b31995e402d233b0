import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { catalog } from '../../test/catalog.ts';
import { describeConstraints, fieldKind, fieldLabel, fieldPicker } from './field-kind.ts';
import { type JsonSchema, readSchema } from './json-schema.ts';

const schemas = new Map([
  ...catalog.node_types.map(({ type, params_schema }) => [type, readSchema(params_schema)] as const),
  ...catalog.tools.map(({ name, input_schema }) => [name, readSchema(input_schema)] as const),
]);

function paramOf(type: string, name: string): JsonSchema {
  const schema = schemas.get(type)?.properties?.[name];
  assert.ok(schema, `${type} has no param ${name}`);
  return schema;
}

function kindOf(type: string, name: string): string {
  return fieldKind(paramOf(type, name));
}

/** The fields for which the function finds something, each with its path. */
function find(what: (schema: JsonSchema) => string | undefined): string[] {
  const within = (schema: JsonSchema, path: string): string[] => {
    const found = what(schema);
    const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => within(field, `${path}.${name}`));
    return found === undefined ? inner : [`${path} ${found}`, ...inner];
  };
  return [...schemas].flatMap(([name, schema]) => within(schema, name));
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

  test('params of tools are fields too, and only what has no simple shape is JSON', () => {
    const json = catalog.tools.flatMap(({ name, input_schema }) =>
      Object.entries(readSchema(input_schema).properties ?? {})
        .filter(([, schema]) => fieldKind(schema) === 'json')
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
    assert.equal(fieldKind({ type: ['string', 'null'] }), 'text');
    assert.equal(fieldKind({ type: 'string', format: 'date' }), 'text');
    assert.equal(fieldKind({ enum: ['a', 1, null] }), 'enum');
    assert.equal(fieldKind({}), 'json');
    assert.equal(fieldKind({ type: 'array', items: { type: 'array', items: { type: 'number' } } }), 'json');
    assert.equal(fieldKind({ properties: { a: { type: 'string' } } }), 'object');
  });
});

suite('what the service says of a field', () => {
  test('chooses a picker', () => {
    assert.deepEqual(find(fieldPicker), [
      'trigger.schedule.cron cron',
      'trigger.schedule.timezone timezone',
      'trigger.webhook.verify.credential credential',
      'trigger.booster_record.panel_id panel',
      'trigger.booster_file.panel_id panel',
      'trigger.run.workflow_ids workflows',
      'trigger.poll.tool tool',
      'trigger.poll.credential credential',
      'trigger.poll.timezone timezone',
      'trigger.database_change.credential credential',
      'trigger.message.credential credential',
      'tool.call.tool tool',
      'assistant.run.assistant_id assistant',
      'assistant.run.model model',
      'workflow.run.workflow_id workflow',
      'http.request.credential credential',
      'code.code code',
      'message.send.credential credential',
      'human.approval.assignees people',
      'human.approval.escalate_to people',
      'ai.condition.model model',
      'ai.choice.model model',
      'loop.records.panel_id panel',
      'loop.query.credential credential',
      'date_add.timezone timezone',
      'date_difference.timezone timezone',
      'date_format.timezone timezone',
      'date_parse.timezone timezone',
      'feed_read.credential credential',
      'http_get_json.credential credential',
      'mail_read.credential credential',
      'postgres_query.credential credential',
      's3_list.credential credential',
    ]);
    assert.equal(fieldPicker({ type: 'string', 'x-widget': 'constructor' }), undefined);
    assert.equal(fieldPicker({ type: 'string', 'x-widget': 'long-text' }), undefined);
  });

  test('makes texts long, and no name does', () => {
    assert.deepEqual(
      find(schema => (fieldKind(schema) === 'long text' ? 'is long' : undefined)),
      [
        'trigger.form.description is long',
        'trigger.form.message is long',
        'assistant.run.prompt is long',
        'notify.message is long',
        'human.approval.message is long',
        'ai.condition.question is long',
        'ai.choice.question is long',
        'loop.query.query is long',
        'base64_encode.text is long',
        'csv_read.text is long',
        'feed_read.text is long',
        'hash.text is long',
        'qr_code.text is long',
        'text_extract.text is long',
        'text_to_pdf.text is long',
        'web_page_to_markdown.html is long',
      ],
    );
    assert.equal(fieldKind({ type: 'string', format: 'textarea' }), 'long text');
    assert.equal(fieldKind({ type: 'string', description: 'In Markdown.' }), 'text');
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
