import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fieldKind } from '../../forms/field-kind.ts';
import { ALERT_SCHEMA, SETTINGS_SCHEMA, setSetting, setSettings } from './settings-schema.ts';

suite('the form of the settings', () => {
  test('has fields for people, and not JSON', () => {
    const kinds = Object.entries(SETTINGS_SCHEMA.properties ?? {}).map(([name, schema]) => [name, fieldKind(schema)]);
    assert.deepEqual(Object.fromEntries(kinds), {
      concurrency: 'list',
      priority: 'json',
      retry: 'object',
      tests: 'enum',
      tool: 'object',
      runs: 'enum',
      keep_days: 'number',
      labels: 'map',
    });
    assert.deepEqual(Object.keys(ALERT_SCHEMA.properties ?? {}), ['users', 'emails', 'after', 'every_minutes']);
  });

  test('leaves no empty settings behind', () => {
    const definition = { nodes: [], edges: [] };
    const changed = setSettings(definition, setSetting({}, 'keep_days', 3));
    assert.deepEqual(changed, { nodes: [], edges: [], settings: { keep_days: 3 } });
    assert.deepEqual(setSettings(changed, setSetting({ keep_days: 3 }, 'keep_days', undefined)), definition);
  });
});
