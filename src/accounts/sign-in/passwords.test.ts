import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createPasswords } from './passwords.ts';

const PASSWORD = 'correct horse battery';
/** What an installation has stored for it. */
const STORED = 'scrypt$65536$8$1$AAECAwQFBgcICQoLDA0ODw==$JRu+rXr4eznkKcphh1wYmEgW8PW4SfFQ75PW9+3Xarw=';
const passwords = createPasswords();
const cheap = createPasswords({ N: 2, r: 1, p: 1 });

suite('a password', () => {
  test('is hashed at the recommended cost, unless the composition says otherwise', async () => {
    assert.match(await passwords.hash(PASSWORD), /^scrypt\$65536\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
    assert.match(await cheap.hash(PASSWORD), /^scrypt\$2\$1\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
  });

  test('is checked at the cost of its hash, whatever a new one costs', async () => {
    for (const { check } of [passwords, cheap]) {
      assert.equal(await check(PASSWORD, STORED), true);
      assert.equal(await check('correct horse batterx', STORED), false);
      assert.equal(await check(PASSWORD, await cheap.hash(PASSWORD)), true);
    }
  });

  test('has another hash each time', async () => {
    assert.notEqual(await cheap.hash(PASSWORD), await cheap.hash(PASSWORD));
  });

  test('is the same however its characters are composed', async () => {
    assert.equal(await cheap.check('cafe\u0301 ﬁve', await cheap.hash('caf\u00e9 five')), true);
  });

  test('is wrong where none is stored, or one of another algorithm', async () => {
    for (const stored of [null, '', 'scrypt', 'bcrypt$2$1$1$AAAA$AAAA']) {
      assert.equal(await cheap.check(PASSWORD, stored), false);
    }
  });
});
