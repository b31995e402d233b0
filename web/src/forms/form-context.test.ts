import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, withChange } from './form-context.ts';

test('a change that follows from the form keeps what changed before it in the same moment', () => {
  interface Form {
    title: string;
    paging: { param: string; next: string };
  }
  const changes: Change<Form>[] = [
    { title: 'Shop' },
    ({ paging }) => ({ paging: { ...paging, param: 'after' } }),
    ({ paging }) => ({ paging: { ...paging, next: 'meta.next' } }),
  ];
  assert.deepEqual(changes.reduce<Form>(withChange, { title: '', paging: { param: '', next: '' } }), {
    title: 'Shop',
    paging: { param: 'after', next: 'meta.next' },
  });
});
