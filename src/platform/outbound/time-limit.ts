/**
 * The time limit of an exchange.
 *
 *   running: the whole exchange must end in time
 *   a large body moves: the other server must take or send some of it in time, however long the whole takes
 *   stopped: we make it wait ourselves
 */

export interface TimeLimit {
  /** Continues with the time that is left. */
  start(): void;
  stop(): void;
  /** Begins with the whole time. */
  restart(): void;
}

export function startTimeLimit(limitMs: number, onEnd: () => void): TimeLimit {
  let leftMs = limitMs;
  let timer: NodeJS.Timeout | undefined;
  let startedAt = 0;
  const limit: TimeLimit = {
    start() {
      clearTimeout(timer);
      startedAt = performance.now();
      timer = setTimeout(onEnd, leftMs);
    },
    stop() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      leftMs -= performance.now() - startedAt;
    },
    restart() {
      leftMs = limitMs;
      limit.start();
    },
  };
  limit.start();
  return limit;
}

/** What the other server takes: the time counts until it has room for the next chunk. Then the reply has the whole time. */
export async function* limitLeaving<Chunk>(
  source: AsyncIterable<Chunk>,
  limit: TimeLimit,
): AsyncGenerator<Chunk, void> {
  limit.stop();
  for await (const chunk of source) {
    limit.restart();
    yield chunk;
    limit.stop();
  }
  limit.restart();
}
