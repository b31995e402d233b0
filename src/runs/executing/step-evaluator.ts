/**
 * Evaluates the templates of a run's steps. Most take microseconds and are evaluated on the event loop. Those that take
 * longer than a few milliseconds are given up there and evaluated again in a thread; the plan remembers them, and the
 * next time they go to the thread at once.
 */
import { fixedLimits } from '../../configuration/limits.ts';
import type { Frame } from '../../engine/settlement.ts';
import type { NodeLimits, NodeType } from '../../nodes/node.ts';
import { StepError } from '../../nodes/step.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { ThreadError, type Threads } from '../../platform/threads/threads.ts';
import type { TimeSlice } from '../../platform/time-slice.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { type Context, TemplateError, TemplateTimeout } from '../../templates/template.ts';
import type { RunLimits } from '../run-limits.ts';
import { type EvaluatedPart, evaluatePart } from './evaluation.ts';
import type { ThreadEvaluated, ThreadEvaluation } from './evaluation-thread.ts';
import { createRenderer } from './rendering.ts';
import { stepKey } from './run-records.ts';
import type { RunState } from './run-state.ts';
import type { StepRecord } from './step-record.ts';
import type { StepValues } from './step-values.ts';

export interface EvaluationServices {
  readonly limits: RunLimits;
  readonly nodeLimits: NodeLimits;
  readonly templates: TemplateCache;
  /** Processor time in milliseconds. */
  clock(): number;
  /** For templates that take longer. */
  readonly computeThreads: Threads;
}

export interface StepEvaluatorOptions {
  state: RunState;
  services: EvaluationServices;
  /** The run's share of the event loop. */
  slice: TimeSlice;
  values: Pick<StepValues, 'textOf' | 'use'>;
  signal: AbortSignal;
}

/** What a step is evaluated for: itself, or one item of the loop that it is. */
interface Evaluation {
  part: EvaluatedPart;
  record: StepRecord;
  type: NodeType;
  seed: string;
  /** The steps that its templates name. */
  used(): readonly StepRecord[];
  context(): Context;
}

const EVALUATION = new URL('./evaluation-thread.ts', import.meta.url);
/** Processor time on the event loop. */
const ON_LOOP_MS = 4;
/** Even when its share of the event loop is used up. More than the clock of processor time may be late. */
const ON_LOOP_AT_LEAST_MS = 3;
/** What took less in the thread may be tried on the event loop again. */
const QUICK_MS = 1;
/** Wall-clock time in a thread: far more than the limit of processor time, on a machine that has much else to do. */
const THREAD_MS = 30_000;
const THREAD_MB = 512;

export class StepEvaluator {
  readonly #options: StepEvaluatorOptions;

  constructor(options: StepEvaluatorOptions) {
    this.#options = options;
  }

  /** Whether the step is known to take long: then its values need not be in memory here. */
  isSlow({ place }: StepRecord): boolean {
    return this.#isSlow('step', place.node);
  }

  /** A value, or a promise of one that comes from a thread. Throws TemplateErrors and StepErrors. */
  step(record: StepRecord, type: NodeType): unknown {
    const { state } = this.#options;
    return this.#evaluate({
      part: 'step',
      record,
      type,
      seed: stepKey(record),
      used: () => state.usedBy(record.place),
      context: () => state.context(record.place),
    });
  }

  /** Adds what is kept of an item to the results of its loop, or notes why that could not be made. */
  async collect(item: Frame, type: NodeType, reasonOf: (error: unknown) => string): Promise<void> {
    const { state, values, signal } = this.#options;
    const loop = state.loopOf(item);
    const used = state.usedByItem(item);
    const isAnyAway = used.some(({ isAway }) => isAway);
    const putAway =
      isAnyAway && !this.#isSlow('item', loop.record.place.node) ? await values.use(used, { atOnce: true }) : undefined;
    try {
      loop.results[item.index] = await this.#item(loop.record, type, item);
    } catch (error) {
      signal.throwIfAborted();
      state.noteProblem(item, reasonOf(error));
    } finally {
      putAway?.();
    }
  }

  #item(loop: StepRecord, type: NodeType, item: Frame): unknown {
    const { state } = this.#options;
    return this.#evaluate({
      part: 'item',
      record: loop,
      type,
      seed: `${stepKey(loop)} ${item.index}`,
      used: () => state.usedByItem(item),
      context: () => state.itemContext(item),
    });
  }

  #isSlow(part: EvaluatedPart, node: number): boolean {
    const { plan } = this.#options.state;
    return plan.isLarge(node) || plan.slow.has(slowKey(part, node));
  }

  #evaluate(evaluation: Evaluation): unknown {
    const { slow } = this.#options.state.plan;
    const { part, record } = evaluation;
    if (this.#isSlow(part, record.place.node)) return this.#inThread(evaluation);
    try {
      return this.#onLoop(evaluation);
    } catch (error) {
      if (!(error instanceof TemplateTimeout)) throw error;
      slow.add(slowKey(part, record.place.node));
      return this.#inThread(evaluation);
    }
  }

  #onLoop({ part, record, type, seed, context }: Evaluation): unknown {
    const { state, services, slice } = this.#options;
    const { templates, clock } = services;
    const limitMs = Math.max(ON_LOOP_AT_LEAST_MS, Math.min(ON_LOOP_MS, slice.leftMs));
    const render = createRenderer(context(), { templates, clock, limitMs, seed: `${state.facts.id} ${seed}` });
    return evaluatePart(part, type, state.paramsOf(record), render);
  }

  async #inThread({ part, record, type, seed, used, context }: Evaluation): Promise<unknown> {
    const { state, services, signal } = this.#options;
    const { facts, plan } = state;
    const owner = facts.user.id;
    const given: ThreadEvaluation = {
      part,
      nodeType: type.type,
      params: plan.paramsText(record.place.node),
      context: await this.#contextText(context(), used()),
      seed: `${facts.id} ${seed}`,
      limitMs: fixedLimits.run.templateMs,
      nodeLimits: services.nodeLimits,
    };
    const options = { owner, timeoutMs: THREAD_MS, memoryMb: THREAD_MB, signal };
    const evaluated = await services.computeThreads.run<ThreadEvaluated>(EVALUATION, given, options).catch(asStepError);
    if (evaluated.processorMs < QUICK_MS) plan.slow.delete(slowKey(part, record.place.node));
    return evaluated.value === undefined ? undefined : parseJson(evaluated.value, { owner, signal });
  }

  /** The variables of the templates as JSON. What is there as a text is not parsed for it. */
  async #contextText({ steps: _, input: __, ...rest }: Context, used: readonly StepRecord[]): Promise<string> {
    const { state, values, signal } = this.#options;
    const owner = state.facts.user.id;
    const views: string[] = [];
    for (const record of used) {
      const { output, text, ...view } = record.view();
      const known = { ...view, ...(record.ownText !== undefined && { text: record.ownText }) };
      const hasOutput = output !== undefined || record.isAway;
      const members = JSON.stringify(known).slice(1, -1);
      views.push(
        `${JSON.stringify(record.nodeId)}:{${members}${hasOutput ? `,"output":${await values.textOf(record)}` : ''}}`,
      );
    }
    const others = (await stringifyJson(rest, { owner, signal })).slice(1, -1);
    return `{${others},"input":${state.facts.inputText},"steps":{${views.join(',')}}}`;
  }
}

function slowKey(part: EvaluatedPart, node: number): string {
  return `${part} ${node}`;
}

/** Classes do not survive the way between threads, but their names do. */
function asStepError(error: unknown): never {
  if (!(error instanceof ThreadError)) throw error;
  if (error.thrown === 'TemplateError') throw new TemplateError(error.message);
  if (error.thrown === 'StepError' || error.reason === 'timeout' || error.reason === 'memory') {
    throw new StepError(error.message, { cause: error });
  }
  if (error.thrown === 'JsonTooDeep' || error.thrown === 'JsonTooLarge') {
    throw new StepError(`The output can not be kept: ${error.message}`, { cause: error });
  }
  throw error;
}
