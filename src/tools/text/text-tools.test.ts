import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite } from 'node:test';
import { isStepError, workbench } from '../../../test/fixtures/tools.ts';
import { COMPLETE_ONLY, test } from '../../../test/support/tiers.ts';

suite('hash', () => {
  const hashes: [Record<string, unknown>, string][] = [
    [{ text: 'abc' }, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [{ text: '', algorithm: 'md5' }, 'd41d8cd98f00b204e9800998ecf8427e'],
    [{ text: 'abc', algorithm: 'sha1', encoding: 'base64' }, 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0='],
    // RFC 4231, test case 2.
    [
      { text: 'what do ya want for nothing?', key: 'Jefe' },
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
  ];
  for (const [params, hash] of hashes) {
    test(JSON.stringify(params), async t => {
      assert.deepEqual(await workbench(t).call('hash', params), { hash });
    });
  }

  test('hashes a file', async t => {
    const { store, call } = workbench(t);
    const content = Buffer.alloc(3_500_000, 'heddle');
    const hash = createHash('sha512').update(content).digest('hex');
    assert.deepEqual(await call('hash', { file: await store('a', content), algorithm: 'sha512' }), { hash });
  });
});

suite('base64', () => {
  test('encodes texts and files', async t => {
    const { store, call } = workbench(t);
    assert.deepEqual(await call('base64_encode', { text: 'ä?>' }), { base64: 'w6Q/Pg==' });
    assert.deepEqual(await call('base64_encode', { text: 'ä?>', url_safe: true }), { base64: 'w6Q_Pg' });
    const file = await store('a.bin', Uint8Array.from([0, 255]));
    assert.deepEqual(await call('base64_encode', { file }), { base64: 'AP8=' });
    const big = await store('big.bin', new Uint8Array(7_500_001));
    await assert.rejects(call('base64_encode', { file: big }), isStepError(/is larger than/));
  });

  test('decodes into texts and files', async t => {
    const { call, make } = workbench(t);
    for (const base64 of ['w6Q/Pg==', 'w6Q_Pg', ' w6Q/\nPg== ', 'data:text/plain;base64,w6Q/Pg==']) {
      assert.deepEqual(await call('base64_decode', { base64 }), { text: 'ä?>' });
    }
    const { attachment, content } = await make('base64_decode', { base64: 'AP8=', as: 'file', filename: 'a.bin' });
    assert.deepEqual([attachment.filename, ...content], ['a.bin', 0, 255]);
  });

  test('rejects what is not Base64, or not text', async t => {
    const { call } = workbench(t);
    await assert.rejects(call('base64_decode', { base64: 'a?b' }), isStepError("'base64' is not Base64"));
    await assert.rejects(call('base64_decode', { base64: 'a' }), isStepError("'base64' is not Base64"));
    await assert.rejects(call('base64_decode', { base64: 'AP8=' }), isStepError(/not a text in UTF-8: ask for a file/));
  });
});

suite('text_extract', () => {
  test('finds matches with their groups', async t => {
    const text = 'INV-17 of 2026, inv-8';
    const first = { text: 'INV-17', index: 0, groups: ['17', null], named: { number: '17', rest: null } };
    const second = { text: 'inv-8', index: 16, groups: ['8', null], named: { number: '8', rest: null } };
    const pattern = 'inv-(?<number>\\d+)(?<rest>!)?';
    assert.deepEqual(await workbench(t).call('text_extract', { text, pattern, ignore_case: true }), {
      count: 2,
      matches: [first, second],
      first,
    });
  });

  test('applies its flags and its limit, and can find nothing', async t => {
    const { call } = workbench(t);
    const found = async (params: Record<string, unknown>) => {
      const output = await call('text_extract', { text: 'a\nb😀\n', ...params });
      assert.ok(typeof output === 'object' && output && 'matches' in output && Array.isArray(output.matches));
      return output.matches.map(({ text }) => text);
    };
    assert.deepEqual(await found({ pattern: '^.+$', multiline: true }), ['a', 'b😀']);
    assert.deepEqual(await found({ pattern: 'a.b', dot_all: true }), ['a\nb']);
    assert.deepEqual(await found({ pattern: '.', limit: 2 }), ['a', 'b']);
    assert.deepEqual(await found({ pattern: '\\p{Emoji}' }), ['😀']);
    assert.deepEqual(await call('text_extract', { text: '', pattern: 'x' }), { count: 0, matches: [], first: null });
  });

  test('reports what is wrong with a pattern', async t => {
    await assert.rejects(
      workbench(t).call('text_extract', { text: 'a', pattern: '(' }),
      isStepError(/^'pattern' is not a regular expression: .*Unterminated group/),
    );
  });

  test('stops a pattern that never ends', COMPLETE_ONLY, async t => {
    const params = { text: `${'a'.repeat(60)}b`, pattern: '^(a+)+$' };
    await assert.rejects(
      workbench(t).call('text_extract', params),
      isStepError('The tool took longer than 2 seconds with this input'),
    );
  });
});
