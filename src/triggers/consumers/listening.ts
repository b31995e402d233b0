/** Listens for one trigger that this process has taken, until it loses it or something goes wrong. */
import type { CredentialUses } from '../../credentials/contract.ts';
import { ApiError } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import type { Semaphore } from '../../platform/concurrency/semaphore.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import { type AcceptingServices, acceptMessages } from './accepting.ts';
import { type ConsumerKind, ConsumerLost, type Consumption, type TakenConsumer } from './consumer-kind.ts';
import { type FailingServices, recordConsumerFailure, recordReport } from './failing.ts';
import { giveConsumerBack } from './leases.ts';

export interface ConsumingServices extends AcceptingServices, FailingServices {
  kinds: readonly ConsumerKind[];
  credentials: CredentialUses;
  log: Logger;
}

export interface ConsumingOptions {
  /** How many transactions make runs of messages at a time, fairly between users. */
  slots: Semaphore;
  /** Called with what was accepted. */
  count(consumer: TakenConsumer, messages: number): void;
  /** Aborts when this process must stop to listen. */
  signal: AbortSignal;
}

/** After a fault of ours, such as a database that can not be reached. */
const FAULT_SECONDS = 5;

export async function consumeTrigger(
  services: ConsumingServices,
  consumer: TakenConsumer,
  { slots, count, signal }: ConsumingOptions,
): Promise<void> {
  const failed = new AbortController();
  const ends = AbortSignal.any([signal, failed.signal]);
  const user = { id: consumer.run_as_id, email: consumer.run_as_email };
  const place = { user, runId: null, workflowId: consumer.workflow_id, nodeId: consumer.node_id };
  const use = services.credentials.open({ ...place, markers: new Map(), signal: ends });
  let reports = Promise.resolve();

  const accept: Consumption['accept'] = async (messages, position) => {
    const enter = () => slots.acquire(user.id, 1, ends);
    try {
      const accepted = await acceptMessages(services, consumer, messages, { position, signal: ends, enter });
      count(consumer, messages.length);
      return accepted;
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };

  try {
    const kind = services.kinds.find(({ type }) => type === consumer.type);
    if (!kind) throw new Error(`nothing listens for ${consumer.type}`);
    await kind.consume({
      params: consumer.params,
      triggerId: consumer.id,
      position: consumer.position ?? undefined,
      accept,
      report(problem) {
        const text = problem === null ? null : use.redactText(problem);
        reports = reports
          .then(() => recordReport(services, consumer, text))
          .catch(err => services.log.error({ err, trigger: consumer.id }, 'how a trigger listens was not recorded'));
      },
      connect: target => use.connect({ ...target, signal: ends }),
      signal: ends,
    });
    ends.throwIfAborted();
    throw new StepError('The source ended the connection');
  } catch (error) {
    await reports;
    const reason = failed.signal.aborted ? failed.signal.reason : error;
    await leave(services, consumer, { signal, reason, redact: use.redactText });
  }
}

interface Leaving {
  signal: AbortSignal;
  reason: unknown;
  redact(text: string): string;
}

async function leave(
  services: ConsumingServices,
  consumer: TakenConsumer,
  { signal, reason, redact }: Leaving,
): Promise<void> {
  const { database, log } = services;
  if (reason instanceof ConsumerLost || signal.reason instanceof ConsumerLost) return;
  if (signal.aborted) return giveConsumerBack(database.query, consumer);
  if (reason instanceof StepError || reason instanceof OutboundError || reason instanceof ApiError) {
    return recordConsumerFailure(services, consumer, redact(reason.message));
  }
  log.error({ err: reason, trigger: consumer.id, workflow: consumer.workflow_id }, 'a trigger could not listen');
  await giveConsumerBack(database.query, consumer, FAULT_SECONDS);
}
