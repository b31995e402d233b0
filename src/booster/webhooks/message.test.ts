import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedFile } from '../../../test/fixtures/stored-files.ts';
import type { BoosterEvent } from '../events.ts';
import type { BoosterRecord } from '../records/schemas.ts';
import type { PanelRow } from '../tables.ts';
import { buildBody, isEventData, subjectId, toEventData } from './message.ts';

const happenedAt = new Date('2026-01-02T03:04:05.678Z');
const panel: PanelRow = {
  id: 'the panel',
  name: 'panel',
  created_by: 'somebody',
  group_id: null,
  organization_id: null,
  enabled: true,
  database: true,
  file_storage: { enabled: true, limit_mb: 0, folders: {} },
  sharing: [],
  group_sharing: [],
  webhooks: [],
  link_secret_sealed: Buffer.of(),
  webhook_secrets_sealed: null,
  deleted_at: null,
  created_at: happenedAt,
  updated_at: happenedAt,
};
const file = storedFile('the file');
const record: BoosterRecord = { key: 'the record', collection: 'c', data: { a: 1 }, created: 1, updated: 2 };
const before: BoosterRecord = { ...record, data: { a: 0 } };
const linked = { ...file, url: 'https://example.org/f', download_url: 'https://example.org/f?download' };

/** The message as it arrives, after a round trip through the database. */
function sentMessage(event: BoosterEvent): unknown {
  const data: unknown = JSON.parse(JSON.stringify(toEventData(event)));
  assert.ok(isEventData(data));
  return JSON.parse(buildBody({ type: event.type, data, happenedAt }, panel, () => linked));
}

const cases: [event: BoosterEvent, subject: string, about: object][] = [
  [{ type: 'file.stored', reason: 'upload', file }, file.id, { file: linked }],
  [{ type: 'file.changed', reason: 'record', file }, file.id, { file: linked }],
  [{ type: 'file.deleted', reason: 'retention', file: linked }, file.id, { file }],
  [{ type: 'record.created', record, previous: null }, record.key, { record }],
  [{ type: 'record.changed', record, previous: before }, record.key, { record }],
  [{ type: 'record.deleted', record: null, previous: before }, record.key, { record: before }],
];
for (const [event, subject, about] of cases) {
  test(event.type, () => {
    assert.equal(subjectId(event), subject);
    assert.deepEqual(sentMessage(event), {
      type: event.type,
      timestamp: '2026-01-02T03:04:05.678Z',
      data: { panel_id: panel.id, ...about },
    });
  });
}
