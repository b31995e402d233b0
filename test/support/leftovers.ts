/**
 * Finds what a test file leaves behind in its process, where it could disturb the next file: listeners, open handles
 * and timers that prevent the process from ending, and environment variables.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** The number of traces of each name. */
type Traces = ReadonlyMap<string, number>;

/** Handles may take a moment until they are closed. */
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 20;

/** Lists the traces that were added since then and still exist, such as `Timeout (2 more)`. */
export type FindLeftovers = (options?: { withinMs?: number }) => Promise<string[]>;

export async function watchLeftovers(): Promise<FindLeftovers> {
  // The standard streams are opened on first use, which some libraries cause when they are loaded. Open them now.
  for (const stream of [process.stdin, process.stdout, process.stderr]) void stream.fd;
  // The test runner starts a timer when nothing else prevents the process from ending. Make it do so now, not later.
  await delay(LOOK_AGAIN_MS, undefined, { ref: false });
  const before = traces();
  return async ({ withinMs = PATIENCE_MS } = {}) => {
    for (const deadline = performance.now() + withinMs; ; await delay(LOOK_AGAIN_MS)) {
      const left = added(before, traces());
      if (left.length === 0 || performance.now() > deadline) return left;
    }
  };
}

/** Traces that libraries leave once per process, whichever file uses them first. */
const LIBRARY_TRACES = [
  // The logger has one listener for everything that it writes at the end of the process.
  'the listener onExit on process for exit',
  // The image library sets this variable when it is loaded.
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
    if (LIBRARY_TRACES.some(left => what.startsWith(left))) return [];
    const more = count - (before.get(what) ?? 0);
    return more > 0 ? [more === 1 ? what : `${what} (${more} more)`] : [];
  });
}
