/** Runs the draft with a webhook call that somebody waits for. */
import { sql } from 'kysely';
import { lockAccounts } from '../accounts/reservations.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { readSettings } from '../engine/settings.ts';
import { ApiError, workflowNotFound } from '../errors.ts';
import { prepareInlineFile } from '../files/input-files.ts';
import { discardFiles, type FileServices, insertFiles, type PreparedFile, toAttachment } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import { jsonb, toStorableJson } from '../platform/postgres/storable-text.ts';
import { serialiseInput } from '../runs/executing/run-input.ts';
import type { QueuedRunRequest } from '../runs/starting/accept-queued-runs.ts';
import type { AcceptedRun } from '../runs/starting/admission.ts';
import { notifyRunners, type QueueRules } from '../runs/store/queueing.ts';
import { requireRoomInQueue } from '../runs/store/requested-runs.ts';
import type { RunControl } from '../runs/store/start-row.ts';
import type { Checker } from '../workflows/checking.ts';
import { latestRevisionId } from '../workflows/revisions.ts';
import { answerListeners, type FirstListener, findFirstListener } from './listeners.ts';
import { requireWebhookNode } from './listening.ts';

export interface ListenedCallServices {
  database: HeddleDatabase;
  files: FileServices;
  limits: QueueRules & { inputCharacters: number };
  checker: Pick<Checker, 'requireValid'>;
}

/** What a webhook call sent. */
type SentCall = Pick<QueuedRunRequest, 'input' | 'files' | 'traceContext' | 'signal'>;

/** Other calls may be faster than this one as often as this. */
const MAX_ATTEMPTS = 5;

/** Returns the run, or undefined when nobody waits any more, or when the draft can not run: its people learn why. */
export async function runListenedDraft(
  services: ListenedCallServices,
  triggerId: string,
  call: SentCall,
): Promise<AcceptedRun | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const listener = await findFirstListener(services.database.query, triggerId);
    if (!listener) return undefined;
    try {
      const runId = await queueDraft(services, listener, call);
      if (runId !== undefined) return { run_id: runId, status: 'queued' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await answerListeners(services.database.query, listener, { runId: null, refusal: error.message });
      return undefined;
    }
  }
  return undefined;
}

/** Returns undefined when another call was faster. */
async function queueDraft(
  services: ListenedCallServices,
  listener: FirstListener,
  { input, files, traceContext, signal }: SentCall,
): Promise<string | undefined> {
  const { database, files: fileServices, limits } = services;
  const { userId, organizationId } = listener;
  const runId = newId();
  const prepared: PreparedFile[] = [];
  let isInserted = false;
  try {
    for (const { file, replace } of files) {
      const one = await prepareInlineFile(fileServices, file, { owner: { userId, organizationId }, runId, signal });
      prepared.push(one);
      replace(toAttachment(one.row, fileServices.publicUrl()));
    }
    const text = await serialiseInput(input, limits.inputCharacters, userId);
    isInserted = await database.query.transaction().execute(async transaction => {
      if (!(await answerListeners(transaction, listener, { runId, refusal: null }))) return false;
      await insertDraftRun(services, transaction, listener, { id: runId, input: text, traceContext });
      await lockAccounts(
        transaction,
        prepared.map(({ content }) => content.reservation.account),
      );
      await insertFiles(transaction, prepared);
      await notifyRunners(transaction);
      return true;
    });
    return isInserted ? runId : undefined;
  } finally {
    if (!isInserted) await discardFiles(fileServices, prepared);
  }
}

/** The run executes the draft as it is now, on behalf of the person who waits. */
async function insertDraftRun(
  { checker, limits }: ListenedCallServices,
  transaction: Query,
  { workflowId, nodeId, userId }: FirstListener,
  run: { id: string; input: string; traceContext: string | null },
): Promise<void> {
  const workflow = await transaction
    .selectFrom('workflows')
    .select(['name', 'organization_id', 'definition', latestRevisionId.as('revision_id')])
    .where('id', '=', workflowId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!workflow) throw workflowNotFound();
  requireWebhookNode(workflow.definition, nodeId);
  await checker.requireValid(transaction, await readCaller(transaction, userId), workflow.definition);
  await requireRoomInQueue(transaction, userId, limits);
  const { labels: expressions } = readSettings(workflow.definition);
  // A person waits for the run, so nothing but the labels of the draft holds for it.
  const control: RunControl = {
    settings: expressions ? { labels: expressions } : null,
    trigger: null,
    nodeId,
    type: 'trigger.webhook',
    workflow: { id: workflowId, name: workflow.name },
    organizationId: workflow.organization_id,
  };
  const labels = limits.startOf(control, run.input)?.labels;
  await sql`
    INSERT INTO runs (id, workflow_id, workflow_name, organization_id, definition, trigger_node_id, trigger_type,
      input, status, created_by, trace_context, revision_id, labels)
    VALUES (${run.id}, ${workflowId}, ${workflow.name}, ${workflow.organization_id},
      ${JSON.stringify(workflow.definition)}, ${nodeId}, 'trigger.webhook', ${run.input}, 'queued', ${userId},
      ${run.traceContext}, ${workflow.revision_id}, ${jsonb(labels ? toStorableJson(labels) : null)})`.execute(
    transaction,
  );
}

/** Whoever calls the webhook is not the person who waits, and what the draft may use depends on that person. */
async function readCaller(db: Query, userId: string): Promise<Caller> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'name', 'admin', 'workflow_permission'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { workflow_permission: workflowPermission, ...rest } = user;
  return { ...rest, userId, keyId: userId, scopes: new Set(), workflowPermission };
}
