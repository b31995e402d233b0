/** Finds words that are written twice, where `common.ts` should have them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

/** A text of more words says something of its own. */
const MOST_WORDS = 3;

interface ShortText {
  /** The last name of its path, such as `name` of `files.name`. */
  key: string;
  english: string;
  german: string;
}

function shortTexts(english: unknown, german: unknown, key = ''): ShortText[] {
  if (typeof english === 'string' && typeof german === 'string') {
    const isShort = english.split(' ').length <= MOST_WORDS && /\p{L}{2}/u.test(english);
    return isShort ? [{ key, english, german }] : [];
  }
  if (typeof english !== 'object' || english === null || typeof german !== 'object' || german === null) return [];
  const translated = new Map(Object.entries(german));
  return Object.entries(english).flatMap(([name, text]) => shortTexts(text, translated.get(name), name));
}

/** How often a source gives this text to this name. Where it takes the text from another file, it does not. */
function countDefinitions(source: string, { key, english }: ShortText): number {
  return source.split(new RegExp(`(?<![\\w])'?${RegExp.escape(key)}'?(?: =|:) '${RegExp.escape(english)}'`)).length - 1;
}

test('a text of a few words is written once', async () => {
  const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const definitions = new Map<string, string[]>();
  for (const file of files.filter(name => name !== 'locale.ts')) {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    const texts = shortTexts({ ...(await import(`./${file}`)) }, { ...(await import(`./de/${file}`)) });
    const places = new Map(texts.map(text => [JSON.stringify(text), text]));
    for (const text of places.values()) {
      const words = `${text.english} (${text.german})`;
      const here = Array.from({ length: countDefinitions(source, text) }, () => `${file}: ${text.key}`);
      definitions.set(words, [...(definitions.get(words) ?? []), ...here]);
    }
  }
  assert.ok(definitions.size > 500);
  assert.deepEqual(
    [...definitions].filter(([, places]) => places.length > 1),
    [],
  );
});
