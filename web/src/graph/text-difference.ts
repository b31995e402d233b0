/**
 * The difference of two texts, word by word: the shortest edit script by Myers' algorithm ("An O(ND) Difference
 * Algorithm", 1986). Texts that differ too much for it are shown as one replacement, which is what a reader would see
 * in them anyway.
 */

export interface TextPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Myers' algorithm needs memory for the square of this. */
const MAX_EDITS = 600;

/** Words, numbers and names stay whole. Every other sign and every space is a token of its own. */
const TOKENS = /[\p{L}\p{N}_]+|\s|[^\p{L}\p{N}_\s]/gu;

export function compareTexts(before: string, after: string): TextPart[] {
  const [old, present] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const start = countSame(old, present, 0, 0, 1);
  const room = Math.min(old.length, present.length) - start;
  const end = Math.min(room, countSame(old, present, old.length - 1, present.length - 1, -1));
  const parts = [
    part('same', old.slice(0, start)),
    ...compareTokens(old.slice(start, old.length - end), present.slice(start, present.length - end)),
    part('same', old.slice(old.length - end)),
  ];
  return joinParts(parts);
}

/** How a value is shown for comparison: texts as they are, everything else as indented JSON. */
export function toComparableText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function compareTokens(before: readonly string[], after: readonly string[]): TextPart[] {
  const trace = searchEdits(before, after);
  if (!trace) return [part('removed', before), part('added', after)];
  const parts: TextPart[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const isInsertion = isFurtherDown(reached, diagonal, edits);
    const previousX = reached.get(isInsertion ? diagonal + 1 : diagonal - 1) ?? 0;
    const previousY = previousX - (isInsertion ? diagonal + 1 : diagonal - 1);
    while (x > Math.max(previousX, 0) && y > Math.max(previousY, 0)) {
      parts.push({ kind: 'same', text: before[x - 1] ?? '' });
      [x, y] = [x - 1, y - 1];
    }
    if (edits === 0) break;
    parts.push(
      isInsertion ? { kind: 'added', text: after[y - 1] ?? '' } : { kind: 'removed', text: before[x - 1] ?? '' },
    );
    [x, y] = [previousX, previousY];
  }
  return parts.reverse();
}

/** Returns, for each number of edits, how far each diagonal was reached before it. Undefined: too many edits. */
function searchEdits(before: readonly string[], after: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  const reached = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(MAX_EDITS, before.length + after.length); edits++) {
    trace.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isFurtherDown(reached, diagonal, edits)
        ? (reached.get(diagonal + 1) ?? 0)
        : (reached.get(diagonal - 1) ?? 0) + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) [x, y] = [x + 1, y + 1];
      reached.set(diagonal, x);
      if (x >= before.length && y >= after.length) return trace;
    }
  }
  return undefined;
}

/** Whether the furthest way to a diagonal comes from the one above it, by an insertion. */
function isFurtherDown(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  if (diagonal === edits) return false;
  return (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1);
}

function countSame(a: readonly string[], b: readonly string[], atA: number, atB: number, step: 1 | -1): number {
  let count = 0;
  for (let [i, j] = [atA, atB]; i >= 0 && j >= 0 && i < a.length && j < b.length; [i, j] = [i + step, j + step]) {
    if (a[i] !== b[j]) break;
    count++;
  }
  return count;
}

function part(kind: TextPart['kind'], tokens: readonly string[]): TextPart {
  return { kind, text: tokens.join('') };
}

/** Joins neighbours of one kind, with what was removed before what was added in its place. */
function joinParts(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) joined.push({ kind: 'removed', text: removed });
    if (added) joined.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (text === '') continue;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = joined.at(-1);
      if (last?.kind === 'same') joined[joined.length - 1] = { kind, text: last.text + text };
      else joined.push({ kind, text });
    }
  }
  flush();
  return joined;
}
