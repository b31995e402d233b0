/**
 * The random numbers of a step. They follow from its seed, so that a step that is computed again after a crash, or
 * previewed in the console, gives the same result. This is Mulberry32, from an FNV-1a hash of the seed.
 */
export function seededRandom(seed: string): () => number {
  let state: number | undefined;
  return () => {
    state = ((state ?? hashText(seed)) + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
