/** The parts of a text that are replaced because a value was found there. */

export const REDACTED = '[secret]';

/** Searching so much takes about a millisecond. */
export const WINDOW_BYTES = 2 ** 15;

export interface FoundRange {
  start: number;
  end: number;
  isKnown: boolean;
}

export function replaceRanges<Part>(
  ranges: readonly FoundRange[],
  length: number,
  part: (start: number, end: number) => Part,
  replacement: Part,
): Part[] {
  const parts: Part[] = [];
  let kept = 0;
  for (const { start, end } of ranges) {
    parts.push(part(kept, start), replacement);
    kept = end;
  }
  return [...parts, part(kept, length)];
}

/**
 * Joins ranges that overlap or touch.
 *
 * A value that the user knows hides nothing where it overlaps one that they do not know. Otherwise they could guess the
 * other one character by character, with values of their own that end with a guess: each correct one would hide more.
 */
export function join(found: readonly FoundRange[]): FoundRange[] {
  return merge(withoutGuesses(found));
}

export function withoutGuesses(found: readonly FoundRange[]): readonly FoundRange[] {
  const unknown = merge(found.filter(({ isKnown }) => !isKnown));
  if (unknown.length === 0) return found;
  return found.filter(range => !range.isKnown || !overlapsAny(range, unknown));
}

function merge(ranges: readonly FoundRange[]): FoundRange[] {
  const merged: FoundRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** `ranges` are in their order, and do not overlap each other. */
function overlapsAny({ start, end }: FoundRange, ranges: readonly FoundRange[]): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) > start) high = middle;
    else low = middle + 1;
  }
  return (ranges[low]?.start ?? Number.POSITIVE_INFINITY) < end;
}
