/** How fast bytes are sent, over the last seconds. Pure. */

export interface Speed {
  readonly samples: readonly { readonly at: number; readonly bytes: number }[];
}

export const NO_SPEED: Speed = { samples: [] };
/** Bytes go out in bursts, and small files with pauses between them: over less time, minutes become hours. */
const WINDOW_MS = 20_000;
const SHORTEST_MS = 3_000;

/** `bytes` were sent since the last call. */
export function addSent({ samples }: Speed, now: number, bytes: number): Speed {
  if (bytes <= 0) return { samples };
  return { samples: [...samples.filter(({ at }) => at > now - WINDOW_MS), { at: now, bytes }] };
}

/** Undefined as long as it can not be told. */
export function bytesPerSecond({ samples }: Speed, now: number): number | undefined {
  const recent = samples.filter(({ at }) => at > now - WINDOW_MS);
  const [first, ...rest] = recent;
  if (!first || now - first.at < SHORTEST_MS) return undefined;
  // The bytes of the first sample were sent before the time that is measured.
  return (rest.reduce((sum, { bytes }) => sum + bytes, 0) / (now - first.at)) * 1_000;
}
