import type { Params } from '../../engine/definition.ts';
import type { RenderedParams } from '../../engine/printed-params.ts';
import type { NodeType } from '../../nodes/node.ts';
import type { StepContext } from '../../nodes/step.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Semaphore } from '../../platform/semaphore.ts';
import type { RunFacts, RunState } from './run-state.ts';
import type { RunEnd } from './saved-run.ts';
import type { EvaluationServices } from './step-evaluator.ts';
import type { StepRecord } from './step-record.ts';

/** What an effect may use beside what its run tells it. */
export type Capabilities = Pick<
  StepContext,
  | 'files'
  | 'http'
  | 'traceHeaders'
  | 'mailer'
  | 'toHtml'
  | 'signingSecret'
  | 'callTool'
  | 'runAssistant'
  | 'askModel'
  | 'readText'
  | 'pay'
  | 'openApproval'
  | 'nextTriggerDepth'
>;

/** One try of a step. */
export interface StepTry extends Pick<StepContext, 'idempotencyKey' | 'signal' | 'progress'> {
  record: StepRecord;
  /** How numbers and booleans in its params print. */
  printed: RenderedParams['printed'];
  /** Memory that the step has in hand, to be given back when what it gave is saved. */
  hold(release: () => void): void;
}

/** What the execution of a run needs of the service. */
export interface RunServices extends EvaluationServices {
  readonly blobs: Blobs;
  /**
   * Characters of saved values that the runs of this process have in hand, and bytes of large replies that they have
   * not saved yet. Two, because whoever has one may wait for the other, and never the other way round.
   */
  readonly loading: Semaphore;
  readonly arriving: Semaphore;
  nodeType(type: string): NodeType | undefined;
  /** Params after their templates were evaluated, and what is wrong with them. */
  fitParams(type: NodeType, rendered: RenderedParams): { params: Params; problems: string[] };
  capabilities(state: RunState, step: StepTry): Capabilities;
  readonly observer: RunObserver;
}

/** Told how things went, for metrics, logs and traces. */
export interface RunObserver {
  stepEnded(facts: RunFacts, record: StepRecord): void;
  /** A fault of ours. */
  stepCrashed(facts: RunFacts, error: unknown): void;
  runEnded(state: RunState, end: RunEnd): void;
}
