/** What listens for one type of trigger, and what it gets. `consumers.ts` decides when, and in which process. */
import type { Params } from '../../engine/definition.ts';
import type { ConnectionTarget, PermittedConnection } from '../../nodes/step.ts';

export interface ConsumedMessage {
  /** The same whenever this message is delivered: it becomes the request key, so that it starts one run. */
  id: string;
  /** The input of the run. Undefined when the message is longer than any input may be. */
  input: Readonly<Record<string, unknown>> | undefined;
}

/** What became of messages, when they need no further delivery. */
export interface AcceptedMessages {
  /** The ids of those that started no run and never will, because they are longer than the input of a run may be. */
  refused: ReadonlySet<string>;
}

export interface Consumption {
  /** The params of the trigger, as its schema says. */
  params: Params;
  triggerId: string;
  /** What `accept` saved last. Undefined when nothing was saved for this source. */
  position: unknown;
  /**
   * Makes runs of messages, in their order, and saves the position with them. Resolves after the commit: only then may the
   * source be told that they are done. While the queue of the user is full it waits, so whoever reads must not read more
   * than one batch ahead. It rejects when this process has lost the trigger; then nothing was written.
   */
  accept(messages: readonly ConsumedMessage[], position?: unknown): Promise<AcceptedMessages>;
  /** Says that listening works (null), or what is wrong while the source is tried again by the library itself. */
  report(problem: string | null): void;
  /**
   * Permits a connection to a host with a credential, on behalf of the user, under the rules for outgoing requests.
   * Throws a StepError or an OutboundError.
   */
  connect(target: Omit<ConnectionTarget, 'signal'>): Promise<PermittedConnection>;
  /** Aborts when this process must stop to listen. */
  signal: AbortSignal;
}

export interface ConsumerKind {
  /** The type of the trigger, one of `CONSUMER_TRIGGERS`. */
  type: string;
  /**
   * Listens until the signal aborts, and then leaves nothing open. It throws a StepError when the source can not be read;
   * then it is called again after a delay, in this process or another.
   */
  consume(consumption: Consumption): Promise<void>;
}

/** A trigger that a process has taken. */
export interface TakenConsumer {
  /** An id of `workflow_triggers`. */
  id: string;
  type: string;
  node_id: string;
  params: Params;
  workflow_id: string;
  workflow_name: string;
  owner_id: string;
  /** On whose behalf it listens. */
  run_as_id: string;
  run_as_email: string;
  /** Grows whenever it changes hands. Whoever has an older one writes nothing. */
  lease: number;
  position: unknown;
  failures: number;
}

/** Another process has the trigger, or its workflow was changed or deactivated: nothing is written. */
export class ConsumerLost extends Error {
  override readonly name = 'ConsumerLost';
}
