/** `/api/v1/audit`: administrators read the audit log. Nobody changes it. */
import type { Selectable } from 'kysely';
import { administrators } from '../http/endpoint.ts';
import { defineFields } from '../query/fields.ts';
import { findAndCountEndpoints } from '../query/listing.ts';
import { rowSize } from '../query/row-size.ts';
import { AuditEvent } from './schemas.ts';
import type { AuditTables } from './tables.ts';

const fields = defineFields(
  {
    id: { type: 'uuid', column: 'audit_events.id' },
    at: { type: 'timestamp', column: 'audit_events.at' },
    'actor.id': { type: 'uuid', column: 'audit_events.actor_id' },
    'actor.name': { type: 'text', column: 'audit_events.actor_name' },
    'actor.email': { type: 'text', column: 'audit_events.actor_email' },
    via: { type: 'text', column: 'audit_events.via' },
    'key.id': { type: 'uuid', column: 'audit_events.key_id' },
    'key.name': { type: 'text', column: 'audit_events.key_name' },
    address: { type: 'text', column: 'audit_events.address' },
    action: { type: 'text', column: 'audit_events.action' },
    'subject.kind': { type: 'text', column: 'audit_events.subject_kind' },
    'subject.id': { type: 'uuid', column: 'audit_events.subject_id' },
    'subject.name': { type: 'text', column: 'audit_events.subject_name' },
    'details.*': { type: 'json', column: 'audit_events.details' },
  },
  { newest: ['audit_events.at', 'audit_events.id'] },
);

export const auditEndpoints = findAndCountEndpoints({
  path: '/api/v1/audit',
  plural: 'entries of the audit log',
  access: administrators,
  fields,
  visible: () => db => db.selectFrom('audit_events').selectAll('audit_events'),
  item: AuditEvent,
  toItem: toAuditEvent,
  size: rowSize({ json: ['audit_events.details'] }),
});

function toAuditEvent(row: Selectable<AuditTables['audit_events']>): AuditEvent {
  return {
    id: row.id,
    at: row.at.getTime(),
    actor: { id: row.actor_id, name: row.actor_name, email: row.actor_email },
    via: row.via,
    key: row.key_id === null ? null : { id: row.key_id, name: row.key_name },
    address: row.address,
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    details: row.details,
  };
}
