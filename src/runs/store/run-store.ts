/**
 * Every write of a run's life, each one statement that says whether it won.
 *
 *   (none) ─ insert ─▶ running ─ save* ─▶ running ─ end ─▶ success, failed
 *   (none) ─ insert ──────────────────────────────────────▶ success, failed   when it ended before anyone could know
 *   queued, or running with a dead or no runner ─ claim ─▶ running, with the next lease
 *   running ─ pause ─▶ waiting ─ what a step waited for (`waiting.ts`) ─▶ queued
 *
 * Who executes a run names its lease in every write: a process that was thought dead and comes back finds another
 * lease, or another status, and writes nothing. All of them may be repeated when it is not known whether they
 * happened, because the connection broke.
 */

import { CompiledQuery, sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { Pool } from '../../platform/postgres/pool.ts';
import type { RunFacts } from '../executing/run-state.ts';
import type { RunEnd, RunPause, SavedStep, StepKey } from '../executing/saved-run.ts';
import type { RunStatus } from './tables.ts';

export interface NewRun {
  facts: RunFacts;
  /** Of a draft that is still to be executed. */
  definition: string | null;
  runnerId: string | null;
  /** The workflow as it must still be; null: as it may be. */
  rowVersion: string | null;
  /** When it has ended already. */
  end?: RunEnd;
}

/** The pool; or a transaction, see `within`. */
export interface Connection {
  query(statement: Statement): Promise<{ rows: { id: string }[] }>;
}

interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

export function within(transaction: Query): Connection {
  return { query: ({ text, values }) => transaction.executeQuery<{ id: string }>(CompiledQuery.raw(text, values)) };
}

/** Which of these runs were inserted: not those that are there already, or whose workflow has changed. */
export async function insertRuns(connection: Connection, runs: readonly NewRun[]): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query({
    name: `runs.insert-${runs.length}`,
    text: insertStatement(runs.length),
    values: runs.flatMap(runValues),
  });
  return new Set(rows.map(({ id }) => id));
}

/** A run together with the steps that have settled already. False: it is there already, or the workflow has changed. */
export async function insertRun(connection: Connection, run: NewRun, steps: readonly SavedStep[]): Promise<boolean> {
  if (steps.length === 0) return (await insertRuns(connection, [run])).size === 1;
  const text = `WITH run AS (${insertStatement(1)}),
    saved AS (INSERT INTO run_steps SELECT run.id, given.* FROM run, ${given(STEP_TYPES, steps.length, RUN_TYPES.length)})
    SELECT id FROM run`;
  const { rows } = await connection.query({ text, values: [...runValues(run), ...steps.flatMap(stepValues)] });
  return rows.length === 1;
}

export async function runExists(connection: Connection, id: string): Promise<boolean> {
  const { rows } = await connection.query({ text: 'SELECT id FROM runs WHERE id = $1', values: [id] });
  return rows.length === 1;
}

/** False: the run is another's by now. */
export async function saveSteps(
  connection: Connection,
  id: string,
  lease: number,
  steps: readonly SavedStep[],
): Promise<boolean> {
  const text = `WITH held AS (SELECT id FROM runs WHERE id = $1 AND lease = $2 AND status = 'running' FOR SHARE),
    saved AS (
      INSERT INTO run_steps SELECT held.id, given.* FROM held, ${given(STEP_TYPES, steps.length, 2)} ON CONFLICT DO NOTHING
    )
    SELECT id FROM held`;
  const { rows } = await connection.query({
    ...(steps.length === 1 && { name: 'runs.save-step' }),
    text,
    values: [id, lease, ...steps.flatMap(stepValues)],
  });
  return rows.length === 1;
}

/** What a saved step has given, as JSON. */
export async function loadOutput(
  pool: Pool,
  runId: string,
  { nodeId, iteration }: { nodeId: string; iteration: readonly number[] },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ output: string }>({
    name: 'runs.load-output',
    text: 'SELECT output FROM run_steps WHERE run_id = $1 AND node_id = $2 AND iteration = $3',
    values: [runId, nodeId, iteration],
  });
  return rows[0]?.output;
}

/** False: the run is another's by now. */
export async function hasLease(connection: Connection, id: string, lease: number): Promise<boolean> {
  const { rows } = await connection.query({
    name: 'runs.holds',
    text: `SELECT id FROM runs WHERE id = $1 AND lease = $2 AND status = 'running'`,
    values: [id, lease],
  });
  return rows.length === 1;
}

/** The steps under way, for whoever looks at the run meanwhile. */
export async function saveProgress(connection: Connection, id: string, lease: number, steps: string): Promise<boolean> {
  const { rows } = await connection.query({
    name: 'runs.show-progress',
    text: `UPDATE runs SET steps = $3, updated_at = now() WHERE id = $1 AND lease = $2 AND status = 'running'
      RETURNING id`,
    values: [id, lease, steps],
  });
  return rows.length === 1;
}

/** The end of a run under a lease. */
export interface EndedRun {
  id: string;
  lease: number;
  end: RunEnd;
}

/** Which of them have ended so; the others are another's by now. */
export async function endRuns(connection: Connection, runs: readonly EndedRun[]): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query({
    name: `runs.end-${runs.length}`,
    text: endStatement(runs.length),
    values: runs.flatMap(({ id, lease, end }) => [
      id,
      lease,
      end.status,
      end.finishedAt.toISOString(),
      end.stepsText,
      end.output,
      end.error,
      end.credits,
    ]),
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Nobody executes the run until it is queued again. Only when none of the steps that it waits for is over by now: the
 * run is held before that is looked at, as by who ends them, so neither can miss the other.
 */
export async function pauseRun(
  db: Query,
  id: string,
  lease: number,
  { unsettled, credits }: RunPause,
  waiting: readonly StepKey[],
): Promise<'paused' | 'goes on' | 'lost'> {
  return db.transaction().execute(async transaction => {
    const { rows: held } = await sql<{ status: RunStatus }>`
      SELECT status FROM runs WHERE id = ${id} AND lease = ${lease} FOR NO KEY UPDATE`.execute(transaction);
    // Said again after an answer was lost, it waits so already, or was queued again since.
    if (held[0]?.status === 'waiting' || held[0]?.status === 'queued') return 'paused';
    if (held[0]?.status !== 'running') return 'lost';
    const { rows: over } = await sql`
      SELECT FROM run_steps WHERE run_id = ${id} AND ${sql.raw(STEP_KEY)} = ANY (${keysAsText(waiting)}::text[])
      LIMIT 1`.execute(transaction);
    if (over.length > 0) return 'goes on';
    await sql`
      UPDATE runs SET status = 'waiting', steps = ${unsettled}, credits = ${credits}, runner_id = NULL,
        settled_at = now(), updated_at = now(),
        active_ms = active_ms + ${sql.raw(activeMs('now()'))}
      WHERE id = ${id}`.execute(transaction);
    return 'paused';
  });
}

/** How long a run was executed since it was last taken up. */
export function activeMs(until: string): string {
  return `greatest(0, extract(epoch FROM ${until} - active_since) * 1000)::bigint`;
}

/** Names a step within its run, in `run_steps` and beside it. */
const STEP_KEY = `node_id || ' ' || iteration::text`;

export function stepKeyIsOneOf(parameter: string): string {
  return `${STEP_KEY} = ANY (${parameter}::text[])`;
}

export function keysAsText(keys: readonly StepKey[]): string[] {
  return keys.map(({ nodeId, iteration }) => `${nodeId} {${iteration.join(',')}}`);
}

/** Statements differ by the number of their rows alone. */
function endStatement(rows: number): string {
  let text = ends.get(rows);
  if (text === undefined) {
    text = `WITH given AS (SELECT c1 AS id, c2 AS lease, c3 AS status, c4 AS finished_at, c5 AS steps, c6 AS output,
        c7 AS error, c8 AS credits FROM ${given(END_TYPES, rows, 0)}),
      ended AS (
        UPDATE runs SET status = given.status, finished_at = given.finished_at, settled_at = given.finished_at,
          updated_at = given.finished_at, steps = given.steps, output = given.output, error = given.error,
          credits = greatest(runs.credits, given.credits), definition = NULL, runner_id = NULL
        FROM given WHERE runs.id = given.id AND runs.lease = given.lease AND runs.status = 'running' RETURNING runs.id
      ),
      gone AS (DELETE FROM run_steps WHERE run_id IN (SELECT id FROM ended))
      SELECT id FROM ended
      -- Said again after an answer was lost: it has ended so already.
      UNION SELECT runs.id FROM runs JOIN given USING (id, lease, status, finished_at)`;
    ends.set(rows, text);
  }
  return text;
}

const ends = new Map<number, string>();
const END_TYPES = ['uuid', 'integer', 'text', 'timestamptz', 'text', 'text', 'text', 'numeric'];

function insertStatement(rows: number): string {
  let text = inserts.get(rows);
  if (text === undefined) {
    text = `INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, definition, trigger_node_id,
        trigger_type, trigger_depth, automatic, input, status, started_at, finished_at, steps, output, error, credits,
        runner_id, created_at, created_by, updated_at, trace_context, active_since, settled_at, lease)
      SELECT given.c1, given.c2, given.c3, given.c4, given.c5, given.c6, given.c7, given.c8, given.c9, given.c10,
        given.c11, given.c12, given.c13, given.c14, given.c15, given.c16, given.c17, given.c18, given.c19, given.c20,
        given.c21, given.c22, given.c23, given.c13, given.c14, 1
      FROM ${given(RUN_TYPES, rows, 0)}
      JOIN workflows ON workflows.id = given.c2 AND workflows.deleted_at IS NULL AND (given.c24 IS NULL OR workflows.xmin = given.c24::xid)
      ON CONFLICT (id) DO NOTHING RETURNING id`;
    inserts.set(rows, text);
  }
  return text;
}

const inserts = new Map<number, string>();

/** Of the columns above, and last the version of the workflow's row. */
const RUN_TYPES = [
  ...['uuid', 'uuid', 'text', 'uuid', 'integer', 'text', 'text', 'text', 'integer', 'boolean', 'text', 'text'],
  ...['timestamptz', 'timestamptz', 'text', 'text', 'text', 'numeric', 'uuid', 'timestamptz', 'uuid', 'timestamptz'],
  'text',
  'text',
];

function runValues({ facts, end, definition, runnerId, rowVersion }: NewRun): unknown[] {
  // Dates would be written in the machine's own time zone, which takes longer.
  const createdAt = facts.createdAt.toISOString();
  const finishedAt = end?.finishedAt.toISOString() ?? null;
  return [
    facts.id,
    facts.workflowId,
    facts.workflowName,
    facts.organizationId,
    facts.version,
    definition,
    facts.triggerNodeId,
    facts.triggerType,
    facts.triggerDepth,
    facts.automatic,
    facts.inputText,
    end?.status ?? 'running',
    facts.startedAt.toISOString(),
    finishedAt,
    end?.stepsText ?? '[]',
    end?.output ?? '',
    end?.error ?? '',
    end?.credits ?? 0,
    runnerId,
    createdAt,
    facts.user.id,
    finishedAt ?? createdAt,
    facts.traceContext,
    rowVersion,
  ];
}

/** Of the columns of `run_steps`, in their order, without the run. */
const STEP_TYPES = ['text', 'integer[]', 'integer', 'text', 'text', 'integer', 'text'];

function stepValues(step: SavedStep): unknown[] {
  const { nodeId, iteration, position, output, outputCharacters, outputKey } = step;
  return [nodeId, iteration, position, step.step, output, outputCharacters, outputKey];
}

/** Each value is a parameter of its own: in an array, a long text would have to be escaped first. */
function given(types: readonly string[], rows: number, offset: number): string {
  const row = (index: number) =>
    `(${types.map((type, column) => `$${offset + index * types.length + column + 1}::${type}`).join(', ')})`;
  const columns = types.map((_, column) => `c${column + 1}`);
  return `(VALUES ${Array.from({ length: rows }, (_, index) => row(index)).join(', ')}) AS given (${columns.join(', ')})`;
}
