const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A number of bytes as people read it: 182 kB, 1.2 MB. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const amount = bytes / 1000 ** power;
  const digits = power > 0 && amount < 10 ? 1 : 0;
  return `${amount.toFixed(digits)} ${power === 0 && bytes === 1 ? 'byte' : UNITS[power]}`;
}
