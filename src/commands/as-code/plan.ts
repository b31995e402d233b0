/** What a push would do, found by comparing the files with the service. */
import { UsageError } from '../usage-error.ts';
import { hashDocument, type LocalFile, readHistory, type State } from './files.ts';
import { comparable, type Document, type Kind, orderFields, type Remote } from './kind.ts';
import { diffLines } from './line-diff.ts';
import type { Pair } from './matching.ts';
import { toYaml } from './yaml.ts';

export type Change =
  | { sign: '+'; kind: Kind; file: LocalFile }
  | { sign: '~'; kind: Kind; file: LocalFile; remote: Remote; document: Document; isConflict: boolean }
  | { sign: '-'; kind: Kind; remote: Remote }
  | { sign: '^'; kind: Kind; file: LocalFile; remote: Remote };

export async function makePlan(
  folder: string,
  pairs: readonly Pair[],
  state: State,
  { prune }: { prune: boolean },
): Promise<Change[]> {
  const changes: Change[] = [];
  const deletions: Change[] = [];
  for (const { kind, file, remote } of pairs) {
    if (!file) {
      if (remote && prune) deletions.unshift({ sign: '-', kind, remote });
      continue;
    }
    if (!remote) {
      changes.push({ sign: '+', kind, file });
      continue;
    }
    const document = kind.complete?.(file.document, remote) ?? file.document;
    if (comparable(kind, document) === comparable(kind, remote.document)) continue;
    requireSameOwner(file, remote);
    const isConflict = !(await isKnown(folder, file, remote, state));
    changes.push({ sign: '~', kind, file, remote, document, isConflict });
  }
  return [...changes, ...deletions];
}

/** What the service has was in this folder at some time, so nobody changed it elsewhere since. */
async function isKnown(folder: string, file: LocalFile, remote: Remote, state: State): Promise<boolean> {
  const hash = hashDocument(file.kind, remote.document);
  if (state.files[file.name]?.hash === hash) return true;
  // Earlier versions may leave open what the service decides, too.
  const complete = (document: Document) => file.kind.complete?.(document, remote) ?? document;
  return (await readHistory(folder, file, complete)).includes(hash);
}

function requireSameOwner({ name, document }: LocalFile, remote: Remote): void {
  const field = (['organization_id', 'group_id'] as const).find(
    each => (document[each] ?? null) !== (remote.document[each] ?? null),
  );
  if (field === undefined) return;
  throw new UsageError(
    `${name}: '${field}' can not be changed by a push: the service has ${remote.document[field] ?? 'none'}`,
  );
}

export function planLine(change: Change): string {
  const { sign, kind } = change;
  if (sign === '-') return `- ${kind.name} '${change.remote.name}'`;
  const name = `${kind.name} '${change.file.document.name}'`;
  if (sign === '+') return `+ ${name}  (${change.file.name})`;
  if (sign === '^') return `^ ${name}: publish the draft`;
  const fields = changedFields(change.kind, change.remote.document, change.document).join(', ');
  const warning = change.isConflict ? '  ! changed on the service since the last pull' : '';
  return `~ ${name}: ${fields}  (${change.file.name})${warning}`;
}

/** The plan with the lines that differ. */
export function planDetails(change: Change): string {
  const lines = [planLine(change)];
  if (change.sign === '~') {
    const [before, after] = [change.remote.document, change.document].map(document => show(change.kind, document));
    lines.push(...diffLines(before ?? '', after ?? '').map(([sign, text]) => `    ${sign} ${text}`.trimEnd()));
  }
  return lines.join('\n');
}

export function planSummary(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing to do: the service is as the files say.';
  const count = (sign: Change['sign']) => changes.filter(change => change.sign === sign).length;
  const publish = count('^') > 0 ? `, ${count('^')} to publish` : '';
  return `Plan: ${count('+')} to create, ${count('~')} to change, ${count('-')} to delete${publish}.`;
}

function changedFields(kind: Kind, before: Document, after: Document): string[] {
  return kind.fields.filter(field => comparable(kind, only(before, field)) !== comparable(kind, only(after, field)));
}

function only(document: Document, field: string): Document {
  return document[field] === undefined ? {} : { [field]: document[field] };
}

function show(kind: Kind, document: Document): string {
  const { id: _, ...shown } = orderFields(kind, document);
  return toYaml(shown);
}
