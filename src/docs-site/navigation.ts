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
  section('Guides', {
    'guides/console': 'The console',
    'guides/workflows': 'Workflows',
    'guides/runs': 'Runs',
    'guides/triggers': 'Triggers',
    'guides/webhooks': 'Webhooks',
    'guides/polling': 'Polling',
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
    'guides/api': 'The API',
  }),
  section('Reference', {
    api: 'API reference',
    'reference/client': 'TypeScript client',
    'reference/integration-api': 'Integration API',
    'reference/settings': 'Settings',
  }),
  section('Operations', {
    'operations/running': 'Running Heddle',
    'operations/install': 'Install',
    'operations/docker': 'Docker',
    'operations/kubernetes': 'Kubernetes',
    'operations/tls': 'TLS with nginx and Caddy',
    'operations/keys': 'The key file',
    'operations/backup': 'Backup and restore',
    'operations/upgrade': 'Upgrade',
    'operations/monitoring': 'Monitoring',
    'operations/sizing': 'Sizing',
    'operations/high-availability': 'High availability',
  }),
  section(
    'Contributing',
    {
      'contributing/architecture': 'Architecture',
      'contributing/style': 'Style',
      'contributing/adding-an-endpoint': 'Adding an endpoint',
      'contributing/adding-a-node': 'Adding a node',
      'contributing/dependencies': 'Dependencies',
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
