/** The lifetimes that a link can have. Pure. */

const MINUTES = [5, 15, 60, 8 * 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60, 365 * 24 * 60];

/** Those that the service allows, and the longest one. */
export function offeredMinutes(most: number): number[] {
  return [...new Set([...MINUTES.filter(minutes => minutes < most), most])];
}
