import { syntaxError } from '../template-error.ts';

/** Python 3.11 refuses longer ones too: reading them takes quadratic time. */
const MAX_DIGITS = 4300;

/** An integer as the lexer found it: decimal, or with the prefix `0x`, `0o`, `0b`. */
export function integerFromDigits(digits: string, line: number): number | bigint {
  if (digits.length > MAX_DIGITS) throw syntaxError(`an integer of more than ${MAX_DIGITS} digits`, line);
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}
