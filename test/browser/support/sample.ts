/** Something of everything that the console shows, so that each of its pages can be pictured as people see it. */
import type { ExportDocument, Workflow } from '../../../src/workflows/schemas.ts';

/** Calls an endpoint as the administrator, and returns its answer; a refusal is an error. */
export type Ask = <Answer>(endpoint: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;

export interface Sample {
  /** The ids of the example workflows by theirs in the gallery. */
  workflows: Record<string, string>;
  /** A run whose steps have failed and were gone around. */
  run: string;
  panel: string;
  connector: string;
  mcpServer: string;
  credential: string;
  assistant: string;
  user: string;
  group: string;
  organization: string;
}

/** The address of every page of the console, with something chosen where a page shows what is chosen. */
export function pagesOf(sample: Sample): Record<string, string> {
  const { workflows, run, panel, connector, mcpServer, credential, assistant, user, group, organization } = sample;
  const invoice = workflows['order-invoice'];
  return {
    workflows: '/workflows',
    editor: `/workflows/${invoice}`,
    runs: '/runs',
    run: `/runs/${run}`,
    failures: '/failures',
    approvals: '/approvals',
    notifications: '/notifications',
    chat: '/chat',
    panels: '/panels',
    files: `/panels/${panel}/files?folder=invoices`,
    records: `/panels/${panel}/records?collection=orders`,
    'panel-settings': `/panels/${panel}/settings`,
    deliveries: `/panels/${panel}/deliveries`,
    connectors: '/connectors',
    'new-connector': '/connectors/new',
    connector: `/connectors/${connector}`,
    'mcp-server': `/connectors/mcp/${mcpServer}`,
    credentials: '/credentials',
    'new-credential': '/credentials/new',
    credential: `/credentials/${credential}`,
    variables: '/variables',
    assistants: '/assistants',
    assistant: `/assistants/${assistant}`,
    users: '/administration/users',
    user: `/administration/users?user=${user}`,
    groups: `/administration/groups?chosen=${group}`,
    organizations: `/administration/organizations?chosen=${organization}`,
    audit: '/administration/audit',
    installation: '/administration/installation',
    jobs: '/administration/jobs',
    profile: '/settings/profile',
    'not-found': '/nowhere',
  };
}

interface Created {
  id: string;
}

export async function createSample(ask: Ask, upload: (panel: string, path: string) => Promise<void>): Promise<Sample> {
  const { workflows, run } = await createWorkflows(ask);
  return {
    workflows,
    run,
    panel: await createPanel(ask, upload),
    ...(await createConnections(ask)),
    ...(await createPeople(ask)),
  };
}

/** Imports all examples, runs some of them and publishes some. */
async function createWorkflows(ask: Ask): Promise<Pick<Sample, 'workflows' | 'run'>> {
  const examples = await ask<{ id: string; document: ExportDocument }[]>('v1/workflow/examples', {});
  const workflows: Record<string, string> = {};
  for (const { id, document } of examples) {
    const { workflow } = await ask<{ workflow: Workflow }>('v3/workflow/import', { data: document });
    workflows[id] = workflow.id;
  }
  const start = (id: string, input: Record<string, unknown> = {}) =>
    ask<Created>('v3/workflow/run', { workflow_id: workflows[id], input });
  for (const name of ['Grace', 'Alan', 'Barbara']) await start('greeting', { name });
  await start('greeting');
  for (const id of ['sales-report', 'qr-labels', 'message-routing', 'spreadsheet-by-team', 'sales-report']) {
    await start(id);
  }
  await start('expense-approval', { what: 'A new loom', amount: 480, approver: 'admin@localhost' });
  const run = await start('dates-with-errors');
  await start('order-invoice');
  for (const id of ['order-invoice', 'weekly-reminder', 'message-routing']) {
    await ask('v3/workflow/publish', { workflow_id: workflows[id] });
  }
  return { workflows, run: run.id };
}

/** Creates a panel with a few files and records. */
async function createPanel(ask: Ask, upload: (panel: string, path: string) => Promise<void>): Promise<string> {
  const { id } = await ask<Created>('v1/panel/create', {
    name: 'Shop',
    file_storage: {
      limit_mb: 1024,
      folders: {
        invoices: { types: ['text/plain', 'application/pdf'], max_file_mb: 20, keep_days: 365 },
        photos: {},
      },
    },
    webhooks: [{ url: 'https://shop.example/hooks', events: ['record.created'] }],
  });
  const invoices = [4711, 4712, 4713, 4714].map(number => `invoices/2026/invoice-${number}.txt`);
  for (const path of ['invoices/invoice-4711.txt', 'invoices/terms.txt', ...invoices, 'photos/loom.txt']) {
    await upload(id, path);
  }
  for (const [customer, total, state] of [
    ['Grace Hopper', 148, 'paid'],
    ['Alan Turing', 23.5, 'open'],
    ['Barbara Liskov', 512, 'open'],
  ]) {
    const data = { customer, total, state, lines: [{ item: 'Wool', amount: 2 }] };
    await ask('v3/booster/database/private/create', { collection: 'orders', data }, { 'panel-id': id });
  }
  return id;
}

const SHOP = {
  openapi: '3.0.3',
  info: { title: 'Web Shop API', version: '2.4' },
  servers: [{ url: 'https://shop.example/api' }],
  paths: Object.fromEntries(
    ['orders', 'customers', 'invoices'].map(name => [
      `/${name}/{id}`,
      {
        get: {
          operationId: `read_${name}`,
          summary: `Read one of the ${name}`,
          tags: [name],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'fine', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
      },
    ]),
  ),
};

async function createConnections(
  ask: Ask,
): Promise<Pick<Sample, 'connector' | 'mcpServer' | 'credential' | 'assistant'>> {
  const credential = await ask<Created>('v1/credential/create', {
    name: 'shop_of_the_weaving_mill',
    kind: 'bearer',
    description: 'Reads and writes orders',
    hosts: ['shop.example'],
    fields: { token: 'a token of the shop' },
  });
  await ask('v1/credential/create', {
    name: 'mail',
    kind: 'basic',
    hosts: ['mail.example'],
    fields: { username: 'ada', password: 'warp and weft' },
  });
  for (const [name, type, value, description] of [
    ['shop_url', 'text', 'https://shop.example', 'Where orders come from'],
    ['limit', 'number', 25, ''],
    ['is_open', 'boolean', true, ''],
    ['tax_rates_by_country', 'json', { de: 19, fr: 20 }, 'In percent'],
  ]) {
    await ask('v1/variable/create', { name, type, value, description });
  }
  const connector = await ask<Created>('v1/connector/create', {
    name: 'shop',
    document: JSON.stringify(SHOP),
  });
  const mcpServer = await ask<Created>('v1/mcp-server/create', { name: 'calc', url: 'https://tools.example/mcp' });
  const assistant = await ask<Created>('v3/assistant/create', {
    name: 'Clerk of the weaving mill',
    description: 'Answers questions about orders',
    instructions: 'Answer in one sentence.',
  });
  return { connector: connector.id, mcpServer: mcpServer.id, credential: credential.id, assistant: assistant.id };
}

async function createPeople(ask: Ask): Promise<Pick<Sample, 'user' | 'group' | 'organization'>> {
  const organization = await ask<Created>('v1/organization/create', { name: 'Weaving mill' });
  const people: string[] = [];
  for (const [name, email] of [
    ['Grace Hopper', 'grace.hopper@weaving-mill.example'],
    ['Alan Turing', 'alan@example.org'],
    ['عمر الخيام', 'omar@example.org'],
  ]) {
    const { id } = await ask<Created>('v1/user/create', { name, email });
    people.push(id);
  }
  const group = await ask<Created>('v1/group/create', { name: 'Clerks' });
  for (const user_id of people) {
    await ask('v1/group/member/set', { group_id: group.id, user_id });
    await ask('v1/organization/member/set', { organization_id: organization.id, user_id, write: true });
  }
  return { user: people[0] ?? '', group: group.id, organization: organization.id };
}
