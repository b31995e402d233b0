import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Ajv } from 'ajv';
import { createTemplateCache } from '../templates/template.ts';
import { Issues } from './issue.ts';
import { checkSettings, readSettings } from './settings.ts';
import { Settings } from './settings-schema.ts';

const templates = createTemplateCache({ entries: 0, maxSourceCharacters: 10_000 });

test('the schema of the settings is valid itself', () => {
  assert.equal(new Ajv().validateSchema(Settings), true);
});

function problemsOf(settings: unknown): string[] {
  const issues = new Issues();
  checkSettings({ settings }, templates, issues);
  const list = issues.list();
  for (const { node_id, param } of list) assert.deepEqual([node_id, param], [null, 'settings']);
  return list.map(({ severity, message }) => `${severity}: ${message}`);
}

suite('settings of a workflow', () => {
  test('accept everything that is documented', () => {
    const settings = {
      concurrency: [
        { limit: 3, key: 'input.body.customer', on_full: 'replace', queued: 100, while_waiting: 'hold' },
        { limit: 10, scope: 'organization', name: 'crm' },
      ],
      priority: '60 if input.body.urgent else 0',
      retry: { attempts: 3, delay_seconds: 30, backoff: 2 },
      alert: { users: ['ada@example.org'], emails: ['team@example.org'], after: 2, every_minutes: 30 },
      tests: 'required',
      tool: { offered: true, description: 'Pays an invoice' },
      runs: 'own',
      keep_days: 30,
      labels: { order_id: 'input.body.order', source: 'trigger.type' },
    };
    assert.deepEqual(problemsOf(settings), []);
    assert.deepEqual(readSettings({ settings: { ...settings, other: 1 } }), settings);
    assert.deepEqual(problemsOf({ alert: false, priority: -60, keep_days: { success: 7, failed: 90 } }), []);
    assert.deepEqual(problemsOf({ keep_days: { cancelled: 1 } }), []);
  });

  test('name what is wrong with a known one', () => {
    assert.deepEqual(problemsOf({ concurrency: [{ limit: 0, on_full: 'explode' }], keep_days: 'long', alert: 3 }), [
      "error: Settings: 'concurrency[0].limit' must be at least 1",
      "error: Settings: 'concurrency[0].on_full' must be one of queue, skip, replace, cancel",
      "error: Settings: 'alert' must be a boolean or an object",
      "error: Settings: 'keep_days' must be an integer or an object",
    ]);
    assert.deepEqual(problemsOf({ keep_days: 0 }), ["error: Settings: 'keep_days' must be at least 1"]);
    assert.deepEqual(problemsOf({ keep_days: { success: 1.5, failed: 3651, waiting: 3 } }), [
      "error: Settings: 'keep_days.waiting' is not known",
      "error: Settings: 'keep_days.success' must be an integer",
      "error: Settings: 'keep_days.failed' must be at most 3650",
    ]);
    assert.deepEqual(problemsOf({ concurrency: [{ limit: 1, scope: 'organization' }] }), [
      "error: Settings: 'concurrency[0].name' is required for the scope 'organization'",
    ]);
  });

  test('refuse expressions that need what a run does not know before it starts', () => {
    assert.deepEqual(problemsOf({ labels: { total: 'steps.sum.output' }, priority: 'input.' }), [
      "error: Settings: 'priority' is not a valid expression: line 1: expected name or number",
      "error: Settings: 'labels.total' uses 'steps', which is not known before the run starts",
    ]);
  });

  test('warn of what nobody knows', () => {
    assert.deepEqual(problemsOf({ colour: 'red' }), [
      "warning: Settings: 'colour' is not a setting of workflows, and is ignored",
    ]);
    assert.deepEqual(problemsOf('fast'), ["warning: 'settings' of the definition is not an object, and is ignored"]);
    assert.deepEqual(readSettings({ settings: 'fast' }), {});
    assert.deepEqual(readSettings({ settings: { keep_days: 'long' } }), {});
  });
});
