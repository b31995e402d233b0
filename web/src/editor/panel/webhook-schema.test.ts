import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookTrigger } from '../../../../src/nodes/triggers/webhook.ts';
import { readSchema } from '../../forms/json-schema.ts';
import { WEBHOOK_GROUPS, webhookSchema } from './webhook-schema.ts';

const schema = readSchema(webhookTrigger.paramsSchema);
const fields = (params: Record<string, unknown>) => webhookSchema(schema, params).properties ?? {};
const checks = (verify: Record<string, unknown>) => Object.keys(fields({ verify }).verify?.properties ?? {});

test('every param of a webhook belongs to one group of its form', () => {
  const grouped = WEBHOOK_GROUPS.flatMap(({ names }) => [...names]);
  assert.deepEqual(grouped.toSorted(), Object.keys(schema.properties ?? {}).toSorted());
});

test('the time to wait is asked only where a call waits', () => {
  assert.ok(!('reply_seconds' in fields({})));
  assert.ok('reply_seconds' in fields({ reply: 'step' }));
  assert.ok('reply_seconds' in fields({ reply_seconds: 5 }));
});

test('a check has the fields of its scheme, and those that have a value', () => {
  assert.deepEqual(checks({}), ['scheme', 'addresses']);
  assert.deepEqual(checks({ scheme: 'github' }), ['scheme', 'credential', 'addresses']);
  assert.deepEqual(checks({ scheme: 'stripe' }), ['scheme', 'credential', 'tolerance_seconds', 'addresses']);
  assert.ok(checks({ scheme: 'hmac' }).includes('signed'));
  assert.ok(checks({ scheme: 'jwt' }).includes('jwks_url'));
  assert.ok(checks({ scheme: 'github', prefix: 'x' }).includes('prefix'));
});
