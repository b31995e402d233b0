/** From values to pixels, with round numbers at the axis. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
  /** Between 0 and 1. */
  at(value: number): number;
  label(value: number): string;
}

/** `includeZero`: the length of a bar means its value only when it begins at zero. */
export function createScale(
  values: readonly number[],
  options: { includeZero: boolean; ticks: number; unit: string },
): Scale {
  const all = options.includeZero || values.length === 0 ? [...values, 0] : values;
  let low = Math.min(...all);
  let high = Math.max(...all);
  if (low === high) {
    const room = low === 0 ? 1 : Math.abs(low) * 0.5;
    if (low !== 0 && options.includeZero) low = Math.min(0, low);
    else low -= low === 0 ? 0 : room;
    high += room;
  }
  const step = roundStep((high - low) / Math.max(1, options.ticks));
  low = Math.floor(low / step + 1e-9) * step;
  high = Math.ceil(high / step - 1e-9) * step;
  const count = Math.round((high - low) / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => low + index * step);
  return {
    low,
    high,
    ticks,
    at: value => (value - low) / (high - low),
    label: labelling(step, high, low, options.unit),
  };
}

/** 1, 2, 2.5 or 5, times a power of ten. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find(each => each * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function labelling(step: number, high: number, low: number, unit: string): (value: number) => string {
  const most = Math.max(Math.abs(high), Math.abs(low));
  // The step's own digits, so that neighbours differ.
  const digits = Math.max(0, Math.min(12, 2 - Math.floor(Math.log10(step) + 1e-9)));
  const format = new Intl.NumberFormat('en', {
    maximumFractionDigits: most >= 1e6 ? 3 : digits,
    notation: most >= 1e6 ? 'compact' : 'standard',
  });
  return value => `${format.format(Math.abs(value) < step / 1e6 ? 0 : value)}${unit}`;
}

/** A value as it stands beside a bar or a point. */
export function valueLabel(value: number, unit: string): string {
  const format = new Intl.NumberFormat('en', {
    maximumSignificantDigits: 6,
    notation: Math.abs(value) >= 1e6 ? 'compact' : 'standard',
  });
  return `${format.format(value)}${unit}`;
}
