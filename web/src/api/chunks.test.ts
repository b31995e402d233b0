import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ChunkSplitter } from './chunks.ts';

test('objects are found however the text is cut', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(object), fc.array(fc.nat(40)), (objects, cuts) => {
      const text = objects.map(each => JSON.stringify(each)).join('');
      const splitter = new ChunkSplitter();
      const found: unknown[] = [];
      let rest = text;
      for (const cut of cuts) {
        found.push(...splitter.push(rest.slice(0, cut)));
        rest = rest.slice(cut);
      }
      found.push(...splitter.push(rest));
      assert.deepEqual(
        found,
        objects.map(each => JSON.parse(JSON.stringify(each))),
      );
    }),
  );
});

test('white space between objects is ignored', () => {
  assert.deepEqual(new ChunkSplitter().push('{"a":1}\n {"b":"}"}\n'), [{ a: 1 }, { b: '}' }]);
});
