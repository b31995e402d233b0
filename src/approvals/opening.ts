/**
 * Opens approvals for the steps of runs. A step that is executed again, by any process, finds the approval that it
 * opened before, and the assignees are notified only once.
 */
import { type SqlBool, sql } from 'kysely';
import type { Notify } from '../accounts/notifications.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { CredentialUses } from '../credentials/contract.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import type { FileServices } from '../files/store.ts';
import { type ApprovalRequest, StepError } from '../nodes/step.ts';
import { passPoint } from '../platform/crash-points.ts';
import { isUuid, newId } from '../platform/ids.ts';
import { type StorableJson, toStorableJson, toStorableText } from '../platform/postgres/storable-text.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import type { RunFacts } from '../runs/executing/run-state.ts';
import type { OpenApproval, WaitingPlace } from '../runs/executing/step-capabilities.ts';
import type { RunLimits } from '../runs/run-limits.ts';
import { prepareExpiry } from './expiry.ts';
import { prefillForm, requireForm } from './forms.ts';
import { createMessages } from './messages.ts';
import { aboutApproval } from './notices.ts';
import type { ApprovalLimits } from './schemas.ts';

export interface ApprovalOpeningServices {
  database: HeddleDatabase;
  files: FileServices;
  threads: ThreadPool;
  notify: Notify;
  findUsable: CredentialUses['findUsable'];
  /** The beginning of links. */
  publicUrl(): string;
  runLimits: RunLimits;
  /** `dataCharacters` limits a form, and its prefilled values, as JSON. */
  limits: Pick<ApprovalLimits, 'dataCharacters'>;
}

interface Assignee {
  id: string;
  email: string;
}

/** What is written after everything was checked that the author of the workflow can correct. */
interface PreparedApproval {
  title: string;
  message: string;
  values: StorableJson;
}

export function createApprovalOpening(services: ApprovalOpeningServices): OpenApproval {
  const db = services.database.query;
  return async (run, place, request, signal) => {
    const attempt = async () => {
      const ready = await prepare(services, run, request, signal);
      return db.transaction().execute(async transaction => {
        await requireRunning(transaction, run.id);
        const opened =
          (await findOpened(transaction, run.id, place)) ??
          (await open(services, transaction, { run, place, request, ready })) ??
          // Another process, which does not know yet that it has lost the run, was faster.
          (await requireOpened(transaction, run.id, place));
        passPoint('approval.opening');
        return opened;
      });
    };
    // An unreachable database must not fail the step. A retry finds the approval that an earlier attempt opened.
    const opened = await services.database.retry(attempt, { signal });
    passPoint('approval.opened');
    return opened;
  };
}

async function prepare(
  { files, threads, runLimits, limits: { dataCharacters: characters } }: ApprovalOpeningServices,
  run: RunFacts,
  { title, message, formSchema: form, formValues: values, assignees }: ApprovalRequest,
  signal: AbortSignal,
): Promise<PreparedApproval> {
  requireLength('title', title, fixedLimits.run.textCharacters);
  requireLength('message', message, runLimits.shownCharacters);
  requireFew(assignees);
  await requireForm(threads, form, { characters, owner: run.user.id, signal });
  const shown = await prefillForm(files, run.id, { form, values, characters });
  return { title: toStorableText(title), message: toStorableText(message), values: toStorableJson(shown) };
}

function requireLength(what: string, text: string, most: number): void {
  if (text.length > most) throw new StepError(`The ${what} is too long (at most ${most} characters)`);
}

function requireFew(people: readonly string[]): void {
  const most = fixedLimits.approval.assignees;
  if (people.length > most) throw new StepError(`There are too many assignees (at most ${most})`);
}

/** A process that has lost the run must open nothing. The lock makes whoever ends the run wait for this transaction. */
async function requireRunning(transaction: Query, runId: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`SELECT status FROM runs WHERE id = ${runId} FOR SHARE`.execute(
    transaction,
  );
  if (rows[0]?.status !== 'running') throw new Error(`the run ${runId} is not running any more`);
}

type Opened = Awaited<ReturnType<OpenApproval>>;

/** Also finds an approval that was decided meanwhile. */
async function findOpened(transaction: Query, runId: string, place: WaitingPlace): Promise<Opened | undefined> {
  const row = await transaction
    .selectFrom('approvals')
    .select(['id', 'expires_at', 'started_at', 'assignee_user_ids'])
    .where('run_id', '=', runId)
    .where('node_id', '=', place.nodeId)
    .where(sql<SqlBool>`iteration = ${place.iteration}::integer[]`)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, expires_at, started_at, assignee_user_ids: ids } = row;
  const users = await transaction.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();
  const emails = new Map(users.map(user => [user.id, user.email]));
  const assignees = ids.flatMap(userId => emails.get(userId) ?? []);
  return { approval_id: id, expires_at: expires_at.getTime(), assignees, startedAt: started_at };
}

async function requireOpened(transaction: Query, runId: string, place: WaitingPlace): Promise<Opened> {
  const opened = await findOpened(transaction, runId, place);
  if (!opened) throw new Error(`the approval of ${place.nodeId} in the run ${runId} is gone`);
  return opened;
}

/** Returns undefined when the approval already exists. */
async function open(
  { notify, publicUrl, findUsable }: ApprovalOpeningServices,
  transaction: Query,
  {
    run,
    place,
    request,
    ready,
  }: { run: RunFacts; place: WaitingPlace; request: ApprovalRequest; ready: PreparedApproval },
): Promise<Opened | undefined> {
  const assignees = await findAssignees(transaction, run, request);
  const ids = assignees.map(({ id }) => id);
  const { votes } = request;
  if (votes && votes.required !== 'all' && votes.required > ids.length)
    throw tooFewAssignees(votes.required, ids.length);
  const { nodeId, iteration, position, startedAt, timeoutContinues } = place;
  const row = await transaction
    .insertInto('approvals')
    .values({
      id: newId(),
      run_id: run.id,
      node_id: nodeId,
      iteration,
      position,
      started_at: startedAt,
      workflow_id: run.workflowId,
      workflow_name: run.workflowName,
      organization_id: run.organizationId,
      title: ready.title,
      message: ready.message,
      form_schema: request.formSchema && toStorableJson(request.formSchema),
      form_values: ready.values,
      allow_reject: request.allowReject,
      assignee_user_ids: ids,
      expires_at: sql<Date>`now() + make_interval(secs => ${request.timeoutHours * 3600})`,
      timeout_continues: timeoutContinues,
      created_by: run.user.id,
      ...(await scheduleAttention(transaction, run, request)),
      excludes_starter: request.excludesStarter ?? false,
      by_link: request.byLink ?? false,
      ...(votes && {
        several: true,
        required: votes.required === 'all' ? null : votes.required,
        reject_after: votes.rejectAfter,
      }),
    })
    .onConflict(conflict => conflict.columns(['run_id', 'node_id', 'iteration']).doNothing())
    .returning(['id', 'status', 'created_at', 'expires_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, status, created_at, expires_at } = row;
  await transaction
    .insertInto('approval_assignees')
    .values(ids.map(user_id => ({ approval_id: id, user_id, status, created_at })))
    .execute();
  await prepareExpiry(transaction, expires_at);
  const asked = { id, title: ready.title, message: ready.message, expires_at, by_link: request.byLink ?? false };
  const opening = `The workflow '${run.workflowName}' asks for your decision: ${ready.title}`;
  await notify(transaction, ids, aboutApproval(publicUrl(), asked, { event: `approval:${id}`, opening }));
  const emails = assignees.map(({ email }) => email);
  await createMessages(transaction, findUsable, { approvalId: id, user: run.user, notices: request.notify, emails });
  return { approval_id: id, expires_at: expires_at.getTime(), assignees: emails, startedAt };
}

async function findAssignees(transaction: Query, { user }: RunFacts, request: ApprovalRequest): Promise<Assignee[]> {
  const named = await findUsers(transaction, request.assignees);
  if (named.length === 0) throw new StepError('None of the assignees is a known user');
  const assignees = request.excludesStarter ? named.filter(({ id }) => id !== user.id) : named;
  if (assignees.length === 0) throw new StepError('The only assignee is the user of the run, who may not decide');
  return assignees;
}

/** When people are reminded first, and when who else is asked. */
async function scheduleAttention(transaction: Query, { user }: RunFacts, request: ApprovalRequest) {
  const { remindHours, timeoutHours, escalation, excludesStarter } = request;
  const after = (hours: number) => sql<Date>`now() + make_interval(secs => ${hours * 3600})`;
  const reminding = remindHours !== undefined && {
    remind_hours: remindHours,
    ...(remindHours < timeoutHours && { remind_at: after(remindHours) }),
  };
  if (!escalation) return { ...reminding };
  if (escalation.hours >= timeoutHours) throw new StepError("'escalate_hours' must be less than the time to decide");
  requireFew(escalation.people);
  const people = await findUsers(transaction, escalation.people);
  if (people.length === 0) throw new StepError("None of the people in 'escalate_to' is a known user");
  const ids = people.map(({ id }) => id).filter(id => !(excludesStarter && id === user.id));
  return { ...reminding, escalate_at: after(escalation.hours), escalate_user_ids: ids };
}

function tooFewAssignees(required: number, assignees: number): StepError {
  const people = assignees === 1 ? 'only 1 person' : `only ${assignees} people`;
  return new StepError(`${required} approvals are required, but ${people} can decide`);
}

/** Finds enabled users by e-mail or id, in this order. Names that belong to nobody are skipped. */
async function findUsers(transaction: Query, assignees: readonly string[]): Promise<Assignee[]> {
  const names = assignees.map(name => name.trim()).filter(name => !name.includes('\0'));
  const { rows } = await sql<Assignee>`
    WITH names AS (SELECT name, position FROM unnest(${names}::text[]) WITH ORDINALITY AS names (name, position)),
    found AS (
      SELECT users.id, position FROM names JOIN users ON lower(users.email) = lower(names.name)
      UNION ALL
      SELECT id::uuid, array_position(${names}::text[], id) FROM unnest(${names.filter(isUuid)}::text[]) AS ids (id)
    )
    SELECT users.id, users.email FROM users JOIN found USING (id) WHERE users.enabled
    GROUP BY users.id ORDER BY min(position)`.execute(transaction);
  return rows;
}
