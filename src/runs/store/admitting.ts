/**
 * What becomes of calls and events whose workflow limits its runs, or whose trigger merges calls:
 *
 *   asked   ── no limit, or there is a place ─────────────▶ a queued run
 *           ── all places are taken, and `on_full` says ──▶ a held run, another input of a held run, or no run
 *           ── `debounce` or `batch`, and one waits ──────▶ part of the run that waits
 *           ── `throttle` ────────────────────────────────▶ a queued run that is due when its turn comes
 *
 * All limits and keys are locked first, in one order, and read afterwards. So what is decided here still holds when the
 * runs are inserted, and no two transactions decide about the same limit at once.
 */
import { type RawBuilder, sql } from 'kysely';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { notifyAfterCommit } from '../../platform/postgres/notifier.ts';
import { jsonb, type StorableJson } from '../../platform/postgres/storable-text.ts';
import { decideByLimits, type LimitState } from './limit-decisions.ts';
import { type CollectRule, type LaterStart, type StartColumns, type ThrottleRule, toStartJson } from './start-row.ts';
import type { RunStatus } from './tables.ts';

/** A transaction in which statements are executed. */
export interface Statements {
  execute<Row>(statement: RawBuilder<Row>): Promise<{ rows: Row[] }>;
}

/** A call or an event that is to become a run. */
export interface Candidate {
  /** The id of the run, if it becomes one of its own. */
  runId: string;
  workflowId: string;
  /** JSON. */
  input: string;
  start: StartColumns;
}

export type WithoutRun =
  | { kind: 'merged'; runId: string }
  | { kind: 'skipped'; runId: string; status: RunStatus }
  | { kind: 'full'; queued: number };

interface AdmittedRun<Wanted> {
  candidate: Wanted;
  input: string;
  start: StorableJson | null;
}

export interface AdmitActions<Wanted extends Candidate> {
  /** Inserts queued runs. Returns the ids of those that were not inserted, because the queue is full for example. */
  insert(runs: readonly AdmittedRun<Wanted>[]): Promise<ReadonlySet<string>>;
  /** Called for each that does not become a run of its own. */
  withoutRun(candidate: Wanted, outcome: WithoutRun): Promise<void> | void;
}

export async function admit<Wanted extends Candidate>(
  transaction: Statements,
  candidates: readonly Wanted[],
  actions: AdmitActions<Wanted>,
): Promise<void> {
  if (candidates.length === 0) return;
  const direct = candidates.filter(({ start }) => !start.collect && !start.throttle);
  const states = await lockLimits(transaction, candidates, direct);
  const decisions = decideByLimits(direct, states);
  const waiting = candidates.filter(({ start }) => start.throttle && !start.collect);
  const throttled = await throttleRuns(transaction, waiting);
  const inserted = direct.filter((_, index) => decisions[index]?.kind === 'insert');
  const rows = [...inserted.map(candidate => toRow(candidate)), ...throttled.map(({ row }) => row)];
  const refused = rows.length > 0 ? await actions.insert(rows) : new Set<string>();
  await giveTurnsBack(transaction, throttled, refused);
  for (const [index, candidate] of direct.entries()) {
    const decision = decisions[index];
    if (decision?.kind === 'skip') await actions.withoutRun(candidate, { ...decision, kind: 'skipped' });
    else if (decision?.kind === 'full') await actions.withoutRun(candidate, decision);
    else if (decision?.kind === 'replace') await replaceHeld(transaction, candidate, actions);
  }
  for (const candidate of candidates) {
    if (candidate.start.collect) await collect(transaction, candidate, candidate.start.collect, actions);
  }
}

function toRow<Wanted extends Candidate>(candidate: Wanted, later?: LaterStart): AdmittedRun<Wanted> {
  return { candidate, input: candidate.input, start: toStartJson(candidate.start, later) };
}

/** Locks everything that the candidates depend on, and reads how full the limits are for those that want a place at once. */
async function lockLimits(
  transaction: Statements,
  candidates: readonly Candidate[],
  direct: readonly Candidate[],
): Promise<LimitState[]> {
  const locked = candidates.flatMap(({ start: { concurrency, collect, throttle } }) => [
    ...(collect || throttle ? [] : concurrency.map(({ key }) => key)),
    ...(collect ? [collect.key] : []),
    ...(throttle ? [throttle.key] : []),
  ]);
  if (locked.length === 0) return [];
  const rules = new Map(direct.flatMap(({ start }) => start.concurrency).map(rule => [rule.key, rule]));
  const wanted = [...rules.values()];
  const { rows } = await transaction.execute(sql<LimitState>`
    SELECT key, used, held, holder, holder_status AS "holderStatus" FROM read_slots(
      ${[...new Set(locked)]}::text[], ${wanted.map(({ key }) => key)}::text[],
      ${wanted.map(({ limit }) => limit)}::integer[], ${wanted.map(({ queued }) => queued)}::integer[])`);
  return rows;
}

interface ThrottledRun<Wanted> {
  row: AdmittedRun<Wanted>;
  rule: ThrottleRule;
  /** The turns before this one, and this one. As texts, because a date has only milliseconds. */
  earlier: readonly string[];
  exactly: string;
}

/** Gives each run the next free time. */
async function throttleRuns<Wanted extends Candidate>(
  transaction: Statements,
  candidates: readonly Wanted[],
): Promise<ThrottledRun<Wanted>[]> {
  const throttled: ThrottledRun<Wanted>[] = [];
  for (const candidate of candidates) {
    const { throttle: rule } = candidate.start;
    if (!rule) continue;
    const { rows: turns } = await transaction.execute(sql<Turn>`
      SELECT coalesce((SELECT times::text[] FROM throttled_starts WHERE key = ${rule.key}), '{}') AS earlier,
        turn, turn::text AS exactly, turn > clock_timestamp() AS "isLater"
      FROM take_turn(${rule.key}, ${rule.limit}, ${rule.seconds}) AS turn`);
    const [taken] = turns;
    if (!taken) throw new Error('there is no turn');
    const { turn, isLater, earlier, exactly } = taken;
    throttled.push({ row: toRow(candidate, isLater ? { at: turn } : undefined), rule, earlier, exactly });
  }
  return throttled;
}

interface Turn {
  earlier: string[];
  turn: Date;
  exactly: string;
  isLater: boolean;
}

/** What waits for room in a queue asks again and again: the turns of runs that were not made are for those that are. */
async function giveTurnsBack<Wanted extends Candidate>(
  transaction: Statements,
  throttled: readonly ThrottledRun<Wanted>[],
  refused: ReadonlySet<string>,
): Promise<void> {
  for (const [key, some] of Map.groupBy(throttled, ({ rule }) => rule.key)) {
    const made = some.filter(({ row }) => !refused.has(row.candidate.runId));
    const [first] = some;
    if (!first || made.length === some.length) continue;
    const times = [...first.earlier, ...made.map(({ exactly }) => exactly)].slice(-first.rule.limit);
    await transaction.execute(sql`UPDATE throttled_starts SET times = ${times}::timestamptz[] WHERE key = ${key}`);
  }
}

/** Gives the input to a run that waits for the same place and has never begun. If there is none, this one waits. */
async function replaceHeld<Wanted extends Candidate>(
  transaction: Statements,
  candidate: Wanted,
  actions: AdmitActions<Wanted>,
): Promise<void> {
  const replaced = candidate.start.concurrency.find(({ onFull }) => onFull === 'replace');
  const column = sql.ref(candidate.start.concurrency[0] === replaced ? 'slot_key' : 'slot_key_2');
  const { rows } = await transaction.execute(sql<{ id: string }>`
    SELECT id FROM runs WHERE status = 'queued' AND held = 'place' AND ${column} = ${replaced?.key ?? ''}
      AND workflow_id = ${candidate.workflowId} AND lease = 0
    ORDER BY coalesce(order_at, created_at) LIMIT 1 FOR UPDATE SKIP LOCKED`);
  const [held] = rows;
  if (!held) {
    await actions.insert([toRow(candidate)]);
    return;
  }
  await replaceInput(transaction, held.id, candidate, sql`due_at`);
  const [first, second = null] = candidate.start.concurrency.map(({ key }) => key);
  // The new input may need a place in another second limit.
  await transaction.execute(sql`SELECT free_slots(${first}, ${second})`);
  await actions.withoutRun(candidate, { kind: 'merged', runId: held.id });
}

/** The run must be locked and held. The files of its former input go. */
async function replaceInput(
  transaction: Statements,
  runId: string,
  { input, start }: Candidate,
  dueAt: ReturnType<typeof sql>,
): Promise<void> {
  const json = jsonb(toStartJson(start));
  await transaction.execute(sql`DELETE FROM files WHERE run_id = ${runId}`);
  await transaction.execute(sql`
    UPDATE runs SET input = ${input}, due_at = ${dueAt}, calls = calls + 1, updated_at = now(),
      slot_key = ${json} #>> '{keys,0}', slot_key_2 = ${json} #>> '{keys,1}', slots = ${json} -> 'slots',
      keeps_place = (${json} ->> 'keeps_place')::boolean, labels = ${json} -> 'labels'
    WHERE id = ${runId}`);
}

interface OpenCall {
  id: string;
  calls: number;
  characters: number;
}

/** Merges a call into the run that waits for further calls, or makes one. */
async function collect<Wanted extends Candidate>(
  transaction: Statements,
  candidate: Wanted,
  rule: CollectRule,
  actions: AdmitActions<Wanted>,
): Promise<void> {
  const { rows } = await transaction.execute(sql<OpenCall>`
    SELECT id, calls, length(input) AS characters FROM runs
    WHERE call_key = ${rule.key} AND status = 'queued' AND held = 'time' FOR UPDATE`);
  const [open] = rows;
  const later = { inSeconds: rule.seconds };
  if (rule.kind === 'debounce') {
    if (!open) {
      await actions.insert([toRow(candidate, later)]);
      return;
    }
    const soon = sql`now() + make_interval(secs => ${rule.seconds})`;
    const latest = sql`created_at + make_interval(secs => ${rule.mostSeconds})`;
    await replaceInput(
      transaction,
      open.id,
      candidate,
      rule.mostSeconds === null ? soon : sql`least(${soon}, ${latest})`,
    );
    await actions.withoutRun(candidate, { kind: 'merged', runId: open.id });
    return;
  }
  const isFitting = open && open.characters + candidate.input.length + 1 <= settingsLimits.batchCharacters;
  if (isFitting) {
    const isClosed = open.calls + 1 >= rule.size;
    // The input ends with the two characters that close the list and the object.
    await transaction.execute(sql`
      UPDATE runs SET input = left(input, -2) || ',' || ${candidate.input}::text || ']}', calls = calls + 1,
        updated_at = now(), held = CASE WHEN ${isClosed} THEN NULL ELSE held END
      WHERE id = ${open.id}`);
    if (isClosed) await transaction.execute(notifyAfterCommit('runs_queued'));
    await actions.withoutRun(candidate, { kind: 'merged', runId: open.id });
    return;
  }
  if (open) await transaction.execute(sql`UPDATE runs SET held = NULL WHERE id = ${open.id}`);
  const first = toRow(candidate, rule.size > 1 ? later : undefined);
  await actions.insert([{ ...first, input: `{"items":[${candidate.input}]}` }]);
}
