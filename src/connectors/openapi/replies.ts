/** What a reply is, as far as the document says so. */
import { isObject } from '../../platform/is-object.ts';
import type { OperationPlan } from './contract.ts';
import { peek } from './object-view.ts';
import type { DocumentObject } from './read-document.ts';
import type { References } from './references.ts';

export interface Reply {
  kind: OperationPlan['reply'];
  /** The schema of a JSON reply. Undefined when there is none. */
  schema: unknown;
  /** Names of its headers, in lower case. */
  headers: string[];
}

const TEXT = /^text\/|[/+]xml\b|yaml\b|javascript\b|csv\b/;

export function readReply(responses: unknown, references: References): Reply {
  const response = chooseResponse(responses, references);
  if (!response) return { kind: 'unknown', schema: undefined, headers: [] };
  const headers = isObject(response.value.headers) ? Object.keys(response.value.headers).slice(0, 100) : [];
  const content = isObject(response.value.content) ? Object.entries(response.value.content).slice(0, 50) : [];
  const found = content.map(([name, media]) => ({ kind: toKind(name.slice(0, 300).toLowerCase()), media }));
  const best = (['json', 'file', 'text', 'unknown'] as const)
    .map(kind => found.find(each => each.kind === kind))
    .find(each => each !== undefined);
  const media = peek(best?.media, references);
  const schema = isObject(media) ? media.schema : undefined;
  const isEmpty = response.status === '204' || response.status === '205';
  return {
    kind: best ? (isBytes(schema, best.kind, references) ? 'file' : best.kind) : isEmpty ? 'none' : 'unknown',
    schema: best?.kind === 'json' ? schema : undefined,
    headers: headers.map(name => name.toLowerCase()),
  };
}

/** Returns the reply to a request that succeeds. */
function chooseResponse(
  responses: unknown,
  references: References,
): { status: string; value: DocumentObject } | undefined {
  if (!isObject(responses)) return undefined;
  const statuses = Object.keys(responses).slice(0, 200);
  const good = statuses.filter(status => /^2(\d\d|XX)$/i.test(status)).toSorted();
  // Where one of several good replies has content, that is the one to expect.
  const found = [...good, ...statuses.filter(status => status === 'default')].flatMap(status => {
    const value = peek(responses[status], references);
    return isObject(value) ? [{ status, value }] : [];
  });
  return found.find(({ value }) => isObject(value.content) && Object.keys(value.content).length > 0) ?? found[0];
}

function toKind(name: string): 'json' | 'text' | 'file' | 'unknown' {
  if (/[/+]json\b/.test(name)) return 'json';
  if (TEXT.test(name)) return 'text';
  return name.includes('*') ? 'unknown' : 'file';
}

function isBytes(schema: unknown, kind: OperationPlan['reply'], references: References): boolean {
  const seen = peek(schema, references);
  return kind !== 'text' && isObject(seen) && seen.type === 'string' && seen.format === 'binary';
}
