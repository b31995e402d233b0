/**
 * Evaluates the templates of a run's steps. Most templates take microseconds and are evaluated on the event loop. Those
 * that take longer than a few milliseconds are aborted there and evaluated again in a thread. The plan remembers them,
 * so that the next time they are sent to a thread at once.
 */
import { fixedLimits } from '../../configuration/limits.ts';
import type { Frame } from '../../engine/settlement.ts';
import type { NodeLimits, NodeType } from '../../nodes/node.ts';
import { StepError } from '../../nodes/step.ts';
import type { TimeSlice } from '../../platform/concurrency/time-slice.ts';
import { parseJson } from '../../platform/json/parse.ts';
import { stringifyJson } from '../../platform/json/stringify.ts';
import { ThreadError, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import type { TemplateCache } from '../../templates/template.ts';
import { type Context, TemplateError, TemplateTimeout } from '../../templates/template.ts';
import type { RunLimits } from '../run-limits.ts';
import { type EvaluatedPart, evaluatePart } from './evaluation.ts';
import type { EvaluationInput, EvaluationOutput } from './evaluation-thread.ts';
import { createRenderer } from './rendering.ts';
import { stepKey } from './run-records.ts';
import type { RunState } from './run-state.ts';
import type { StepRecord } from './step-record.ts';
import type { StepValues } from './step-values.ts';

export interface EvaluationServices {
  readonly limits: RunLimits;
  readonly nodeLimits: NodeLimits;
  readonly templates: TemplateCache;
  /** Returns processor time in milliseconds. */
  clock(): number;
  /** The threads for templates that take long. */
  readonly computeThreads: ThreadPool;
}

interface StepEvaluatorOptions {
  state: RunState;
  services: EvaluationServices;
  /** The share of the event loop that the run has. */
  slice: TimeSlice;
  values: Pick<StepValues, 'readOutputText' | 'load'>;
  signal: AbortSignal;
}

/** The evaluation of a step itself, or of one item of a loop, or of the end of a round. */
interface Evaluation {
  part: EvaluatedPart;
  record: StepRecord;
  type: NodeType;
  seed: string;
  /** The steps that the templates refer to. */
  used(): readonly StepRecord[];
  context(): Context;
}

const EVALUATION = new URL('./evaluation-thread.ts', import.meta.url);
/** The processor time that an evaluation gets on the event loop. */
const ON_LOOP_MS = 4;
/** The minimum that it gets when the run's time slice is used up. The processor clock may lag by less than this. */
const ON_LOOP_AT_LEAST_MS = 3;
/** An evaluation that took less time in a thread may be tried on the event loop again. */
const QUICK_MS = 1;
/** The wall-clock time in a thread. It is far longer than the limit of processor time, as the machine may be busy. */
const THREAD_MS = 30_000;
const THREAD_MB = 512;

export class StepEvaluator {
  readonly #options: StepEvaluatorOptions;

  constructor(options: StepEvaluatorOptions) {
    this.#options = options;
  }

  /** Whether the step is known to take long. Then a thread evaluates it, and its inputs need not be in memory. */
  isSlow({ place }: StepRecord): boolean {
    return this.#isSlow('step', place.node);
  }

  /** Returns the result, or a promise when a thread computes it. Throws TemplateErrors and StepErrors. */
  evaluateStep(record: StepRecord, type: NodeType): unknown {
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

  /** Adds the result of an item to the results of its loop, or notes why there is none. */
  async collectItem(item: Frame, type: NodeType, describeError: (error: unknown) => string): Promise<void> {
    const loop = this.#options.state.enclosingLoop(item);
    await this.#afterItem(item, describeError, async () => {
      loop.results[item.index] = await this.#evaluateItem('item', loop.record, type, item);
    });
  }

  /** Evaluates the result of a round, and then whether it was the last one. Notes why that is not known. */
  async endRound(round: Frame, type: NodeType, describeError: (error: unknown) => string): Promise<boolean> {
    const loop = this.#options.state.enclosingLoop(round);
    let isOver = false;
    await this.#afterItem(round, describeError, async () => {
      const result = await this.#evaluateItem('item', loop.record, type, round);
      loop.results.splice(0, Number.POSITIVE_INFINITY, result);
      isOver = (await this.#evaluateItem('end', loop.record, type, round)) === true;
    });
    return isOver;
  }

  /** Evaluates something that uses the results of an item, which must be in memory for that. */
  async #afterItem(item: Frame, describeError: (error: unknown) => string, act: () => Promise<void>): Promise<void> {
    const { state, values, signal } = this.#options;
    const loop = state.enclosingLoop(item);
    const used = state.usedByItem(item);
    const isAnyEvicted = used.some(({ isEvicted }) => isEvicted);
    const release =
      isAnyEvicted && !this.#isSlow('item', loop.record.place.node)
        ? await values.load(used, { immediately: true })
        : undefined;
    try {
      await act();
    } catch (error) {
      signal.throwIfAborted();
      state.noteProblem(item, describeError(error));
    } finally {
      release?.();
    }
  }

  #evaluateItem(part: 'item' | 'end', loop: StepRecord, type: NodeType, item: Frame): unknown {
    const { state } = this.#options;
    return this.#evaluate({
      part,
      record: loop,
      type,
      seed: `${stepKey(loop)} ${item.index}${part === 'end' ? ' end' : ''}`,
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
    if (this.#isSlow(part, record.place.node)) return this.#evaluateInThread(evaluation);
    try {
      return this.#evaluateOnLoop(evaluation);
    } catch (error) {
      if (!(error instanceof TemplateTimeout)) throw error;
      slow.add(slowKey(part, record.place.node));
      return this.#evaluateInThread(evaluation);
    }
  }

  #evaluateOnLoop({ part, record, type, seed, context }: Evaluation): unknown {
    const { state, services, slice } = this.#options;
    const { templates, clock } = services;
    const limitMs = Math.max(ON_LOOP_AT_LEAST_MS, Math.min(ON_LOOP_MS, slice.leftMs));
    const render = createRenderer(context(), { templates, clock, limitMs, seed: `${state.facts.id} ${seed}` });
    return evaluatePart(part, type, state.stepParams(record), render);
  }

  async #evaluateInThread({ part, record, type, seed, used, context }: Evaluation): Promise<unknown> {
    const { state, services, signal } = this.#options;
    const { facts, plan } = state;
    const owner = facts.user.id;
    const input: EvaluationInput = {
      part,
      nodeType: type.type,
      params: plan.paramsText(record.place.node),
      context: await this.#serialiseContext(context(), used()),
      seed: `${facts.id} ${seed}`,
      limitMs: fixedLimits.run.templateMs,
      nodeLimits: services.nodeLimits,
    };
    const options = { owner, timeoutMs: THREAD_MS, memoryMb: THREAD_MB, signal };
    const evaluated = await services.computeThreads
      .run<EvaluationOutput>(EVALUATION, input, options)
      .catch(throwAsStepError);
    if (evaluated.processorMs < QUICK_MS) plan.slow.delete(slowKey(part, record.place.node));
    return evaluated.value === undefined ? undefined : parseJson(evaluated.value, { owner, signal });
  }

  /** Serialises the variables of the templates. Values that exist as JSON are inserted without being parsed. */
  async #serialiseContext({ steps: _, input: __, ...rest }: Context, used: readonly StepRecord[]): Promise<string> {
    const { state, values, signal } = this.#options;
    const owner = state.facts.user.id;
    const views: string[] = [];
    for (const record of used) {
      const { output, text, ...view } = record.templateView();
      const known = { ...view, ...(record.ownText !== undefined && { text: record.ownText }) };
      const hasOutput = output !== undefined || record.isEvicted;
      const members = JSON.stringify(known).slice(1, -1);
      views.push(
        `${JSON.stringify(record.nodeId)}:{${members}${hasOutput ? `,"output":${await values.readOutputText(record)}` : ''}}`,
      );
    }
    const others = (await stringifyJson(rest, { owner, signal })).slice(1, -1);
    return `{${others},"input":${state.facts.inputText},"steps":{${views.join(',')}}}`;
  }
}

function slowKey(part: EvaluatedPart, node: number): string {
  return `${part} ${node}`;
}

/** An error from a thread has lost its class, but kept its name. */
function throwAsStepError(error: unknown): never {
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
