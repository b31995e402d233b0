import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../platform/ids.ts';
import { withKey } from './own-links.ts';

test('a link names the user for whom it was made, at its path and with its key alone', () => {
  const links = withKey('one');
  const [ann, ben] = [newId(), newId()];
  const link = links.sign('/decide/1', ann);
  const proof = link.slice('/decide/1/'.length);
  assert.match(link, /^\/decide\/1\/[\w-]{64}$/);
  assert.equal(links.read('/decide/1', proof), ann);
  assert.equal(links.read('/decide/2', proof), undefined);
  assert.equal(withKey('other').read('/decide/1', proof), undefined);
  assert.notEqual(links.sign('/decide/1', ben), link);
  assert.equal(links.sign('/decide/1', ann), link);
});

test('every changed character is noticed', () => {
  const links = withKey('one');
  const proof = links.sign('/a', newId()).slice('/a/'.length);
  for (let at = 0; at < proof.length; at++) {
    const other = `${proof.slice(0, at)}${proof[at] === 'x' ? 'y' : 'x'}${proof.slice(at + 1)}`;
    assert.equal(links.read('/a', other), undefined, String(at));
  }
  for (const text of ['', proof.slice(1), `${proof}x`, `${proof}=`, ` ${proof}`]) {
    assert.equal(links.read('/a', text), undefined);
  }
});
