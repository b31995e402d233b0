/** Why code failed, in sentences for its author. */

export const BROKEN = 'The code broke the machine that ran it, by too deep a recursion or too large a value';

export function tookTooLong(timeoutMs: number): string {
  const seconds = timeoutMs / 1000;
  return `The code took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

export function needsTooMuch(memoryMb: number): string {
  return `The code needs more than ${memoryMb} MB of memory`;
}
