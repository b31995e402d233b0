import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { EMPTY_FORM, findChanges, isChanged, toCreation, toggleTool } from './form.ts';

const form = { ...EMPTY_FORM, name: 'Helper', tools: ['hash'] };

suite('the form of an assistant', () => {
  test('sends only what was changed', () => {
    assert.deepEqual(findChanges('a', form, { ...form, name: ' Other ', model: 'small' }), {
      id: 'a',
      name: 'Other',
      model: 'small',
    });
    assert.deepEqual(findChanges('a', form, form), { id: 'a' });
    const sharing = [{ user_email: 'bob@example.org', write: true }];
    assert.deepEqual(findChanges('a', form, { ...form, sharing }), { id: 'a', sharing });
  });

  test('creates what was typed', () => {
    assert.deepEqual(toCreation(form), { ...EMPTY_FORM, name: 'Helper', tools: ['hash'] });
  });

  test('knows whether something was changed', () => {
    assert.equal(isChanged(form, { ...form }), false);
    assert.equal(isChanged(form, { ...form, instructions: 'Be brief' }), true);
  });

  test('turns tools on and off', () => {
    assert.deepEqual(toggleTool(['hash'], 'csv_read'), ['hash', 'csv_read']);
    assert.deepEqual(toggleTool(['hash', 'csv_read'], 'hash'), ['csv_read']);
  });
});
