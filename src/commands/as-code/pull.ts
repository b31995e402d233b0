/**
 * `heddle pull`: the service into files.
 *
 *   only the service has changed ── the file is written
 *   only the file has changed ───── it stays, and a push brings it to the service
 *   both have changed ───────────── it stays and is named, unless --force takes what the service has
 */
import { Answer, type Invocation } from '../command.ts';
import { withConnection } from '../connecting.ts';
import { endWith } from '../exit-codes.ts';
import { note } from '../output.ts';
import {
  fileName,
  hashDocument,
  type LocalFile,
  readFiles,
  readHistory,
  readState,
  removeFile,
  type State,
  writeDocument,
  writeState,
} from './files.ts';
import { comparable, type Kind, pick } from './kind.ts';
import { chosenKinds } from './kinds.ts';
import { matchAll, type Pair } from './matching.ts';
import { targetName } from './target.ts';

type Outcome = 'written' | 'changed' | 'removed' | 'kept' | 'conflict' | 'same';

export async function pull(invocation: Invocation): Promise<unknown> {
  const folder = invocation.option('folder') ?? 'heddle';
  const kinds = chosenKinds(invocation);
  return withConnection(invocation, async connection => {
    const state = await readState(folder, targetName(connection));
    const files = await readFiles(folder, kinds);
    const pairs = await matchAll(connection, kinds, files, state);
    const taken = new Set(files.map(({ name }) => name));
    const outcomes: { file: string; outcome: Outcome }[] = [];
    for (const pair of pairs) {
      const { file, remote, kind } = pair;
      const name = file?.name ?? fileName(kind, remote ?? { name: '', id: '' }, taken);
      taken.add(name);
      const outcome = await pullOne(folder, pair, name, state, invocation.flag('force'));
      outcomes.push({ file: name, outcome });
    }
    forgetMissing(state, kinds, taken);
    await writeState(folder, state);
    return report(outcomes, folder);
  });
}

async function pullOne(folder: string, pair: Pair, name: string, state: State, force: boolean): Promise<Outcome> {
  const { kind, file, remote } = pair;
  if (!remote) return file ? pullMissing(folder, file, state, force) : 'same';
  const hash = hashDocument(kind, remote.document);
  const remember = () => {
    state.files[name] = { id: remote.id, hash };
  };
  if (!file) {
    await writeDocument(folder, kind, name, remote.document);
    remember();
    return 'written';
  }
  const local = kind.complete?.(file.document, remote) ?? file.document;
  if (comparable(kind, local) === comparable(kind, remote.document)) {
    remember();
    return 'same';
  }
  const own = hashDocument(kind, local);
  const base = state.files[name]?.hash;
  if (!force && base === hash) return 'kept';
  const isUnchanged = base === undefined ? await isCommitted(folder, file) : base === own;
  if (!force && !isUnchanged) return 'conflict';
  // Comments and the order in a file are lost only when what it says has changed.
  await writeDocument(folder, kind, name, { ...remote.document, ...pick(file.document, ['id', 'document_file']) });
  remember();
  return 'changed';
}

/** A file without a record is new, or its record was deleted. */
async function pullMissing(folder: string, file: LocalFile, state: State, force: boolean): Promise<Outcome> {
  const base = state.files[file.name];
  if (!base) return 'kept';
  if (!force && base.hash !== hashDocument(file.kind, file.document)) return 'conflict';
  await removeFile(folder, file.name);
  delete state.files[file.name];
  return 'removed';
}

/** What Git has can be brought back, so it may be replaced. */
async function isCommitted(folder: string, file: LocalFile): Promise<boolean> {
  const [newest] = await readHistory(folder, file);
  return newest === hashDocument(file.kind, file.document);
}

function forgetMissing(state: State, kinds: readonly Kind[], names: ReadonlySet<string>): void {
  for (const name of Object.keys(state.files)) {
    if (!names.has(name) && kinds.some(({ folder }) => name.startsWith(`${folder}/`))) delete state.files[name];
  }
}

const SIGNS: Record<Outcome, string> = {
  written: '+',
  changed: '~',
  removed: '-',
  kept: '*',
  conflict: '!',
  same: ' ',
};

function report(outcomes: readonly { file: string; outcome: Outcome }[], folder: string): Answer {
  const shown = outcomes.filter(({ outcome }) => outcome !== 'same');
  const conflicts = shown.filter(({ outcome }) => outcome === 'conflict');
  const lines = shown.map(({ file, outcome }) => `${SIGNS[outcome]} ${file}${explain(outcome)}`);
  if (conflicts.length > 0) {
    endWith('bad');
    note(
      'heddle: files marked with ! changed here and on the service: see heddle diff, and use --force to replace them',
    );
  }
  const written = shown.filter(({ outcome }) => outcome !== 'kept' && outcome !== 'conflict').length;
  return new Answer(
    { files: outcomes },
    [...lines, summary(folder, outcomes.length, written, conflicts.length)].join('\n'),
  );
}

/** A folder with conflicts is not up to date, even if nothing was written. */
function summary(folder: string, files: number, written: number, conflicts: number): string {
  const left = `${conflicts} of ${files} files changed here and on the service, and ${conflicts === 1 ? 'is' : 'are'} left as before.`;
  if (written > 0) return `${written} of ${files} files changed in ${folder}/.${conflicts > 0 ? ` ${left}` : ''}`;
  return conflicts > 0 ? left : `${folder}/ is up to date.`;
}

function explain(outcome: Outcome): string {
  if (outcome === 'kept') return ' (changed here; not pushed yet)';
  return outcome === 'conflict' ? ' (changed here and on the service)' : '';
}
