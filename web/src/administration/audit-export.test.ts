import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEvent } from '../api/audit.ts';
import { toCsv, toJson } from './audit-export.ts';

const event: AuditEvent = {
  id: '1',
  at: Date.UTC(2026, 10, 16),
  actor: { id: '2', name: '=1+1', email: 'ann@example.org' },
  via: 'key',
  key: { id: '3', name: null },
  address: null,
  action: 'user.update',
  subject: { kind: 'user', id: null, name: 'Say "hi",\nBen' },
  details: { changes: { admin: { from: false, to: true } } },
};

test('an entry becomes a line with as many cells as the head, and no formula', () => {
  const [head, ...lines] = toCsv([event]).split('\r\n');
  assert.equal(head, 'time,actor,actor_email,via,key,address,action,kind,subject,subject_id,details');
  assert.equal(
    lines.join('|'),
    `2026-11-16T00:00:00.000Z,'=1+1,ann@example.org,key,3,,user.update,user,"Say ""hi"",\nBen",,"{""changes"":{""admin"":{""from"":false,""to"":true}}}"|`,
  );
});

test('as JSON, entries are what the API says', () => {
  assert.deepEqual(JSON.parse(toJson([event])), [event]);
});
