/**
 * Every write of a run's life, each one statement that says whether it won.
 *
 *   (none) ─ insert ─▶ running ─ save* ─▶ running ─ end ─▶ success, failed
 *   (none) ─ insert ──────────────────────────────────────▶ success, failed   when it ended before anyone could know
 *   queued, or running with a dead or no runner ─ claim ─▶ running, with the next lease
 *
 * Who executes a run names its lease in every write: a process that was thought dead and comes back finds another
 * lease, or another status, and writes nothing. All of them may be repeated when it is not known whether they
 * happened, because the connection broke.
 */
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Query } from '../database.ts';
import type { BlobKey } from '../platform/blobs/blobs.ts';
import { connectionProblem } from '../platform/postgres/database.ts';
import type { RunFacts } from './run-state.ts';
import type { Step } from './schemas.ts';
import type { RunStatus } from './tables.ts';

/** A settled step, as a successor needs it. */
export interface SavedStep {
  nodeId: string;
  iteration: readonly number[];
  position: number;
  /** A step summary as JSON. */
  step: string;
  /** JSON, or its beginning where the whole is in a blob; null: none. */
  output: string | null;
  outputCharacters: number;
  /** The blob of a long output. */
  outputKey: BlobKey | null;
}

export interface RunEnd {
  status: RunStatus & ('success' | 'failed');
  finishedAt: Date;
  steps: readonly Step[];
  /** The same, as JSON. */
  stepsText: string;
  output: string;
  error: string;
  credits: number;
}

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
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<{ rowCount: number | null }>;
}

export function within(transaction: Query): Connection {
  return {
    async query({ text, values }) {
      const { numAffectedRows } = await transaction.executeQuery(CompiledQuery.raw(text, values));
      return { rowCount: Number(numAffectedRows ?? 0) };
    },
  };
}

/** False: it is there already, or the workflow has changed. */
export async function insertRun(
  connection: Connection,
  run: NewRun,
  steps: readonly SavedStep[] = [],
): Promise<boolean> {
  const { facts, end } = run;
  const values = [
    facts.id,
    facts.workflowId,
    facts.workflowName,
    facts.organizationId,
    facts.version,
    run.definition,
    facts.triggerNodeId,
    facts.triggerType,
    facts.triggerDepth,
    facts.automatic,
    facts.inputText,
    end?.status ?? 'running',
    facts.startedAt,
    end?.finishedAt ?? null,
    end?.stepsText ?? '[]',
    end?.output ?? '',
    end?.error ?? '',
    end?.credits ?? 0,
    run.runnerId,
    facts.createdAt,
    facts.user.id,
    end?.finishedAt ?? facts.createdAt,
    run.rowVersion,
  ];
  if (steps.length === 0) {
    const { rowCount } = await connection.query({ name: 'runs.insert', text: INSERT, values });
    return rowCount === 1;
  }
  const text = `WITH run AS (${INSERT} RETURNING id)
    INSERT INTO run_steps SELECT run.id, given.* FROM run, ${given(steps.length, values.length)}`;
  const { rowCount } = await connection.query({ text, values: [...values, ...steps.flatMap(valuesOf)] });
  return rowCount === steps.length;
}

export async function runExists(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.query({ text: 'SELECT FROM runs WHERE id = $1', values: [id] });
  return rowCount === 1;
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
      INSERT INTO run_steps SELECT held.id, given.* FROM held, ${given(steps.length, 2)} ON CONFLICT DO NOTHING
    )
    SELECT id FROM held`;
  const { rowCount } = await connection.query({
    ...(steps.length === 1 && { name: 'runs.save-step' }),
    text,
    values: [id, lease, ...steps.flatMap(valuesOf)],
  });
  return rowCount === 1;
}

/** What a saved step has given, as JSON. */
export async function loadOutput(
  pool: pg.Pool,
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
export async function holdsRun(connection: Connection, id: string, lease: number): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'runs.holds',
    text: `SELECT FROM runs WHERE id = $1 AND lease = $2 AND status = 'running'`,
    values: [id, lease],
  });
  return rowCount === 1;
}

/** The steps under way, for whoever looks at the run meanwhile. */
export async function showProgress(connection: Connection, id: string, lease: number, steps: string): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'runs.show-progress',
    text: `UPDATE runs SET steps = $3, updated_at = now() WHERE id = $1 AND lease = $2 AND status = 'running'`,
    values: [id, lease, steps],
  });
  return rowCount === 1;
}

/** False: the run is another's by now. */
export async function endRun(connection: Connection, id: string, lease: number, end: RunEnd): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'runs.end',
    text: `WITH ended AS (
        UPDATE runs SET status = $3, finished_at = $4, settled_at = $4, updated_at = $4, steps = $5, output = $6,
          error = $7, credits = $8, definition = NULL, runner_id = NULL
        WHERE id = $1 AND lease = $2 AND status = 'running' RETURNING id
      ),
      gone AS (DELETE FROM run_steps WHERE run_id IN (SELECT id FROM ended))
      SELECT id FROM ended
      -- Said again after an answer was lost: it has ended so already.
      UNION SELECT id FROM runs WHERE id = $1 AND lease = $2 AND status = $3 AND finished_at = $4`,
    values: [id, lease, end.status, end.finishedAt, end.stepsText, end.output, end.error, end.credits],
  });
  return rowCount === 1;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Until the database answers: what a run has done must not be lost because a connection broke. */
export async function persistently<Result>(
  act: () => Promise<Result>,
  { signal, patienceMs = Number.POSITIVE_INFINITY }: { signal: AbortSignal; patienceMs?: number },
): Promise<Result> {
  const begunAt = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await act();
    } catch (error) {
      const isHopeless = connectionProblem(error) === undefined || performance.now() - begunAt > patienceMs;
      if (isHopeless || signal.aborted) throw error;
      await pause(pauseMs, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

const INSERT = `INSERT INTO runs (id, workflow_id, workflow_name, organization_id, version, definition, trigger_node_id,
    trigger_type, trigger_depth, automatic, input, status, started_at, active_since, finished_at, settled_at, steps,
    output, error, credits, runner_id, lease, created_at, created_by, updated_at)
  SELECT $1::uuid, id, $3::text, $4::uuid, $5::integer, $6::text, $7::text, $8::text, $9::integer, $10::boolean,
    $11::text, $12::text, $13::timestamptz, $13, $14::timestamptz, $14, $15::text, $16::text, $17::text, $18::numeric,
    $19::uuid, 1, $20::timestamptz, $21::uuid, $22::timestamptz
  FROM workflows WHERE id = $2 AND ($23::text IS NULL OR xmin = $23::text::xid)
  ON CONFLICT (id) DO NOTHING`;

/** Each value is a parameter of its own: in an array, a long text would have to be escaped first. */
function given(rows: number, offset: number): string {
  const row = (index: number) => {
    const first = offset + index * TYPES.length;
    return `(${TYPES.map((type, column) => `$${first + 1 + column}::${type}`).join(', ')})`;
  };
  return `(VALUES ${Array.from({ length: rows }, (_, index) => row(index)).join(', ')}) AS given`;
}

/** Of the columns of `run_steps`, in their order, without the run. */
const TYPES = ['text', 'integer[]', 'integer', 'text', 'text', 'integer', 'text'];

function valuesOf(step: SavedStep): unknown[] {
  const { nodeId, iteration, position, output, outputCharacters, outputKey } = step;
  return [nodeId, iteration, position, step.step, output, outputCharacters, outputKey];
}
