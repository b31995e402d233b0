/**
 * Evaluates the templates of a step in a thread. Templates are pure, so it does not matter that an earlier evaluation on
 * the event loop was aborted. Values pass between the threads as JSON, because strings are cheap to pass.
 */
import type { NodeLimits, NodeType } from '../../nodes/node.ts';
import { createNodeRegistry } from '../../nodes/registry.ts';
import { createProcessorClock } from '../../platform/concurrency/processor-clock.ts';
import { isObject } from '../../platform/is-object.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { createTemplateCache, UNDEFINED_BELOW } from '../../templates/template.ts';
import type { Step } from '../schemas.ts';
import { type EvaluatedPart, evaluatePart } from './evaluation.ts';
import { explainMissingOutput, explainMissingStep } from './missing-results.ts';
import { createRenderer } from './rendering.ts';

export interface EvaluationInput {
  part: EvaluatedPart;
  nodeType: string;
  /** JSON. */
  params: string;
  /** The variables of the templates, as JSON. A step whose text is its output has no `text` in it. */
  context: string;
  seed: string;
  /** Processor time. */
  limitMs: number;
  nodeLimits: NodeLimits;
}

export interface EvaluationOutput {
  /** JSON. Undefined when there is no value at all. */
  value: string | undefined;
  processorMs: number;
}

const CACHED_TEMPLATES = 200;
const LONGEST_CACHED_CHARACTERS = 200_000;
const templates = createTemplateCache({ entries: CACHED_TEMPLATES, cachedSourceCharacters: LONGEST_CACHED_CHARACTERS });
const clock = createProcessorClock();

export default async function evaluate(input: EvaluationInput): Promise<EvaluationOutput> {
  const { part, nodeType, params, context, seed, limitMs, nodeLimits } = input;
  const types = new Map<string, NodeType>(Object.entries(createNodeRegistry(nodeLimits)));
  const type = types.get(nodeType);
  if (!type) throw new Error(`there are no steps of the type '${nodeType}'`);
  const variables = withTexts(JSON.parse(context));
  const startedMs = clock();
  const render = createRenderer(variables, { templates, clock, limitMs, seed });
  const value = evaluatePart(part, type, JSON.parse(params), render);
  const processorMs = clock() - startedMs;
  return { value: value === undefined ? undefined : await stringifyJson(value), processorMs };
}

function withTexts(context: Record<string, unknown>): Record<string, unknown> {
  const steps = isObject(context.steps) ? context.steps : {};
  for (const [id, view] of Object.entries(steps)) {
    if (!isObject(view)) continue;
    view.text ??= typeof view.output === 'string' ? view.output : '';
    if (!('output' in view)) {
      Object.assign(view, { [UNDEFINED_BELOW]: explainMissingOutput(id, view.status as Step['status']) });
    }
  }
  // JSON has no symbols, so what `RunState` marks is marked again.
  Object.assign(steps, { [UNDEFINED_BELOW]: explainMissingStep });
  return context;
}
