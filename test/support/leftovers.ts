/**
 * What a test file leaves behind in its process, where the next file would meet it: listeners, open handles and timers
 * that keep the process alive, and variables of the environment.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** How often there is something of each name. */
type Traces = ReadonlyMap<string, number>;

/** Handles may take a moment to close after they were told to. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 20;

/** Answers what has come since then and is still there, such as `Timeout (2 more)`. */
export type FindLeftovers = (options?: { withinMs?: number }) => Promise<string[]>;

export async function watchLeftovers(): Promise<FindLeftovers> {
  // The standard streams are opened when they are first used. Some libraries do so when they are loaded.
  for (const stream of [process.stdin, process.stdout, process.stderr]) void stream.fd;
  // When nothing else keeps the process alive, the runner starts a timer of its own. It does so here, not later.
  await delay(LOOK_AGAIN_MS, undefined, { ref: false });
  const before = traces();
  return async ({ withinMs = PATIENCE_MS } = {}) => {
    for (const deadline = performance.now() + withinMs; ; await delay(LOOK_AGAIN_MS)) {
      const left = added(before, traces());
      if (left.length === 0 || performance.now() > deadline) return left;
    }
  };
}

/** What libraries leave once in a process, whichever file is the first to use them. */
const OF_LIBRARIES = [
  // The logger has one listener for all that is to be written at the end.
  'the listener onExit on process for exit',
  // The image library sets it when it is loaded.
  'the environment variable VIPSHOME',
];

function traces(): Traces {
  const emitters = { process, 'standard output': process.stdout, 'standard error': process.stderr };
  const listeners = Object.entries(emitters).flatMap(([emitter, each]) =>
    each
      .eventNames()
      .flatMap(event =>
        each.listeners(event).map(({ name }) => `the listener ${name} on ${emitter} for ${String(event)}`),
      ),
  );
  const handles = process.getActiveResourcesInfo().map(type => `an open ${type}`);
  const variables = Object.entries(process.env).map(([name, value]) => `the environment variable ${name}=${value}`);
  const counted = new Map<string, number>();
  for (const what of [...listeners, ...handles, ...variables]) counted.set(what, (counted.get(what) ?? 0) + 1);
  return counted;
}

function added(before: Traces, now: Traces): string[] {
  return [...now].flatMap(([what, count]) => {
    if (OF_LIBRARIES.some(left => what.startsWith(left))) return [];
    const more = count - (before.get(what) ?? 0);
    return more > 0 ? [more === 1 ? what : `${what} (${more} more)`] : [];
  });
}
