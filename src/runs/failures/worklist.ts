/**
 * Failed runs as items of work.
 *
 *   (none) ── a run fails for good ──▶ open ◀──▶ assigned
 *   open, assigned, muted ── a newer attempt fails ──▶ the same, and the item stands at that attempt
 *   open, assigned ◀──▶ muted, with a reason
 *   open, assigned, muted ── by hand, or a newer attempt succeeds ──▶ resolved
 *   resolved ── by hand, or a newer attempt fails ──▶ open
 *
 * What runs do to items happens in the transactions that end them (`open_run_failure` and `settle_run_failure` in the
 * migrations). Every change, also by people, makes the revision grow while the row is locked, and whoever names a revision
 * changes nothing that they have not seen.
 */
import { sql } from 'kysely';
import type { Notify } from '../../accounts/notifications.ts';
import { recordAudit } from '../../audit/record.ts';
import type { HeddleDatabase, Query } from '../../database.ts';
import { assigneeMayNotSee, runFailureChanged, runNotAFailure, runNotFound, validationError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { isUuid } from '../../platform/ids.ts';
import { escapeMarkdown } from '../../platform/markdown/escape-markdown.ts';
import type { RunTables } from '../store/tables.ts';
import { seenRuns } from '../store/team-runs.ts';

export interface WorklistServices {
  database: HeddleDatabase;
  notify: Notify;
}

type State = 'open' | 'assigned' | 'muted' | 'resolved';

export interface WantedChange {
  run_ids: readonly string[];
  revisions?: readonly number[];
  state: State;
  assignee?: string;
  note?: string;
}

const ACTIONS = { open: 'run.reopen', assigned: 'run.assign', muted: 'run.mute', resolved: 'run.resolve' } as const;

/** Changes all of the failures, or none of them. Asking twice for the same changes nothing the second time. */
export async function changeFailures(services: WorklistServices, caller: Caller, wanted: WantedChange): Promise<void> {
  const seen = readSeen(wanted);
  const note = readNote(wanted);
  if (wanted.assignee !== undefined && wanted.state !== 'assigned') {
    throw validationError('assignee', 'can only be given with the state assigned');
  }
  const ids = [...seen.keys()];
  await services.database.query.transaction().execute(async transaction => {
    await requireSeen(transaction, caller, ids, runNotFound);
    // Before the failures are locked: whoever deletes a user has locked the user first.
    const assignee =
      wanted.state === 'assigned' ? await lockAssigneeForKeyShare(transaction, caller, wanted, ids) : null;
    const goal: Goal = { state: wanted.state, assigneeId: assignee?.userId ?? null, note };
    const rows = await lockFailuresForUpdate(transaction, ids);
    const changed = rows.filter(row => !isDone(row, goal, caller));
    for (const { run_id, revision } of changed) {
      if ((seen.get(run_id) ?? revision) !== revision) throw runFailureChanged(run_id);
    }
    if (changed.length === 0) return;
    await write(transaction, caller, changed, goal);
    await record(transaction, caller, changed, goal);
    const news = changed.filter(row => shownState(row) !== 'assigned' || row.assignee_id !== goal.assigneeId);
    if (assignee && assignee.userId !== caller.userId && news.length > 0) {
      await tell(services, transaction, caller, assignee.userId, news);
    }
  });
}

type FailureRow = Pick<
  RunTables['run_failures'],
  'run_id' | 'workflow_id' | 'state' | 'assignee_id' | 'note' | 'changed_by'
> & { revision: number; workflow_name: string };

interface Goal {
  state: State;
  assigneeId: string | null;
  note: string;
}

/** Returns the revision that the caller has seen of each run, in the order in which the rows are locked. */
function readSeen({ run_ids: ids, revisions }: WantedChange): ReadonlyMap<string, number | undefined> {
  if (revisions && revisions.length !== ids.length) {
    throw validationError('revisions', 'must have as many entries as run_ids');
  }
  const pairs = ids.map((id, index) => [id.toLowerCase(), revisions?.[index]] as const);
  return new Map(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** What ends a line, and what can not be seen. */
const NOT_ONE_LINE = /[\p{Cc}\u2028\u2029]/u;

function readNote({ state, note: given }: WantedChange): string {
  const note = given?.trim() ?? '';
  if (NOT_ONE_LINE.test(note)) throw validationError('note', 'must be one line');
  if (state === 'muted' && note === '') throw validationError('note', 'must say why the failures are muted');
  if (note !== '' && state !== 'muted' && state !== 'resolved') {
    throw validationError('note', 'can only be given with the states muted and resolved');
  }
  return note;
}

async function requireSeen(db: Query, caller: Caller, ids: readonly string[], refusal: () => Error): Promise<void> {
  const { runs } = await seenRuns(db, caller);
  const rows = await runs.clearSelect().select('runs.id').where('runs.id', 'in', ids).execute();
  if (rows.length < ids.length) throw refusal();
}

/** Keeps the assignee from being deleted. One text for everybody who can not be it, so that it tells nobody who is here. */
async function lockAssigneeForKeyShare(
  transaction: Query,
  caller: Caller,
  { assignee }: WantedChange,
  ids: readonly string[],
): Promise<Caller> {
  const name = assignee?.trim() ?? caller.userId;
  const { rows } = await sql<{ id: string; email: string; name: string; permission: Caller['workflowPermission'] }>`
    SELECT id, email, name, workflow_permission AS permission FROM users
    WHERE enabled AND ${isUuid(name) ? sql`id = ${name}` : sql`lower(email) = lower(${name})`}
    FOR KEY SHARE`.execute(transaction);
  const [user] = rows;
  if (!user || user.permission === 'none') throw assigneeMayNotSee(name);
  const { id: userId, permission: workflowPermission } = user;
  const person: Caller = { ...caller, userId, email: user.email, name: user.name, workflowPermission };
  if (userId !== caller.userId) await requireSeen(transaction, person, ids, () => assigneeMayNotSee(name));
  return person;
}

async function lockFailuresForUpdate(transaction: Query, ids: readonly string[]): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    SELECT failure.run_id, failure.workflow_id, failure.state, failure.assignee_id, failure.note, failure.changed_by,
      failure.revision, (SELECT name FROM workflows WHERE id = failure.workflow_id) AS workflow_name
    FROM run_failures AS failure WHERE run_id = ANY (${ids}::uuid[]) ORDER BY run_id FOR UPDATE OF failure`.execute(
    transaction,
  );
  const found = new Set(rows.map(({ run_id }) => run_id));
  const missing = ids.find(id => !found.has(id));
  if (missing !== undefined) throw runNotAFailure(missing);
  return rows;
}

function shownState({ state, assignee_id }: Pick<FailureRow, 'state' | 'assignee_id'>): State {
  return state === 'open' && assignee_id !== null ? 'assigned' : state;
}

/** Whether the caller has done just that before: the reply to the first request may have been lost. */
function isDone(row: FailureRow, { state, assigneeId, note }: Goal, { userId }: Caller): boolean {
  if (shownState(row) !== state || row.note !== note) return false;
  if (state === 'open') return true;
  return row.changed_by === userId && (state !== 'assigned' || row.assignee_id === assigneeId);
}

async function write(
  transaction: Query,
  { userId }: Caller,
  rows: readonly FailureRow[],
  { state, assigneeId, note }: Goal,
): Promise<void> {
  // Who dealt with a failure stays known when it is resolved or muted.
  const keeps = state === 'muted' || state === 'resolved';
  await sql`
    UPDATE run_failures SET state = ${state === 'assigned' ? 'open' : state}, note = ${note}, resolved_by = NULL,
      assignee_id = ${keeps ? sql`assignee_id` : sql`${assigneeId}::uuid`},
      revision = revision + 1, changed_by = ${userId}, changed_at = now()
    WHERE run_id = ANY (${rows.map(({ run_id }) => run_id)}::uuid[])`.execute(transaction);
}

/** One entry for all of them. The note may be about anything, and stays with the failures. */
async function record(
  transaction: Query,
  caller: Caller,
  rows: readonly FailureRow[],
  { state, assigneeId }: Goal,
): Promise<void> {
  const ids = rows.map(({ run_id }) => run_id);
  const [only] = ids.length === 1 ? ids : [];
  await recordAudit(transaction, caller, {
    action: ACTIONS[state],
    subject: { kind: 'run', id: only ?? null, name: only ?? `${ids.length} runs` },
    details: {
      workflow_ids: [...new Set(rows.map(({ workflow_id }) => workflow_id))],
      ...(only === undefined && { run_ids: ids }),
      ...(assigneeId !== null && { assignee_id: assigneeId }),
    },
  });
}

async function tell(
  { notify }: WorklistServices,
  transaction: Query,
  { name, email }: Caller,
  assigneeId: string,
  rows: readonly FailureRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const workflows = new Set(rows.map(({ workflow_id }) => workflow_id)).size;
  const of = workflows === 1 ? `the workflow '${escapeMarkdown(first.workflow_name)}'` : `${workflows} workflows`;
  const runs = rows.length === 1 ? 'A failed run' : `${rows.length} failed runs`;
  await notify(transaction, [assigneeId], {
    // The revision grows with each change, so each time somebody is told anew.
    event: `failure:${first.run_id}:${first.revision + 1}`,
    kind: 'failure_assigned',
    title: rows.length === 1 ? 'A failed run was assigned to you' : `${rows.length} failed runs were assigned to you`,
    text: `${runs} of ${of} ${rows.length === 1 ? 'was' : 'were'} assigned to you by ${escapeMarkdown(name || email)}.`,
    link: rows.length === 1 ? `/runs/${first.run_id}` : '/failures?show=mine',
  });
}
