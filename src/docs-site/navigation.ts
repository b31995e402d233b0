/**
 * The navigation of the documentation: the one list of its pages, in reading order. A page is named by its path below
 * `docs/` without `.md`; the index is the empty path. `test/docs-site.test.ts` checks that no page is missing.
 */
export interface NavigationPage {
  readonly path: string;
  readonly label: string;
}

export interface NavigationSection {
  readonly title: string;
  readonly pages: readonly NavigationPage[];
  /** A long list that is folded unless one of its pages is shown. */
  readonly folded?: boolean;
}

/** `path: label` for each page. */
function section(title: string, pages: Readonly<Record<string, string>>, folded = false): NavigationSection {
  return { title, folded, pages: Object.entries(pages).map(([path, label]) => ({ path, label })) };
}

export const NAVIGATION: readonly NavigationSection[] = [
  section('Start here', {
    '': 'Welcome',
    'quick-start': 'Quick start',
    concepts: 'Concepts',
  }),
  section('Tutorial', {
    'tutorial/1-a-first-workflow': '1. A first workflow',
    'tutorial/2-upload-invoices': '2. Upload invoices',
    'tutorial/3-check-them': '3. Check them',
    'tutorial/4-ask-a-person': '4. Ask a person',
    'tutorial/5-post-to-accounting': '5. Post to accounting',
    'tutorial/6-report-every-week': '6. Report every week',
    'tutorial/7-read-with-a-model': '7. Read with a model',
  }),
  section('How to', {
    'how-to/call-from-an-app': 'Call Heddle from an app',
    'how-to/webhooks-from-stripe': 'Webhooks from Stripe',
    'how-to/webhooks-from-github': 'Webhooks from GitHub',
    'how-to/schedules': 'Schedules and missed runs',
    'how-to/approvals-in-your-own-ui': 'Approvals in your own UI',
    'how-to/loops-and-batches': 'Loops and batches',
    'how-to/errors-and-retries': 'Errors and retries',
    'how-to/files-in-and-out': 'Files in and out',
    'how-to/ai-with-a-local-model': 'AI with a local model',
    'how-to/mcp': 'MCP in both directions',
    'how-to/workflows-as-code': 'Workflows as code',
  }),
  section('Guides', {
    'guides/console': 'The console',
    'guides/workflows': 'Workflows',
    'guides/runs': 'Runs',
    'guides/triggers': 'Triggers',
    'guides/webhooks': 'Webhooks',
    'guides/polling': 'Polling',
    'guides/messages': 'Messages',
    'guides/database-changes': 'Database changes',
    'guides/forms': 'Forms',
    'guides/templates': 'Templates',
    'guides/flow-control': 'Flow control',
    'guides/sub-workflows': 'Workflows in workflows',
    'guides/code': 'Code steps',
    'guides/waiting': 'Waiting',
    'guides/approvals': 'Approvals',
    'guides/failures': 'Failures',
    'guides/workflow-tests': 'Tests of workflows',
    'guides/tools': 'Tools',
    'guides/connectors': 'Connectors',
    'guides/credentials': 'Credentials',
    'guides/oauth': 'OAuth',
    'guides/variables': 'Variables',
    'guides/assistants': 'Assistants',
    'guides/mcp-servers': 'MCP servers',
    'guides/booster': 'Booster panels',
    'guides/organizations': 'Organizations and roles',
    'guides/api': 'The API',
  }),
  section('Reference', {
    api: 'API reference',
    'reference/integration-api': 'Integration API',
    'reference/conventions': 'Conventions',
    'reference/api-description': 'API description',
    'reference/client': 'TypeScript client',
    'reference/command-line': 'Command line',
    'reference/definition': 'Definitions',
    'reference/node-types': 'Node types',
    'reference/templates': 'Templates',
    'reference/tools': 'Tools',
    'reference/scopes': 'Scopes',
    'reference/audit': 'The audit log',
    'reference/limits': 'Limits',
    'reference/settings': 'Settings',
    'reference/errors': 'Errors',
    'reference/events': 'Events',
    'reference/signatures': 'Signatures',
  }),
  section('Operations', {
    'operations/running': 'Running Heddle',
    'operations/install': 'Install',
    'operations/docker': 'Docker',
    'operations/kubernetes': 'Kubernetes',
    'operations/tls': 'TLS',
    'operations/database': 'The database',
    'operations/high-availability': 'High availability',
    'operations/monitoring': 'Monitoring',
    'operations/sizing': 'Sizing',
    'operations/managed-postgresql': 'Managed PostgreSQL',
    'operations/distributed-postgresql': 'Distributed PostgreSQL',
    'operations/keys': 'Keys',
    'operations/backup': 'Backup and restore',
    'operations/upgrade': 'Upgrade',
    troubleshooting: 'Troubleshooting',
  }),
  section(
    'Contributing',
    {
      'contributing/architecture': 'Architecture',
      'contributing/inside-the-features': 'Inside the features',
      'contributing/style': 'Style',
      'contributing/testing': 'Testing',
      'contributing/adding-an-endpoint': 'Adding an endpoint',
      'contributing/adding-a-node': 'Adding a node',
      'contributing/writing-docs': 'Writing documentation',
      'contributing/translations': 'Translations',
      'contributing/dependencies': 'Dependencies',
    },
    true,
  ),
  section(
    'Decisions',
    {
      'contributing/decisions/0001-postgresql-is-the-only-database':
        'PostgreSQL is the only database, and brings itself',
      'contributing/decisions/0002-commands-are-endpoints': 'Provisioning commands are the endpoints themselves',
      'contributing/decisions/0003-replies-are-not-re-serialised': 'Replies are typed, not filtered',
      'contributing/decisions/0004-rates-are-spent-in-portions': 'Rate limits are spent in portions',
      'contributing/decisions/0005-runs-are-their-own-queue': 'Runs are their own queue',
      'contributing/decisions/0006-written-once': 'Runs that only compute are written once',
      'contributing/decisions/0007-a-panel-is-locked-while-its-files-change':
        'A panel is locked while its files change',
      'contributing/decisions/0008-a-waiting-step-is-ended-from-outside': 'A waiting step is ended from outside',
      'contributing/decisions/0009-webhook-calls-are-accepted-together': 'Webhook calls are accepted in batches',
      'contributing/decisions/0010-a-conversation-is-its-own-checkpoint': 'A conversation is its own checkpoint',
      'contributing/decisions/0011-users-share-a-process-fairly': 'Users share a process fairly',
      'contributing/decisions/0012-jobs-are-one-table': 'Jobs are one table of ours',
      'contributing/decisions/0013-the-ids-of-a-trace-are-derived': 'The ids of a trace are derived',
      'contributing/decisions/0014-sessions-are-cookies-beside-keys': 'Sessions are cookies beside keys',
      'contributing/decisions/0015-a-replay-is-a-run-with-known-steps': 'A replay is a run with known steps',
      'contributing/decisions/0016-the-console-is-part-of-the-service': 'The console is part of the service',
      'contributing/decisions/0017-what-is-shown-comes-from-what-is-stored': 'What is shown comes from what is stored',
      'contributing/decisions/0018-credentials-are-added-while-sending':
        'Credentials are added while a request is sent',
      'contributing/decisions/0019-an-api-description-becomes-rows': 'An API description becomes rows',
      'contributing/decisions/0020-secrets-are-sealed-with-keys-outside-the-database':
        'Secrets are sealed with keys outside the database',
      'contributing/decisions/0021-a-wait-is-a-row': 'A wait is a row, and its link is computed',
      'contributing/decisions/0022-a-child-ends-with-the-step-that-waits':
        'A child ends together with the step that waits for it',
      'contributing/decisions/0023-places-follow-from-rows': 'Whether a run has a place follows from its row',
      'contributing/decisions/0024-ends-of-runs-are-announced-by-the-database':
        'Ends of runs are announced by the database',
      'contributing/decisions/0025-an-answer-is-stored-before-it-is-sent': 'An answer is stored before it is sent',
      'contributing/decisions/0026-polls-are-leased-rows': 'Polls are leased rows, and their items are written once',
      'contributing/decisions/0027-code-runs-in-quickjs-and-is-pure': 'Code runs in QuickJS, and is pure',
      'contributing/decisions/0028-what-an-application-may-rely-on':
        'Applications start runs as requests do, and see runs as teams do',
      'contributing/decisions/0030-commands-are-one-table-and-talk-http': 'Commands are one table, and talk HTTP',
      'contributing/decisions/0029-params-are-rendered-again': 'Params are rendered again, and not stored',
      'contributing/decisions/0031-the-server-is-bundled-its-packages-are-not':
        'The server is bundled, its packages are not',
      'contributing/decisions/0032-the-client-is-source-here-and-built-elsewhere':
        'The client is source here, and built for everybody else',
      'contributing/decisions/0033-silence-ends-a-connection':
        'Silence ends a connection, and the database fails no run',
      'contributing/decisions/0034-several-processes-behind-one-port': 'Several processes behind one port',
      'contributing/decisions/0035-partitions-of-runs': 'Runs are in partitions for those who want them',
      'contributing/decisions/0036-what-every-start-loads-is-in-the-bundle': 'What every start loads is in the bundle',
      'contributing/decisions/0037-the-queue-in-functions': 'The busiest statements are functions of the database',
      'contributing/decisions/0038-what-the-table-of-runs-costs': 'What the table of runs costs, and why it stays one',
    },
    true,
  ),
];

/** The API reference is made from the endpoints, not from a file. */
export const API_REFERENCE_PATH = 'api';

const IN_ORDER: readonly NavigationPage[] = NAVIGATION.flatMap(({ pages }) => pages);

/** Returns the pages before and after a page in reading order. */
export function neighbours(path: string): { previous?: NavigationPage; next?: NavigationPage } {
  const index = IN_ORDER.findIndex(page => page.path === path);
  if (index < 0) return {};
  const previous = IN_ORDER[index - 1];
  const next = IN_ORDER[index + 1];
  return { ...(previous && { previous }), ...(next && { next }) };
}

/** Returns the section that lists a page, or that lists a page above it: `api` for `api/v3`. */
export function findSection(path: string): NavigationSection | undefined {
  const lists = (wanted: string) => NAVIGATION.find(({ pages }) => pages.some(page => page.path === wanted));
  return lists(path) ?? lists(path.split('/')[0] ?? '') ?? NAVIGATION.find(({ pages }) => isBelow(path, pages));
}

function isBelow(path: string, pages: readonly NavigationPage[]): boolean {
  const folder = path.slice(0, path.indexOf('/') + 1);
  return folder !== '' && pages.some(page => page.path.startsWith(folder));
}
