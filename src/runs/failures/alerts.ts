/**
 * Tells people that the automatic runs of a workflow fail. `alert-rules.ts` draws when. The row of `workflow_alerts` is
 * locked while it is decided, and changed in the transaction that writes the message, so that of several processes one
 * tells it, once.
 */
import { sql } from 'kysely';
import type { Notify } from '../../accounts/notifications.ts';
import type { Query } from '../../database.ts';
import type { WorkflowSettings } from '../../engine/settings.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { deriveId } from '../../platform/ids.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { findReaderIds } from '../../workflows/alert-receivers.ts';
import { findOwnerIds, isAuthorizationProblem } from '../store/authorization.ts';
import { mailAlert } from './alert-mail.ts';
import { type AlertRules, type AlertState, decideAlert, readAlertRules } from './alert-rules.ts';
import { type AlertMessage, digestMessage, firstFailureMessage, worksAgainMessage } from './alert-texts.ts';
import { countedRuns, countFailures, type EndedRun } from './ended-run.ts';

export interface AlertServices {
  notify: Notify;
  jobs: Pick<JobQueue, 'enqueueMany'>;
}

/** The time within which people hear that a workflow works again. */
const RECOVERY_CHECK_MS = 60_000;

/** Called for every failure that counts, in the transaction that deals with it. */
export async function alertAboutFailure(services: AlertServices, transaction: Query, run: EndedRun): Promise<void> {
  const rules = readAlertRules(run.settings);
  if (!rules || !run.automatic || run.isAwaited) return;
  const failures = await countFailures(transaction, run, { automaticOnly: true });
  if (failures < rules.after) return;
  // The window begins with the failure, however late that is dealt with: the next run may have succeeded meanwhile.
  const { rows } = await sql<{ from: Date }>`
    INSERT INTO workflow_alerts (workflow_id, said, window_from, window_until, check_at)
    SELECT ${run.workflowId}, 'fails', ${run.finishedAt}, ${run.finishedAt}::timestamptz + ${seconds(rules.windowMs)},
      now() + ${seconds(Math.min(rules.windowMs, RECOVERY_CHECK_MS))}
    ON CONFLICT (workflow_id) DO NOTHING RETURNING window_from AS "from"`.execute(transaction);
  const [first] = rows;
  if (!first) {
    await sql`
      UPDATE workflow_alerts SET fails_again = true
      WHERE workflow_id = ${run.workflowId} AND said = 'works' AND NOT fails_again`.execute(transaction);
    return;
  }
  const message = firstFailureMessage(run, run, { failures, windowMs: rules.windowMs });
  const name = `${run.workflowId}:${first.from.getTime()}`;
  // Owners hear of lost rights from the process that refused the run.
  await send(services, transaction, run, { name, message, exceptOwners: isAuthorizationProblem(run.error) });
}

interface DueAlert {
  workflowId: string;
  workflowName: string;
  settings: WorkflowSettings | null;
  isDeleted: boolean;
  messages: number;
  now: Date;
  state: AlertState;
}

/** Checks the workflows whose time has come. Returns whether there may be more. */
export async function checkDueAlerts(services: AlertServices, db: Query): Promise<boolean> {
  const due = await db.transaction().execute(async transaction => {
    const alert = await lockDueAlertForUpdate(transaction);
    if (!alert) return undefined;
    await checkAlert(services, transaction, alert);
    passPoint('alert.telling');
    return alert;
  });
  if (due) passPoint('alert.told');
  return due !== undefined;
}

async function lockDueAlertForUpdate(transaction: Query): Promise<DueAlert | undefined> {
  const { rows: locked } = await sql<{ id: string }>`
    SELECT workflow_id AS id FROM workflow_alerts WHERE check_at <= now()
    ORDER BY check_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(transaction);
  if (!locked[0]) return undefined;
  const row = await transaction
    .selectFrom('workflow_alerts')
    .innerJoin('workflows', 'workflows.id', 'workflow_alerts.workflow_id')
    .select(['workflows.name', 'workflows.settings', 'workflows.deleted_at', 'said', 'fails_again', 'messages'])
    .select(['window_from', 'window_until', sql<Date>`now()`.as('now')])
    .where('workflow_id', '=', locked[0].id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    workflowId: locked[0].id,
    workflowName: row.name,
    settings: row.settings,
    isDeleted: row.deleted_at !== null,
    messages: row.messages,
    now: row.now,
    state: {
      said: row.said,
      failsAgain: row.fails_again,
      windowFrom: row.window_from.getTime(),
      windowUntil: row.window_until.getTime(),
    },
  };
}

async function checkAlert(services: AlertServices, transaction: Query, alert: DueAlert): Promise<void> {
  const rules = readAlertRules(alert.settings);
  if (!rules || alert.isDeleted) return forget(transaction, alert);
  const summary = await summarizeWindow(transaction, alert);
  const { message, next } = decideAlert(alert.state, { now: alert.now.getTime(), ...summary }, rules);
  if (message !== undefined) {
    const text =
      message === 'digest'
        ? digestMessage(alert, summary, { from: alert.state.windowFrom, now: alert.now.getTime(), ...rules })
        : worksAgainMessage(alert, summary);
    const name = `${alert.workflowId}:${alert.state.windowFrom}:${alert.messages}`;
    await send(services, transaction, alert, { name, message: text, exceptOwners: false });
  }
  if (!next) return forget(transaction, alert);
  await save(transaction, alert, next, rules, message === undefined ? 0 : 1);
}

async function forget(transaction: Query, { workflowId }: DueAlert): Promise<void> {
  await transaction.deleteFrom('workflow_alerts').where('workflow_id', '=', workflowId).execute();
}

async function save(
  transaction: Query,
  { workflowId, messages, now }: DueAlert,
  next: AlertState,
  { windowMs }: AlertRules,
  sent: 0 | 1,
): Promise<void> {
  // A window that was told to work is looked at when it ends.
  const soon = next.said === 'fails' ? Math.min(windowMs, RECOVERY_CHECK_MS) : windowMs;
  await transaction
    .updateTable('workflow_alerts')
    .set({
      said: next.said,
      fails_again: next.failsAgain,
      messages: messages + sent,
      window_from: new Date(next.windowFrom),
      window_until: new Date(next.windowUntil),
      check_at: new Date(Math.min(now.getTime() + soon, next.windowUntil)),
    })
    .where('workflow_id', '=', workflowId)
    .execute();
}

interface WindowSummary {
  failed: number;
  total: number;
  last: 'failed' | 'success' | undefined;
  lastRunId: string | undefined;
  firstError: string;
  lastError: string;
}

/** Summarizes the counted runs that ended in the window. The failure that began it is not among them. */
async function summarizeWindow(transaction: Query, { workflowId, state, now }: DueAlert): Promise<WindowSummary> {
  const until = new Date(Math.max(now.getTime(), state.windowUntil));
  const { rows } = await sql<{
    failed: number;
    total: number;
    last: 'failed' | 'success' | null;
    lastRunId: string | null;
    firstError: string | null;
    lastError: string | null;
  }>`
    WITH ended AS MATERIALIZED (
      SELECT runs.id, runs.status, runs.settled_at, CASE WHEN runs.status = 'failed' THEN left(runs.error, 1000) END AS error
      FROM runs WHERE runs.workflow_id = ${workflowId} AND runs.settled_at > ${new Date(state.windowFrom)}
        AND runs.settled_at <= ${until} AND ${countedRuns({ automaticOnly: true })}
    ),
    last AS (SELECT * FROM ended ORDER BY settled_at DESC, id DESC LIMIT 1)
    SELECT (SELECT count(*)::integer FROM ended WHERE status = 'failed') AS failed,
      (SELECT count(*)::integer FROM ended) AS total,
      (SELECT status FROM last) AS last, (SELECT id FROM last) AS "lastRunId",
      (SELECT error FROM ended WHERE status = 'failed' ORDER BY settled_at, id LIMIT 1) AS "firstError",
      (SELECT error FROM ended WHERE status = 'failed' ORDER BY settled_at DESC, id DESC LIMIT 1) AS "lastError"`.execute(
    transaction,
  );
  const [row] = rows;
  return {
    failed: row?.failed ?? 0,
    total: row?.total ?? 0,
    last: row?.last ?? undefined,
    lastRunId: row?.lastRunId ?? undefined,
    firstError: row?.firstError ?? '',
    lastError: row?.lastError ?? '',
  };
}

/** Sends a message to those whom the settings name, and to the owners when it would reach nobody else. */
async function send(
  { notify, jobs }: AlertServices,
  transaction: Query,
  { workflowId, settings }: { workflowId: string; settings: WorkflowSettings | null },
  { name, message, exceptOwners }: { name: string; message: AlertMessage; exceptOwners: boolean },
): Promise<void> {
  const { users = [], emails = [] } = typeof settings?.alert === 'object' ? settings.alert : {};
  const owners = await findOwnerIds(transaction, workflowId);
  const readers = await findReaderIds(transaction, workflowId, users);
  const wanted = readers.length === 0 && emails.length === 0 ? owners : readers;
  const receivers = exceptOwners ? wanted.filter(id => !owners.includes(id)) : wanted;
  if (receivers.length > 0) await notify(transaction, receivers, { ...message, event: `alert:${name}` });
  const { title, text, link = null } = message;
  const mails = [...new Set(emails)].map(email => ({
    id: deriveId(`alert ${name} ${email}`),
    email,
    title,
    text,
    link,
  }));
  await jobs.enqueueMany(mailAlert, mails, { transaction });
}

function seconds(ms: number) {
  return sql`make_interval(secs => ${ms / 1000})`;
}
