/** Runs the draft with a webhook call that somebody waits for. */
import { lockAccounts } from '../accounts/reservations.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { readSettings } from '../engine/settings.ts';
import { ApiError, workflowNotFound } from '../errors.ts';
import { discardFiles, type FileServices, insertFiles } from '../files/store.ts';
import type { Caller } from '../http/caller.ts';
import { newId } from '../platform/ids.ts';
import type { QueuedRunRequest } from '../runs/starting/accept-queued-runs.ts';
import type { AcceptedRun } from '../runs/starting/admission.ts';
import { prepareCall } from '../runs/starting/prepare-call.ts';
import { type NewRun, queueNewRun } from '../runs/store/new-runs.ts';
import type { QueueRules } from '../runs/store/queueing.ts';
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
  call: SentCall,
): Promise<string | undefined> {
  const { database, files: fileServices } = services;
  const owner = { userId: listener.userId, organizationId: listener.organizationId };
  const { runId, text: input, files } = await prepareCall(services, call, owner, newId());
  let isInserted = false;
  try {
    isInserted = await database.query.transaction().execute(async transaction => {
      if (!(await answerListeners(transaction, listener, { runId, refusal: null }))) return false;
      await insertDraftRun(services, transaction, listener, { id: runId, input, traceContext: call.traceContext });
      await lockAccounts(
        transaction,
        files.map(({ content }) => content.reservation.account),
      );
      await insertFiles(transaction, files);
      return true;
    });
    return isInserted ? runId : undefined;
  } finally {
    if (!isInserted) await discardFiles(fileServices, files);
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
  const { labels } = readSettings(workflow.definition);
  const draft: NewRun = {
    ...run,
    userId,
    workflow: {
      id: workflowId,
      name: workflow.name,
      organizationId: workflow.organization_id,
      // A person waits for the run, so nothing but the labels of the draft holds for it.
      settings: labels ? { labels } : null,
    },
    version: null,
    definition: JSON.stringify(workflow.definition),
    revisionId: workflow.revision_id,
    trigger: { nodeId, type: 'trigger.webhook', depth: 0 },
    automatic: false,
  };
  if (!(await queueNewRun(transaction, draft, limits))) throw workflowNotFound();
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
