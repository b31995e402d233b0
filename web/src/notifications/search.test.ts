import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readNotificationsSearch, readTarget } from './search.ts';

test('the address of the notifications says whether only unread ones are shown', () => {
  assert.deepEqual(readNotificationsSearch({ show: 'unread', page: 2 }), { show: 'unread' });
  assert.deepEqual(readNotificationsSearch({ show: 'all' }), {});
});

suite('a notification leads', () => {
  test('to a page of this console', () => {
    assert.deepEqual(readTarget('https://heddle.example.org/approvals/1?a=b', 'https://heddle.example.org'), {
      path: '/approvals/1?a=b',
    });
    assert.deepEqual(readTarget('https://example.org/here/runs/1', 'https://example.org/here'), { path: '/runs/1' });
  });

  test('to another place', () => {
    assert.deepEqual(readTarget('https://example.org/here', 'https://example.org/elsewhere'), {
      address: 'https://example.org/here',
    });
    assert.deepEqual(readTarget('https://heddle.example.org.evil.example/x', 'https://heddle.example.org'), {
      address: 'https://heddle.example.org.evil.example/x',
    });
  });

  test('nowhere without a link that can be opened', () => {
    assert.equal(readTarget(null, 'https://heddle.example.org'), undefined);
    assert.equal(readTarget('javascript:alert(1)', 'https://heddle.example.org'), undefined);
  });
});
