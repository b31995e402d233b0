/** Numbers as they stand in a chart. */

const LARGE = 1e6;

/** Beside a bar or a point. */
export function valueLabel(value: number, unit: string): string {
  const notation = Math.abs(value) >= LARGE ? 'compact' : 'standard';
  return `${format(value, { maximumSignificantDigits: 6, notation })}${unit}`;
}

/** At an axis: all of its numbers look alike, and neighbours differ. */
export function tickLabels(values: readonly number[], unit: string): (tick: number) => string {
  const isLarge = values.some(value => Math.abs(value) >= LARGE);
  const options = { maximumSignificantDigits: 9, notation: isLarge ? 'compact' : 'standard' } as const;
  return tick => `${format(tick, options)}${unit}`;
}

export function percent(share: number): string {
  return `${format(share * 100, { maximumFractionDigits: share < 0.1 ? 1 : 0 })}%`;
}

/** 1, 2, 2.5 or 5 times a power of ten, and no less than the value. */
export function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 2.5, 5].find(each => each * power >= value) ?? 10;
  return factor * power;
}

/** Zero has no sign. */
function format(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat('en', { ...options, signDisplay: 'negative' }).format(value);
}
