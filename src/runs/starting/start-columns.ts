/**
 * Decides what the row of a run gets from the settings of its workflow and the params of its trigger, before the run is
 * queued: the limits it needs a place in, its head start, its labels, and whether calls are merged.
 */
import { hash } from 'node:crypto';
import type { ConcurrencySettings } from '../../engine/settings.ts';
import { settingsLimits } from '../../engine/settings-limits.ts';
import { textHead } from '../../platform/json/head.ts';
import { TemplateError } from '../../templates/template.ts';
import {
  type CollectRule,
  type ConcurrencyLimit,
  limitOwner,
  type RunControl,
  type StartColumns,
  type StartOf,
  type ThrottleRule,
} from '../store/start-row.ts';
import { type InputExpressions, type StartFacts, toColumnText } from './input-expressions.ts';

/** What is known of a run that is to be queued. */
interface StartingRun extends StartFacts {
  readonly organizationId: string | null;
}

export function createStartOf(expressions: InputExpressions): StartOf {
  return (control, input) => {
    const { settings, trigger } = control;
    if (!settings && !trigger) return null;
    return startColumns(expressions, control, JSON.parse(input));
  };
}

function startColumns(
  expressions: InputExpressions,
  { settings, trigger, nodeId, type, workflow, organizationId }: RunControl,
  input: unknown,
): StartColumns | null {
  const call: StartingRun = { input, trigger: { node_id: nodeId, type }, workflow, organizationId };
  const collect = trigger && readCollect(expressions, trigger, call);
  const throttle = trigger && readThrottle(expressions, trigger, call);
  const { concurrency = [], priority, labels } = settings ?? {};
  if (!collect && !throttle && concurrency.length === 0 && priority === undefined && !labels) return null;
  // The settings see the input of the run, and that of a batch has a list.
  const run = collect?.kind === 'batch' ? { ...call, input: { items: [input] } } : call;
  return {
    concurrency: concurrency.map((rule, index) => toLimit(expressions, rule, index, run)),
    // A run that kept only one of its places while it waits for another could wait forever.
    keepsPlace: concurrency.some(({ while_waiting }) => while_waiting === 'hold'),
    headStartSeconds: readHeadStart(expressions, priority, run),
    labels: labels ? readLabels(expressions, labels, run) : null,
    collect,
    throttle,
  };
}

function toLimit(
  expressions: InputExpressions,
  rule: ConcurrencySettings,
  index: number,
  run: StartingRun,
): ConcurrencyLimit {
  const { limit, key, on_full: onFull = 'queue', queued = settingsLimits.defaultHeldRuns } = rule;
  const value = key === undefined ? '' : expressions.evaluateKey(key, run);
  const owner = limitOwner(rule, index, { workflowId: run.workflow.id, organizationId: run.organizationId });
  return { key: `${owner} ${value}`, limit, onFull, queued };
}

function readHeadStart(expressions: InputExpressions, priority: number | string | undefined, run: StartingRun): number {
  if (priority === undefined) return 0;
  const seconds = Number(typeof priority === 'number' ? priority : evaluateOrNothing(expressions, priority, run));
  const most = settingsLimits.headStartSeconds;
  return Number.isFinite(seconds) ? Math.min(most, Math.max(-most, seconds)) : 0;
}

function readLabels(
  expressions: InputExpressions,
  labels: Readonly<Record<string, string>>,
  run: StartingRun,
): Record<string, string> | null {
  const entries = Object.entries(labels).flatMap(([name, source]): [string, string][] => {
    const value = evaluateOrNothing(expressions, source, run);
    if (value === undefined || value === null || value === '') return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [[name, textHead(toColumnText(text), settingsLimits.labelCharacters).text]];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** An expression that fails on an input must not keep the run from starting. */
function evaluateOrNothing(expressions: InputExpressions, source: string, run: StartingRun): unknown {
  try {
    return expressions.evaluate(source, run);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return undefined;
  }
}

interface FlowParams {
  debounce?: { seconds: number; key?: string; most_seconds?: number };
  batch?: { size: number; seconds: number; key?: string };
  throttle?: { limit: number; seconds: number; key?: string };
}

/** Reads params that were valid when the workflow was published. */
function readCollect(
  expressions: InputExpressions,
  { id, params }: { id: string; params: object },
  run: StartingRun,
): CollectRule | null {
  const { debounce, batch }: FlowParams = params;
  if (debounce) {
    const { seconds, most_seconds: mostSeconds = null } = debounce;
    return { kind: 'debounce', key: callKey(expressions, id, debounce.key, run), seconds, mostSeconds };
  }
  // A poll has a param of the same name, which merges what one poll finds.
  if (!batch || typeof batch.seconds !== 'number') return null;
  return { kind: 'batch', key: callKey(expressions, id, batch.key, run), seconds: batch.seconds, size: batch.size };
}

function readThrottle(
  expressions: InputExpressions,
  { id, params }: { id: string; params: object },
  run: StartingRun,
): ThrottleRule | null {
  const { throttle }: FlowParams = params;
  if (!throttle) return null;
  return { key: callKey(expressions, id, throttle.key, run), limit: throttle.limit, seconds: throttle.seconds };
}

/** Keys of one trigger must not meet those of another. */
function callKey(expressions: InputExpressions, triggerId: string, key: string | undefined, run: StartingRun): string {
  const value = key === undefined ? '' : expressions.evaluateKey(key, run);
  return `${triggerId} ${hash('sha256', value, 'base64url')}`;
}
