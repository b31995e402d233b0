/**
 * What becomes of calls and events whose workflow limits its runs, or whose trigger puts calls together:
 *
 *   arrived ── no limit, or there is a place ─────────────▶ a queued run
 *           ── all places are taken, and `on_full` says ──▶ a held run, another input of a held run, or no run
 *           ── `debounce` or `batch`, and one waits ──────▶ part of the run that waits
 *           ── `throttle` ────────────────────────────────▶ a queued run that is due when its turn comes
 *
 * All slots and keys are locked first, in one order, and read afterwards. So what is decided here still holds when the
 * runs are inserted, and no two transactions decide about the same slot at once.
 */
import { type RawBuilder, sql } from 'kysely';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { notifyAfterCommit } from '../../platform/postgres/notifier.ts';
import { jsonb, type StorableJson } from '../../platform/postgres/storable-text.ts';
import { decideSlots, type SlotState } from './slot-decisions.ts';
import { type CollectRule, type LaterStart, type StartColumns, toStartJson } from './start-row.ts';
import type { RunStatus } from './tables.ts';

/** A transaction in which statements are executed. */
export interface Statements {
  execute<Row>(statement: RawBuilder<Row>): Promise<{ rows: Row[] }>;
}

/** A call or an event that is to become a run. */
export interface Arrival {
  /** The id of the run, if it becomes one of its own. */
  runId: string;
  workflowId: string;
  /** JSON. */
  input: string;
  start: StartColumns;
}

export type Settled =
  | { kind: 'merged'; runId: string }
  | { kind: 'skipped'; runId: string; status: RunStatus }
  | { kind: 'full'; queued: number };

export interface ArrivalActions<Arriving extends Arrival> {
  /** Inserts queued runs. */
  insert(runs: readonly { arrival: Arriving; input: string; start: StorableJson | null }[]): Promise<void>;
  /** Called for each that does not become a run of its own. */
  settle(arrival: Arriving, settled: Settled): Promise<void> | void;
}

export async function arrange<Arriving extends Arrival>(
  transaction: Statements,
  arrivals: readonly Arriving[],
  actions: ArrivalActions<Arriving>,
): Promise<void> {
  if (arrivals.length === 0) return;
  const direct = arrivals.filter(({ start }) => !start.collect && !start.throttle);
  const states = await lockSlots(transaction, arrivals, direct);
  const decisions = decideSlots(direct, states);
  const throttled = await takeTurns(
    transaction,
    arrivals.filter(({ start }) => start.throttle && !start.collect),
  );
  const inserted = direct.filter((_, index) => decisions[index]?.kind === 'insert');
  const rows = [...inserted.map(arrival => toRow(arrival)), ...throttled];
  if (rows.length > 0) await actions.insert(rows);
  for (const [index, arrival] of direct.entries()) {
    const decision = decisions[index];
    if (decision?.kind === 'skip') await actions.settle(arrival, { ...decision, kind: 'skipped' });
    else if (decision?.kind === 'full') await actions.settle(arrival, decision);
    else if (decision?.kind === 'replace') await replaceHeld(transaction, arrival, actions);
  }
  for (const arrival of arrivals) {
    if (arrival.start.collect) await collect(transaction, arrival, arrival.start.collect, actions);
  }
}

function toRow<Arriving extends Arrival>(
  arrival: Arriving,
  later?: LaterStart,
): { arrival: Arriving; input: string; start: StorableJson | null } {
  return { arrival, input: arrival.input, start: toStartJson(arrival.start, later) };
}

/** Locks everything that the arrivals depend on, and reads the slots of those that want a place at once. */
async function lockSlots(
  transaction: Statements,
  arrivals: readonly Arrival[],
  direct: readonly Arrival[],
): Promise<SlotState[]> {
  const locked = arrivals.flatMap(({ start: { slots, collect, throttle } }) => [
    ...(collect || throttle ? [] : slots.map(({ key }) => key)),
    ...(collect ? [collect.key] : []),
    ...(throttle ? [throttle.key] : []),
  ]);
  if (locked.length === 0) return [];
  const rules = new Map(direct.flatMap(({ start }) => start.slots).map(rule => [rule.key, rule]));
  const wanted = [...rules.values()];
  const { rows } = await transaction.execute(sql<SlotState>`
    SELECT key, used, held, holder, holder_status AS "holderStatus" FROM read_slots(
      ${[...new Set(locked)]}::text[], ${wanted.map(({ key }) => key)}::text[],
      ${wanted.map(({ limit }) => limit)}::integer[], ${wanted.map(({ queued }) => queued)}::integer[])`);
  return rows;
}

/** Gives each run the next free time. */
async function takeTurns<Arriving extends Arrival>(
  transaction: Statements,
  arrivals: readonly Arriving[],
): Promise<{ arrival: Arriving; input: string; start: StorableJson | null }[]> {
  const rows: { arrival: Arriving; input: string; start: StorableJson | null }[] = [];
  for (const arrival of arrivals) {
    const { throttle } = arrival.start;
    if (!throttle) continue;
    const { rows: turns } = await transaction.execute(sql<{ turn: Date; isLater: boolean }>`
      SELECT turn, turn > clock_timestamp() AS "isLater"
      FROM take_turn(${throttle.key}, ${throttle.limit}, ${throttle.seconds}) AS turn`);
    const [turn] = turns;
    rows.push(toRow(arrival, turn?.isLater ? { at: turn.turn } : undefined));
  }
  return rows;
}

/** Gives the input to a run that waits for the same place and has never begun. If there is none, this one waits. */
async function replaceHeld<Arriving extends Arrival>(
  transaction: Statements,
  arrival: Arriving,
  actions: ArrivalActions<Arriving>,
): Promise<void> {
  const replaced = arrival.start.slots.find(({ onFull }) => onFull === 'replace');
  const column = sql.ref(arrival.start.slots[0] === replaced ? 'slot_key' : 'slot_key_2');
  const { rows } = await transaction.execute(sql<{ id: string }>`
    SELECT id FROM runs WHERE status = 'queued' AND held = 'place' AND ${column} = ${replaced?.key ?? ''}
      AND workflow_id = ${arrival.workflowId} AND lease = 0
    ORDER BY coalesce(order_at, created_at) LIMIT 1 FOR UPDATE SKIP LOCKED`);
  const [held] = rows;
  if (!held) {
    await actions.insert([toRow(arrival)]);
    return;
  }
  await replaceInput(transaction, held.id, arrival, sql`due_at`);
  const [first, second = null] = arrival.start.slots.map(({ key }) => key);
  // The new input may need a place in another second slot.
  await transaction.execute(sql`SELECT free_slots(${first}, ${second})`);
  await actions.settle(arrival, { kind: 'merged', runId: held.id });
}

/** The run must be locked and held. The files of its former input go. */
async function replaceInput(
  transaction: Statements,
  runId: string,
  { input, start }: Arrival,
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

/** Puts a call together with the run that waits for further calls, or makes one. */
async function collect<Arriving extends Arrival>(
  transaction: Statements,
  arrival: Arriving,
  rule: CollectRule,
  actions: ArrivalActions<Arriving>,
): Promise<void> {
  const { rows } = await transaction.execute(sql<OpenCall>`
    SELECT id, calls, length(input) AS characters FROM runs
    WHERE call_key = ${rule.key} AND status = 'queued' AND held = 'time' FOR UPDATE`);
  const [open] = rows;
  const later = { inSeconds: rule.seconds };
  if (rule.kind === 'debounce') {
    if (!open) {
      await actions.insert([toRow(arrival, later)]);
      return;
    }
    const soon = sql`now() + make_interval(secs => ${rule.seconds})`;
    const latest = sql`created_at + make_interval(secs => ${rule.mostSeconds})`;
    await replaceInput(
      transaction,
      open.id,
      arrival,
      rule.mostSeconds === null ? soon : sql`least(${soon}, ${latest})`,
    );
    await actions.settle(arrival, { kind: 'merged', runId: open.id });
    return;
  }
  const isFitting = open && open.characters + arrival.input.length + 1 <= settingsLimits.batchCharacters;
  if (isFitting) {
    const isClosed = open.calls + 1 >= rule.size;
    // The input ends with the two characters that close the list and the object.
    await transaction.execute(sql`
      UPDATE runs SET input = left(input, -2) || ',' || ${arrival.input}::text || ']}', calls = calls + 1,
        updated_at = now(), held = CASE WHEN ${isClosed} THEN NULL ELSE held END
      WHERE id = ${open.id}`);
    if (isClosed) await transaction.execute(notifyAfterCommit('runs_queued'));
    await actions.settle(arrival, { kind: 'merged', runId: open.id });
    return;
  }
  if (open) await transaction.execute(sql`UPDATE runs SET held = NULL WHERE id = ${open.id}`);
  const first = toRow(arrival, rule.size > 1 ? later : undefined);
  await actions.insert([{ ...first, input: `{"items":[${arrival.input}]}` }]);
}
