/**
 * The areas that `npm test -- <area>` runs alone. An area has the unit tests of its folders in `src/` and `web/src/`, and
 * the files of `test/` that are named here, without `.test.ts`.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/process.ts';
import { find } from './parts.ts';

export const AREAS: Readonly<Record<string, readonly string[]>> = {
  accounts: [
    'http/{accounts,authentication,invitations,keys,memberships,notifications,oidc,organization-roles,profile,sessions,welcome}',
    'security/sessions',
    'first-administrator',
    'browser/{administration,profile,sign-in}',
  ],
  approvals: ['http/{approval-*,approvals}', 'browser/{approval-links,approvals}', 'crash/approvals'],
  assistants: [
    'http/{ai-steps,assistant-tools,assistant-workflows,assistants,builder-*,chat,chat-*,conversations}',
    'isolation/model-turns',
    'browser/{builder,chat}',
    'crash/assistant-points',
  ],
  audit: ['http/{audit,audit-person,audit-rule}'],
  booster: [
    'http/{booster-*,panel-*,panels,record-*}',
    'contract/*',
    'browser/{direct-uploads,files,panels,records,uploads}',
    'crash/{booster-triggers,storage-*}',
  ],
  code: ['http/code-runs'],
  commands: ['cli/*'],
  connectors: ['http/{connector-*,connectors}', 'browser/connectors'],
  console: ['http/console-pages', 'web-*', 'browser/{everywhere,races-*,size,steady-pages,tables,tour}'],
  credentials: [
    'http/{clear-secrets,credential-*,credentials,key-rotation,sealed-columns}',
    'browser/credentials',
    'crash/credential-refresh',
  ],
  'docs-site': ['docs/*', 'docs-site', 'browser/{api-reference,docs}'],
  files: [
    'http/{file-links,files,files-refused,long-files,long-streams,long-zips}',
    'security/named-files',
    'reservations',
  ],
  http: [
    'http/{broken-requests,client{,-resources,-types},conventions,database-away,error-fields,finding,gate,hostile-*,live,metrics,operations}',
    'http/{queries,rate-limit,refused-bodies,reply-hints,routes,saved-views,stream-formats}',
    'api-description',
    'client-package',
    'isolation/{computing,large-answers,followers,places}',
  ],
  installation: ['http/installation', 'browser/installation', 'crash/{heartbeat,scale-out,serve-crash,upgrade}'],
  mcp: ['http/mcp-*'],
  nodes: ['http/{reference-nodes,step-params}', 'security/outgoing-http'],
  platform: ['jobs-migration', 'leftovers', 'isolation/threads', 'crash/jobs-crash'],
  runs: [
    'http/{concurrency,failures,loop-concurrency,repeats,run-*,runs,source-loop*,sub-*,team-runs}',
    'security/{run-logs,templates-in-runs}',
    'isolation/{deletion,fair-queue,queue-limits,slots,source-loops}',
    'run-partitions',
    'browser/{large-outputs,run-*,runs,source-loops,waits}',
    'crash/{child-points,failure-points,mail,repeat-points,replay-points,run-*,slot-points,source-loop-points,start-points,stream-points}',
  ],
  triggers: [
    'isolation/messages',
    'http/{database-changes,flow-triggers,forms,messages,messages-*,poll-tools,polls,polls-once,schedule-*,schedules,webhook-*}',
    'security/webhooks',
    'browser/{forms,public-forms}',
    'crash/{change-points,form-points,message-points,poll-points,schedules,waiting-points,webhook-*}',
  ],
  variables: ['http/{variables,variables-runs}', 'browser/variables', 'crash/variable-points'],
  waits: ['http/run-{waits,waiting}', 'browser/waits', 'crash/wait-points'],
  'web/editor': [
    'browser/{code-fields,editor-*,history,publishing,rights,run-editor,saving,templates,two-editors,workflow-tests}',
  ],
  workflows: ['http/{workflow-*,workflows}', 'browser/workflows', 'cli/as-code'],
};

/** Finds the test files of an area, or of a path or pattern. Returns nothing for what is neither. */
export function findSelected(selected: string): string[] {
  const folders = selected.startsWith('web/')
    ? [selected.replace(/^web\//, 'web/src/')]
    : [`src/${selected}`, `web/src/${selected}`];
  const named = AREAS[selected];
  if (named || folders.some(folder => existsSync(path.join(ROOT, folder)))) {
    const beside = folders.map(folder => `${folder}/**/*.test.{ts,tsx}`);
    return find([...beside, ...(named ?? []).map(name => `test/${name}.test.ts`)]);
  }
  return find([selected, `${selected}/**/*.test.ts`]).filter(file => /\.test\.tsx?$/.test(file));
}
