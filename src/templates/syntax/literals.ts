import { syntaxError } from '../template-error.ts';

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const HEX_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Replaces Python's escapes in the text between the quotes. An unknown escape stays as it is written. */
export function unescapeLiteral(body: string, line: number): string {
  if (!body.includes('\\')) return body;
  let text = '';
  let position = 0;
  while (position < body.length) {
    const backslash = body.indexOf('\\', position);
    if (backslash < 0 || backslash + 1 >= body.length) return text + body.slice(position);
    text += body.slice(position, backslash);
    const [value, length] = readEscape(body, backslash + 1, line);
    text += value;
    position = backslash + 1 + length;
  }
  return text;
}

function readEscape(body: string, at: number, line: number): [value: string, length: number] {
  const letter = body.charAt(at);
  const simple = Object.hasOwn(SIMPLE_ESCAPES, letter) ? SIMPLE_ESCAPES[letter] : undefined;
  if (simple !== undefined) return [simple, 1];
  const hexLength = Object.hasOwn(HEX_LENGTHS, letter) ? HEX_LENGTHS[letter] : undefined;
  if (hexLength !== undefined) {
    const digits = body.slice(at + 1, at + 1 + hexLength);
    const code = Number.parseInt(digits, 16);
    if (digits.length < hexLength || !/^[0-9a-fA-F]+$/.test(digits) || code > 0x10ffff)
      throw syntaxError(`broken escape \\${letter}${digits} in a string`, line);
    return [String.fromCodePoint(code), 1 + hexLength];
  }
  const octal = /^[0-7]{1,3}/.exec(body.slice(at, at + 3));
  if (octal) return [String.fromCodePoint(Number.parseInt(octal[0], 8)), octal[0].length];
  if (letter === 'N') throw syntaxError('\\N{...} is not supported in a string: write the character itself', line);
  return [`\\${letter}`, 1];
}

/** Python 3.11 refuses longer integers too, because reading them takes quadratic time. */
const MAX_DIGITS = 4300;

/** Reads the digits of an integer token: decimal, or with the prefix `0x`, `0o` or `0b`. */
export function parseIntegerLiteral(digits: string, line: number): number | bigint {
  if (digits.length > MAX_DIGITS) throw syntaxError(`an integer of more than ${MAX_DIGITS} digits`, line);
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}
