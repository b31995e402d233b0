/**
 * Every write in the life of a run. Each write is one statement that reports whether it took effect.
 *
 *   (none) ─ insert ─▶ running ─ save* ─▶ running ─ end ─▶ success, failed
 *   (none) ─ insert ──────────────────────────────────────▶ success, failed   when it ends before anyone can know of it
 *   queued, or running with a dead or no runner ─ claim ─▶ running, with the next lease
 *   running ─ pause ─▶ waiting ─ the result of a waiting step (`waiting.ts`) ─▶ queued
 *   queued, running, waiting ─ cancel (`cancelling.ts`) ─▶ cancelled, with the next lease
 *
 * The process that executes a run names its lease in every write. A process that was declared dead and returns finds
 * another lease, or another status, and writes nothing. Every write may be repeated when the connection broke and nobody
 * knows whether the write took effect.
 */
import { CompiledQuery, sql } from 'kysely';
import type { Query } from '../../database.ts';
import type { Pool } from '../../platform/postgres/pool.ts';
import { toStorableJson } from '../../platform/postgres/storable-text.ts';
import type { RunFacts } from '../executing/run-state.ts';
import type { RunEnd, RunPause, SavedStep, StepKey } from '../executing/saved-run.ts';
import type { RunStatus } from './tables.ts';

export interface DirectRun {
  facts: RunFacts;
  /** The draft that is still to be executed. Null when the run has ended. */
  definition: string | null;
  runnerId: string | null;
  /** The version that the row of the workflow must still have. Null when the workflow may have changed. */
  rowVersion: number | null;
  /** Set when the run has ended already. */
  end?: RunEnd;
}

/** A pool, or a transaction (see `within`). */
export interface StatementRunner {
  query(statement: Statement): Promise<{ rows: { id: string }[] }>;
}

interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

export function within(transaction: Query): StatementRunner {
  return { query: ({ text, values }) => transaction.executeQuery<{ id: string }>(CompiledQuery.raw(text, values)) };
}

/** Returns the ids of the inserted runs. Runs that exist already, or whose workflow has changed, are not inserted. */
export async function insertRuns(
  connection: StatementRunner,
  runs: readonly DirectRun[],
): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query({
    name: `runs.insert-${runs.length}`,
    text: insertStatement(runs.length),
    values: runs.flatMap(runValues),
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Inserts a run together with the steps that have settled already. Returns false when the run exists already, or when
 * the workflow has changed.
 */
export async function insertRun(
  connection: StatementRunner,
  run: DirectRun,
  steps: readonly SavedStep[],
): Promise<boolean> {
  if (steps.length === 0) return (await insertRuns(connection, [run])).size === 1;
  const text = `WITH run AS (${insertStatement(1)}),
    saved AS (INSERT INTO run_steps SELECT run.id, source.* FROM run, ${sourceRows(STEP_TYPES, steps.length, RUN_TYPES.length)})
    SELECT id FROM run`;
  const { rows } = await connection.query({ text, values: [...runValues(run), ...steps.flatMap(stepValues)] });
  return rows.length === 1;
}

export async function runExists(connection: StatementRunner, id: string): Promise<boolean> {
  const { rows } = await connection.query({ text: 'SELECT id FROM runs WHERE id = $1', values: [id] });
  return rows.length === 1;
}

/** Returns false when the lease is lost. */
export async function saveSteps(
  connection: StatementRunner,
  id: string,
  lease: number,
  steps: readonly SavedStep[],
): Promise<boolean> {
  const text = `WITH locked AS (SELECT id FROM runs WHERE id = $1 AND lease = $2 AND status = 'running' FOR SHARE),
    saved AS (
      INSERT INTO run_steps SELECT locked.id, source.* FROM locked, ${sourceRows(STEP_TYPES, steps.length, 2)} ON CONFLICT DO NOTHING
    )
    SELECT id FROM locked`;
  const { rows } = await connection.query({
    ...(steps.length === 1 && { name: 'runs.save-step' }),
    text,
    values: [id, lease, ...steps.flatMap(stepValues)],
  });
  return rows.length === 1;
}

/** Reads the output of a saved step as JSON, or so many characters of it. */
export async function loadOutput(
  pool: Pool,
  runId: string,
  { nodeId, iteration }: StepKey,
  characters: number | null,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ output: string }>({
    name: 'runs.load-output',
    text: `SELECT CASE WHEN $4::integer IS NULL THEN output ELSE left(output, $4::integer) END AS output
      FROM run_steps WHERE run_id = $1 AND node_id = $2 AND iteration = $3`,
    values: [runId, nodeId, iteration, characters],
  });
  return rows[0]?.output;
}

/** Returns false when the lease is lost. */
export async function hasLease(connection: StatementRunner, id: string, lease: number): Promise<boolean> {
  const { rows } = await connection.query({
    name: 'runs.holds',
    text: `SELECT id FROM runs WHERE id = $1 AND lease = $2 AND status = 'running'`,
    values: [id, lease],
  });
  return rows.length === 1;
}

/** Publishes the unsettled steps for those who read the run. Returns false when the lease is lost. */
export async function saveProgress(
  connection: StatementRunner,
  id: string,
  lease: number,
  steps: string,
): Promise<boolean> {
  const { rows } = await connection.query({
    name: 'runs.show-progress',
    text: `UPDATE runs SET steps = $3, updated_at = now() WHERE id = $1 AND lease = $2 AND status = 'running'
      RETURNING id`,
    values: [id, lease, steps],
  });
  return rows.length === 1;
}

export interface RunToEnd {
  id: string;
  lease: number;
  end: RunEnd;
}

/** Returns the ids of the runs that have ended now. The leases of the others are lost. */
export async function endRuns(connection: StatementRunner, runs: readonly RunToEnd[]): Promise<ReadonlySet<string>> {
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
 * Pauses a run, unless one of its waiting steps has its result by now. Nobody executes a paused run until it is queued
 * again. The row of the run is locked before the steps are checked, and whoever ends a step locks it too, so neither can
 * miss the other.
 */
export async function pauseRun(
  db: Query,
  id: string,
  lease: number,
  { unsettled, credits }: RunPause,
  waiting: readonly StepKey[],
): Promise<'paused' | 'continues' | 'lost'> {
  return db.transaction().execute(async transaction => {
    const { rows: locked } = await sql<{ status: RunStatus }>`
      SELECT status FROM runs WHERE id = ${id} AND lease = ${lease} FOR NO KEY UPDATE`.execute(transaction);
    // When this is repeated after a lost reply, the run waits already, or was queued again since.
    if (locked[0]?.status === 'waiting' || locked[0]?.status === 'queued') return 'paused';
    if (locked[0]?.status !== 'running') return 'lost';
    const { rows: results } = await sql`
      SELECT FROM run_steps WHERE run_id = ${id} AND ${sql.raw(STEP_KEY)} = ANY (${keysAsText(waiting)}::text[])
      LIMIT 1`.execute(transaction);
    if (results.length > 0) return 'continues';
    await sql`
      UPDATE runs SET status = 'waiting', steps = ${unsettled}, credits = ${credits}, runner_id = NULL,
        settled_at = now(), updated_at = now(),
        active_ms = active_ms + ${sql.raw(activeMs('now()'))}
      WHERE id = ${id}`.execute(transaction);
    return 'paused';
  });
}

/** How long the run was executed since it was last claimed or begun. */
export function activeMs(until: string): string {
  return `greatest(0, extract(epoch FROM ${until} - active_since) * 1000)::bigint`;
}

/** Identifies a step within its run. `keysAsText` builds the same text. */
const STEP_KEY = `node_id || ' ' || iteration::text`;

export function stepKeyIsOneOf(parameter: string): string {
  return `${STEP_KEY} = ANY (${parameter}::text[])`;
}

export function keysAsText(keys: readonly StepKey[]): string[] {
  return keys.map(({ nodeId, iteration }) => `${nodeId} {${iteration.join(',')}}`);
}

/**
 * The texts of statements differ only in the number of rows, so each is built once. The function plans its statements
 * once for all of them.
 */
function endStatement(rows: number): string {
  let text = endStatements.get(rows);
  if (text === undefined) {
    const columns = END_TYPES.map((type, column) => {
      const parameters = Array.from({ length: rows }, (_, row) => `$${row * END_TYPES.length + column + 1}`);
      return `ARRAY[${parameters.join(', ')}]::${type}[]`;
    });
    text = `SELECT id FROM end_runs(${columns.join(', ')}) AS id`;
    endStatements.set(rows, text);
  }
  return text;
}

const endStatements = new Map<number, string>();
const END_TYPES = ['uuid', 'integer', 'text', 'timestamptz', 'text', 'text', 'text', 'numeric'];

/**
 * Insertions of runs do not name the index of their conflict. Only ids can conflict, and to find a named index
 * PostgreSQL would look up the parent of every index of the partition, which takes 150 µs for each statement.
 */
function insertStatement(rows: number): string {
  let text = insertStatements.get(rows);
  if (text === undefined) {
    text = `INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, definition, trigger_node_id,
        trigger_type, trigger_depth, automatic, input, status, started_at, finished_at, steps, output, error, credits,
        runner_id, created_at, created_by, updated_at, trace_context, revision_id, variables, active_since, settled_at,
        labels, lease)
      SELECT source.c1, source.c2, source.c3, source.c4, source.c5, source.c6, source.c7, source.c8, source.c9, source.c10,
        source.c11, source.c12, source.c13, source.c14, source.c15, source.c16, source.c17, source.c18, source.c19, source.c20,
        source.c21, source.c22, source.c23, source.c24, source.c25, source.c13, source.c14, source.c27, 1
      FROM ${sourceRows(RUN_TYPES, rows, 0)}
      JOIN workflows ON workflows.id = source.c2 AND workflows.deleted_at IS NULL AND (source.c26 IS NULL OR workflows.row_version = source.c26)
      ON CONFLICT DO NOTHING RETURNING id`;
    insertStatements.set(rows, text);
  }
  return text;
}

const insertStatements = new Map<number, string>();

/** The types of the columns above, of the version of the workflow's row, and of the labels. */
const RUN_TYPES = [
  ...['uuid', 'uuid', 'text', 'uuid', 'integer', 'text', 'text', 'text', 'integer', 'boolean', 'text', 'text'],
  ...['timestamptz', 'timestamptz', 'text', 'text', 'text', 'numeric', 'uuid', 'timestamptz', 'uuid', 'timestamptz'],
  ...['text', 'uuid', 'text', 'bigint', 'jsonb'],
];

function runValues({ facts, end, definition, runnerId, rowVersion }: DirectRun): unknown[] {
  // The driver would convert dates to the time zone of the machine, which takes longer.
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
    facts.revisionId,
    // Nobody continues a run that has ended.
    end || facts.variables === null ? null : JSON.stringify(facts.variables),
    rowVersion,
    facts.labels ? toStorableJson(facts.labels) : null,
  ];
}

/** The types of the columns of `run_steps`, in their order, without `run_id`. */
export const STEP_TYPES = ['text', 'integer[]', 'integer', 'text', 'text', 'integer', 'text'];

export function stepValues(step: SavedStep): unknown[] {
  const { nodeId, iteration, position, output, outputCharacters, outputKey } = step;
  return [nodeId, iteration, position, step.step, output, outputCharacters, outputKey];
}

/** Every value is a parameter of its own, because the driver would have to escape a long text in an array. */
export function sourceRows(types: readonly string[], rows: number, offset: number): string {
  const row = (index: number) =>
    `(${types.map((type, column) => `$${offset + index * types.length + column + 1}::${type}`).join(', ')})`;
  const columns = types.map((_, column) => `c${column + 1}`);
  return `(VALUES ${Array.from({ length: rows }, (_, index) => row(index)).join(', ')}) AS source (${columns.join(', ')})`;
}
