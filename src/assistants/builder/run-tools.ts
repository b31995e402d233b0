import Type from 'typebox';
import { entityNotFound } from '../../errors.ts';
import { UUID_PATTERN } from '../../http/endpoint.ts';
import { freeObject, strict } from '../../nodes/param-schemas.ts';
import { StepError, type StepOutcome } from '../../nodes/step.ts';
import { unlessAborted } from '../../platform/concurrency/promises.ts';
import { visibleRuns } from '../../runs/store/runs.ts';
import { defineTool, type Tool } from '../../tools/contract/tool.ts';
import { requireWorkflow } from '../../workflows/access.ts';
import { builderLimits } from './builder-limits.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';
import { abbreviate, presentRun } from './presentation.ts';

const RUN =
  '{run_id, status, error, output, steps}, each step {id, status, handle, iteration, error, output}; input and ' +
  'outputs are JSON texts, cut where they are long';

export function runTool({ run }: BuilderServices, { caller, workflowId }: BuilderScope): Tool {
  return defineTool({
    name: 'workflow_run',
    title: 'Test-run the workflow',
    description:
      'Runs the draft, for real: requests and e-mails are sent, records are changed. Waits until the run ends or ' +
      `pauses, at most ${builderLimits.runSeconds} seconds. Result: ${RUN}.`,
    inputSchema: Type.Object(
      {
        input: Type.Optional(freeObject('Input', 'The run input, as the trigger expects it.')),
        trigger_node_id: Type.Optional(
          Type.String({ description: 'Trigger to start from. Without it: the first manual one, otherwise the first.' }),
        ),
      },
      strict,
    ),
    call: async (request, { signal, runId }) => {
      // A workflow that runs itself through its builder would never end.
      if (runId !== null) throw new StepError('A run can not be started from within a run');
      return waitForRun(run(caller, { workflow_id: workflowId, ...request }, signal), signal);
    },
  });
}

/** When the run takes too long, the outcome only says that it continues. */
async function waitForRun(running: ReturnType<BuilderServices['run']>, signal: AbortSignal): Promise<StepOutcome> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), builderLimits.runSeconds * 1000);
  try {
    const run = await unlessAborted(running, AbortSignal.any([signal, timeout.signal]));
    return { output: presentRun(run), text: `The run: ${run.status}` };
  } catch (error) {
    if (signal.aborted || !timeout.signal.aborted) throw error;
    const note = `The run takes longer than ${builderLimits.runSeconds} seconds, and goes on. Find it with workflow_runs.`;
    return { output: { status: 'running', note }, text: 'The run goes on' };
  } finally {
    clearTimeout(timer);
  }
}

export function runsTool({ database: { query: db } }: BuilderServices, { caller, workflowId }: BuilderScope): Tool {
  return defineTool({
    name: 'workflow_runs',
    title: 'List runs',
    description:
      "Lists the latest runs of this workflow that executed for the user, newest first, without their steps. 'version' " +
      "is the published version that ran, or 'draft'.",
    inputSchema: Type.Object({}, strict),
    call: async () => {
      await requireWorkflow(db, caller, workflowId, 'read');
      const rows = await visibleRuns(db, caller)
        .clearSelect()
        .select(['id', 'status', 'version', 'trigger_node_id', 'trigger_type', 'started_at', 'finished_at', 'error'])
        .where('workflow_id', '=', workflowId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(builderLimits.runs)
        .execute();
      const runs = rows.map(row => ({
        run_id: row.id,
        status: row.status,
        version: row.version ?? 'draft',
        trigger: row.trigger_node_id,
        trigger_type: row.trigger_type,
        started: row.started_at?.toISOString() ?? null,
        finished: row.finished_at?.toISOString() ?? null,
        ...(row.error !== '' && { error: abbreviate(row.error, builderLimits.errorCharacters) }),
      }));
      return { output: runs, text: `Listed ${runs.length} runs` };
    },
  });
}

export function runReadTool(
  { database: { query: db }, readRun }: BuilderServices,
  { caller, workflowId }: BuilderScope,
): Tool {
  return defineTool({
    name: 'workflow_run_read',
    title: 'Read a run',
    description: `Reads a run of this workflow that executed for the user. Result: ${RUN}.`,
    inputSchema: Type.Object({ run_id: Type.String({ description: 'Id of the run.', pattern: UUID_PATTERN }) }, strict),
    call: async ({ run_id }) => {
      await requireWorkflow(db, caller, workflowId, 'read');
      const run = await readRun(caller, run_id);
      // A builder must not show runs of the user's other workflows.
      if (run.workflow_id !== workflowId) throw entityNotFound();
      return { output: presentRun(run), text: `The run: ${run.status}` };
    },
  });
}
