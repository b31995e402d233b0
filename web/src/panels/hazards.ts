/** Finds what a change of settings would expose or delete, so that people are asked before. Pure. */
import type { FileStorage, FolderSettings, Right } from '../api/panels.ts';
import { DEFAULT_RIGHT, effectiveRules, OPERATIONS, OTHER_FOLDERS } from '../panel-parts/folder-rules.ts';
import { folderRules, hazards as texts } from '../texts/panels.ts';

type Folders = Pick<FileStorage, 'folders'>;

/** `used` are the folders that have files: also those without rules of their own may change their meaning. */
export function findHazards(before: Folders, after: Folders, used: readonly string[]): string[] {
  const names = new Set([...Object.keys(before.folders), ...Object.keys(after.folders), ...used]);
  names.delete(OTHER_FOLDERS);
  return [...names, OTHER_FOLDERS].flatMap(name => {
    const [known, next] = [effectiveRules(before, name), effectiveRules(after, name)];
    // The rules for other folders are told once, and not for each folder that follows them.
    if (name !== OTHER_FOLDERS && followsOthers(before, after, name)) return [];
    return folderHazards(name === OTHER_FOLDERS ? texts.otherFolders : texts.folder(name), known, next);
  });
}

function followsOthers(before: Folders, after: Folders, name: string): boolean {
  return !Object.hasOwn(before.folders, name) && !Object.hasOwn(after.folders, name);
}

function folderHazards(where: string, before: FolderSettings, after: FolderSettings): string[] {
  const opened = OPERATIONS.filter(
    operation => right(after, operation) === 'public' && right(before, operation) !== 'public',
  );
  const isKeptShorter =
    after.keep_days !== undefined && (before.keep_days === undefined || after.keep_days < before.keep_days);
  return [
    ...(opened.length > 0
      ? [
          texts.opened(
            where,
            opened.map(operation => folderRules.operations[operation]),
          ),
        ]
      : []),
    ...(after.public_links === true && before.public_links !== true ? [texts.publicLinks(where)] : []),
    ...(isKeptShorter ? [texts.deleted(where, after.keep_days ?? 0)] : []),
  ];
}

function right(rules: FolderSettings, operation: (typeof OPERATIONS)[number]): Right {
  return rules[operation] ?? DEFAULT_RIGHT;
}
