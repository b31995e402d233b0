/** What people are told about workflows that fail. The texts are Markdown. */
import type { NewNotification } from '../../accounts/notifications.ts';
import { escapeMarkdown } from '../../platform/markdown/escape-markdown.ts';
import { withoutWorkingLinks } from '../../workflows/working-links.ts';

export type AlertMessage = Omit<NewNotification, 'event'>;

interface AlertedWorkflow {
  workflowId: string;
  workflowName: string;
}

/** Enough to recognize an error by. The run has the whole of it. */
const ERROR_CHARACTERS = 500;

export function firstFailureMessage(
  { workflowName }: AlertedWorkflow,
  run: { id: string; error: string; failedStep: { node_id: string } | undefined },
  { failures, windowMs }: { failures: number; windowMs: number },
): AlertMessage {
  const step = run.failedStep ? ` at the step '${escapeMarkdown(run.failedStep.node_id)}'` : '';
  const row = failures > 1 ? `, as the last ${failures} did` : '';
  return {
    kind: 'run_failed',
    title: `The workflow '${workflowName}' fails`,
    text:
      `A run failed${step}${row}: ${quoteError(run.error)}\n\nWhile it keeps failing, you hear of it once every ` +
      `${describeTime(windowMs)}.`,
    link: `/runs/${run.id}`,
  };
}

interface WindowSummary {
  failed: number;
  total: number;
  last: 'failed' | 'success' | undefined;
  firstError: string;
  lastError: string;
}

export function digestMessage(
  { workflowId, workflowName }: AlertedWorkflow,
  { failed, total, last, firstError, lastError }: WindowSummary,
  { from, now, windowMs }: { from: number; now: number; windowMs: number },
): AlertMessage {
  // While no process worked, a window goes on.
  const isLate = now - from > 1.1 * windowMs;
  const when = isLate ? `since ${describeMoment(from)}` : `in the last ${describeTime(windowMs)}`;
  const works = last === 'success' ? ' The latest one succeeded.' : '';
  const errors =
    firstError === lastError
      ? `The error: ${quoteError(lastError)}`
      : `The first error: ${quoteError(firstError)}\n\nThe last error: ${quoteError(lastError)}`;
  return {
    kind: 'run_failed',
    title: `The workflow '${workflowName}' fails`,
    text: `${failed} of ${total} runs failed ${when}.${works}\n\n${errors}`,
    link: `/runs?workflow=${workflowId}&status=failed`,
  };
}

function describeMoment(ms: number): string {
  return `${new Date(ms).toISOString().replace('T', ' ').slice(0, 16)} UTC`;
}

export function worksAgainMessage(
  { workflowName }: AlertedWorkflow,
  { lastRunId, failed }: { lastRunId: string | undefined; failed: number },
): AlertMessage {
  const before = failed === 0 ? '' : `, after ${failed === 1 ? 'one more' : `${failed} more`} had failed`;
  return {
    kind: 'run_recovered',
    title: `The workflow '${workflowName}' works again`,
    text: `Its latest run succeeded${before}.`,
    link: `/runs/${lastRunId}`,
  };
}

function quoteError(error: string): string {
  const text = error === '' ? 'no reason was given' : withoutWorkingLinks(error);
  return escapeMarkdown(text.length > ERROR_CHARACTERS ? `${text.slice(0, ERROR_CHARACTERS)}…` : text);
}

const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
];

/** `hour`, `2 hours`, `90 minutes`. */
export function describeTime(ms: number): string {
  const unit = UNITS.find(unit => ms >= unit.ms && ms % unit.ms === 0) ?? { name: 'minute', ms: 60_000 };
  const count = Math.round(ms / unit.ms);
  return count === 1 ? unit.name : `${count} ${unit.name}s`;
}
