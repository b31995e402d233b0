import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalog } from '../../test/graph.ts';
import { entriesFor, listEntries, searchEntries, shortenEntries } from './palette-entries.ts';

const entries = listEntries(catalog);
const titles = (text: string) => searchEntries(entries, text).map(({ title }) => title);

describe('the palette', () => {
  it('has all node types and all tools', () => {
    assert.equal(entries.length, catalog.node_types.length + catalog.tools.length);
    assert.equal(new Set(entries.map(({ key }) => key)).size, entries.length);
  });

  it('says what a step gives back', () => {
    const { description, output } = entries.find(({ key }) => key === 'tool.call') ?? {};
    assert.deepEqual([description, output], ['Calls a tool.', "the tool's result."]);
    assert.ok(entries.filter(({ section, output: gives }) => section === 'Tools' && gives !== '').length > 5);
  });

  it('shows some tools of each connector, and finds the others by a search', () => {
    const [tool] = catalog.tools;
    assert.ok(tool);
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...tool,
      name: `shop_${index}`,
      display_name: `Shop ${index}`,
      category: index < 150 ? 'Shop' : 'Other shop',
      icon: 'plug',
    }));
    const all = listEntries({ ...catalog, tools: [...catalog.tools, ...many] });
    const { entries: shown, leftOut } = shortenEntries(all, false);
    assert.equal(shown.length, entries.length + 10);
    assert.deepEqual([...leftOut.values()], [145, 145]);
    assert.deepEqual([...new Set(shown.slice(-10).map(({ section }) => section))], ['Shop', 'Other shop']);
    const found = shortenEntries(searchEntries(all, 'shop'), true);
    assert.deepEqual([found.entries.length, [...found.leftOut.values()]], [100, [200]]);
    assert.equal(shortenEntries(searchEntries(all, 'shop 299'), true).entries[0]?.title, 'Shop 299');
  });

  it('finds by title first, then by name and description', () => {
    assert.equal(titles('loop')[0], 'Loop');
    assert.equal(titles('http')[0], 'HTTP request');
    assert.equal(titles('trigger webhook')[0], 'Webhook');
    assert.ok(titles('zip').length > 0);
    assert.deepEqual(titles('nothing is called that'), []);
    assert.equal(titles('  ').length, entries.length);
  });

  it('offers what fits, and triggers last when there is one', () => {
    const first = (hasTrigger: boolean) => entriesFor(entries, { kind: 'free' }, hasTrigger)[0]?.section;
    assert.equal(first(false), 'Triggers');
    assert.equal(first(true), 'Actions');
    assert.equal(entriesFor(entries, { kind: 'free' }, true).at(-1)?.section, 'Triggers');
    const onEdge = entriesFor(entries, { kind: 'edge', edge: { source: 'a', target: 'b' } }, true);
    assert.ok(!onEdge.some(({ key, section }) => key === 'output' || section === 'Triggers'));
  });
});
