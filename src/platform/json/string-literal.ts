const BACKSLASH = 0x5c;
const LONGEST_ESCAPE = '\\u0000'.length;

/** Whether the character is the one after a backslash that escapes it. Looks back to `start`, where the string does. */
export function isEscaped(text: string, position: number, start: number): boolean {
  let before = position - 1;
  while (before >= start && text.charCodeAt(before) === BACKSLASH) before--;
  return (position - 1 - before) % 2 === 1;
}

/** The last place up to `position` at which a string literal can be cut without cutting an escape in two. */
export function wholeEscapesBefore(text: string, position: number, start: number): number {
  for (let at = position - 1; at >= start && at > position - LONGEST_ESCAPE; at--) {
    if (text.charCodeAt(at) === BACKSLASH && !isEscaped(text, at, start)) return at;
  }
  return position;
}
