/** The forms in which programs write a value when they repeat it. */

export interface SecretForm {
  /** The longest that a finding can be. */
  readonly mostBytes: number;
  /** A part in lower case that no program escapes. It is found much faster than the whole, and is in nearly no text. */
  readonly anchor: string;
  find(text: string): { start: number; end: number }[];
}

/** A text with one character for each byte of UTF-8, as Latin-1 has it. */
export function bytesOf(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/**
 * The characters of one pattern. A long one takes long to compile, and long to search in a text with many of its
 * beginnings.
 */
const PIECE_CHARACTERS = 64;

export function toForms(value: string): SecretForm[] {
  const forms = new Set([value, Buffer.from(value).toString('hex'), ...listBase64Forms(value)]);
  return [...forms].map(toForm);
}

/**
 * In the base64 of a longer text, a value looks different at each of three positions, and its first and last characters
 * depend on what stands around it. What is left in between is found.
 */
function listBase64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const inner = [0, 1, 2].map(before => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = before === 0 ? 0 : before + 1;
    const isCut = (bytes.length + before) % 3 !== 0;
    return encoded.slice(start, isCut ? -1 : undefined);
  });
  return [whole, ...inner].flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

function toForm(form: string): SecretForm {
  const runs = form.match(/[a-z0-9]+/gi) ?? [];
  let patterns: { first: RegExp; others: RegExp[] } | undefined;
  return {
    mostBytes: [...form].reduce((sum, character) => sum + (isPlain(character) ? 1 : LONGEST_WRITING), 0),
    anchor: runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '').toLowerCase(),
    find(text) {
      patterns ??= toPatterns(form);
      return findAll(text, patterns.first, patterns.others);
    },
  };
}

/** Patterns of the pieces of a form. A piece ends with a character that has one writing, so that its end is certain. */
function toPatterns(form: string): { first: RegExp; others: RegExp[] } {
  const units = form.match(/\\*[^\\]|\\+$/gu) ?? [];
  const pieces: string[] = [''];
  let length = 0;
  for (const unit of units) {
    pieces.push((pieces.pop() ?? '') + writeUnit(unit));
    length++;
    if (length < PIECE_CHARACTERS || !isPlain(unit)) continue;
    pieces.push('');
    length = 0;
  }
  const [first = '', ...others] = pieces;
  return { first: new RegExp(first, 'gi'), others: others.map(piece => new RegExp(piece, 'yi')) };
}

/** Findings of one form may overlap as well. */
function findAll(text: string, first: RegExp, others: readonly RegExp[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  first.lastIndex = 0;
  for (let match = first.exec(text); match; match = first.exec(text)) {
    const end = findEnd(text, first.lastIndex, others);
    if (end !== undefined) found.push({ start: match.index, end });
    first.lastIndex = match.index + 1;
  }
  return found;
}

function findEnd(text: string, start: number, patterns: readonly RegExp[]): number | undefined {
  let end = start;
  for (const pattern of patterns) {
    pattern.lastIndex = end;
    if (!pattern.test(text)) return undefined;
    end = pattern.lastIndex;
  }
  return end;
}

function isPlain(character: string): boolean {
  return /^[a-z0-9]$/i.test(character);
}

/*
 * Texts stand within texts: JSON within JSON doubles each backslash, an address within an address has %25 for each %, and
 * HTML within HTML has &amp; for each &. So each sign that begins an escape may itself be escaped, a few times.
 */
const LEVELS = 3;
const PERCENT = `%(?:25){0,${LEVELS}}`;
const ESCAPED_AMPERSAND = `(?:amp(?:;|${PERCENT}3b)){0,${LEVELS}}`;
const NUMBER_SIGN = `(?:#|${PERCENT}23)`;
const SEMICOLON = `(?:;|${PERCENT}3b)`;
const BACKSLASH = String.raw`(?:\\|${PERCENT}5c|&${ESCAPED_AMPERSAND}#(?:0{0,6}92|x0{0,6}5c);)`;
/** The backslashes that stand for one, and those before a character that is escaped. */
const MOST_BACKSLASHES = 2 ** LEVELS;
/** No writing of one character has more bytes. */
const LONGEST_WRITING = 1024;

const LETTERS = new Map([
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
  ['\b', 'b'],
  ['\f', 'f'],
]);
const ENTITIES = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
  ['\u00a0', 'nbsp'],
]);

/**
 * Returns a pattern of all writings of a character and the backslashes before it. These belong together: in two patterns
 * that follow each other, each backslash could belong to either, and there would be too many ways to try.
 */
function writeUnit(unit: string): string {
  const character = unit.replaceAll('\\', '');
  const count = unit.length - character.length;
  // Long rows of backslashes are searched for only as they are and escaped once, because a text of nothing else takes
  // long to search.
  const most = count * (count > MOST_BACKSLASHES ? 2 : MOST_BACKSLASHES);
  const rows: Rows = {
    escaping: `${BACKSLASH}{${count + 1},${most + MOST_BACKSLASHES - 1}}`,
    any: `${BACKSLASH}{${count},${most + MOST_BACKSLASHES - 1}}`,
  };
  const own = count === 0 ? '' : `${BACKSLASH}{${count},${most}}`;
  if (character === '' || isPlain(character)) return own + character;
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const writings = [...cases].filter(each => [...each].length === 1).flatMap(each => listWritings(each, rows));
  return `(?:${writings.join('|')})`;
}

/** Patterns of the backslashes before a character. */
interface Rows {
  /** Those of the value, and others that escape the character. */
  any: string;
  /** The same, with at least one that escapes. */
  escaping: string;
}

/**
 * No two writings match the same text: each place that could be read in two ways would double the time of the search.
 */
function listWritings(character: string, rows: Rows): string[] {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, index) => `u${toHex(character.charCodeAt(index), 4)}`);
  const references = [`${NUMBER_SIGN}0{0,6}${code}`, `${NUMBER_SIGN}x0{0,6}${toHex(code, 1)}`, ENTITIES.get(character)];
  const reference = `${ESCAPED_AMPERSAND}(?:${references.filter(Boolean).join('|')})${SEMICOLON}`;
  const escapes = [
    LETTERS.get(character),
    units.join(`${BACKSLASH}{1,${MOST_BACKSLASHES - 1}}`),
    code < 0x100 ? `x${toHex(code, 2)}` : undefined,
    `u0026${reference}`,
  ];
  const percent = [...Buffer.from(character)].map(byte => PERCENT + toHex(byte, 2)).join('');
  const writings = [RegExp.escape(bytesOf(character)), percent, `(?:&|${PERCENT}26)${reference}`];
  if (character === ' ') writings.push(String.raw`\+`);
  return [`${rows.any}(?:${writings.join('|')})`, `${rows.escaping}(?:${escapes.filter(Boolean).join('|')})`];
}

function toHex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
