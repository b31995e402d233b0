import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isAuditFiltered, readAuditSearch, readChosenSearch, readUsersSearch, toAuditFilters } from './search.ts';

const ID = '0197d1aa-0000-7000-8000-00000000000a';
const NOW = 1_700_000_000_000;

suite('the addresses of the administration', () => {
  test('keep what they know, and nothing else', () => {
    const users = { text: 'ann', state: 'invited', admin: true, user: ID };
    assert.deepEqual(readUsersSearch({ ...users, other: 1 }), users);
    assert.deepEqual(readUsersSearch({ text: ' ', state: 'x', admin: 'true', user: 'x' }), {});
    assert.deepEqual(readUsersSearch({ text: 4711 }), { text: '4711' });
    assert.deepEqual(readChosenSearch({ text: 'a', chosen: ID }), { text: 'a', chosen: ID });
    const audit = { actor: ID, action: 'user.update', kind: 'user', subject: ID, text: 'x', from: 1, to: 2, event: ID };
    assert.deepEqual(readAuditSearch({ ...audit, period: 'day' }), audit);
    assert.deepEqual(readAuditSearch({ period: 'week' }), { period: 'week' });
    assert.deepEqual(readAuditSearch({ actor: 'x', action: 'A B', from: 'soon', to: -1, period: 'year' }), {});
  });

  test('become the filters of the API', () => {
    assert.deepEqual(toAuditFilters({}, NOW), [['at', '<=', NOW]]);
    assert.deepEqual(toAuditFilters({ from: 1, to: 2, action: 'key.create', text: 'a.b' }, NOW), [
      ['at', '<=', 2],
      ['at', '>=', 1],
      ['action', '==', 'key.create'],
      ['subject.name', 'regex', '(?i)a\\.b'],
    ]);
    assert.deepEqual(toAuditFilters({ period: 'day', actor: ID, kind: 'key', subject: ID }, NOW), [
      ['at', '<=', NOW],
      ['at', '>=', NOW - 86_400_000],
      ['actor.id', '==', ID],
      ['subject.kind', '==', 'key'],
      ['subject.id', '==', ID],
    ]);
    assert.ok(!isAuditFiltered({ event: ID }));
    assert.ok(isAuditFiltered({ event: ID, text: 'x' }));
  });
});
