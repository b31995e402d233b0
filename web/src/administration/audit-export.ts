/** The audit log as a file. PURE. */
import type { AuditEvent } from '../api/audit.ts';

const COLUMNS = [
  'time',
  'actor',
  'actor_email',
  'via',
  'key',
  'address',
  'action',
  'kind',
  'subject',
  'subject_id',
  'details',
];

/** One line for each entry, under a line with the names of the columns. */
export function toCsv(events: readonly AuditEvent[]): string {
  const lines = events.map(({ at, actor, via, key, address, action, subject, details }) => [
    new Date(at).toISOString(),
    actor.name,
    actor.email,
    via,
    key?.name ?? key?.id ?? '',
    address ?? '',
    action,
    subject.kind,
    subject.name,
    subject.id ?? '',
    JSON.stringify(details),
  ]);
  return [COLUMNS, ...lines].map(line => `${line.map(toCell).join(',')}\r\n`).join('');
}

/** Spreadsheets execute what begins like a formula, and names are chosen by others. */
const FORMULA = /^[=+\-@\t\r]/;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toJson(events: readonly AuditEvent[]): string {
  return `${JSON.stringify(events, null, 2)}\n`;
}
