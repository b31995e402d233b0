/**
 * Changes that steps of runs make to panels. A step makes one change and one event, whichever process dies when.
 *
 *   the effect is recorded ──▶ return what the step changed as it is now, and change nothing
 *   no effect is recorded ──▶ make the change, write its event and record the effect, in one transaction
 *
 * A step that is executed again has the same idempotency key. When two processes execute it at the same time, both make
 * their change, but the row of the first keeps the second from committing; the second then finds the recorded effect.
 * In a chat nothing is executed again, so nothing is recorded.
 */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { requireStorable } from '../../http/json-body.ts';
import { StepError } from '../../nodes/step.ts';
import { passPoint } from '../../platform/crash-points.ts';
import type { ToolContext } from '../../tools/contract/tool.ts';
import { requireUsablePanel } from '../access.ts';
import { stepActor } from '../actor.ts';
import type { Announce } from '../events.ts';
import type { RecordServices } from '../records/store.ts';
import { releaseFilesOfRecord } from '../storage/changes.ts';
import type { StorageServices } from '../storage/files.ts';
import type { PanelRow } from '../tables.ts';
import { subjectId } from '../webhooks/message.ts';

interface PanelChange<Result> {
  /** Makes the change. These services belong to the step, and record its effect with the event. */
  make(panel: PanelRow, services: StorageServices & RecordServices): Promise<Result>;
  /** Returns the result of a step that is executed again, by the file's id or the record's key. */
  findResult(panel: PanelRow, subject: string): Promise<Result>;
}

/** How long a step retries when the database does not answer. */
const PATIENCE_MS = 5 * 60_000;

/** The params come from templates, so they may contain anything. */
export async function changePanel<Result>(
  services: StorageServices,
  context: ToolContext,
  params: { panel_id: string },
  change: PanelChange<Result>,
): Promise<Result> {
  await requireStorable(params, context.user.id);
  const { query: db, retry } = services.database;
  const once = async () => {
    const panel = await requirePanel(db, context, params.panel_id);
    const recorded = await findRecordedSubject(db, context);
    if (recorded !== undefined) return change.findResult(panel, recorded);
    try {
      const made = await change.make(panel, stepServices(services, context));
      passPoint('booster-effect.made');
      return made;
    } catch (error) {
      const subject = await findRecordedSubject(db, context);
      if (subject === undefined) throw error;
      return change.findResult(panel, subject);
    }
  };
  return retry(once, { signal: context.signal, patienceMs: PATIENCE_MS });
}

/** A step that changes nothing may simply be executed again. */
export async function readPanel<Result>(
  { database: { query: db, retry } }: Pick<StorageServices, 'database'>,
  context: ToolContext,
  params: { panel_id: string },
  read: (panel: PanelRow) => Promise<Result>,
): Promise<Result> {
  await requireStorable(params, context.user.id);
  const once = async () => read(await requirePanel(db, context, params.panel_id));
  return retry(once, { signal: context.signal, patienceMs: PATIENCE_MS });
}

function requirePanel(db: Query, { user }: ToolContext, panelId: string): Promise<PanelRow> {
  return requireUsablePanel(db, { userId: user.id, email: user.email }, panelId);
}

async function findRecordedSubject(db: Query, { runId, idempotencyKey }: ToolContext): Promise<string | undefined> {
  if (runId === null) return undefined;
  const isReplay = !idempotencyKey.startsWith(runId);
  const row = await db
    .selectFrom('booster_effects')
    .select('subject')
    .where('run_id', 'in', isReplay ? repeatedRuns(runId) : [runId])
    .where('step', '=', idempotencyKey)
    .executeTakeFirst();
  return row?.subject;
}

/** A replay that has the idempotency keys of the run that it repeats does not change again what that run has changed. */
function repeatedRuns(runId: string) {
  return sql<string>`(
    WITH RECURSIVE chain (id, replay_of) AS (
      SELECT id, replay_of FROM runs WHERE id = ${runId}
      UNION SELECT runs.id, runs.replay_of FROM runs JOIN chain ON runs.id = chain.replay_of
    )
    SELECT id FROM chain)`;
}

function stepServices(services: StorageServices, context: ToolContext): StorageServices & RecordServices {
  const { runId, idempotencyKey, nextTriggerDepth } = context;
  let recordedIn: Query | undefined;
  let rootId: string | null = null;
  const announce: Announce = async (transaction, panel, events) => {
    const [first] = events;
    // A record that is deleted with its files announces both in one transaction.
    if (runId !== null && first && recordedIn !== transaction) {
      recordedIn = transaction;
      rootId = await recordEffect(transaction, { runId, step: idempotencyKey, subject: subjectId(first) });
    }
    const runIds = await services.announce(transaction, panel, events, { triggerDepth: nextTriggerDepth, rootId });
    passPoint('booster-effect.announced');
    return runIds;
  };
  return {
    ...services,
    limits: { ...services.limits, folderFileBytes: services.limits.runFileBytes },
    announce,
    actor: stepActor(context.user.id),
    deleteFilesOfRecord: releaseFilesOfRecord,
  };
}

/** Returns the first cause of the run. */
async function recordEffect(
  transaction: Query,
  { runId, step, subject }: { runId: string; step: string; subject: string },
): Promise<string> {
  const { rows } = await sql<{ root_id: string }>`
    WITH run AS (SELECT id, coalesce(root_id, id) AS root_id FROM runs WHERE id = ${runId}),
    made AS (
      INSERT INTO booster_effects (run_id, step, subject) SELECT id, ${step}, ${subject}::uuid FROM run
    )
    SELECT root_id FROM run`.execute(transaction);
  if (!rows[0]) throw new StepError('The run is gone');
  return rows[0].root_id;
}
