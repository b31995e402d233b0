/** Compares the languages. That no German text is missing, the compiler says here. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';

/** The same texts in another language: functions take the same, and return texts. */
type Translation<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Result
    ? (...given: Given) => Translation<Result>
    : T extends object
      ? { [Name in keyof T]: Translation<T[Name]> }
      : T;

interface Texts {
  english: () => Promise<object>;
  german: () => Promise<object>;
}

function pair<English extends object>(
  english: () => Promise<English>,
  german: () => Promise<Translation<NoInfer<English>>>,
): Texts {
  return { english, german };
}

const TEXTS: Readonly<Record<string, Texts>> = {
  language: pair(
    () => import('./language.ts'),
    () => import('./de/language.ts'),
  ),
  settings: pair(
    () => import('./settings.ts'),
    () => import('./de/settings.ts'),
  ),
};

/** Words that are the same in German. */
const SAME_WORDS = new Set(['Name']);

function namesOf(folder: string): string[] {
  return readdirSync(path.join(import.meta.dirname, folder), { withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => path.basename(name, '.ts'))
    .sort();
}

/** Fails at texts that German has too many, that ignore what they are given, or that are still English. */
function compare(english: unknown, german: unknown, name: string): void {
  assert.equal(typeof german, typeof english, name);
  if (typeof english === 'function' && typeof german === 'function') {
    assert.equal(german.length, english.length, name);
    if (hasWords(String(english))) assert.notEqual(String(german), String(english), name);
  } else if (typeof english === 'object' && english !== null && typeof german === 'object' && german !== null) {
    assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort(), name);
    const translated = new Map(Object.entries(german));
    for (const [key, value] of Object.entries(english)) compare(value, translated.get(key), `${name}.${key}`);
  } else if (typeof english === 'string' && !SAME_WORDS.has(english) && hasWords(english)) {
    assert.notEqual(german, english, name);
  }
}

/** Tells words from the names, marks and commands that every language has in common. */
function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !text.startsWith('curl ');
}

suite('the German texts', () => {
  test('are there for every file', () => {
    assert.deepEqual(namesOf('de'), Object.keys(TEXTS).sort());
  });

  for (const [name, { english, german }] of Object.entries(TEXTS)) {
    test(`of ${name} are translations`, async () => compare({ ...(await english()) }, { ...(await german()) }, name));
  }
});
