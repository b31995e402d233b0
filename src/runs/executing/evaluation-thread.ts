/**
 * Evaluates the templates of a step in a thread. They are pure, so it does not matter that the event loop has tried
 * before and given up. Values come and go as JSON texts, which are cheap to hand over.
 */
import type { NodeLimits, NodeType } from '../../nodes/node.ts';
import { createNodeRegistry } from '../../nodes/registry.ts';
import { isObject } from '../../platform/is-object.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { createTemplateCache, UNDEFINED_BELOW } from '../../templates/template.ts';
import { type EvaluatedPart, evaluatePart } from './evaluation.ts';
import { createProcessorClock, createRenderer } from './rendering.ts';

export interface ThreadEvaluation {
  part: EvaluatedPart;
  nodeType: string;
  /** JSON. */
  params: string;
  /** JSON: the variables of the templates. Of a step whose text is its output, the text is left out. */
  context: string;
  seed: string;
  /** Processor time. */
  limitMs: number;
  nodeLimits: NodeLimits;
}

export interface ThreadEvaluated {
  /** JSON; undefined: no value at all. */
  value: string | undefined;
  processorMs: number;
}

const CACHED_TEMPLATES = 200;
const LONGEST_CACHED_CHARACTERS = 200_000;
const templates = createTemplateCache({ entries: CACHED_TEMPLATES, maxSourceCharacters: LONGEST_CACHED_CHARACTERS });
const clock = createProcessorClock();

export default async function evaluate(given: ThreadEvaluation): Promise<ThreadEvaluated> {
  const { part, nodeType, params, context, seed, limitMs, nodeLimits } = given;
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
  for (const view of Object.values(isObject(context.steps) ? context.steps : {})) {
    if (!isObject(view)) continue;
    view.text ??= typeof view.output === 'string' ? view.output : '';
    if (!('output' in view)) Object.assign(view, { [UNDEFINED_BELOW]: true });
  }
  return context;
}
