/** Formats the numbers of a chart. */

const LARGE = 1e6;

/** Formats a number beside a bar or a point. */
export function valueLabel(value: number, unit: string): string {
  const notation = Math.abs(value) >= LARGE ? 'compact' : 'standard';
  return `${format(value, { maximumSignificantDigits: 6, notation })}${unit}`;
}

/** Returns the format for the numbers of an axis: all of them look alike, and neighbours differ. */
export function tickLabels(values: readonly number[], unit: string): (tick: number) => string {
  const isLarge = values.some(value => Math.abs(value) >= LARGE);
  const options = { maximumSignificantDigits: 9, notation: isLarge ? 'compact' : 'standard' } as const;
  return tick => `${format(tick, options)}${unit}`;
}

export function percent(share: number): string {
  return `${format(share * 100, { maximumFractionDigits: share < 0.1 ? 1 : 0 })}%`;
}

/** Returns the smallest 1, 2, 2.5 or 5 times a power of ten that is not below the value. */
export function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 2.5, 5].find(each => each * power >= value) ?? 10;
  return factor * power;
}

/** Never writes a sign before zero. */
function format(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat('en', { ...options, signDisplay: 'negative' }).format(value);
}
