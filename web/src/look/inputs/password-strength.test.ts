import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateStrength } from './password-strength.ts';

const level = (password: string, known: string[] = []) => rateStrength(password, known).level;

test('nothing typed shows how long it must be', () => {
  assert.deepEqual(rateStrength(''), { level: 'none', text: 'At least 8 characters', share: 0 });
});

test('a short one says how many characters are missing', () => {
  assert.equal(rateStrength('abc').text, '5 more characters');
  assert.equal(rateStrength('abcdefg').text, '1 more character');
  assert.equal(rateStrength('🔑🔑🔑🔑🔑🔑🔑').text, '1 more character');
});

test('what everybody tries first is weak', () => {
  for (const password of ['password', 'Password1', '12345678', 'aaaaaaaaaaaa', 'qwerty123', 'abcdefgh', 'heddle2026']) {
    assert.equal(level(password), 'weak', password);
  }
});

test('names and addresses that others know do not help', () => {
  assert.equal(level('lovelace.ada99'), 'strong');
  assert.equal(level('lovelace.ada99', ['Ada Lovelace', 'ada@example.org']), 'weak');
});

test('several words, or many different characters, are strong', () => {
  for (const password of ['correct horse battery staple', 'tX9!vQ2#mL7p', 'moss lantern oboe']) {
    assert.equal(level(password), 'strong', password);
  }
  assert.equal(level('kranich7tu'), 'fair');
});
