/** Shows the events of a run as they happen, and how it ended. */
import { styleText } from 'node:util';
import type { Run, RunEvent } from '@heddle/client';
import { Answer } from './command.ts';
import type { Connection } from './connecting.ts';
import { endWith } from './exit-codes.ts';
import { note } from './output.ts';

const SIGNS = { success: '✓', failed: '✗', skipped: '-', cancelled: '✗', waiting: '…', running: '•' } as const;
const COLOURS = { success: 'green', failed: 'red', cancelled: 'red', waiting: 'yellow' } as const;

type StepEndEvent = Extract<RunEvent, { type: 'step_end' }>;

/** Prints a line for each step that ends, on standard error, so that the result can go into a file. */
export async function followRun(events: AsyncIterable<RunEvent>, quiet: boolean): Promise<RunEvent | undefined> {
  const startedAt = new Map<string, number>();
  let last: RunEvent | undefined;
  for await (const event of events) {
    last = event;
    const step = `${event.node_id}${event.iteration.length > 0 ? `[${event.iteration.join('][')}]` : ''}`;
    if (event.type === 'step_start') startedAt.set(step, performance.now());
    if (quiet) continue;
    if (event.type === 'step_end') note(stepLine(step, event, startedAt.get(step)));
    if (event.type === 'step_waiting' || event.type === 'run_waiting') note(`${sign('waiting')} ${step} ${event.text}`);
  }
  return last;
}

/** Says how a run ended. A run that failed makes the exit code 1. */
export async function reportRun({ client }: Connection, runId: string): Promise<Answer> {
  const run = await client.runs.get(runId);
  if (run.status === 'failed' || run.status === 'cancelled') endWith('bad');
  return new Answer(run, describeEnd(run));
}

export function sign(status: string): string {
  const text = SIGNS[status as keyof typeof SIGNS] ?? '•';
  const colour = COLOURS[status as keyof typeof COLOURS];
  return colour ? styleText(colour, text, { stream: process.stderr }) : text;
}

function stepLine(step: string, { status, error, text }: StepEndEvent, startedAt: number | undefined): string {
  const took = startedAt === undefined ? '' : ` (${Math.round(performance.now() - startedAt)} ms)`;
  const more = error || text;
  return `${sign(status)} ${step}${took}${more ? `: ${more}` : ''}`;
}

function describeEnd({ id, status, error, output_json }: Run): string {
  switch (status) {
    case 'success':
      return output_json === '' ? `The run ${id} succeeded.` : pretty(output_json);
    case 'failed':
    case 'cancelled':
      return `The run ${id} ${status === 'failed' ? 'failed' : 'was cancelled'}${error ? `: ${error}` : '.'}`;
    case 'waiting':
      return `The run ${id} waits: 'heddle run watch ${id}' shows how it goes on.`;
    default:
      return `The run ${id} is ${status}: 'heddle run watch ${id}' shows how it goes on.`;
  }
}

export function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
