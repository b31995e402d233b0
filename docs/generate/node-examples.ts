/**
 * One example per node type. A test validates each on a real service, with real ids instead of `PANEL_ID` and the like, and runs
 * those with a `run`.
 */
import type { NodeTypeName } from '../../src/nodes/node.ts';

interface ExampleNode {
  readonly id: string;
  readonly type: NodeTypeName;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface ExampleEdge {
  readonly source: string;
  readonly target: string;
  readonly source_handle: string | null;
}

interface NodeExample {
  readonly about: string;
  readonly definition: { readonly nodes: readonly ExampleNode[]; readonly edges: readonly ExampleEdge[] };
  /** Given when it can be run without the outside world. */
  readonly run?: { readonly input: Readonly<Record<string, unknown>>; readonly output: unknown };
}

type Params = Readonly<Record<string, unknown>>;

function node(id: string, type: NodeTypeName, params: Params = {}): ExampleNode {
  return { id, type, params };
}

/** `a > b` is an edge from the default output, `a.true > b` one from a named output. */
function edges(...texts: readonly string[]): ExampleEdge[] {
  return texts.map(text => {
    const [from = '', target = ''] = text.split(' > ');
    const [source = '', handle] = from.split('.');
    return { source, target, source_handle: handle ?? null };
  });
}

const start = node('start', 'trigger.manual');

export const nodeExamples: Readonly<Record<NodeTypeName, NodeExample>> = {
  'trigger.manual': {
    about: 'Asks for a name, and greets.',
    definition: {
      nodes: [
        node('start', 'trigger.manual', {
          input_schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        }),
        node('greet', 'output', { value: 'Hello, {{ input.name }}!' }),
      ],
      edges: edges('start > greet'),
    },
    run: { input: { name: 'Ann' }, output: 'Hello, Ann!' },
  },
  'trigger.schedule': {
    about: 'Runs every working day at eight in Berlin, and makes up for a time that was missed.',
    definition: {
      nodes: [
        node('morning', 'trigger.schedule', { cron: '0 8 * * 1-5', timezone: 'Europe/Berlin', missed: 'once' }),
        node('tell', 'notify', { subject: 'Good morning', message: 'Planned for {{ input.scheduled_at }}.' }),
      ],
      edges: edges('morning > tell'),
    },
  },
  'trigger.webhook': {
    about: 'Answers each call with the result of its run, and starts one run however often GitHub repeats a delivery.',
    definition: {
      nodes: [
        node('hook', 'trigger.webhook', {
          reply: 'result',
          headers: ['x-github-delivery'],
          dedupe: "headers['x-github-delivery']",
        }),
        node('answer', 'output', { value: { received: '{{ input.body.action }}' } }),
      ],
      edges: edges('hook > answer'),
    },
  },
  'trigger.booster_record': {
    about: 'Tells about every new order in a panel.',
    definition: {
      nodes: [
        node('order', 'trigger.booster_record', { panel_id: 'PANEL_ID', collection: 'orders', events: ['created'] }),
        node('tell', 'notify', { subject: 'Order {{ input.key }}', message: '{{ input.record | tojson }}' }),
      ],
      edges: edges('order > tell'),
    },
  },
  'trigger.booster_file': {
    about: 'Reads every file that is stored in the folder `invoices`.',
    definition: {
      nodes: [
        node('stored', 'trigger.booster_file', { panel_id: 'PANEL_ID', folder: 'invoices', events: ['stored'] }),
        node('read', 'tool.call', {
          tool: 'booster_file_read',
          params: { panel_id: '{{ input.panel_id }}', id: '{{ input.file.id }}' },
        }),
      ],
      edges: edges('stored > read'),
    },
  },
  'trigger.run': {
    about: 'Tells about every third failure in a row of any workflow.',
    definition: {
      nodes: [
        node('failed', 'trigger.run', { workflow_ids: '*', statuses: ['failed'], after: 3 }),
        node('tell', 'notify', {
          subject: '{{ input.run.workflow_name }} keeps failing',
          message: '{{ input.failures }} failures in a row: {{ input.run.error }}',
        }),
      ],
      edges: edges('failed > tell'),
    },
  },
  'trigger.poll': {
    about: 'Starts a run for each new entry of a feed, looking every ten minutes.',
    definition: {
      nodes: [
        node('news', 'trigger.poll', {
          tool: 'feed_read',
          params: { url: 'https://example.org/feed.xml' },
          every: 600,
        }),
        node('tell', 'notify', { subject: '{{ input.item.title }}', message: '{{ input.item.url }}' }),
      ],
      edges: edges('news > tell'),
    },
  },
  'trigger.message': {
    about: 'Starts a run for each large order that a stream of NATS gets.',
    definition: {
      nodes: [
        node('order', 'trigger.message', {
          broker: 'nats',
          host: 'nats.example.org',
          stream: 'ORDERS',
          subject: 'orders.created',
          when: 'input.body.total > 1000',
        }),
        node('tell', 'notify', { subject: 'Order {{ input.body.number }}', message: '{{ input.body.total }}' }),
      ],
      edges: edges('order > tell'),
    },
  },
  'trigger.database_change': {
    about: 'Tells the buyer when an order in the database of a shop is marked as sent.',
    definition: {
      nodes: [
        node('orders', 'trigger.database_change', {
          host: 'db.shop.example',
          database: 'shop',
          credential: 'shop database',
          tables: ['public.orders'],
          kinds: ['update'],
          columns: ['sent_at', 'email'],
          when: 'input.new.sent_at != none',
        }),
        node('tell', 'notify', {
          to: ['{{ input.new.email }}'],
          subject: 'Your order {{ input.key.id }} is on its way',
          message: 'It was sent at {{ input.new.sent_at }}.',
        }),
      ],
      edges: edges('orders > tell'),
    },
  },
  'trigger.form': {
    about: 'A public page that asks for an e-mail address.',
    definition: {
      nodes: [
        node('ask', 'trigger.form', {
          title: 'Subscribe',
          form_schema: {
            type: 'object',
            required: ['email'],
            properties: { email: { type: 'string', format: 'email', title: 'E-mail' } },
          },
          message: 'Thank you!',
        }),
        node('keep', 'output', { value: '{{ input.values.email }}' }),
      ],
      edges: edges('ask > keep'),
    },
  },
  'tool.call': {
    about: 'Adds two weeks to a date.',
    definition: {
      nodes: [
        start,
        node('due', 'tool.call', { tool: 'date_add', params: { value: '{{ input.date }}', weeks: 2 } }),
        node('result', 'output', { value: '{{ steps.due.output.date }}' }),
      ],
      edges: edges('start > due', 'due > result'),
    },
    run: { input: { date: '2026-03-01' }, output: '2026-03-15' },
  },
  'assistant.run': {
    about: 'Reads an invoice into fields.',
    definition: {
      nodes: [
        start,
        node('read', 'assistant.run', {
          assistant_id: 'ASSISTANT_ID',
          prompt: 'Read this invoice.',
          files: '{{ input.invoice }}',
          output_schema: {
            type: 'object',
            required: ['number', 'total'],
            properties: { number: { type: 'string' }, total: { type: 'number' } },
          },
        }),
        node('result', 'output', { value: '{{ steps.read.output.data }}' }),
      ],
      edges: edges('start > read', 'read > result'),
    },
  },
  'workflow.run': {
    about: 'Runs another workflow, and returns what it returns.',
    definition: {
      nodes: [
        start,
        node('child', 'workflow.run', { workflow_id: 'WORKFLOW_ID', input: { name: '{{ input.name }}' } }),
        node('result', 'output', { value: '{{ steps.child.output }}' }),
      ],
      edges: edges('start > child', 'child > result'),
    },
  },
  'http.request': {
    about: 'Posts JSON, tries three times, and returns what the other server answers.',
    definition: {
      nodes: [
        start,
        node('post', 'http.request', {
          url: 'https://api.example.org/orders',
          method: 'POST',
          body: { item: '{{ input.item }}', amount: '{{ input.amount }}' },
          sign: true,
          retry: { attempts: 3, delay_seconds: 2 },
        }),
        node('result', 'output', { value: '{{ steps.post.output.body }}' }),
        node('sorry', 'output', { value: 'Not ordered: {{ steps.post.error }}' }),
      ],
      edges: edges('start > post', 'post > result', 'post.error > sorry'),
    },
  },
  notify: {
    about: 'Mails somebody of your organization. Without `to`, it mails the user on whose behalf the run executes.',
    definition: {
      nodes: [
        start,
        node('tell', 'notify', {
          to: 'boss@example.org',
          subject: 'Order {{ input.number }}',
          message: 'It is **on its way**.',
        }),
        node('result', 'output', { value: 'told' }),
      ],
      edges: edges('start > tell', 'tell > result'),
    },
    run: { input: { number: 4711 }, output: 'told' },
  },
  'file.to_text': {
    about: 'Counts the words of a document.',
    definition: {
      nodes: [
        node('start', 'trigger.manual', {
          input_schema: { type: 'object', properties: { document: { type: 'object', format: 'file' } } },
        }),
        node('read', 'file.to_text', { files: '{{ input.document }}' }),
        node('count', 'output', { value: '{{ steps.read.output.text | wordcount }}' }),
      ],
      edges: edges('start > read', 'read > count'),
    },
    run: {
      input: { document: { filename: 'note.txt', data: 'T25lIHR3byB0aHJlZQ==' } },
      output: 3,
    },
  },
  code: {
    about: 'Adds up the lines of an order.',
    definition: {
      nodes: [
        start,
        node('sum', 'code', {
          input: '{{ input.lines }}',
          code: 'export default lines => ({ total: lines.reduce((sum, { price, count }) => sum + price * count, 0) });',
        }),
        node('result', 'output', { value: '{{ steps.sum.output.total }}' }),
      ],
      edges: edges('start > sum', 'sum > result'),
    },
    run: {
      input: {
        lines: [
          { price: 5, count: 2 },
          { price: 3, count: 1 },
        ],
      },
      output: 13,
    },
  },
  'message.send': {
    about: 'Tells a queue of RabbitMQ that an order was paid.',
    definition: {
      nodes: [
        start,
        node('told', 'message.send', {
          broker: 'amqp',
          host: 'rabbit.example.org',
          exchange: 'orders',
          routing_key: 'order.paid',
          body: { order: '{{ input.order }}' },
        }),
        node('result', 'output', { value: '{{ steps.told.output.id }}' }),
      ],
      edges: edges('start > told', 'told > result'),
    },
  },
  'event.send': {
    about: 'Wakes whoever waits for the payment of this order.',
    definition: {
      nodes: [
        start,
        node('paid', 'event.send', { name: 'order.paid', key: '{{ input.order }}', data: { by: '{{ input.by }}' } }),
        node('result', 'output', { value: '{{ steps.paid.output.woken }}' }),
      ],
      edges: edges('start > paid', 'paid > result'),
    },
    run: { input: { order: '4711', by: 'card' }, output: 0 },
  },
  'webhook.reply': {
    about: 'Answers the call at once with 202, and goes on working.',
    definition: {
      nodes: [
        node('hook', 'trigger.webhook', { reply: 'step' }),
        node('answer', 'webhook.reply', { status: 202, body: { accepted: true, run: '{{ run.id }}' } }),
        node('work', 'transform', { value: '{{ input.body }}' }),
      ],
      edges: edges('hook > answer', 'answer > work'),
    },
  },
  'human.approval': {
    about: 'Asks whether an expense is paid. Nobody answering within a day counts as a rejection.',
    definition: {
      nodes: [
        start,
        node('ask', 'human.approval', {
          title: 'Pay {{ input.amount }} €?',
          message: '{{ input.reason }}',
          assignees: ['boss@example.org'],
          form_schema: {
            type: 'object',
            required: ['account'],
            properties: { account: { type: 'string', enum: ['travel', 'office'] } },
          },
          timeout_hours: 24,
        }),
        node('paid', 'output', { value: 'Paid from {{ steps.ask.output.data.account }}' }),
        node('refused', 'output', { value: 'Not paid' }),
      ],
      edges: edges('start > ask', 'ask.approved > paid', 'ask.rejected > refused', 'ask.timeout > refused'),
    },
  },
  wait: {
    about: 'Waits for a payment for a day, and goes on in another way when it does not come.',
    definition: {
      nodes: [
        start,
        node('paid', 'wait', { event: { name: 'order.paid', key: '{{ input.order }}' }, timeout_seconds: 86_400 }),
        node('ship', 'output', { value: 'Paid by {{ steps.paid.output.data.by }}' }),
        node('remind', 'output', { value: 'Not paid' }),
      ],
      edges: edges('start > paid', 'paid > ship', 'paid.timeout > remind'),
    },
  },
  condition: {
    about: 'Decides by an amount.',
    definition: {
      nodes: [
        start,
        node('large', 'condition', { expression: 'input.amount > 100' }),
        node('yes', 'output', { value: 'large' }),
        node('no', 'output', { value: 'small' }),
      ],
      edges: edges('start > large', 'large.true > yes', 'large.false > no'),
    },
    run: { input: { amount: 250 }, output: 'large' },
  },
  switch: {
    about: 'Sends each country its own way. The names of the cases are the outputs.',
    definition: {
      nodes: [
        start,
        node('country', 'switch', {
          cases: [
            { name: 'home', expression: "input.country == 'DE'" },
            { name: 'union', expression: "input.country in ['FR', 'IT', 'ES']" },
          ],
        }),
        node('home', 'output', { value: 5 }),
        node('union', 'output', { value: 9 }),
        node('world', 'output', { value: 25 }),
      ],
      edges: edges('start > country', 'country.home > home', 'country.union > union', 'country.otherwise > world'),
    },
    run: { input: { country: 'FR' }, output: 9 },
  },
  'ai.condition': {
    about: 'Lets a model decide whether a customer is angry.',
    definition: {
      nodes: [
        start,
        node('angry', 'ai.condition', { question: 'Is the customer angry?', context: '{{ input.message }}' }),
        node('call', 'output', { value: 'Call them: {{ steps.angry.output.reason }}' }),
        node('write', 'output', { value: 'Write to them' }),
      ],
      edges: edges('start > angry', 'angry.true > call', 'angry.false > write'),
    },
  },
  'ai.choice': {
    about: 'Lets a model choose the team for a message.',
    definition: {
      nodes: [
        start,
        node('team', 'ai.choice', {
          question: 'Which team answers this message?',
          context: '{{ input.message }}',
          options: [{ name: 'billing', description: 'Invoices and payments' }, { name: 'support' }],
        }),
        node('billing', 'output', { value: 'billing' }),
        node('support', 'output', { value: 'support' }),
        node('nobody', 'output', { value: 'nobody' }),
      ],
      edges: edges('start > team', 'team.billing > billing', 'team.support > support', 'team.otherwise > nobody'),
    },
  },
  loop: {
    about: 'Doubles each number. The step behind `item` is executed for each of them, and `collect` picks its result.',
    definition: {
      nodes: [
        start,
        node('each', 'loop', { items: 'input.numbers', collect: '{{ steps.double.output }}' }),
        node('double', 'transform', { value: '{{ loop.item * 2 }}' }),
        node('result', 'output', { value: '{{ steps.each.output.results }}' }),
      ],
      edges: edges('start > each', 'each.item > double', 'each.done > result'),
    },
    run: { input: { numbers: [1, 2, 3] }, output: [2, 4, 6] },
  },
  repeat: {
    about:
      'Doubles a number until it is large enough. The steps behind `round` are executed in each round; `last` is the ' +
      'result of the round before. With `delay_seconds` it would wait between the rounds, as one does who asks another ' +
      'system again and again whether an export is ready.',
    definition: {
      nodes: [
        start,
        node('grow', 'repeat', { result: '{{ steps.double.output }}', until: 'last >= 100', most: 10 }),
        node('double', 'transform', { value: '{{ (last or input.number) * 2 }}' }),
        node('result', 'output', { value: '{{ steps.grow.output }}' }),
      ],
      edges: edges('start > grow', 'grow.round > double', 'grow.done > result'),
    },
    run: { input: { number: 30 }, output: { rounds: 2, last: 120, ended: 'until' } },
  },
  transform: {
    about: 'Builds an object. A string that is one expression keeps the type of its value.',
    definition: {
      nodes: [
        start,
        node('order', 'transform', {
          value: { title: 'Order {{ input.number }}', number: '{{ input.number }}', tags: ['new'] },
        }),
        node('result', 'output', { value: '{{ steps.order.output }}' }),
      ],
      edges: edges('start > order', 'order > result'),
    },
    run: { input: { number: 7 }, output: { title: 'Order 7', number: 7, tags: ['new'] } },
  },
  output: {
    about: 'Returns a value of any shape.',
    definition: {
      nodes: [start, node('result', 'output', { value: { sum: '{{ input.a + input.b }}' } })],
      edges: edges('start > result'),
    },
    run: { input: { a: 2, b: 3 }, output: { sum: 5 } },
  },
};
