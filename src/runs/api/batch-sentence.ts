/** Says in one sentence what happens to many runs, so that nobody confirms anything but what they meant. Pure. */
import type { BatchOptions } from '../store/batches.ts';
import type { RunStatus } from '../store/tables.ts';

export interface ChosenRun {
  id: string;
  status: RunStatus;
  workflow_id: string;
  workflow_name: string;
}

const FROM = { failed: 'from their failed steps', start: 'from the start' };
const VERSION = {
  same: 'with the version that each of them executed',
  published: 'with the published version',
  draft: 'with the draft',
};

export function describeBatch(
  action: 'replay' | 'cancel',
  runs: readonly ChosenRun[],
  { replay, perMinute }: BatchOptions,
): string {
  const parts = [action === 'replay' ? 'Replays' : 'Cancels', describeRuns(runs)];
  if (replay) parts.push(`${FROM[replay.from]},`, VERSION[replay.version]);
  if (perMinute !== undefined) parts.push(`and at most ${formatCount(perMinute)} a minute`);
  return `${parts.join(' ')}.`;
}

function describeRuns(runs: readonly ChosenRun[]): string {
  if (runs.length === 0) return 'no runs';
  const statuses = [...Map.groupBy(runs, ({ status }) => status)];
  const [first] = statuses;
  const workflows = new Map(runs.map(({ workflow_id, workflow_name }) => [workflow_id, workflow_name]));
  const [name = ''] = workflows.values();
  const counted =
    statuses.length === 1 && first
      ? `${formatCount(runs.length)} ${first[0]} ${nounFor(runs.length)}`
      : `${formatCount(runs.length)} runs (${statuses.map(([status, own]) => `${formatCount(own.length)} ${status}`).join(', ')})`;
  return `${counted} of ${workflows.size === 1 ? `'${name}'` : `${formatCount(workflows.size)} workflows`}`;
}

function nounFor(count: number): string {
  return count === 1 ? 'run' : 'runs';
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Says what a backfill does. */
export function describeBackfill(
  workflow: string,
  times: readonly number[],
  { perMinute, skipped }: { perMinute: number | undefined; skipped: number },
): string {
  const [first, last] = [times[0], times.at(-1)];
  const parts = [`Starts ${formatCount(times.length)} ${nounFor(times.length)} of '${workflow}'`];
  if (first !== undefined && last !== undefined) parts.push(`for ${formatTime(first)} to ${formatTime(last)}`);
  if (skipped > 0) parts.push(`and leaves out ${formatCount(skipped)} that there are already`);
  if (perMinute !== undefined) parts.push(`at most ${formatCount(perMinute)} a minute`);
  return `${parts.join(', ')}.`;
}

function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
