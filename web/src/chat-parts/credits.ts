const NUMBER = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });

/** Prices of models are as small as millionths, and sums as large as thousands. */
export function formatCredits(amount: number): string {
  return amount >= 1000 ? Math.round(amount).toLocaleString() : NUMBER.format(amount);
}
