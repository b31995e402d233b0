import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BadInput } from '../../tools/contract/bad-input.ts';
import { applyOverlay, type OverlayAction } from './overlay.ts';

const document = () => ({
  info: { title: 'A', 'x-logo': { url: 'a' } },
  tags: [{ name: 'a' }, { name: 'b' }],
  paths: { '/a/{id}': { get: { summary: 'Get', tags: ['a'] }, put: { summary: 'Put' } }, "/b'c": { get: {} } },
});

const apply = (...actions: OverlayAction[]) => applyOverlay(document(), actions) as ReturnType<typeof document>;

suite('overlays', () => {
  test('update what a target names', () => {
    const changed = apply(
      { target: '$.info', update: { title: 'B', description: 'New' } },
      { target: "$.paths['/a/{id}'].get", update: { tags: ['new'], 'x-heddle-paging': { kind: 'link' } } },
      { target: '$.paths["/b\'c"].*', update: { summary: 'Every method' } },
      { target: '$.tags[1]', update: { name: 'c' } },
      { target: '$', update: { openapi: '3.0.0' } },
    );
    assert.deepEqual(changed, {
      info: { title: 'B', 'x-logo': { url: 'a' }, description: 'New' },
      tags: [{ name: 'a' }, { name: 'c' }],
      paths: {
        '/a/{id}': {
          get: { summary: 'Get', tags: ['a', 'new'], 'x-heddle-paging': { kind: 'link' } },
          put: { summary: 'Put' },
        },
        "/b'c": { get: { summary: 'Every method' } },
      },
      openapi: '3.0.0',
    });
  });

  test('remove what a target names, and ignore what is not there', () => {
    const changed = apply(
      { target: "$.paths['/a/{id}'].put", remove: true },
      { target: '$.tags[0]', remove: true },
      { target: '$.info[*]', remove: true },
      { target: '$.gone.further', update: 1 },
      { target: '$.tags[7]', update: 1 },
      { target: '$.tags.length', update: 9 },
      { target: "$.paths.*.*.tags[?@=='a']", remove: true },
      { target: "$.paths.*[?@.summary=='gone']", remove: true },
    );
    assert.deepEqual([changed.tags, changed.info], [[{ name: 'b' }], {}]);
    assert.deepEqual(changed.paths['/a/{id}'], { get: { summary: 'Get', tags: [] } });
  });

  test('change one of the places that share a part', () => {
    const shared = { summary: 'x' };
    const changed = applyOverlay({ a: shared, b: shared }, [{ target: '$.a', update: { summary: 'y' } }]);
    assert.deepEqual(changed, { a: { summary: 'y' }, b: { summary: 'x' } });
  });

  test('never reach a prototype', () => {
    apply(
      { target: '$.__proto__', update: { polluted: 1 } },
      { target: '$.constructor.prototype', update: { polluted: 1 } },
      { target: '$.info', update: JSON.parse('{"__proto__":{"polluted":1}}') },
      { target: "$.info['__proto__']", remove: true },
    );
    assert.equal('polluted' in {}, false);
    assert.equal(
      'polluted' in apply({ target: '$.info', update: JSON.parse('{"__proto__":{"polluted":1}}') }).info,
      false,
    );
  });

  test('refuse targets that they do not know', () => {
    for (const target of [
      '',
      'paths',
      '$..get',
      '$.paths[?(@.get)]',
      '$.a[',
      "$['a",
      '$.a.',
      '$[1:2]',
      `$${'.a'.repeat(2000)}`,
      '$[(1)]',
    ]) {
      assert.throws(() => apply({ target, update: 1 }), BadInput, target);
    }
  });

  test('are limited', () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [
        index,
        Object.fromEntries(Array.from({ length: 100 }, (_, key) => [key, { a: 1 }])),
      ]),
    );
    assert.throws(() => applyOverlay(many, [{ target: '$.*.*.a', update: 1 }]), /more than 10000 places/);
    assert.throws(() => apply(...Array.from({ length: 1_001 }, () => ({ target: '$' }))), /more than 1,000 actions/);
  });
});
