/** The audit log, for administrators. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditAction, AuditEvent, SubjectKind } from '../../../src/audit/schemas.ts';
import { post } from './transport/client.ts';

export type { AuditAction, AuditEvent, SubjectKind };

/** As the API takes them: `[field, operator, value]`. */
export type AuditFilters = readonly (readonly [field: string, operator: string, value: unknown])[];

export const AUDIT_PAGE = 100;
export const AUDIT_LISTS = ['audit'];

/** The filters must have an end of time, so that pages do not shift when new entries come. */
export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: [...AUDIT_LISTS, filters],
    queryFn: ({ pageParam, signal }) => readAuditPage(filters, pageParam, AUDIT_PAGE, signal),
    initialPageParam: 0,
    getNextPageParam: (last: AuditEvent[], pages: AuditEvent[][]) =>
      last.length < AUDIT_PAGE ? undefined : pages.length * AUDIT_PAGE,
  });
}

export function readAuditPage(
  filters: AuditFilters,
  from: number,
  count: number,
  signal?: AbortSignal,
): Promise<AuditEvent[]> {
  return post<AuditEvent[]>('v1/audit/find', { filters, limit_from: from, limit_to: from + count }, { signal });
}

export function countAudit(filters: AuditFilters, signal?: AbortSignal): Promise<number> {
  return post<number>('v1/audit/count', { filters }, { signal });
}
