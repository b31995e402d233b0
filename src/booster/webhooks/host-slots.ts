/**
 * Limits how many lanes of one host are worked on at once, so that a host that answers slowly does not occupy all
 * workers. Lanes that find no free slot are remembered, and whoever holds a slot continues with them: a thousand lanes
 * to one host pass through its few slots without a pause.
 *
 * This is not the semaphore of the platform, in which the requests themselves wait: a job that waited for a slot would
 * occupy one of the workers that the limit keeps free for other hosts. Here a job hands its lane over and ends, and a
 * lane waits only once, however many jobs it has.
 */
interface HostSlots<Lane> {
  /** Returns false when no slot is free. The lane is then remembered, unless too many are already. */
  tryAcquire(host: string, key: string, lane: Lane): boolean;
  /** Returns the next lane for the caller's slot. Releases the slot when no lane waits. */
  next(host: string): Lane | undefined;
  /** Releases the slot even if lanes wait. */
  release(host: string): void;
}

/** The most lanes that are remembered for one host. */
const MAX_WAITING = 10_000;

export function createHostSlots<Lane>(slotsPerHost: number): HostSlots<Lane> {
  const hosts = new Map<string, { used: number; waiting: Map<string, Lane> }>();

  function release(host: string): void {
    const known = hosts.get(host);
    // With the last slot the remembered lanes are dropped too, because nobody is left to continue with them.
    if (known && --known.used === 0) hosts.delete(host);
  }

  return {
    tryAcquire(host, key, lane) {
      const known = hosts.get(host) ?? { used: 0, waiting: new Map() };
      hosts.set(host, known);
      if (known.used < slotsPerHost) {
        known.used++;
        return true;
      }
      if (known.waiting.size < MAX_WAITING) known.waiting.set(key, lane);
      return false;
    },
    next(host) {
      const waiting = hosts.get(host)?.waiting;
      const [first] = waiting ?? [];
      if (!first) {
        release(host);
        return undefined;
      }
      const [key, lane] = first;
      waiting?.delete(key);
      return lane;
    },
    release,
  };
}
