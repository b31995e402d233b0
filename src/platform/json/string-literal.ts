const BACKSLASH = 0x5c;
const LONGEST_ESCAPE = '\\u0000'.length;

/** Whether a backslash escapes the character at `position`. The string begins at `start`. */
export function isEscaped(text: string, position: number, start: number): boolean {
  let before = position - 1;
  while (before >= start && text.charCodeAt(before) === BACKSLASH) before--;
  return (position - 1 - before) % 2 === 1;
}

/** Finds the last position, at most `position`, where a string literal can be cut without cutting an escape in two. */
export function findEscapeBoundary(text: string, position: number, start: number): number {
  for (let at = position - 1; at >= start && at > position - LONGEST_ESCAPE; at--) {
    if (text.charCodeAt(at) === BACKSLASH && !isEscaped(text, at, start)) return at;
  }
  return position;
}
