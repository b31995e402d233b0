import { countBytes } from '../texts/counts.ts';
import { LOCALE } from '../texts/locale.ts';

/** As in the limits of the API, a megabyte is 1024 times 1024 bytes. */
export const MEGABYTE = 2 ** 20;
const KILOBYTE = 1024;
const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** A number of bytes as people read it: 182 kB, 1.2 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < KILOBYTE) return countBytes(bytes);
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length);
  const amount = bytes / KILOBYTE ** power;
  const maximumFractionDigits = amount < 10 ? 1 : 0;
  return `${amount.toLocaleString(LOCALE, { maximumFractionDigits })} ${UNITS[power - 1]}`;
}
