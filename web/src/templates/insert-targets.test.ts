import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createInsertTargets } from './insert-targets.ts';

suite('the field that values are inserted into', () => {
  test('is the one that was used last, as long as it is there', () => {
    const targets = createInsertTargets();
    const heard: (string | undefined)[] = [];
    const stop = targets.subscribe(() => heard.push(targets.current()?.label));
    const url = { label: 'URL', insert: () => {} };
    const body = { label: 'Body', insert: () => {} };
    targets.use(url);
    targets.use(url);
    targets.use(body);
    targets.remove(url);
    targets.remove(body);
    stop();
    targets.use(url);
    assert.deepEqual(heard, ['URL', 'Body', undefined]);
    assert.equal(targets.current(), url);
  });
});
