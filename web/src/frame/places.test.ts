import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Found } from '../../../src/live/schemas.ts';
import { findPlaces } from './places.ts';

const orders: Found = { kind: 'workflow', id: '11111111-2222-4333-8444-555555555555', name: 'Orders' };
const nothing = { found: [], actions: [], isAdmin: false };

suite('places to go to', () => {
  const paths = (text: string, source: Partial<Parameters<typeof findPlaces>[1]> = {}) =>
    findPlaces(text, { ...nothing, ...source }).map(({ target }) =>
      'path' in target ? target.path : target.action.label,
    );

  test('are all pages and what was found without a text', () => {
    const all = paths('', { found: [orders] });
    assert.equal(all[0], '/workflows');
    assert.equal(all.at(-1), `/workflows/${orders.id}`);
    assert.equal(all.includes('/administration/users'), false);
    assert.ok(paths('', { isAdmin: true }).includes('/administration/users'));
  });

  test('are pages by words of their names, and what the service found', () => {
    assert.deepEqual(paths(' KEYS ', { found: [orders] }), ['/settings/profile', `/workflows/${orders.id}`]);
    assert.deepEqual(paths('runs failed'), ['/runs?status=failed']);
    assert.deepEqual(paths('nothing of the kind'), []);
    assert.deepEqual(paths('audit'), []);
  });

  test('are runs by their ids', () => {
    assert.deepEqual(paths('AAAAAAAA-2222-4333-8444-555555555555'), ['/runs/aaaaaaaa-2222-4333-8444-555555555555']);
  });

  test('begin with what the page can do', () => {
    const actions = [{ label: 'New workflow', keys: 'N', run: () => undefined }];
    const [first] = findPlaces('work', { ...nothing, actions });
    assert.deepEqual([first?.label, first?.hint, first?.kind], ['New workflow', 'N', 'Do it']);
    assert.deepEqual(paths('chat', { actions }), ['/chat']);
  });

  test('of files name their folder and open it', () => {
    const file: Found = { kind: 'file', id: orders.id, name: 'a b.txt', panel_id: 'p', path: 'docs/2026/a b.txt' };
    const [place] = findPlaces('zzz', { ...nothing, found: [file] });
    assert.equal(place?.hint, 'docs/2026');
    assert.deepEqual(place?.target, { path: `/panels/p/files?folder=docs%2F2026&file=${orders.id}` });
  });
});
