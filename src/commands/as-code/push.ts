/** `heddle push` and `heddle diff`: the files into the service. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Answer, type Invocation } from '../command.ts';
import { type Connection, withConnection } from '../connecting.ts';
import { endWith } from '../exit-codes.ts';
import { note } from '../output.ts';
import { confirm } from '../prompt.ts';
import { UsageError } from '../usage-error.ts';
import { hashDocument, readFiles, readState, type State, writeDocument, writeState } from './files.ts';
import type { Kind } from './kind.ts';
import { chosenKinds } from './kinds.ts';
import { matchAll, type Pair } from './matching.ts';
import { type Change, makePlan, planDetails, planLine, planSummary } from './plan.ts';
import { targetName } from './target.ts';

export async function diff(invocation: Invocation): Promise<unknown> {
  const folder = folderOf(invocation);
  const kinds = chosenKinds(invocation);
  return withConnection(invocation, async connection => {
    const { pairs, state } = await compare(connection, folder, kinds);
    const changes = await makePlan(folder, pairs, state, { prune: invocation.flag('prune') });
    if (changes.length > 0 && invocation.flag('exit-code')) endWith('bad');
    return new Answer(forPrograms(changes), [...changes.map(planDetails), planSummary(changes)].join('\n'));
  });
}

export async function push(invocation: Invocation): Promise<unknown> {
  const folder = folderOf(invocation);
  const kinds = chosenKinds(invocation);
  return withConnection(invocation, async connection => {
    const { pairs, state } = await compare(connection, folder, kinds);
    const planned = await makePlan(folder, pairs, state, { prune: invocation.flag('prune') });
    const publications = invocation.flag('publish') ? await findUnpublished(connection, pairs, planned) : [];
    const changes = [...planned, ...publications];
    const lines = [...changes.map(planLine), planSummary(changes)];
    if (changes.length === 0 || invocation.flag('dry-run')) return new Answer(forPrograms(changes), lines.join('\n'));
    requireNoConflicts(changes, invocation.flag('force'));
    if (!invocation.json || process.stdin.isTTY) note(lines.join('\n'));
    if (!invocation.flag('yes'))
      await confirm(`Apply this to ${connection.isLocal ? 'this machine' : connection.url}?`, '--yes');
    await applyAll(connection, folder, changes, state, kinds);
    return new Answer(
      forPrograms(changes),
      `Done: ${connection.isLocal ? 'this machine' : connection.url} is as ${folder}/ says.`,
    );
  });
}

function folderOf(invocation: Invocation): string {
  return invocation.option('folder') ?? 'heddle';
}

async function compare(
  connection: Connection,
  folder: string,
  kinds: readonly Kind[],
): Promise<{ pairs: Pair[]; state: State }> {
  const files = await readFiles(folder, kinds);
  if (files.length === 0) throw new UsageError(`${folder} has no files yet: begin with 'heddle pull'`);
  const state = await readState(folder, targetName(connection));
  return { pairs: await matchAll(connection, kinds, files, state), state };
}

/** Workflows that a file describes and whose draft is not, or will not be, what is published. */
async function findUnpublished(
  connection: Connection,
  pairs: readonly Pair[],
  planned: readonly Change[],
): Promise<Change[]> {
  const found: Change[] = [];
  for (const { kind, file, remote } of pairs) {
    if (kind.folder !== 'workflows' || !file || !remote) continue;
    const change = planned.find(each => each.sign === '~' && each.file === file);
    if (change?.sign === '~') {
      if (JSON.stringify(change.document.definition) !== JSON.stringify(remote.document.definition)) {
        found.push({ sign: '^', kind, file, remote });
        continue;
      }
    }
    const deployment = await connection.client.call('/api/v3/workflow/deployment', { workflow_id: remote.id });
    if (deployment.published_version === null || deployment.draft_changed)
      found.push({ sign: '^', kind, file, remote });
  }
  for (const change of planned) {
    if (change.sign !== '+' || change.kind.folder !== 'workflows') continue;
    const remote = { id: '', name: '', document: {}, version: 0 };
    found.push({ sign: '^', kind: change.kind, file: change.file, remote });
  }
  return found;
}

function requireNoConflicts(changes: readonly Change[], force: boolean): void {
  const conflicts = changes.filter(change => change.sign === '~' && change.isConflict);
  if (conflicts.length === 0 || force) return;
  const names = conflicts.map(change => (change.sign === '~' ? change.file.name : '')).join(', ');
  throw new UsageError(
    `somebody changed the service since the last pull (${names}): run 'heddle pull', or overwrite it with --force`,
    'refused',
  );
}

/** What was applied before something failed is remembered, so that the next push goes on from there. */
async function applyAll(
  connection: Connection,
  folder: string,
  changes: readonly Change[],
  state: State,
  kinds: readonly Kind[],
): Promise<void> {
  const created = new Map<string, string>();
  const applied = new Set<string>();
  for (const change of changes) {
    try {
      await apply(connection, folder, change, created);
      if (change.sign !== '-') applied.add(change.file.name);
    } catch (error) {
      note(`heddle: this failed: ${planLine(change)}`);
      // What went wrong first is what people have to hear of.
      await remember(connection, folder, state, kinds, applied).catch(() => {});
      throw error;
    }
  }
  await remember(connection, folder, state, kinds);
}

/** What the service has now is read again: it may have added something to what the files say. */
async function remember(
  connection: Connection,
  folder: string,
  state: State,
  kinds: readonly Kind[],
  only?: ReadonlySet<string>,
): Promise<void> {
  const pairs = await matchAll(connection, kinds, await readFiles(folder, kinds), state);
  for (const { kind, file, remote } of pairs) {
    if (!file || !remote || (only && !only.has(file.name))) continue;
    state.files[file.name] = { id: remote.id, hash: hashDocument(kind, remote.document) };
  }
  await writeState(folder, state);
}

async function apply(
  connection: Connection,
  folder: string,
  change: Change,
  created: Map<string, string>,
): Promise<void> {
  const { kind } = change;
  switch (change.sign) {
    case '+': {
      const { name, document } = change.file;
      const read = (file: string) => readFile(path.join(folder, path.dirname(name), file), 'utf8');
      const id = await kind.create(connection, document, { read });
      created.set(name, id);
      // An id from elsewhere stays: the file is the same thing on several services.
      if (document.id === undefined) await writeDocument(folder, kind, name, { ...document, id });
      return;
    }
    case '~':
      return kind.update(connection, change.remote, change.document);
    case '-':
      return kind.delete(connection, change.remote);
    case '^': {
      const workflow_id = created.get(change.file.name) ?? change.remote.id;
      await connection.client.call('/api/v3/workflow/publish', { workflow_id });
    }
  }
}

function forPrograms(changes: readonly Change[]): object {
  const actions = { '+': 'create', '~': 'change', '-': 'delete', '^': 'publish' } as const;
  return {
    changes: changes.map(change => ({
      action: actions[change.sign],
      kind: change.kind.name,
      name: change.sign === '-' ? change.remote.name : String(change.file.document.name),
      file: change.sign === '-' ? null : change.file.name,
      conflict: change.sign === '~' && change.isConflict,
    })),
  };
}
