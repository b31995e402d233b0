import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isOwnPicture, safeAddress } from './markdown-addresses.ts';

suite('addresses in Markdown', () => {
  test('are opened when they are of the web or a mailbox', () => {
    for (const address of ['https://example.org/a', 'http://example.org', 'mailto:ann@example.org', '/runs', '#part']) {
      assert.equal(safeAddress(address), address);
    }
  });

  test('are never scripts or data', () => {
    for (const address of [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///x',
    ]) {
      assert.equal(safeAddress(address), undefined, address);
    }
  });

  test('are pictures when they are links to files of this service', () => {
    const origin = 'https://heddle.example.org';
    assert.ok(isOwnPicture('https://heddle.example.org/file?id=1&secret=2', origin));
    assert.ok(isOwnPicture('/booster/storage/file/x', origin));
    assert.ok(!isOwnPicture('https://elsewhere.example.org/file?id=1', origin));
    assert.ok(!isOwnPicture('/api/v1/session/delete', origin));
    assert.ok(!isOwnPicture('http://[', origin));
  });
});
