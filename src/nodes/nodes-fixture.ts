/** All node types with the limits of the specification, and a definition that uses each of them. For tests. */
import { NodeTypes, type ValidationEnvironment } from '../engine/validation.ts';
import { compileExpression, compileTemplate } from '../templates/template.ts';
import { createNodeRegistry } from './registry.ts';

export const PANEL = '0197d1aa-0000-7000-8000-00000000000a';
export const ASSISTANT = '0197d1aa-0000-7000-8000-00000000000b';

export const WORKFLOW = '0197d1aa-0000-7000-8000-00000000000c';

export const registry = createNodeRegistry({
  approvalHours: { default: 72, most: 720 },
  cronCharacters: 200,
  notifyRecipients: [],
});

export const environment: ValidationEnvironment = {
  nodeTypes: new NodeTypes(Object.values(registry)),
  templates: { template: compileTemplate, expression: compileExpression },
  knowsTool: name => (['search', 'booster_record_get'].includes(name) ? 'yes' : 'no'),
  panels: new Set([PANEL]),
  assistants: new Set([ASSISTANT]),
  credentials: new Map([['shop', { fields: ['token'] }]]),
  workflows: new Map([[WORKFLOW, { name: 'Other', isPublished: true, recursion: undefined }]]),
  scheduleProblem: (cron, timezone) =>
    cron.split(' ').length === 5 && timezone !== 'Mars' ? undefined : 'no such time',
  limits: { nodes: 200 },
};

/** A valid definition without warnings. */
export const everyType = {
  nodes: [
    node('start', 'trigger.manual', {
      input_schema: { type: 'object', required: ['doc'], properties: { doc: { type: 'object', format: 'file' } } },
    }),
    node('clock', 'trigger.schedule', { cron: '0 8 * * 1-5', timezone: 'Europe/Berlin', missed: 'once' }),
    node('hook', 'trigger.webhook', {
      reply: 'step',
      reply_seconds: 10,
      methods: ['GET'],
      cors: ['https://example.org'],
      verify: { scheme: 'github', credential: 'shop' },
      headers: ['X-GitHub-Delivery'],
      dedupe: "headers['x-github-delivery']",
    }),
    node('record', 'trigger.booster_record', { panel_id: PANEL, collection: 'orders', events: ['created'] }),
    node('stored', 'trigger.booster_file', { panel_id: PANEL, folder: 'inbox', events: ['stored', 'deleted'] }),
    node('watch', 'trigger.poll', {
      tool: 'search',
      params: { url: 'https://example.org/feed?since={{ cursor }}' },
      items: 'result.items',
      key: 'item.id',
      cursor: 'items[0].id',
      every: 300,
      first: 'all',
      batch: 10,
    }),
    node('ended', 'trigger.run', {
      workflow_ids: [WORKFLOW],
      statuses: ['failed', 'cancelled'],
      runs: 'all',
      after: 2,
    }),
    node('survey', 'trigger.form', {
      title: 'Survey',
      form_schema: { type: 'object', properties: { name: { type: 'string' } } },
      result: 'redirect',
      redirect_url: 'https://example.org/thanks',
      embed: ['https://*.example.org'],
    }),
    node('other', 'workflow.run', { workflow_id: WORKFLOW, input: { doc: '{{ input.doc }}' }, retry: { attempts: 2 } }),
    node('read', 'file.to_text', { files: ['{{ input.doc }}'], timeout_seconds: 60 }),
    node('search', 'tool.call', {
      tool: 'search',
      params: { query: '{{ steps.read.output.text }}' },
      retry: { attempts: 3 },
    }),
    node('ask', 'assistant.run', {
      assistant_id: ASSISTANT,
      prompt: 'Summarise {{ steps.search.output }}',
      files: '{{ input.doc }}',
      output_schema: { type: 'object', properties: { total: { type: 'number' } } },
    }),
    node('big', 'condition', { expression: 'steps.ask.output.data.total > 100' }),
    node('approve', 'human.approval', {
      title: 'Order {{ input.doc.filename }}',
      message: 'To be paid at {{ run.links.paid }}',
      assignees: 'ann@example.org, bob@example.org',
      form_schema: { type: 'object', properties: { note: { type: 'string' } } },
      form_values: { note: '{{ steps.ask.output.text }}' },
      timeout_hours: 0.5,
    }),
    node('paid', 'wait', { call: true, timeout_seconds: 600 }),
    node('tell', 'event.send', { name: 'order.paid', key: '{{ run.id }}', data: '{{ steps.paid.output.body }}' }),
    node('route', 'switch', {
      cases: [
        { name: 'north', expression: "input.region == 'n'" },
        { name: 'south', expression: '{{ true }}' },
      ],
    }),
    node('polite', 'ai.condition', { question: 'Is this polite?', context: '{{ steps.ask.output.text }}' }),
    node('topic', 'ai.choice', {
      question: 'What is it about?',
      options: [{ name: 'cats', description: 'felines' }, { name: 'dogs' }],
    }),
    node('each', 'loop', {
      items: 'input.list',
      collect: { sent: '{{ steps.post.output.status }}', n: '{{ loop.index }}' },
    }),
    node('post', 'http.request', {
      url: 'https://example.org/{{ loop.item.id }}',
      method: 'POST',
      headers: { 'X-Count': 3, Authorization: 'Bearer {{ secrets.shop.token }}' },
      credential: 'shop',
      query: { page: [1, 2], all: true, none: null },
      body: { id: '{{ loop.item }}' },
      sign: true,
      accept_errors: '{{ input.lenient }}',
      retry: { attempts: 10, delay_seconds: 0, backoff: 1.5 },
      timeout_seconds: 0.5,
    }),
    node('mail', 'notify', { subject: 'Done', message: '**{{ steps.each.output.count }}** sent' }),
    node('compute', 'code', {
      code: 'export default ({ sent }) => ["{{ no template }}", sent];',
      input: { sent: '{{ steps.each.output.count }}' },
      language: 'typescript',
      timeout_seconds: 30,
      memory_mb: 256,
    }),
    node('answer', 'webhook.reply', { status: 201, headers: { 'X-Run': '{{ run.id }}' }, body: '{{ now }}' }),
    node('shape', 'transform', { value: { at: '{{ now }}', run: '{{ run.id }}' } }),
    node('end', 'output', { value: null }),
  ],
  edges: [
    ...['start', 'clock', 'hook', 'record', 'stored', 'ended', 'survey'].map(id => edge(id, 'read')),
    edge('read', 'other'),
    edge('other', 'search'),
    edge('search', 'ask'),
    edge('ask', 'big'),
    edge('big', 'approve', 'true'),
    edge('big', 'route', 'false'),
    edge('approve', 'paid', 'approved'),
    edge('paid', 'tell'),
    edge('paid', 'end', 'timeout'),
    edge('tell', 'end'),
    edge('route', 'polite', 'north'),
    edge('route', 'topic', 'south'),
    edge('polite', 'each', 'true'),
    edge('polite', 'end', 'false'),
    edge('topic', 'each', 'cats'),
    edge('topic', 'each', 'dogs'),
    edge('topic', 'end', 'otherwise'),
    edge('each', 'post', 'item'),
    edge('each', 'mail', 'done'),
    edge('mail', 'compute'),
    edge('compute', 'answer'),
    edge('answer', 'shape'),
    edge('shape', 'end'),
    edge('shape', 'end', 'error'),
  ],
};

export function node(id: string, type: string, params: unknown) {
  return { id, type, name: id, params, position: { x: 0, y: 0 } };
}

export function edge(source: string, target: string, source_handle: string | null = null) {
  return { source, target, source_handle };
}
