import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Type from 'typebox';
import { registry } from '../../test/fixtures/nodes.ts';
import { toCatalogEntry, toDescribedEntry } from './registry.ts';
import { widget, withWidgets } from './widgets.ts';

suite('widgets', () => {
  test('are keywords only for editors', () => {
    const url = Type.String({ title: 'URL' });
    const panel = Type.String({ title: 'Panel', ...widget('panel') });
    const schema = Type.Object({ url, inner: Type.Optional(Type.Object({ panel: Type.Optional(panel) })) });
    assert.equal(JSON.stringify(schema).includes('panel"}'), false);
    assert.deepEqual(JSON.parse(JSON.stringify(withWidgets(schema))), {
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', title: 'URL' },
        inner: {
          type: 'object',
          properties: { panel: { type: 'string', title: 'Panel', 'x-widget': 'panel' } },
        },
      },
    });
    // The key is no keyword for whoever validates, either.
    assert.deepEqual(Object.keys(panel), ['type', 'title']);
  });

  test('leave the schemas of others as they are', () => {
    for (const schema of [
      {},
      { properties: 7 },
      { properties: { a: true, b: null, c: { anyOf: [{ type: 'null' }] } } },
    ])
      assert.deepEqual(withWidgets(schema), schema);
  });

  test('are in no entry of the integration API', () => {
    const nodes = Object.values(registry);
    assert.equal(JSON.stringify(nodes.map(toCatalogEntry)).includes('x-widget'), false);
    assert.ok(JSON.stringify(nodes.map(toDescribedEntry)).includes('"x-widget":"panel"'));
  });
});
