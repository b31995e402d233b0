import type { CredentialUse } from '../../credentials/contract.ts';
import type { Params } from '../../engine/definition.ts';
import type { RenderedParams } from '../../engine/printed-params.ts';
import type { NodeType } from '../../nodes/node.ts';
import type { StepContext } from '../../nodes/step.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { LocalEvents } from './local-events.ts';
import type { RunMemory } from './run-memory.ts';
import type { RunFacts, RunLinks, RunState } from './run-state.ts';
import type { RunEnd } from './saved-run.ts';
import type { OpenSource } from './sources/opening.ts';
import type { EvaluationServices } from './step-evaluator.ts';
import type { StepRecord } from './step-record.ts';

/** What an effect may use beside the facts of its run. `step-capabilities.ts` creates it. */
export type Capabilities = Pick<
  StepContext,
  | 'files'
  | 'progress'
  | 'http'
  | 'connect'
  | 'traceHeaders'
  | 'mailer'
  | 'findColleagues'
  | 'toHtml'
  | 'signingSecret'
  | 'callTool'
  | 'runAssistant'
  | 'askModel'
  | 'readText'
  | 'pay'
  | 'openApproval'
  | 'startRun'
  | 'replyToCall'
  | 'openWait'
  | 'sendEvent'
  | 'nextTriggerDepth'
>;

export interface OpenedCapabilities {
  capabilities: Capabilities;
  /** Removes the values of the credentials that the step has used. */
  redact: CredentialUse['redact'];
}

/** One attempt to perform a step. */
export interface StepAttempt extends Pick<StepContext, 'idempotencyKey' | 'signal' | 'progress'> {
  record: StepRecord;
  /** How numbers and booleans in the params are printed. */
  printed: RenderedParams['printed'];
  /** Takes a function that releases memory of the step. It is called when the output of the step is saved. */
  holdMemory(release: () => void): void;
}

/** What the execution of a run needs from the service. */
export interface RunServices extends EvaluationServices {
  readonly blobs: Blobs;
  /** What the values of all runs of this process may take. */
  readonly memory: RunMemory;
  nodeType(type: string): NodeType | undefined;
  /** Converts evaluated params to the types that the step expects, and reports what is wrong with them. */
  fitParams(type: NodeType, rendered: RenderedParams): { params: Params; problems: string[] };
  openSource: OpenSource;
  /** For runs whose templates name the URLs of steps that wait for calls. */
  openLinks(signal: AbortSignal): Promise<RunLinks>;
  createCapabilities(state: RunState, attempt: StepAttempt): OpenedCapabilities;
  readonly observer: RunObserver;
  /** Those who watch a run that somebody else started. */
  readonly localEvents: LocalEvents;
}

/** Observes runs for metrics, logs and traces. */
export interface RunObserver {
  stepEnded(facts: RunFacts, record: StepRecord): void;
  /** The step failed because of our own bug. */
  stepCrashed(facts: RunFacts, error: unknown): void;
  runEnded(state: RunState, end: RunEnd): void;
}
