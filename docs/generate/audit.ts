/** The actions of the audit log, and which endpoints leave them. */
import { listActions, TRACES } from '../../src/audit/endpoints.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../src/audit/schemas.ts';
import { audit } from '../../web/src/texts/audit.ts';
import { code, table } from './markdown.ts';

export function auditActions(): string {
  const rows = AUDIT_ACTIONS.map(action => [
    code(action),
    audit.actions[action],
    findEndpoints(action).map(code).join(', ') || 'no endpoint: see below',
  ]);
  return table(['Action', 'Somebody …', 'Left by'], rows);
}

export function auditExceptions(): string {
  const rows = Object.entries(TRACES).flatMap(([path, trace]) => {
    if ('list' in trace) return [[code(path), `the export of a person has it under \`${trace.list}\``]];
    return 'nothing' in trace ? [[code(path), `nothing: ${trace.nothing}`]] : [];
  });
  return table(['Endpoint', 'What it leaves'], rows);
}

function findEndpoints(action: AuditAction): string[] {
  return Object.keys(TRACES).filter(path => listActions(path).includes(action));
}
