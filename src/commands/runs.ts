/** `heddle run`: list, show, watch, again and cancel. */
import type { Filter } from '@heddle/client';
import { Answer, type Invocation } from './command.ts';
import { type Connection, withConnection } from './connecting.ts';
import { readCount } from './inputs.ts';
import { ago, duration, toHumanReadable } from './print.ts';
import { followRun, pretty, reportRun } from './run-progress.ts';
import { requireWorkflow } from './workflows.ts';

const DEFAULT_LISTED = 20;

export async function listRuns(invocation: Invocation): Promise<unknown> {
  const limit = readCount('limit', invocation.option('limit'), DEFAULT_LISTED);
  const status = invocation.option('status');
  const reference = invocation.option('workflow');
  return withConnection(invocation, async connection => {
    const workflow = reference === undefined ? undefined : await requireWorkflow(connection, reference);
    const filters: Filter[] = [];
    if (workflow) filters.push(['workflow_id', '==', workflow.id]);
    if (status !== undefined) filters.push(['status', '==', status]);
    const found = await connection.client.runs.find({ filters, limit_to: limit });
    const names = await readNames(connection, found);
    const rows = found.map(run => ({
      id: run.id,
      workflow: names.get(run.workflow_id) ?? run.workflow_id,
      version: run.version ?? 'draft',
      trigger: run.trigger_type.replace('trigger.', ''),
      status: run.status,
      started: run.started_at === null ? null : ago(run.started_at),
      took: duration(run.started_at, run.finished_at),
      error: run.error.split('\n', 1)[0]?.slice(0, 60) || null,
    }));
    const forPrograms = found.map(({ steps: _, ...run }) => run);
    return new Answer(forPrograms, rows.length > 0 ? toHumanReadable(rows) : 'There are no runs.');
  });
}

export async function showRun(invocation: Invocation): Promise<unknown> {
  return withConnection(invocation, async connection => {
    const run = await connection.client.runs.get(invocation.argument('RUN'));
    const names = await readNames(connection, [run]);
    const lines = {
      id: run.id,
      workflow: `${names.get(run.workflow_id) ?? ''} (${run.workflow_id})`,
      version: run.version ?? 'draft',
      trigger: run.trigger_type,
      status: run.status,
      started: run.started_at === null ? null : ago(run.started_at),
      took: duration(run.started_at, run.finished_at),
      credits: run.credits,
      error: run.error || null,
    };
    const steps = run.steps.map(step => ({
      step: `${step.node_id}${step.iteration.map(index => `[${index}]`).join('')}`,
      type: step.node_type,
      status: step.status,
      took: duration(step.started_at, step.finished_at),
      error: step.error.split('\n', 1)[0]?.slice(0, 80) || null,
    }));
    const parts = [toHumanReadable(lines), ...(steps.length > 0 ? [toHumanReadable(steps)] : [])];
    const output = run.output_json === '' ? [] : [`output\n${pretty(run.output_json)}`];
    return new Answer(run, [...parts, ...output].join('\n\n'));
  });
}

export async function watchRun(invocation: Invocation): Promise<unknown> {
  const id = invocation.argument('RUN');
  return withConnection(
    invocation,
    async connection => {
      await followRun(connection.client.runs.watch(id), invocation.json);
      return reportRun(connection, id);
    },
    { isLong: true },
  );
}

export async function repeatRun(invocation: Invocation): Promise<unknown> {
  const [from, version] = ['from', 'version'].map(invocation.option);
  return withConnection(
    invocation,
    async connection => {
      const first = await connection.client.runs.get(invocation.argument('RUN'));
      const repeated = await connection.call('/api/v1/run/replay', {
        run_id: first.id,
        from: from ?? (first.status === 'failed' ? 'failed' : 'start'),
        version: version ?? 'same',
      });
      const { id } = Object(repeated);
      if (invocation.flag('no-wait')) return new Answer(repeated, String(id));
      await followRun(connection.client.runs.watch(String(id)), !process.stderr.isTTY);
      return reportRun(connection, String(id));
    },
    { isLong: true },
  );
}

export async function cancelRun(invocation: Invocation): Promise<unknown> {
  const reason = invocation.option('reason');
  const run_id = invocation.argument('RUN');
  const cancelled = await withConnection(invocation, connection =>
    connection.call('/api/v1/run/cancel', { run_id, ...(reason !== undefined && { reason }) }),
  );
  return new Answer(cancelled, `Cancelled the run ${run_id}.`);
}

/** Runs know their workflows by id, and people by name. */
async function readNames(
  { client }: Connection,
  runs: readonly { workflow_id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(runs.map(({ workflow_id }) => workflow_id))];
  if (ids.length === 0) return new Map();
  const found = await client.workflows.find({ filters: [['id', 'in', ids]], limit_to: ids.length });
  return new Map(found.map(({ id, name }) => [id, name]));
}
