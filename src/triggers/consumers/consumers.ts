/**
 * Triggers that listen. Every working process looks each second, and when it is notified, for triggers that nobody has,
 * takes some of them, and listens until it loses them.
 *
 *   free ── taken: a lease ──▶ listening ── messages ──▶ runs, request keys and position in one transaction ──▶ acknowledged
 *                                │ └── fails ──▶ free after a delay; the owner is told after some failures
 *                                ├── deactivated, published anew, deleted ──▶ closed
 *                                └── the process dies ──▶ free as soon as its heartbeat is missed
 */
import { fixedLimits } from '../../configuration/limits.ts';
import type { CredentialUses } from '../../credentials/contract.ts';
import { ApiError } from '../../errors.ts';
import { StepError } from '../../nodes/step.ts';
import { runAsOwner, runAsService } from '../../platform/concurrency/owner-context.ts';
import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import type { Liveness } from '../../platform/heartbeat/liveness.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { Listener, Subscription } from '../../platform/postgres/listener.ts';
import { CONSUMERS_CHANNEL } from '../../workflows/consumer-states.ts';
import { type AcceptingServices, acceptMessages } from './accepting.ts';
import { type ConsumerKind, LeaseLost, type TakenConsumer } from './consumer-kind.ts';
import { type FailingServices, recordFailure, recordReport } from './failing.ts';
import { findFree, giveBack, readHeld, takeFree } from './leases.ts';

export interface ConsumerServices extends AcceptingServices, FailingServices {
  kinds: readonly ConsumerKind[];
  credentials: CredentialUses;
  liveness: Liveness;
  listener: Listener;
  log: Logger;
  metrics: Metrics;
}

export interface Consumers {
  /** Begins to take triggers, and to listen. */
  start(): void;
  /** Stops to listen, and gives the triggers to other processes. */
  stop(): Promise<void>;
}

interface Listening {
  consumer: TakenConsumer;
  stopping: AbortController;
  ends: Promise<void>;
}

const LOOK_MS = 1_000;
/** After a fault of ours, such as a database that can not be reached. */
const FAULT_SECONDS = 5;
const { atOnce, atOncePerUser, taken: mostTaken, transactions, transactionsPerUser } = fixedLimits.consumer;

export function openConsumers(services: ConsumerServices): Consumers {
  const { database, kinds, liveness, listener, log, metrics } = services;
  const counter = metrics.counter('consumed_messages_total', 'Messages that triggers have read', ['type']);
  const slots = createSemaphore({ total: transactions, perOwner: transactionsPerUser });
  const listening = new Map<string, Listening>();
  const onError = (err: unknown) => log.error({ err }, 'triggers that listen could not be taken');
  let isStopped = false;
  let isAgain = false;
  let looking: Promise<void> | undefined;
  let periodic: { stop(): Promise<void> } | undefined;
  let subscribing: Promise<Subscription> | undefined;

  /** What is announced meanwhile is looked at afterwards. */
  function wake(): Promise<void> {
    isAgain = true;
    looking ??= lookWhileWanted().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookWhileWanted(): Promise<void> {
    while (isAgain && !isStopped) {
      isAgain = false;
      if (liveness.isRegistered) await closeLost();
      await takeSome();
    }
  }

  async function closeLost(): Promise<void> {
    const held = await readHeld(database.query, liveness.id);
    for (const { consumer, stopping } of listening.values()) {
      if (held.get(consumer.id) !== consumer.lease) stopping.abort(new LeaseLost());
    }
    // The database may not have heard that one was given back.
    for (const [id, lease] of held) if (!listening.has(id)) await giveBack(database.query, { id, lease });
  }

  async function takeSome(): Promise<void> {
    const room = Math.min(mostTaken, atOnce - listening.size);
    if (room <= 0 || isStopped) return;
    const free = await findFree(database.query, { most: atOnce, mostPerUser: atOncePerUser });
    if (free.length === 0) return;
    const counts = Map.groupBy(listening.values(), ({ consumer }) => consumer.run_as_id);
    const chosen = free
      .filter(({ id, userId }, position) => {
        const before = free.slice(0, position).filter(each => each.userId === userId).length;
        return !listening.has(id) && before + (counts.get(userId)?.length ?? 0) < atOncePerUser;
      })
      .slice(0, room);
    if (chosen.length === 0) return;
    await liveness.register();
    const ids = chosen.map(({ id }) => id);
    for (const consumer of await takeFree(database, ids, liveness.id)) begin(consumer);
    // There may be more than one process takes at once.
    if (chosen.length === room) isAgain = true;
  }

  function begin(consumer: TakenConsumer): void {
    const stopping = new AbortController();
    const ends = runAsOwner(consumer.run_as_id, () => listen(consumer, stopping.signal))
      .catch(err => log.error({ err, trigger: consumer.id }, 'a trigger that listens could not be given back'))
      .finally(() => {
        listening.delete(consumer.id);
      });
    listening.set(consumer.id, { consumer, stopping, ends });
    if (isStopped) stopping.abort(new Error('the service is stopping'));
  }

  async function listen(consumer: TakenConsumer, signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const ends = AbortSignal.any([signal, failed.signal]);
    const user = { id: consumer.run_as_id, email: consumer.run_as_email };
    const place = { user, runId: null, workflowId: consumer.workflow_id, nodeId: consumer.node_id };
    const use = services.credentials.open({ ...place, markers: new Map(), signal: ends });
    let reports = Promise.resolve();
    try {
      const kind = kinds.find(({ type }) => type === consumer.type);
      if (!kind) throw new Error(`nothing listens for ${consumer.type}`);
      await kind.consume({
        params: consumer.params,
        triggerId: consumer.id,
        position: consumer.position ?? undefined,
        accept: async (messages, position) => {
          const enter = () => slots.acquire(user.id, 1, ends);
          try {
            const accepted = await acceptMessages(services, consumer, messages, { position, signal: ends, enter });
            counter.inc({ type: consumer.type }, messages.length);
            return accepted;
          } catch (error) {
            failed.abort(error);
            throw error;
          }
        },
        report(problem) {
          const text = problem === null ? null : use.redactText(problem);
          reports = reports.then(() => recordReport(services, consumer, text)).catch(onError);
        },
        connect: target => use.connect({ ...target, signal: ends }),
        signal: ends,
      });
      ends.throwIfAborted();
      throw new StepError('The source ended the connection');
    } catch (error) {
      await reports;
      await leave(consumer, signal, failed.signal.aborted ? failed.signal.reason : error, use.redactText);
    }
  }

  async function leave(
    consumer: TakenConsumer,
    signal: AbortSignal,
    error: unknown,
    redact: (text: string) => string,
  ): Promise<void> {
    if (error instanceof LeaseLost || signal.reason instanceof LeaseLost) return;
    if (signal.aborted) return giveBack(database.query, consumer);
    if (error instanceof StepError || error instanceof OutboundError || error instanceof ApiError) {
      return recordFailure(services, consumer, redact(error.message));
    }
    log.error({ err: error, trigger: consumer.id, workflow: consumer.workflow_id }, 'a trigger could not listen');
    await giveBack(database.query, consumer, FAULT_SECONDS);
  }

  return {
    start() {
      const look = () => void runAsService(wake).catch(onError);
      subscribing = listener.subscribe(CONSUMERS_CHANNEL, look, look);
      subscribing.catch(onError);
      periodic = runPeriodically(LOOK_MS, wake, onError);
      look();
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      for (const { stopping } of listening.values()) stopping.abort(new Error('the service is stopping'));
      await Promise.all([periodic?.stop(), looking?.catch(() => {})]);
      const hadAny = listening.size > 0;
      await Promise.all([...listening.values()].map(({ ends }) => ends));
      if (hadAny) database.pool.notify(CONSUMERS_CHANNEL);
      await subscribing?.then(
        subscription => subscription.close(),
        () => {},
      );
    },
  };
}
