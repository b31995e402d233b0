import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage } from './languages.ts';

const CASES = [
  [undefined, undefined, 'en'],
  [undefined, '', 'en'],
  [undefined, 'de', 'de'],
  [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  [undefined, 'DE-CH', 'de'],
  [undefined, 'en-GB,en;q=0.9,de;q=0.8', 'en'],
  [undefined, 'fr-FR,fr;q=0.9,de;q=0.5,en;q=0.3', 'de'],
  [undefined, 'en; q=0.3, de; q=0.5', 'de'],
  [undefined, 'de;q=0, en', 'en'],
  [undefined, 'de;q=nonsense', 'en'],
  [undefined, '*', 'en'],
  [undefined, 'fr', 'en'],
  ['de', 'en', 'de'],
  ['en', 'de', 'en'],
  ['tlh', 'de', 'de'],
] as const;

test('the choice of the profile comes before what the browser prefers', () => {
  for (const [chosen, accepted, expected] of CASES) {
    assert.equal(chooseLanguage(chosen, accepted), expected, `${chosen} and ${accepted}`);
  }
});
