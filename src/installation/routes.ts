/** `/api/v1/installation`: what administrators see of the service itself. Nothing here shows a secret. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import Type from 'typebox';
import { userSubject } from '../accounts/users.ts';
import { recordAuditAlone } from '../audit/record.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { testMailFailed } from '../errors.ts';
import { administrators, type Endpoint, endpointWith } from '../http/endpoint.ts';
import { errorMessage } from '../platform/error-details.ts';
import type { Mailer } from '../platform/mail/mail.ts';
import { deleteJobs, listJobs, retryJobs } from './dead-jobs.ts';
import { personExportEndpoint } from './person-export.ts';
import { listProcesses } from './processes.ts';
import * as schemas from './schemas.ts';

export interface InstallationServices {
  database: HeddleDatabase;
  mailer: Mailer;
  version: string;
  publicUrl(): string;
  settings: readonly schemas.SettingInEffect[];
  checkHealth(): Promise<schemas.Health>;
  /** The names of all kinds of jobs. */
  jobKinds: readonly string[];
  /** The id of this process. */
  processId: string;
}

const Empty = Type.Object({});
const TEST_MAIL_MS = 35_000;

const endpoint = endpointWith<InstallationServices>();

export const installationEndpoints: Endpoint<InstallationServices>[] = [
  personExportEndpoint,
  endpoint({
    path: '/api/v1/installation/get',
    summary: 'Returns versions, the settings in effect without secrets, and how much waits',
    ...administrators,
    body: Empty,
    reply: schemas.Installation,
    handle: async ({ version, publicUrl, settings, database }) => ({
      version,
      node_version: process.versions.node,
      public_url: publicUrl(),
      ...(await readDatabaseFacts(database.query)),
      settings: [...settings],
    }),
  }),
  endpoint({
    path: '/api/v1/installation/check',
    summary: 'Checks the database, the storage, the mail server, the models and the MCP servers',
    ...administrators,
    body: Empty,
    reply: schemas.Health,
    handle: ({ checkHealth: health }) => health(),
  }),
  endpoint({
    path: '/api/v1/installation/processes',
    summary: 'Lists the processes of the installation with what they execute',
    ...administrators,
    body: Empty,
    reply: Type.Array(schemas.InstallationProcess),
    handle: ({ processId, database }) => listProcesses(database.query, processId),
  }),
  endpoint({
    path: '/api/v1/installation/mail/test',
    failures: [502],
    summary: 'Sends a test mail to the administrator who asks for it',
    ...administrators,
    body: Empty,
    reply: schemas.TestMail,
    handle: async ({ mailer, publicUrl, database }, { caller, signal }) => {
      const { userId: id, email } = caller;
      await sendTestMail(mailer, email, publicUrl(), signal);
      await recordAuditAlone(database.query, caller, { action: 'mail.test', subject: userSubject({ id, email }) });
      return { to: email };
    },
  }),
  endpoint({
    path: '/api/v1/installation/jobs',
    summary: 'Counts the jobs by kind and state, and lists those that failed for good',
    ...administrators,
    body: schemas.JobsRequest,
    reply: schemas.JobList,
    handle: ({ jobKinds, database }, { body }) => listJobs(database.query, jobKinds, body),
  }),
  endpoint({
    path: '/api/v1/installation/jobs/retry',
    summary: 'Retries one dead job, or all of a kind',
    ...administrators,
    body: schemas.JobChoice,
    reply: schemas.JobsChanged,
    handle: ({ database }, { caller, body }) => retryJobs(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/installation/jobs/delete',
    summary: 'Deletes one dead job, or all of a kind',
    ...administrators,
    body: schemas.JobChoice,
    reply: schemas.JobsChanged,
    handle: ({ database }, { caller, body }) => deleteJobs(database.query, caller, body),
  }),
];

async function readDatabaseFacts(db: Query): Promise<Pick<schemas.Installation, 'postgres_version' | 'jobs' | 'runs'>> {
  const { rows: versions } = await sql<{
    version: string;
  }>`SELECT current_setting('server_version') AS version`.execute(db);
  const { rows: jobs } = await sql<{ state: string; count: number }>`
    SELECT state, count(*) FROM jobs GROUP BY state`.execute(db);
  const { rows: runs } = await sql<{ status: string; count: number }>`
    SELECT status, count(*) FROM runs WHERE status IN ('queued', 'running') GROUP BY status
    UNION ALL SELECT 'waiting', count(*) FROM runs WHERE status = 'waiting'`.execute(db);
  const jobCount = (state: string) => jobs.find(row => row.state === state)?.count ?? 0;
  const runCount = (status: string) => runs.find(row => row.status === status)?.count ?? 0;
  return {
    postgres_version: versions[0]?.version ?? '',
    jobs: { waiting: jobCount('waiting'), active: jobCount('active'), dead: jobCount('dead') },
    runs: { queued: runCount('queued'), running: runCount('running'), waiting: runCount('waiting') },
  };
}

async function sendTestMail(mailer: Mailer, to: string, publicUrl: string, signal: AbortSignal): Promise<void> {
  const mail = {
    to,
    subject: 'A test mail from Heddle',
    text: `This mail was sent from the page of the installation. Mail works.\n\n${publicUrl}/administration/installation`,
    messageId: `test-${randomUUID()}@heddle`,
  };
  try {
    await mailer.send(mail, AbortSignal.any([signal, AbortSignal.timeout(TEST_MAIL_MS)]));
  } catch (error) {
    signal.throwIfAborted();
    throw testMailFailed(errorMessage(error));
  }
}
