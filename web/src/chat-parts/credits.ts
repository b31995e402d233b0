import { formatNumber, LOCALE } from '../texts/locale.ts';

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });

/** Prices of models are as small as millionths, and sums as large as thousands. */
export function formatCredits(amount: number): string {
  return amount >= 1000 ? formatNumber(Math.round(amount)) : NUMBER.format(amount);
}
