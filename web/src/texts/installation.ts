/** The words of the administration that all its pages share, and those of the pages of the installation and its jobs. */

import * as words from './common.ts';
import { counted, formatNumber } from './locale.ts';

export const administrationTabs = {
  label: 'Parts of the administration',
  users: words.users,
  groups: words.groups,
  organizations: words.organizations,
  audit: words.auditLog,
  installation: 'Installation',
  jobs: words.jobs,
  notAllowed: 'Only administrators can see this',
  notAllowedText: 'Your account is not that of an administrator. Ask one of them if you need something changed here.',
};

/** The kinds of what the service depends on. */
const DEPENDENCIES = {
  database: 'Database',
  storage: 'File storage',
  mail: 'Mail',
  model: 'Model',
  mcp_server: 'MCP server',
};

/** What is used for the database, the storage and the mail. Models and MCP servers have names of their own. */
const USED: Readonly<Record<string, string>> = {
  embedded: 'Embedded PostgreSQL',
  postgres: words.postgreSQL,
  disk: 'A folder on disk',
  s3: 'An S3 bucket',
  smtp: 'An SMTP server',
  folder: 'No server: mails are written to the folder outbox',
};

/** The most frequent kinds of errors, in words. All others are shown as they are. */
const PROBLEMS: Readonly<Record<string, string>> = {
  timeout: 'It did not answer in time',
  unreachable: 'It can not be reached',
  ECONNREFUSED: 'It refuses connections',
  ENOTFOUND: 'Its name is not known',
  EAUTH: 'It refuses the user or the password',
  ESOCKET: 'It can not be reached',
  status: 'It answered with an error',
  process_gone: 'The process went away',
};

export const installation = {
  versions: 'Versions',
  node: 'Node',
  backlog: 'Work',
  runsQueued: 'Runs in the queue',
  runsRunning: 'Runs executing',
  runsWaiting: 'Runs that wait',
  jobsWaiting: 'Jobs that wait',
  jobsActive: 'Jobs executing',
  jobsDead: 'Jobs that failed for good',
  number: (count: number) => formatNumber(count),
  health: 'Health',
  healthText: 'What the process that answers you sees of everything that it depends on.',
  checkAgain: 'Check again',
  checked: (time: string | number) => `Checked ${time}`,
  dependency: 'Part',
  ok: 'Works',
  failed: 'Does not work',
  kindOf: (kind: keyof typeof DEPENDENCIES) => DEPENDENCIES[kind],
  used: (kind: keyof typeof DEPENDENCIES, name: string) =>
    kind === 'model' || kind === 'mcp_server' ? name : (USED[name] ?? name),
  problem: (kind: string) => PROBLEMS[kind] ?? kind,
  sendTestMail: 'Send a test mail to me',
  testMailSent: (to: string) => `A test mail was sent to ${to}.`,
  processes: 'Processes',
  processesText: 'All processes that share the database. Processes that went away are shown for an hour.',
  process: 'Process',
  serves: 'Answers requests',
  servesAndWorks: 'Answers requests and works in the background',
  works: 'Works in the background',
  thisOne: 'this one',
  host: (host: string, pid: number) => `${host}, process ${pid}`,
  alive: 'Alive',
  gone: 'Gone',
  executes: 'Executes',
  runsAndJobs: (runs: number, jobs: number) => `${counted(runs, 'run', 'runs')}, ${counted(jobs, 'job', 'jobs')}`,
  otherVersion: 'another version',
  settings: 'Settings in effect',
  settingsText: 'All settings are environment variables, read when a process starts. Secrets are never shown.',
  findSetting: 'Find a setting',
  findPlaceholder: 'Name or meaning',
  onlyChanged: 'Only those that differ from the default',
  setting: 'Setting',
  byDefault: 'Default',
  meaning: 'Meaning',
  set: 'set',
  noSettingFits: 'No setting fits',
  noSettingFitsText: 'No setting has this text in its name or meaning.',
  showAll: 'Show all settings',
};

export const jobs = {
  kinds: 'Kinds of jobs',
  kindsText: 'Jobs are the work that Heddle does by itself: mails, deliveries, deletions, sweeps.',
  retrying: (count: number) => `${formatNumber(count)} after a failure`,
  active: 'Executing',
  number: (count: number) => formatNumber(count),
  failedJobs: 'Jobs that failed for good',
  failedText: 'They used up all their attempts. Heddle deletes them after 14 days.',
  showKind: (kind: string) => `Show the failed jobs of ${kind}`,
  job: 'Job',
  error: 'Error',
  problem: (kind: string | null) => (kind === null ? 'Unknown' : (PROBLEMS[kind] ?? kind)),
  attempts: 'Attempts',
  failedAt: 'Last attempt',
  idOf: (name: string, id: string) => `${name.replace(/_id$/, '').replaceAll('_', ' ')} ${id.slice(0, 8)}`,
  retryJob: (kind: string, id: string) => `Retry ${kind} ${id.slice(0, 8)}`,
  removeJob: (kind: string, id: string) => `Delete ${kind} ${id.slice(0, 8)}`,
  retryAll: 'Retry all',
  removeAll: 'Delete all',
  retried: (count: number) => `${counted(count, 'job was', 'jobs were')} put back into the queue.`,
  removed: (count: number) => `${counted(count, 'job was', 'jobs were')} deleted.`,
  deleteQuestion: 'Delete this job?',
  deleteText: (kind: string) => `What the job of the kind ${kind} was to do will not be done.`,
  deleteAllQuestion: (count: number) => `Delete ${counted(count, 'job', 'jobs')}?`,
  deleteAllText: (kind: string) => `What the failed jobs of the kind ${kind} were to do will not be done.`,
  nothing: 'No job failed for good',
  nothingText: 'Jobs that fail are tried again by themselves. Those that used up all their attempts appear here.',
  nothingOfKind: (kind: string) => `No job of the kind ${kind} failed for good`,
};
