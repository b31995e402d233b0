/**
 * So many lanes of one host at once, so that a host that answers slowly does not take all the places there are. Lanes
 * that find no room are remembered, and whoever has a place goes on with them: a thousand lanes to one host pass
 * through its few places without a pause.
 */
export interface HostSlots<Lane> {
  /** False: there is no room now. The lane is remembered then, unless too many are already. */
  enter(host: string, key: string, lane: Lane): boolean;
  /** What else waits for this place. The place is given up when nothing does. */
  next(host: string): Lane | undefined;
  /** Gives the place up, whatever waits. */
  leave(host: string): void;
}

/** Of one host. */
const REMEMBERED = 10_000;

export function createHostSlots<Lane>(atOnce: number): HostSlots<Lane> {
  const hosts = new Map<string, { taken: number; waiting: Map<string, Lane> }>();

  function leave(host: string): void {
    const known = hosts.get(host);
    // With its last place what it remembers goes, too: nobody is left to go on with it.
    if (known && --known.taken === 0) hosts.delete(host);
  }

  return {
    enter(host, key, lane) {
      const known = hosts.get(host) ?? { taken: 0, waiting: new Map() };
      hosts.set(host, known);
      if (known.taken < atOnce) {
        known.taken++;
        return true;
      }
      if (known.waiting.size < REMEMBERED) known.waiting.set(key, lane);
      return false;
    },
    next(host) {
      const waiting = hosts.get(host)?.waiting;
      const [first] = waiting ?? [];
      if (!first) {
        leave(host);
        return undefined;
      }
      const [key, lane] = first;
      waiting?.delete(key);
      return lane;
    },
    leave,
  };
}
