/**
 * Texts that break programs which are careless with texts, for the tests that send them into every field.
 *
 * The service stores every text but those that PostgreSQL can not store: those it refuses where somebody sends them, and
 * cleans where another program made them.
 */

/** A request with one of these is refused. */
export const UNSTORABLE: Readonly<Record<string, string>> = {
  'a NUL': 'a\0b',
  'the first half of a character': 'a\ud83d',
  'the second half of a character': '\ude00a',
};

/** These come out as they went in, unless a field allows no such text. */
export const STORABLE: Readonly<Record<string, string>> = {
  'line and paragraph separators': '\u2028\u2029',
  'text from right to left': '\u202eabc\u202c\u200f',
  'characters of 4 bytes': '😀𝒳',
  'the syntax of templates': '{{7*7}}{%x%}$&',
  'the syntax of HTML': '<b x="\'&amp;',
  'the prototype': '__proto__',
};

/** A text with everything that can be stored, short enough for nearly all fields. The mark shows which text it is. */
export function hostileText(mark: number): string {
  return `#${mark}#${Object.values(STORABLE).join('')}`;
}

const MARK = /#(\d+)#/g;
const TAIL = hostileText(0).slice('#0#'.length);
/** The titles and summaries of other services, of which connectors are made, are shown on one line. */
const TAIL_ON_ONE_LINE = TAIL.replace(/\s+/g, ' ');

/** Where and how marked texts occur in a value: the marks of those that are whole, and the texts with one that is not. */
export function findMarks(value: unknown): { whole: Set<number>; changed: string[] } {
  const whole = new Set<number>();
  const changed: string[] = [];
  for (const text of textsIn(value)) {
    for (const match of text.matchAll(MARK)) {
      const rest = text.slice(match.index + match[0].length);
      if (rest.startsWith(TAIL) || rest.startsWith(TAIL_ON_ONE_LINE)) whole.add(Number(match[1]));
      else changed.push(text.slice(Math.max(0, match.index - 100), match.index + 200));
    }
  }
  return { whole, changed };
}

/** Every text in the value, keys included. Texts that are JSON, such as outputs, are read too. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    const inner = parseOr(value);
    if (inner === undefined) yield value;
    else yield* textsIn(inner);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    yield key;
    yield* textsIn(each);
  }
}

function parseOr(text: string): object | string | undefined {
  if (!/^[{["]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The texts as they are stored where another program made them. */
export function toCleaned(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Longer than any field but those of documents and values. */
export const MEGABYTE = 'é'.repeat(2 ** 19);

/** An object with a key that would change the prototype of an object to which it is assigned. */
export function withPrototypeKey(value: object): object {
  return JSON.parse(`{"__proto__":{"isHostile":true},${JSON.stringify(value).slice(1)}`.replace(',}', '}'));
}
