import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { registry } from '../../test/fixtures/nodes.ts';
import { NODE_TYPES } from './node.ts';
import { toCatalogEntry } from './registry.ts';

const entries = Object.values(registry).map(toCatalogEntry);

test('the catalog lists every type of the specification, with its category and outputs', () => {
  const rows = entries.map(({ type, category, is_trigger, terminal, handles }) =>
    [type, category, is_trigger, terminal, ...handles].join(' '),
  );
  assert.deepEqual(rows, [
    'trigger.manual trigger true false',
    'trigger.schedule trigger true false',
    'trigger.webhook trigger true false',
    'trigger.booster_record trigger true false',
    'trigger.booster_file trigger true false',
    'trigger.run trigger true false',
    'trigger.poll trigger true false',
    'trigger.database_change trigger true false',
    'trigger.form trigger true false',
    'trigger.message trigger true false',
    'tool.call action false false',
    'assistant.run action false false',
    'workflow.run action false false',
    'http.request action false false',
    'notify action false false',
    'file.to_text action false false',
    'code action false false',
    'event.send action false false',
    'message.send action false false',
    'webhook.reply action false false',
    'human.approval logic false false approved rejected timeout',
    'wait logic false false timeout',
    'condition logic false false true false',
    'switch logic false false otherwise',
    'ai.condition logic false false true false',
    'ai.choice logic false false otherwise',
    'loop logic false false item done',
    'repeat logic false false round done',
    'transform logic false false',
    'output logic false true',
  ]);
  assert.deepEqual(Object.keys(registry), [...NODE_TYPES]);
  for (const [name, { type }] of Object.entries(registry)) assert.equal(type, name);
});

test('a catalog entry has the fields of the specification, and the schema that validation uses', () => {
  for (const node of Object.values(registry)) {
    const entry = toCatalogEntry(node);
    assert.deepEqual(Object.keys(entry), [
      'type',
      'title',
      'description',
      'category',
      'is_trigger',
      'terminal',
      'handles',
      ...(node.type === 'wait' ? ['default_output'] : []),
      'params_schema',
    ]);
    assert.equal(entry.params_schema, node.paramsSchema);
    assert(node.type === 'output' || /Output: /.test(entry.description), node.type);
  }
  const titles = entries.map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
});

test('the catalog has all params of the specification (here with the required ones in capitals)', () => {
  const params = entries.map(({ type, params_schema: { properties, required } }) => {
    const needed = new Set<string>(required);
    const own = Object.keys(properties).filter(name => name !== 'retry' && name !== 'timeout_seconds');
    const names = own.map(name => (needed.has(name) ? name.toUpperCase() : name));
    return [type, ...names].join(' ');
  });
  assert.deepEqual(params, [
    'trigger.manual input_schema',
    'trigger.schedule CRON timezone days missed when',
    'trigger.webhook reply reply_seconds methods cors verify forms headers dedupe when debounce batch throttle',
    'trigger.booster_record PANEL_ID collection events when debounce batch throttle',
    'trigger.booster_file PANEL_ID folder events when debounce batch throttle',
    'trigger.run WORKFLOW_IDS statuses runs after when debounce batch throttle',
    'trigger.poll TOOL params credential items key cursor EVERY timezone first batch when debounce throttle',
    'trigger.database_change HOST port DATABASE CREDENTIAL tls TABLES kinds columns when debounce throttle',
    'trigger.form TITLE description FORM_SCHEMA submit_label result message redirect_url embed when',
    'trigger.message BROKER HOST port tls credential stream subject queue vhost region topic consumer start when debounce batch throttle',
    'tool.call TOOL params',
    'assistant.run ASSISTANT_ID PROMPT model files output_schema',
    'workflow.run WORKFLOW_ID input version wait',
    // `credential` is an addition to the specification.
    'http.request URL method headers query credential body file form sign accept_errors',
    'notify to SUBJECT MESSAGE files',
    'file.to_text FILES',
    'code CODE input language memory_mb',
    'event.send NAME key data',
    'message.send BROKER HOST port tls credential subject stream exchange routing_key vhost topic key queue group region headers body',
    'webhook.reply status headers body file',
    // What several people need is an addition to the specification.
    'human.approval TITLE message ASSIGNEES form_schema form_values allow_reject timeout_hours required reject_after not remind_hours escalate_to escalate_hours notify by_link',
    'wait seconds until call event',
    'condition EXPRESSION',
    'switch CASES',
    'ai.condition QUESTION context model',
    'ai.choice QUESTION OPTIONS context model',
    'loop items file format records query keep on_failure collect concurrency',
    'repeat UNTIL result most delay_seconds backoff',
    'transform VALUE',
    'output VALUE',
  ]);
  for (const { type, category, params_schema } of entries) {
    for (const name of ['retry', 'timeout_seconds']) {
      // The time-out of a wait is that of the call or the event, not that of an attempt.
      // A step that waits for another run takes as long as that.
      const isForAnyTime = type === 'workflow.run' && name === 'timeout_seconds';
      // Code would fail again in the same way.
      const isNotRetried = type === 'code' && name === 'retry';
      const has =
        (category === 'action' && !isForAnyTime && !isNotRetried) || (type === 'wait' && name === 'timeout_seconds');
      assert.equal(name in params_schema.properties, has, `${name} of ${type}`);
    }
  }
});

test('the catalog has the defaults of the specification', () => {
  const defaults = entries.flatMap(({ type, params_schema: { properties } }) =>
    Object.entries(properties).flatMap(([name, property]) =>
      'default' in property ? `${type} ${name} ${JSON.stringify(property.default)}` : [],
    ),
  );
  assert.deepEqual(defaults, [
    'trigger.schedule timezone "UTC"',
    'trigger.schedule missed "skip"',
    'trigger.webhook reply "queued"',
    'trigger.webhook reply_seconds 30',
    'trigger.webhook forms false',
    'trigger.booster_record collection "*"',
    'trigger.booster_record events ["created","changed","deleted"]',
    'trigger.booster_file folder "*"',
    'trigger.booster_file events ["stored","changed","deleted"]',
    'trigger.run statuses ["failed"]',
    'trigger.run runs "automatic"',
    'trigger.run after 1',
    'trigger.poll timezone "UTC"',
    'trigger.poll first "skip"',
    'trigger.database_change port 5432',
    'trigger.database_change tls true',
    'trigger.form submit_label "Send"',
    'trigger.form result "message"',
    'trigger.message tls true',
    'trigger.message start "new"',
    'workflow.run version "published"',
    'workflow.run wait true',
    'http.request method "GET"',
    'http.request sign false',
    'http.request accept_errors false',
    'http.request timeout_seconds 30',
    'code language "javascript"',
    'code timeout_seconds 1',
    'code memory_mb 64',
    'message.send tls true',
    'webhook.reply status 200',
    'human.approval allow_reject true',
    'human.approval timeout_hours 72',
    'human.approval required 1',
    'human.approval reject_after 1',
    'human.approval by_link false',
    'wait timeout_seconds 604800',
    'loop keep "failed"',
    'loop on_failure "continue"',
    'repeat most 20',
    'repeat delay_seconds 0',
    'repeat backoff 1',
  ]);
});

describe('a client can build a form from the schema of', () => {
  for (const { type, params_schema } of entries) {
    test(type, () => {
      // A client gets the schema as JSON.
      const schema = JSON.parse(JSON.stringify(params_schema));
      const ajv = new Ajv({ strict: true, allowUnionTypes: true });
      assert.equal(ajv.validateSchema(schema), true);
      ajv.compile(schema);
      assert.equal(schema.additionalProperties, false);
      for (const [path, property] of schemaProperties(schema)) {
        assert.match(String(property.title), /^[A-Z][\w -]+$/, `title of ${path}`);
        assert.match(String(property.description), /^.{10,}\.$/s, `description of ${path}`);
        if ('default' in property) assert(ajv.compile(property)(property.default), `default of ${path}`);
      }
    });
  }
});

/** Returns all properties, also those inside objects and lists. */
function schemaProperties(
  schema: Record<string, unknown>,
  path = '',
): [path: string, property: Record<string, unknown>][] {
  const { properties = {}, items = {} } = schema as { properties?: object; items?: Record<string, unknown> };
  const own = Object.entries(properties).flatMap(([name, property]) => [
    [`${path}${name}`, property] as [string, Record<string, unknown>],
    ...schemaProperties(property, `${path}${name}.`),
  ]);
  return [...own, ...(Object.keys(items).length > 0 ? schemaProperties(items, `${path}[].`) : [])];
}
