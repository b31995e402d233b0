/**
 * Writes what a poll found, in one transaction: the runs of new items, their keys, the cursor and the next time. So each
 * item starts one run, whatever dies and however many processes poll.
 *
 * Locks are taken in the order of publishing: the workflow, its trigger, the state of the poll.
 */
import { sql } from 'kysely';
import { fixedLimits } from '../../configuration/limits.ts';
import { type HeddleDatabase, type Query, readDatabaseTime } from '../../database.ts';
import { passPoint } from '../../platform/crash-points.ts';
import { newId } from '../../platform/ids.ts';
import { type QueueRules, queueRuns } from '../../runs/store/queueing.ts';
import { nextPoll } from '../../workflows/poll-states.ts';
import { notifyRecovered, type PollNotices } from './poll-notices.ts';
import type { FoundItem, FoundItems } from './poll-thread.ts';
import type { PolledTrigger, PollOutcome } from './polled-trigger.ts';
import { forgetOldKeys, readKnownKeys, rememberKeys } from './seen-keys.ts';

export interface RecordingServices extends PollNotices {
  database: HeddleDatabase;
  limits: QueueRules & { inputCharacters: number };
}

/** What the tool gave, and the files that it saved meanwhile. */
export interface PollResult extends FoundItems {
  fileIds: readonly string[];
}

/** Somebody else polls the trigger meanwhile, or its workflow was changed or deactivated: nothing is written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

const limits = fixedLimits.poll;
/** What one statement inserts. */
const STATEMENT_RUNS = 100;
const STATEMENT_CHARACTERS = 4_000_000;
/** When the queue was full, or when there were too many items for one poll. */
const FULL_DELAY_SECONDS = 60;
const MORE_DELAY_SECONDS = 1;

/** Throws `LeaseLost` when this poll may not write any more. */
export async function recordFound(
  services: RecordingServices,
  trigger: PolledTrigger,
  found: PollResult,
): Promise<PollOutcome> {
  const outcome = await services.database.query.transaction().execute(async transaction => {
    await lockState(transaction, trigger);
    const polledAt = await readDatabaseTime(transaction);
    const known = await readKnownKeys(transaction, trigger.id, found.items);
    const fresh = found.items.filter(({ hash }) => !known.has(hash));
    const isBeginning = !trigger.started && trigger.params.first !== 'all';
    const begun = isBeginning ? undefined : await startRuns(services, transaction, trigger, fresh, { polledAt, found });
    await deleteFoundFiles(transaction, found.fileIds);
    const handled = begun?.handled ?? fresh;
    await rememberKeys(transaction, trigger.id, handled);
    if (handled.length > 0) await forgetOldKeys(transaction, trigger.id, found.items);
    const left = fresh.length - handled.length;
    await moveOn(transaction, trigger, { found, polledAt, left, isFull: begun?.isFull === true, handled });
    if (trigger.failures >= limits.failures) await notifyRecovered(services, transaction, trigger);
    passPoint('poll.queueing');
    const started = begun ? handled.filter(({ json }) => json !== undefined).length : 0;
    const skipped = isBeginning ? fresh.length : 0;
    return {
      ...{ polled_at: polledAt.getTime(), found: found.items.length, new: fresh.length, started, left, skipped },
      error: tooLongProblem(handled),
    };
  });
  passPoint('poll.queued');
  return outcome;
}

/** Also used by failures, which change nothing but the state. */
export async function lockState(transaction: Query, { id, workflow_id, lease }: PolledTrigger): Promise<void> {
  const { rows: workflows } = await sql`
    SELECT FROM workflows WHERE id = ${workflow_id} AND active FOR KEY SHARE`.execute(transaction);
  const { rows: triggers } = await sql`
    SELECT FROM workflow_triggers WHERE id = ${id} FOR NO KEY UPDATE`.execute(transaction);
  const { rows: states } = await sql`
    SELECT FROM poll_states WHERE trigger_id = ${id} AND lease = ${lease} FOR UPDATE`.execute(transaction);
  if (workflows.length + triggers.length + states.length < 3) throw new LeaseLost();
}

interface Begun {
  /** The items that need no further poll: they started runs, or are too long to. */
  handled: readonly FoundItem[];
  isFull: boolean;
}

/** Queues runs in the order of the items, until there is no room for more. */
async function startRuns(
  { limits: { inputCharacters, ...rules } }: RecordingServices,
  transaction: Query,
  { id: triggerId, params }: PolledTrigger,
  fresh: readonly FoundItem[],
  { polledAt, found: { fileIds } }: { polledAt: Date; found: PollResult },
): Promise<Begun> {
  const taken = fresh.slice(0, limits.startedItems);
  const runs = groupItems(taken, params.batch, inputCharacters).map(group => ({
    ...{ group, triggerId, triggerDepth: 0, rootId: null },
    input: toInput(group, params.batch !== undefined, polledAt),
  }));
  // Runs that are queued in one transaction have one time, and are executed in the order of their ids.
  const ids = runs.map(() => newId()).sort();
  const numbered = runs.map((run, position) => ({ ...run, id: ids[position] ?? newId() }));
  const started: FoundItem[] = [];
  // Whatever is merged with a run replaces its input, so the run has the files of the last group only.
  const owners = new Map<string, readonly FoundItem[]>();
  let isFull = false;
  for (const some of chunk(numbered)) {
    const outcomes = await queueRuns(transaction, some, rules);
    for (const { id, group } of some) {
      const queued = outcomes.get(id);
      // The workflow may have been deactivated: then the items wait until it is active again.
      if (!queued) throw new LeaseLost();
      if (queued.outcome === 'full') isFull = true;
      else {
        started.push(...group);
        if (queued.outcome !== 'skipped' && queued.outcome !== 'filtered') owners.set(queued.runId ?? id, group);
      }
    }
    if (isFull) break;
  }
  for (const [runId, group] of owners) await giveFiles(transaction, runId, group, fileIds);
  if (started.length > 0) {
    await sql`UPDATE workflow_triggers SET last_fired_at = now() WHERE id = ${triggerId}`.execute(transaction);
  }
  const done = new Set(started);
  return { handled: taken.filter(item => item.json === undefined || done.has(item)), isFull };
}

/** The files that the tool saved with an item belong to the run of the item, and are deleted with it. */
async function giveFiles(
  transaction: Query,
  runId: string,
  group: readonly FoundItem[],
  fileIds: readonly string[],
): Promise<void> {
  const own = fileIds.filter(fileId => group.some(({ json }) => json?.includes(fileId)));
  if (own.length === 0) return;
  await transaction.updateTable('files').set({ run_id: runId }).where('id', 'in', own).execute();
}

/** Deletes the files that belong to no run: those of items that are known, or that the next poll finds again. */
export async function deleteFoundFiles(db: Query, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await db.deleteFrom('files').where('id', 'in', fileIds).where('run_id', 'is', null).execute();
}

/** Items that are too long are in no group. */
function groupItems(items: readonly FoundItem[], batch: number | undefined, inputCharacters: number): FoundItem[][] {
  const groups: FoundItem[][] = [];
  let characters = 0;
  for (const item of items) {
    if (item.json === undefined) continue;
    const last = groups.at(-1);
    characters += item.json.length + 1;
    if (last && last.length < (batch ?? 1) && characters <= inputCharacters - FRAME_CHARACTERS) last.push(item);
    else {
      groups.push([item]);
      characters = item.json.length + 1;
    }
  }
  return groups;
}

const FRAME_CHARACTERS = 100;

function toInput(group: readonly FoundItem[], isBatch: boolean, polledAt: Date): string {
  const time = polledAt.getTime();
  if (isBatch) return `{"items":[${group.map(({ json }) => json).join()}],"polled_at":${time}}`;
  const [item] = group;
  return `{"item":${item?.json},"key":${JSON.stringify(item?.key)},"polled_at":${time}}`;
}

function chunk<Run extends { input: string }>(runs: readonly Run[]): Run[][] {
  const chunks: Run[][] = [];
  let characters = 0;
  for (const run of runs) {
    const last = chunks.at(-1);
    characters += run.input.length;
    if (last && last.length < STATEMENT_RUNS && characters <= STATEMENT_CHARACTERS) last.push(run);
    else {
      chunks.push([run]);
      characters = run.input.length;
    }
  }
  return chunks;
}

interface Progress {
  found: PollResult;
  handled: readonly FoundItem[];
  polledAt: Date;
  left: number;
  isFull: boolean;
}

/** While items are left, the cursor stays where it was, so that the next poll finds them again. */
async function moveOn(
  transaction: Query,
  { id, params }: PolledTrigger,
  { found, handled, polledAt, left, isFull }: Progress,
): Promise<void> {
  const soon = new Date(polledAt.getTime() + (isFull ? FULL_DELAY_SECONDS : MORE_DELAY_SECONDS) * 1000);
  const next = left > 0 ? soon : nextPoll(params, polledAt);
  await transaction
    .updateTable('poll_states')
    .set(({ eb, fn, val }) => ({
      ...(left === 0 && found.cursor !== undefined && { cursor: found.cursor }),
      ...{ started: true, failures: 0, next_poll_at: next, last_polled_at: polledAt, leased_until: null },
      last_error: tooLongProblem(handled),
      behind_since: left > 0 ? fn.coalesce('behind_since', val(polledAt)) : null,
      lease: eb('lease', '+', 1),
    }))
    .where('trigger_id', '=', id)
    .execute();
}

function tooLongProblem(items: readonly FoundItem[]): string | null {
  const tooLong = items.filter(({ json }) => json === undefined);
  if (tooLong.length === 0) return null;
  const [first] = tooLong;
  const others = tooLong.length === 1 ? '' : ` and ${tooLong.length - 1} more`;
  return `The item '${first?.key}'${others} started no run, because it is longer than the input of a run may be`;
}
