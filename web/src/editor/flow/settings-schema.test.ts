import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fieldKind } from '../../forms/field-kind.ts';
import {
  ALERT_SCHEMA,
  joinKeepDays,
  KEEP_DAYS_BY_STATUS_SCHEMA,
  KEEP_DAYS_SCHEMA,
  SETTINGS_SCHEMA,
  setSetting,
  setSettings,
  splitKeepDays,
} from './settings-schema.ts';

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
      labels: 'map',
    });
    assert.equal(fieldKind(KEEP_DAYS_SCHEMA.properties?.keep_days ?? {}), 'number');
    assert.deepEqual(Object.keys(KEEP_DAYS_BY_STATUS_SCHEMA.properties ?? {}), ['success', 'failed', 'cancelled']);
    assert.deepEqual(Object.keys(ALERT_SCHEMA.properties ?? {}), ['users', 'emails', 'after', 'every_minutes']);
  });

  test('keeps no run for a shorter time when it divides or joins times', () => {
    assert.deepEqual(splitKeepDays(7), { success: 7, failed: 7, cancelled: 7 });
    assert.deepEqual(splitKeepDays(undefined), {});
    assert.deepEqual(splitKeepDays({ failed: 9 }), { failed: 9 });
    assert.equal(joinKeepDays({ success: 7, failed: 90, cancelled: 30 }), 90);
    assert.equal(joinKeepDays({ success: 7, failed: 90 }), undefined);
    assert.equal(joinKeepDays({}), undefined);
    assert.equal(joinKeepDays(7), 7);
  });

  test('leaves no empty settings behind', () => {
    const definition = { nodes: [], edges: [] };
    const changed = setSettings(definition, setSetting({}, 'keep_days', 3));
    assert.deepEqual(changed, { nodes: [], edges: [], settings: { keep_days: 3 } });
    assert.deepEqual(setSettings(changed, setSetting({ keep_days: 3 }, 'keep_days', undefined)), definition);
  });
});
