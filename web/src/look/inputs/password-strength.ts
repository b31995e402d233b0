/** A rough guess how hard a password is to find. It is a hint and never refuses anything. */

import * as texts from '../../texts/look.ts';

export const LEAST_CHARACTERS = 8;

export interface Strength {
  level: 'none' | 'short' | 'weak' | 'fair' | 'strong';
  text: string;
  /** From 0 to 1, for a bar. */
  share: number;
}

const COMMON = [
  'password',
  'passwort',
  'qwerty',
  'asdf',
  'letmein',
  'welcome',
  'admin',
  'heddle',
  'secret',
  'iloveyou',
];
const FAIR_BITS = 40;
const STRONG_BITS = 60;

/** `known` are texts that others know as well, such as the name and the address. */
export function rateStrength(password: string, known: readonly string[] = []): Strength {
  if (password === '') return { level: 'none', text: texts.leastCharacters(LEAST_CHARACTERS), share: 0 };
  const missing = LEAST_CHARACTERS - [...password].length;
  if (missing > 0) {
    const text = missing === 1 ? '1 more character' : texts.moreCharacters(missing);
    return { level: 'short', text, share: 0.1 };
  }
  const bits = countBits(removeGuessable(password, known));
  if (bits < FAIR_BITS) return { level: 'weak', text: texts.easyGuessSeveralWords, share: 0.33 };
  if (bits < STRONG_BITS) return { level: 'fair', text: texts.fairLongerOneBetter, share: 0.66 };
  return { level: 'strong', text: texts.strong, share: 1 };
}

/** What is easy to guess counts as one character. */
function removeGuessable(password: string, known: readonly string[]): string {
  const words = [...COMMON, ...known.flatMap(text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))];
  const guessable = words.filter(word => word.length > 2).sort((one, other) => other.length - one.length);
  return guessable.reduce((text, word) => text.replaceAll(word, 'x'), password.toLowerCase());
}

function countBits(text: string): number {
  const kinds: [RegExp, number][] = [
    [/\p{L}/u, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 20],
  ];
  const alphabet = kinds.reduce((sum, [pattern, size]) => sum + (pattern.test(text) ? size : 0), 1);
  return countSurprising(text) * Math.log2(alphabet);
}

/** Characters that neither repeat the one before nor follow it, as in `aaa` and `123`. */
function countSurprising(text: string): number {
  const codes = [...text].map(character => character.codePointAt(0) ?? 0);
  return codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -9)) > 1).length;
}
