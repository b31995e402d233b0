/** Compares two texts line by line, as `diff -u` does. */
export type DiffLine = readonly [sign: ' ' | '+' | '-', text: string];

const CONTEXT = 2;
/** Above this, texts are shown as replaced: the table of the comparison would take too much memory. */
const MOST_CELLS = 4_000_000;

export function diffLines(before: string, after: string): DiffLine[] {
  const [from, to] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
  if (from.length * to.length > MOST_CELLS) {
    return [...from.map(text => ['-', text] as const), ...to.map(text => ['+', text] as const)];
  }
  return hideUnchanged(align(from, to));
}

/** Follows the longest common subsequence. */
function align(from: readonly string[], to: readonly string[]): DiffLine[] {
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  for (let row = from.length - 1; row >= 0; row--) {
    for (let column = to.length - 1; column >= 0; column--) {
      const down = lengths[(row + 1) * width + column] ?? 0;
      const right = lengths[row * width + column + 1] ?? 0;
      const diagonal = lengths[(row + 1) * width + column + 1] ?? 0;
      lengths[row * width + column] = from[row] === to[column] ? diagonal + 1 : Math.max(down, right);
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < from.length || column < to.length) {
    if (row < from.length && column < to.length && from[row] === to[column]) {
      lines.push([' ', from[row] ?? '']);
      row++;
      column++;
    } else if (
      column >= to.length ||
      (row < from.length && (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      lines.push(['-', from[row] ?? '']);
      row++;
    } else {
      lines.push(['+', to[column] ?? '']);
      column++;
    }
  }
  return lines;
}

/** Leaves only some lines around each change. */
function hideUnchanged(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(([sign]) => sign !== ' ');
  return lines.flatMap((line, index) => {
    if (isNear(index)) return [line];
    return index > 0 && isNear(index - 1) ? [[' ', '…'] as const] : [];
  });
}
