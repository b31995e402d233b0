/** Which file belongs to which record of the service. */
import type { Connection } from '../connecting.ts';
import { UsageError } from '../usage-error.ts';
import type { LocalFile, State } from './files.ts';
import type { Kind, Remote } from './kind.ts';

export interface Pair {
  kind: Kind;
  file: LocalFile | undefined;
  remote: Remote | undefined;
}

/**
 * By the id, or by what the last pull or push knew; on another service, where the ids are others, by the name. Every pair
 * has at least one of the two.
 */
export async function matchAll(
  connection: Connection,
  kinds: readonly Kind[],
  files: readonly LocalFile[],
  state: State,
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const kind of kinds) {
    const own = files.filter(file => file.kind === kind);
    pairs.push(...matchKind(kind, own, await kind.list(connection), state));
  }
  return pairs;
}

function matchKind(kind: Kind, files: readonly LocalFile[], remotes: readonly Remote[], state: State): Pair[] {
  const left = new Map(remotes.map(remote => [remote.id, remote]));
  const matched = new Map<LocalFile, Remote>();
  const take = (file: LocalFile, remote: Remote | undefined) => {
    if (!remote || !left.delete(remote.id)) return;
    matched.set(file, remote);
  };
  for (const file of files) take(file, left.get(String(file.document.id)));
  for (const file of files) {
    if (!matched.has(file)) take(file, left.get(state.files[file.name]?.id ?? ''));
  }
  for (const file of files) {
    if (!matched.has(file)) take(file, findByName(file, [...left.values()]));
  }
  const byName = [...left.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    ...files.map(file => ({ kind, file, remote: matched.get(file) })),
    ...byName.map(remote => ({ kind, file: undefined, remote })),
  ];
}

function findByName(file: LocalFile, remotes: readonly Remote[]): Remote | undefined {
  const found = remotes.filter(
    ({ name, document }) =>
      name === file.document.name && (document.organization_id ?? null) === (file.document.organization_id ?? null),
  );
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new UsageError(`${file.name}: several are named '${file.document.name}': add the id of one (${ids})`);
  }
  return found[0];
}
