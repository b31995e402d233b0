import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { catalog } from '../../test/catalog.ts';
import { paramsSchemaOf } from './params-schema.ts';

suite('the form of a step', () => {
  test('has the fields of its type', () => {
    const { properties = {}, required } = paramsSchemaOf({ type: 'http.request' }, catalog);
    assert.ok('url' in properties && 'retry' in properties);
    assert.deepEqual(required, ['url']);
    assert.deepEqual(paramsSchemaOf({ type: 'unheard.of' }, catalog), {});
  });

  test('has the fields of the tool that it calls', () => {
    const params = paramsSchemaOf({ type: 'tool.call', params: { tool: 'hash' } }, catalog).properties?.params;
    assert.deepEqual(Object.keys(params?.properties ?? {}), ['text', 'file', 'algorithm', 'encoding', 'key']);
    assert.equal(params?.title, 'Tool params');
    const other = paramsSchemaOf({ type: 'tool.call', params: { tool: '{{ input.tool }}' } }, catalog);
    assert.deepEqual(other.properties?.params?.properties, {});
  });

  test('has the fields of the form whose values an approval shows', () => {
    const form_schema = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
    const values = paramsSchemaOf({ type: 'human.approval', params: { form_schema } }, catalog).properties?.form_values;
    assert.deepEqual(values?.properties, { amount: { type: 'number' } });
    assert.equal(values?.required, undefined);
  });

  test('has the fields of the chosen broker, and those that should not be there', () => {
    const form = (params: Record<string, unknown>, type = 'trigger.message') => {
      const { properties = {}, required } = paramsSchemaOf({ type, params }, catalog);
      const server = ['broker', 'host', 'port', 'tls', 'credential', 'when', 'debounce', 'batch', 'throttle'];
      const further = ['headers', 'body', 'retry', 'timeout_seconds'];
      const own = Object.keys(properties).filter(name => ![...server, ...further].includes(name));
      return [own, required];
    };
    assert.deepEqual(form({}), [[], ['broker', 'host']]);
    assert.deepEqual(form({ broker: 'amqp' }), [
      ['queue', 'vhost'],
      ['broker', 'host', 'queue'],
    ]);
    assert.deepEqual(form({ broker: 'mqtt', queue: 'x' }), [
      ['queue', 'topic', 'consumer'],
      ['broker', 'host', 'topic'],
    ]);
    assert.deepEqual(form({ broker: 'kafka' }, 'message.send'), [
      ['topic', 'key'],
      ['broker', 'host', 'topic'],
    ]);
    assert.deepEqual(form({ broker: 'sqs' }), [
      ['queue', 'region'],
      ['broker', 'host', 'queue'],
    ]);
    assert.deepEqual(form({ broker: 'sqs' }, 'message.send'), [
      ['queue', 'group', 'region'],
      ['broker', 'host', 'queue'],
    ]);
    assert.deepEqual(form({ broker: 'amqp' }, 'message.send'), [
      ['exchange', 'routing_key', 'vhost'],
      ['broker', 'host', 'routing_key'],
    ]);
  });

  test('has the fields of the one way in which a step waits, and those that should not be there', () => {
    const fields = (params: Record<string, unknown>) =>
      Object.keys(paramsSchemaOf({ type: 'wait', params }, catalog).properties ?? {});
    assert.deepEqual(fields({}), ['seconds']);
    assert.deepEqual(fields({ until: '' }), ['until']);
    assert.deepEqual(fields({ call: true }), ['timeout_seconds']);
    assert.deepEqual(fields({ event: { name: 'x' } }), ['event', 'timeout_seconds']);
    assert.deepEqual(fields({ seconds: 5, event: { name: 'x' } }), ['seconds', 'event']);
    assert.deepEqual(fields({ seconds: 5, timeout_seconds: 5 }), ['seconds', 'timeout_seconds']);
  });
});
