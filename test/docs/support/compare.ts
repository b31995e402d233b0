/** Compares what an example printed with what its page shows, in which `…` stands for anything. */
import type { Answer } from './page.ts';

const ANYTHING = '…';

/** Describes the first difference, or returns undefined if there is none. */
export function findDifference({ form, text }: Pick<Answer, 'form' | 'text'>, printed: string): string | undefined {
  if (form === 'text') return compareTexts(text.trim(), printed.trim(), 'the text');
  if (form === 'json') return compareJson(text, printed);
  const expected = text.trim().split('\n');
  const got = printed.trim().split('\n');
  if (expected.length !== got.length) return `${got.length} lines instead of ${expected.length}`;
  for (const [index, line] of expected.entries()) {
    const difference = line === ANYTHING ? undefined : compareJson(line, got[index] ?? '');
    if (difference) return `line ${index + 1}: ${difference}`;
  }
  return undefined;
}

function compareJson(expected: string, got: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(got);
  } catch {
    return 'what was printed is not JSON';
  }
  return compareValues(JSON.parse(expected), value, '$');
}

/** The key `…` stands for any further fields, and `…` as the last item of a list for any further items. */
function compareValues(expected: unknown, got: unknown, where: string): string | undefined {
  if (expected === ANYTHING) return undefined;
  if (typeof expected === 'string' && typeof got === 'string') return compareTexts(expected, got, where);
  if (Array.isArray(expected)) return compareLists(expected, got, where);
  if (isObject(expected)) return compareObjects(expected, got, where);
  return Object.is(expected, got) ? undefined : differ(where, expected, got);
}

function compareLists(expected: readonly unknown[], got: unknown, where: string): string | undefined {
  if (!Array.isArray(got)) return differ(where, expected, got);
  const open = expected.at(-1) === ANYTHING;
  const named = open ? expected.slice(0, -1) : expected;
  if (open ? got.length < named.length : got.length !== named.length) {
    return `${where} has ${got.length} items instead of ${named.length}`;
  }
  return firstOf(named.map((each, index) => () => compareValues(each, got[index], `${where}[${index}]`)));
}

function compareObjects(expected: Record<string, unknown>, got: unknown, where: string): string | undefined {
  if (!isObject(got)) return differ(where, expected, got);
  const { [ANYTHING]: open, ...named } = expected;
  const missing = Object.keys(named).find(key => !Object.hasOwn(got, key));
  if (missing !== undefined) return `${where}.${missing} is missing`;
  const more = open === undefined && Object.keys(got).find(key => !Object.hasOwn(named, key));
  if (typeof more === 'string') return `${where}.${more} is not shown`;
  return firstOf(
    Object.entries(named).map(
      ([key, value]) =>
        () =>
          compareValues(value, got[key], `${where}.${key}`),
    ),
  );
}

function compareTexts(expected: string, got: string, where: string): string | undefined {
  const pattern = expected
    .split(ANYTHING)
    .map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^]*?');
  return new RegExp(`^${pattern}$`, 'u').test(got) ? undefined : differ(where, expected, got);
}

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const difference = check();
    if (difference) return difference;
  }
  return undefined;
}

function differ(where: string, expected: unknown, got: unknown): string {
  return `${where} is ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
