/** The statements of replays: what is known of an ended run, and how a new run adopts a part of it. */
import { type RawBuilder, sql } from 'kysely';
import type { Query } from '../../database.ts';
import { runLocked, runNotFound } from '../../errors.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { LINK_PATTERNS, valueWithoutWorkingLinks } from '../../workflows/working-links.ts';
import { stepKey } from '../executing/run-records.ts';
import type { RunVariation } from '../executing/run-variation.ts';
import type { StepKey } from '../executing/saved-run.ts';
import type { EndedStep } from '../plans/adoption.ts';
import type { Step } from '../schemas.ts';
import { keysAsText, stepKeyIsOneOf } from './run-store.ts';
import type { RunStatus } from './tables.ts';

/** A run that may be repeated. */
export interface RepeatableRun {
  id: string;
  workflowId: string;
  userId: string;
  status: RunStatus;
  version: number | null;
  revisionId: string | null;
  triggerNodeId: string;
  triggerDepth: number;
  automatic: boolean;
  /** JSON. */
  input: string;
  variation: RunVariation | null;
}

export async function readRepeatableRun(db: Query, id: string): Promise<RepeatableRun> {
  const row = await db
    .selectFrom('runs')
    .select(['id', 'workflow_id', 'created_by', 'status', 'version', 'revision_id', 'trigger_node_id', 'automatic'])
    .select(['trigger_depth', 'input', 'options'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw runNotFound();
  return {
    id: row.id,
    workflowId: row.workflow_id,
    userId: row.created_by,
    status: row.status,
    version: row.version,
    revisionId: row.revision_id,
    triggerNodeId: row.trigger_node_id,
    triggerDepth: row.trigger_depth,
    automatic: row.automatic,
    input: row.input,
    variation: row.options === null ? null : JSON.parse(row.options),
  };
}

/**
 * Reads the definition that a run executes or has executed, as JSON. Returns undefined when it is gone: the revisions of
 * a draft are not kept forever.
 */
export async function readExecutedDefinition(db: Query, runId: string): Promise<string | undefined> {
  const { rows } = await sql<{ definition: string | null }>`
    SELECT coalesce(version.definition::text, revision.definition::text, runs.definition) AS definition
    FROM runs
    LEFT JOIN workflow_versions version ON version.workflow_id = runs.workflow_id AND version.version = runs.version
    LEFT JOIN workflow_revisions revision ON revision.id = runs.revision_id AND revision.workflow_id = runs.workflow_id
    WHERE runs.id = ${runId}`.execute(db);
  return rows[0]?.definition ?? undefined;
}

/** Reads a published version as JSON: the same text as that of a claimed run, so that both use one plan. */
export async function readVersionText(db: Query, workflowId: string, version: number): Promise<string> {
  const row = await db
    .selectFrom('workflow_versions')
    .select(sql<string>`definition::text`.as('definition'))
    .where('workflow_id', '=', workflowId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return row.definition;
}

/** A step of an ended run, and where its output is. */
export interface StoredStep extends EndedStep {
  position: number;
  step: Step;
  /** Whether it has a row of its own with its whole output. */
  isKept: boolean;
}

/** Reads the steps of a run that has ended or waits. */
export async function readStoredSteps(db: Query, runId: string): Promise<StoredStep[]> {
  const run = await db.selectFrom('runs').select('steps').where('id', '=', runId).executeTakeFirst();
  if (!run) throw runNotFound();
  const rows = await db.selectFrom('run_steps').select(['node_id', 'iteration']).where('run_id', '=', runId).execute();
  const kept = new Set(rows.map(({ node_id, iteration }) => stepKey({ nodeId: node_id, iteration })));
  const steps = (await parseJson(run.steps)) as Step[];
  return steps.map((step, position) => {
    const isKept = kept.has(stepKey({ nodeId: step.node_id, iteration: step.iteration }));
    return {
      nodeId: step.node_id,
      iteration: step.iteration,
      status: step.status,
      handle: step.handle,
      isPinned: step.pinned === true,
      isWhole: isKept || !step.output_truncated,
      position,
      step,
      isKept,
    };
  });
}

export interface AdoptedSteps {
  /** The steps that are adopted with their outputs. */
  whole: readonly StoredStep[];
  /** The steps that are adopted without their outputs. */
  withoutOutput: readonly StoredStep[];
}

interface Adopting {
  runId: string;
  from: string;
  isPinned?: boolean;
  /** The runs have different users, so the links to files lose their secrets. Those in blobs are not shown. */
  hidesLinks?: boolean;
}

/**
 * Gives a new run steps of another one, whose row must be locked. Outputs in rows are copied, and outputs in blobs are
 * shared. Throws when the steps were deleted after they had been read.
 */
export async function adoptSteps(
  transaction: Query,
  { runId, from, isPinned = false, hidesLinks = false }: Adopting,
  { whole, withoutOutput }: AdoptedSteps,
): Promise<void> {
  const kept = whole.filter(({ isKept }) => isKept);
  const shown = whole
    .filter(({ isKept }) => !isKept)
    .map(stored => (hidesLinks ? { ...stored, step: valueWithoutWorkingLinks(stored.step) } : stored));
  if (kept.length > 0) await copySteps(transaction, { runId, from, isPinned, hidesLinks }, kept);
  const rows = [...shown.map(step => toRow(step, isPinned)), ...withoutOutput.map(step => toRow(step, isPinned, ''))];
  for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE) {
    await insertSteps(transaction, runId, rows.slice(start, start + INSERTED_AT_ONCE));
  }
}

const INSERTED_AT_ONCE = 1_000;

async function copySteps(
  transaction: Query,
  { runId, from, isPinned, hidesLinks }: Required<Adopting>,
  steps: readonly StepKey[],
): Promise<void> {
  const shown = (text: RawBuilder<unknown>) =>
    hidesLinks
      ? LINK_PATTERNS.reduce((cleaned, { source }) => sql`regexp_replace(${cleaned}, ${source}, '\\1', 'gi')`, text)
      : text;
  // What the steps cost was paid by the other run. The credits are the last member of the summary.
  const credits = isPinned ? '"pinned":true,"credits":0}' : '"credits":0}';
  const step = shown(sql`regexp_replace(step, '"credits":[-+.0-9eE]+}$', ${credits})`);
  const output = shown(sql`output`);
  const { numAffectedRows } = await sql`
    INSERT INTO run_steps (run_id, node_id, iteration, position, step, output, output_characters, output_key)
    SELECT ${runId}, node_id, iteration, position, ${step}, ${output},
      coalesce(output_characters - length(output) + length(${output}), output_characters), output_key
    FROM run_steps WHERE run_id = ${from} AND ${isOneOf(steps)}`.execute(transaction);
  if (Number(numAffectedRows) !== steps.length) throw runLocked();
}

function isOneOf(steps: readonly StepKey[]): RawBuilder<unknown> {
  const [before = '', after = ''] = stepKeyIsOneOf('?').split('?');
  return sql`${sql.raw(before)}${keysAsText(steps)}${sql.raw(after)}`;
}

interface StepRow {
  node_id: string;
  iteration: number[];
  position: number;
  step: string;
  output: string | null;
  output_characters: number;
  output_key: null;
}

/** The row of a step of which only the form that clients see is known. */
function toRow({ step, position }: StoredStep, isPinned: boolean, output = step.output_json): StepRow {
  const { output_json: _, output_truncated: __, ...summary } = step;
  return {
    node_id: step.node_id,
    iteration: step.iteration,
    position,
    step: JSON.stringify({
      ...summary,
      text: isTextOfOutput(step, output) ? null : step.text,
      ...(isPinned && { pinned: true }),
      credits: 0,
    }),
    output: output === '' ? null : output,
    output_characters: output.length,
    output_key: null,
  };
}

/** A text that is the output is not stored twice. */
function isTextOfOutput({ text }: Step, output: string): boolean {
  return output.startsWith('"') && String(JSON.parse(output)).startsWith(text);
}

async function insertSteps(transaction: Query, runId: string, rows: readonly StepRow[]): Promise<void> {
  await transaction
    .insertInto('run_steps')
    .values(rows.map(row => ({ run_id: runId, ...row })))
    .execute();
}

/** Keeps a run, its steps and its files from being deleted until the transaction ends. */
export async function lockRunForKeyShare(transaction: Query, id: string): Promise<void> {
  const { rows } = await sql`SELECT FROM runs WHERE id = ${id} FOR KEY SHARE`.execute(transaction);
  if (rows.length === 0) throw runNotFound();
}

/** Lets a run use the files of another run, whose row must be locked. They live as long as either of the runs. */
export async function shareFiles(transaction: Query, { runId, from }: { runId: string; from: string }): Promise<void> {
  await sql`
    INSERT INTO run_files (run_id, file_id)
    SELECT ${runId}::uuid, id FROM files WHERE run_id = ${from}
    UNION SELECT ${runId}::uuid, file_id FROM run_files WHERE run_id = ${from}
    ON CONFLICT DO NOTHING`.execute(transaction);
}
