/** Tells what the rules of a folder mean. Pure. */
import type { FileStorage, FolderSettings, Right } from '../api/panels.ts';
import { folderRules as texts } from '../texts/panels.ts';

/** The name of the rules for all folders that have none of their own. */
export const OTHER_FOLDERS = '*';

export const OPERATIONS = ['upload', 'read', 'list', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export const RIGHTS: readonly Right[] = ['none', 'owner', 'users', 'public'];

/** The right that holds when the rules name none. */
export const DEFAULT_RIGHT: Right = 'users';

/** Where the rules of a folder come from: itself, the rules for other folders, or nowhere. */
export type RulesSource = 'folder' | 'others' | 'nowhere';

export function findRulesSource({ folders }: Pick<FileStorage, 'folders'>, folder: string): RulesSource {
  if (Object.hasOwn(folders, folder)) return folder === OTHER_FOLDERS ? 'others' : 'folder';
  return Object.hasOwn(folders, OTHER_FOLDERS) ? 'others' : 'nowhere';
}

/** A folder's own rules replace those for other folders as a whole; the two are not merged. */
export function effectiveRules({ folders }: Pick<FileStorage, 'folders'>, folder: string): FolderSettings {
  return (Object.hasOwn(folders, folder) ? folders[folder] : folders[OTHER_FOLDERS]) ?? {};
}

/** Whether the API allows an operation in the folder. */
export function isAllowed(rules: FolderSettings, operation: Operation): boolean {
  return rules[operation] !== 'none';
}

/** One sentence for each thing that people want to know. */
export function describeRules(rules: FolderSettings): string[] {
  return [
    ...describeRights(rules),
    describeTypes(rules),
    describeLimits(rules),
    rules.keep_days === undefined ? texts.keepForever : texts.keepDays(rules.keep_days),
    rules.public_links === true ? texts.publicLinks : texts.expiringLinks,
    ...(rules.record_required === true ? [texts.recordRequired] : []),
    rules.keep_without_record === true ? texts.withoutRecord : texts.withRecord,
  ];
}

/** Operations that the same people may do share a sentence. Those who may most come first. */
function describeRights(rules: FolderSettings): string[] {
  return RIGHTS.toReversed().flatMap(right => {
    const operations = OPERATIONS.filter(operation => (rules[operation] ?? DEFAULT_RIGHT) === right);
    if (operations.length === 0) return [];
    return texts.who[right](operations.map(operation => texts.operations[operation]));
  });
}

function describeTypes({ types }: FolderSettings): string {
  if (types === undefined) return texts.anyType;
  return types.length === 0 ? texts.noType : texts.types(types);
}

/** Zero means that there is no limit. */
function describeLimits({ max_file_mb = 0, max_files = 0, max_total_mb = 0 }: FolderSettings): string {
  const parts = [
    ...(max_file_mb > 0 ? [texts.fileLimit(max_file_mb)] : []),
    ...(max_files > 0 && max_total_mb > 0 ? [texts.bothLimits(max_files, max_total_mb)] : []),
    ...(max_files > 0 && max_total_mb === 0 ? [texts.filesLimit(max_files)] : []),
    ...(max_files === 0 && max_total_mb > 0 ? [texts.totalLimit(max_total_mb)] : []),
  ];
  return parts.length === 0 ? texts.noLimits : texts.limits(parts);
}
