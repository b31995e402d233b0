import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalog } from '../../test/graph.ts';
import { summarizeStep } from './step-summary.ts';
import { shortenExpression, shortenTemplate, shortenUrl, shortenValue } from './template-words.ts';

const SUMMARIES: readonly [type: string, params: Record<string, unknown>, summary: string][] = [
  ['trigger.manual', {}, 'started by hand'],
  ['trigger.manual', { input_schema: { properties: { name: {}, age: {} } } }, 'asks for name and age'],
  ['trigger.schedule', { cron: '0 6 * * *', timezone: 'Europe/Berlin' }, 'At 06:00, Europe/Berlin'],
  ['trigger.schedule', { cron: '0 6 * * *', days: { nth: -1 } }, 'At 06:00, only on the last such day of the month'],
  ['trigger.webhook', {}, 'any call'],
  ['trigger.webhook', { when: 'input.body.total > 100' }, 'any call, if input.body.total > 100'],
  ['trigger.webhook', { methods: ['POST', 'PUT'] }, 'a call by POST, PUT'],
  ['trigger.booster_record', { collection: 'orders', events: ['created', 'updated'] }, 'orders: created and updated'],
  ['trigger.booster_record', {}, 'any collection'],
  ['trigger.booster_file', { folder: 'invoices', events: ['created'] }, 'invoices: created'],
  ['trigger.poll', { tool: 'feed_read', every: 300 }, 'feed_read, every 5 m'],
  ['trigger.database_change', { tables: ['public.orders'], kinds: ['insert'] }, 'public.orders: insert'],
  ['trigger.database_change', { tables: ['public.orders', 'public.items'] }, 'public.orders, public.items'],
  ['trigger.run', { statuses: ['failed', 'cancelled'] }, 'a run that ends as failed and cancelled'],
  ['trigger.form', { title: 'Order form' }, 'Order form'],
  ['tool.call', { tool: 'csv_read', params: { numbers: true, file: '{{ input.sales }}' } }, 'csv_read · input.sales'],
  ['tool.call', { tool: 'csv_read' }, 'csv_read'],
  [
    'assistant.run',
    { prompt: 'Answer {{ input.name | trim }}\nin a friendly way' },
    'Answer input.name in a friendly way',
  ],
  ['workflow.run', { input: { order: 1 } }, 'with order'],
  ['workflow.run', { workflow_id: 'x' }, 'another workflow'],
  ['http.request', { url: 'https://api.shop/orders?page=1' }, 'GET api.shop/orders'],
  ['http.request', { method: 'POST', url: 'https://api.shop/{{ steps.hook.output.id }}/' }, 'POST api.shop/hook.id'],
  [
    'notify',
    { subject: '{{ steps.left.output.days }} days left', to: 'ann@example.org' },
    'left.days days left → ann@example.org',
  ],
  ['notify', { subject: 'Done' }, 'Done'],
  ['file.to_text', { files: ['{{ input.letter }}'] }, 'text of input.letter'],
  ['code', { code: '// Sums the rows\n\nreturn input.rows.length' }, 'return input.rows.length'],
  ['event.send', { name: 'paid', key: '{{ input.id }}' }, 'paid · input.id'],
  ['webhook.reply', { status: 202, body: '{{ steps.bot.output.text }}' }, '202 · bot.text'],
  ['webhook.reply', {}, '200'],
  [
    'human.approval',
    { title: 'Pay {{ input.total }} EUR?', assignees: ['ben@example.org'] },
    'asks ben@example.org: Pay input.total EUR?',
  ],
  ['wait', { seconds: 90 }, 'for 1 m 30 s'],
  ['wait', { until: '{{ input.date }}' }, 'until input.date'],
  [
    'trigger.message',
    { broker: 'nats', host: 'nats.test', stream: 'ORDERS', subject: 'orders.*' },
    'orders.* · nats.test',
  ],
  ['message.send', { broker: 'amqp', host: 'rabbit', exchange: 'shop', routing_key: 'paid' }, 'shop · paid · rabbit'],
  ['wait', { call: true }, 'for a call'],
  ['wait', { event: { name: 'paid' } }, 'for the event paid'],
  ['condition', { expression: 'steps.total.output > 100' }, 'total > 100'],
  ['switch', { cases: [{ name: 'invoice' }, { name: 'delivery' }] }, 'invoice · delivery'],
  ['ai.condition', { question: 'Is it spam?' }, 'Is it spam?'],
  ['ai.choice', { question: 'What is it about?', options: [{ name: 'refund' }] }, 'What is it about?'],
  ['ai.choice', { options: [{ name: 'refund' }, { name: 'delivery' }] }, 'refund · delivery'],
  ['loop', { items: 'input.orders' }, 'each of input.orders'],
  ['repeat', { until: "last == 'ready'" }, "until last == 'ready'"],
  ['transform', { value: { net: '{{ 1 }}', gross: '{{ 2 }}' } }, 'net, gross'],
  ['transform', { value: '{{ steps.a.output.b | sum }}' }, 'a.b | sum'],
  ['output', { value: '{{ steps.total.output }}' }, 'total'],
];

describe('what a step does', () => {
  for (const [type, params, summary] of SUMMARIES) {
    it(`${type} ${JSON.stringify(params)} is "${summary}"`, () => {
      assert.equal(summarizeStep({ type, params }), summary);
    });
  }

  it('calls a tool by its title', () => {
    assert.equal(summarizeStep({ type: 'tool.call', params: { tool: 'csv_read' } }, 'Read CSV'), 'Read CSV');
  });

  it('is known of every type in the catalog', () => {
    const known = new Set(SUMMARIES.map(([type]) => type));
    assert.deepEqual(
      catalog.node_types.map(({ type }) => type).filter(type => !known.has(type)),
      [],
    );
  });

  it('is never wrong about params that are missing or of another kind', () => {
    for (const { type } of catalog.node_types) {
      const names = SUMMARIES.filter(row => row[0] === type).flatMap(([, params]) => Object.keys(params));
      for (const value of [undefined, null, 7, '', [], {}, [null], { a: 1 }]) {
        const params = Object.fromEntries(names.map(name => [name, value]));
        assert.equal(typeof summarizeStep({ type, params }), 'string');
      }
      assert.ok(!/undefined|\[object/.test(summarizeStep({ type })), type);
    }
    assert.equal(summarizeStep({ type: 'toString' }), '');
  });
});

describe('templates as words', () => {
  it('leave out braces, statements and comments', () => {
    assert.equal(shortenTemplate('{# sum #}{% if a %}{{ a }}{% endif %} EUR'), 'a EUR');
    assert.equal(shortenTemplate('{{ a }} of {{ b | length }}'), 'a of b');
    assert.equal(shortenExpression('{{ steps.a.output.b }}'), 'a.b');
  });

  it('are one short line', () => {
    assert.equal(shortenValue(['x', '{{ y }}']), 'x, y');
    assert.equal(shortenTemplate('word '.repeat(100)).length, 120);
    assert.equal(shortenTemplate('{{ a'), '{{ a');
  });

  it('of addresses have neither protocol, password nor query', () => {
    assert.equal(shortenUrl('https://ann:secret@example.org/a/?b=c#d'), 'example.org/a');
    assert.equal(shortenUrl('{{ input.url }}'), 'input.url');
  });
});
