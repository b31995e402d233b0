import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConnectedSearch } from '../connection-parts/connected-search.ts';
import { readConnectorSearch, readConnectorsSearch, readNewConnectorSearch } from './search.ts';

test('the addresses of connectors say what they may say', () => {
  assert.deepEqual(readConnectorsSearch({ text: 'shop', other: 1 }), { text: 'shop' });
  assert.deepEqual(readConnectorsSearch({ text: null }), {});
  assert.deepEqual(readNewConnectorSearch({ from: 'mcp', api: 'github', text: '' }), { from: 'mcp', api: 'github' });
  assert.deepEqual(readNewConnectorSearch({ from: 'gallery' }), {});
  assert.deepEqual(readNewConnectorSearch({ from: 'elsewhere' }), {});
  assert.deepEqual(readConnectorSearch({ text: 'a', tag: 'b', enabled: false, operation: 'c', connected: true }), {
    text: 'a',
    tag: 'b',
    enabled: false,
    operation: 'c',
    connected: true,
  });
  assert.deepEqual(readConnectorSearch({ enabled: 'yes' }), {});
  assert.deepEqual(readConnectedSearch({ problem: 'refused' }), { problem: 'refused' });
});
