import type { AuditEvent } from '../../src/audit/schemas.ts';
import type { TestService } from '../support/service.ts';

/** Returns what the audit log says that a user has done, the oldest first. */
export function findEntriesOf(service: TestService, userId: string): Promise<AuditEvent[]> {
  const filters = [['actor.id', '==', userId]];
  return service.ask<AuditEvent[]>('/api/v1/audit/find', { filters, sort_key: 'at', limit_to: 200 });
}
