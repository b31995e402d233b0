/** Makes a test from a run: its input, the results of its effects, and how it ended. */
import { sql } from 'kysely';
import type { Query } from '../../database.ts';
import { dataOutputCut, runCanNotBecomeTest, runNotFound } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { parseJson } from '../../platform/json/parse.ts';
import type { Expectation, TestFromRun, WorkflowTest } from '../../workflows/tests/schemas.ts';
import { createTest } from '../../workflows/tests/store.ts';
import { pinKey } from '../executing/run-variation.ts';
import type { Step } from '../schemas.ts';
import type { SentPin } from '../starting/pins.ts';
import { readStoredSteps, type StoredStep } from '../store/replays.ts';
import { seenRuns } from '../store/team-runs.ts';

export async function createTestFromRun(
  db: Query,
  caller: Caller,
  { run_id, name }: TestFromRun,
  isEffect: (type: string) => boolean,
): Promise<WorkflowTest> {
  const { runs } = await seenRuns(db, caller);
  const run = await runs.where('runs.id', '=', run_id).executeTakeFirst();
  if (!run) throw runNotFound();
  const { status } = run;
  if (status !== 'success' && status !== 'failed') throw runCanNotBecomeTest(status);
  const pins: Record<string, SentPin> = {};
  for (const step of await readStoredSteps(db, run_id)) {
    if (!isEffect(step.step.node_type)) continue;
    const pin = await toPin(db, run_id, step);
    if (pin) pins[pinKey(step.nodeId, step.iteration)] = pin;
  }
  return createTest(db, caller, {
    workflow_id: run.workflow_id,
    name: name ?? `Run ${run_id.slice(-8)}`,
    trigger_node_id: run.trigger_node_id,
    input: (await parseJson(run.input)) as Record<string, unknown>,
    pins,
    expect: await expectSame(run),
  });
}

async function toPin(db: Query, runId: string, stored: StoredStep): Promise<SentPin | undefined> {
  const { step, handle } = stored;
  if (step.status === 'failed') return { error: step.error };
  if (step.status !== 'success') return undefined;
  const text = step.output_truncated ? await readWholeOutput(db, runId, stored) : step.output_json;
  return { output: text === '' ? null : await parseJson(text), ...(handle !== null && { handle }) };
}

/** An output that is not in a row of its own any more, or that is so long that it is in a file, is too long for a test. */
async function readWholeOutput(db: Query, runId: string, { nodeId, iteration, isKept }: StoredStep): Promise<string> {
  const row = isKept
    ? await db
        .selectFrom('run_steps')
        .select(['output', 'output_key'])
        .where('run_id', '=', runId)
        .where('node_id', '=', nodeId)
        .where(sql<boolean>`iteration = ${[...iteration]}::integer[]`)
        .executeTakeFirst()
    : undefined;
  if (!row?.output || row.output_key !== null) throw dataOutputCut(nodeId);
  return row.output;
}

async function expectSame(run: { status: string; output: string; error: string; steps: string }): Promise<Expectation> {
  if (run.status === 'failed') {
    const failed = ((await parseJson(run.steps)) as Step[]).find(({ status }) => status === 'failed');
    return { status: 'failed', error: failed?.error ?? run.error };
  }
  return { status: 'success', ...(run.output !== '' && { output: await parseJson(run.output) }) };
}
