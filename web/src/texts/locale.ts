/** How numbers and times are written, and which of two words a number takes. */
import { LANGUAGE } from './language.ts';

/**
 * As the browser is set, where that is in the language of the texts: the English of Britain and that of the USA have
 * dates of their own.
 */
export const LOCALE: string =
  navigator.languages.find(locale => locale.split('-', 1)[0] === LANGUAGE && isLocale(locale)) ?? LANGUAGE;

/** A browser whose locale comes from the environment may name one that no standard knows, such as `en-US@posix`. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

const numbers = new Intl.NumberFormat(LOCALE);
const plurals = new Intl.PluralRules(LOCALE);

export function formatNumber(value: number): string {
  return numbers.format(value);
}

export function plural(count: number, one: string, other: string): string {
  return plurals.select(count) === 'one' ? one : other;
}

/** Writes a number with its noun, such as `1 run` and `1,200 runs`. */
export function counted(count: number, one: string, other: string): string {
  return `${formatNumber(count)} ${plural(count, one, other)}`;
}
