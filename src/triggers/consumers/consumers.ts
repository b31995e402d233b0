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
import { runAsOwner, runAsService } from '../../platform/concurrency/owner-context.ts';
import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import type { Liveness } from '../../platform/heartbeat/liveness.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Listener, Subscription } from '../../platform/postgres/listener.ts';
import { CONSUMERS_CHANNEL } from '../../workflows/consumer-states.ts';
import { ConsumerLost, type TakenConsumer } from './consumer-kind.ts';
import { findFree, giveConsumerBack, readHeld, takeFree } from './leases.ts';
import { type ConsumingServices, consumeTrigger } from './listening.ts';

export interface ConsumerServices extends ConsumingServices {
  liveness: Liveness;
  listener: Listener;
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
const { atOnce, atOncePerUser, taken: mostTaken, transactions, transactionsPerUser } = fixedLimits.consumer;

export function openConsumers(services: ConsumerServices): Consumers {
  const { database, liveness, listener, log, metrics } = services;
  const counter = metrics.counter('consumed_messages_total', 'Messages that triggers have read', ['type']);
  const count = ({ type }: TakenConsumer, messages: number) => counter.inc({ type }, messages);
  const slots = createSemaphore({ total: transactions, perOwner: transactionsPerUser });
  const listening = new Map<string, Listening>();
  const onError = (err: unknown) => log.error({ err }, 'triggers that listen could not be taken');
  let isStopped = false;
  const looking = createRepeated(async () => {
    if (liveness.isRegistered) await closeLost();
    return takeSome();
  });
  let periodic: { stop(): Promise<void> } | undefined;
  let subscribing: Promise<Subscription> | undefined;

  async function closeLost(): Promise<void> {
    const held = await readHeld(database.query, liveness.id);
    for (const { consumer, stopping } of listening.values()) {
      if (held.get(consumer.id) !== consumer.lease) stopping.abort(new ConsumerLost());
    }
    // The database may not have heard that one was given back.
    for (const [id, lease] of held) if (!listening.has(id)) await giveConsumerBack(database.query, { id, lease });
  }

  /** Returns whether there may be more than one process takes at once. */
  async function takeSome(): Promise<boolean> {
    const room = Math.min(mostTaken, atOnce - listening.size);
    if (room <= 0 || isStopped) return false;
    const free = await findFree(database.query, { most: atOnce, mostPerUser: atOncePerUser });
    const chosen = choose(free, listening).slice(0, room);
    if (chosen.length === 0) return false;
    await liveness.register();
    const ids = chosen.map(({ id }) => id);
    for (const consumer of await takeFree(database, ids, liveness.id)) begin(consumer);
    return chosen.length === room;
  }

  function begin(consumer: TakenConsumer): void {
    const stopping = new AbortController();
    const options = { slots, count, signal: stopping.signal };
    const ends = runAsOwner(consumer.run_as_id, () => consumeTrigger(services, consumer, options))
      .catch(err => log.error({ err, trigger: consumer.id }, 'a trigger that listens could not be given back'))
      .finally(() => {
        listening.delete(consumer.id);
      });
    listening.set(consumer.id, { consumer, stopping, ends });
    if (isStopped) stopping.abort(new Error('the service is stopping'));
  }

  return {
    start() {
      const look = () => void runAsService(looking.wake).catch(onError);
      subscribing = listener.subscribe(CONSUMERS_CHANNEL, look, look);
      subscribing.catch(onError);
      periodic = runPeriodically(LOOK_MS, looking.wake, onError);
      look();
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      for (const { stopping } of listening.values()) stopping.abort(new Error('the service is stopping'));
      await Promise.all([periodic?.stop(), looking.ended()]);
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

/** Leaves out those of users who have enough triggers in this process. */
function choose(
  free: readonly { id: string; userId: string }[],
  listening: ReadonlyMap<string, Listening>,
): { id: string; userId: string }[] {
  const counts = Map.groupBy(listening.values(), ({ consumer }) => consumer.run_as_id);
  return free.filter(({ id, userId }, position) => {
    const before = free.slice(0, position).filter(each => each.userId === userId).length;
    return !listening.has(id) && before + (counts.get(userId)?.length ?? 0) < atOncePerUser;
  });
}

/** Repeats an action as long as it asks for that, or as it is wanted again meanwhile. */
function createRepeated(act: () => Promise<boolean>): { wake(): Promise<void>; ended(): Promise<void> } {
  let isWanted = false;
  let acting: Promise<void> | undefined;

  async function actWhileWanted(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      if (await act()) isWanted = true;
    }
  }

  return {
    wake() {
      isWanted = true;
      acting ??= actWhileWanted().finally(() => {
        acting = undefined;
      });
      return acting;
    },
    ended: async () => acting?.catch(() => {}),
  };
}
