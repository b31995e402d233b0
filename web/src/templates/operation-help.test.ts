import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { GLOBALS } from '../../../src/templates/evaluate/globals.ts';
import { FILTERS as KNOWN_FILTERS } from '../../../src/templates/filters/filters.ts';
import { TESTS as KNOWN_TESTS } from '../../../src/templates/filters/type-tests.ts';
import { checkSyntax } from './evaluation.ts';
import { FILTERS, FUNCTIONS, TESTS } from './operation-help.ts';

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

suite('the help for filters, tests and functions', () => {
  test('explains every one that the interpreter has, and no other', () => {
    assert.deepEqual(names(FILTERS), [...KNOWN_FILTERS.keys()].toSorted());
    // Operators are tests too, but nobody would look for them by name.
    assert.deepEqual(names(TESTS), [...KNOWN_TESTS.keys()].filter(name => /^[a-z]/.test(name)).toSorted());
    assert.deepEqual(names(FUNCTIONS), [...GLOBALS.keys()].toSorted());
  });

  test('shows how each is written', () => {
    for (const { name, usage } of FILTERS) {
      assert.ok(usage.startsWith(name));
      assert.equal(checkSyntax(`a | ${usage}`, 'expression'), undefined, usage);
    }
    for (const { usage } of TESTS) assert.equal(checkSyntax(`a is ${usage}`, 'expression'), undefined, usage);
    for (const { usage } of FUNCTIONS) assert.equal(checkSyntax(usage, 'expression'), undefined, usage);
  });
});
