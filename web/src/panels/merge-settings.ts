/**
 * Brings together what two people changed at the same time. The settings are taken apart, so that only what both of them
 * changed to something different is a conflict: one folder's rules, one share, one webhook. Pure.
 */
import { OTHER_FOLDERS } from '../panel-parts/folder-rules.ts';
import { settingsParts as texts } from '../texts/panels.ts';
import { type Draft, isEqual, type RulesDraft, type WebhookDraft } from './settings-draft.ts';

export interface Conflict {
  /** Identifies the part. */
  key: string;
  label: string;
  /** What the other person made of it; null when they removed it. */
  theirs: Part | null;
}

type Part =
  | { kind: 'field'; field: Field; value: Draft[Field] }
  | { kind: 'storage'; field: 'enabled'; value: boolean }
  | { kind: 'storage'; field: 'limit_mb'; value: Draft['file_storage']['limit_mb'] }
  | { kind: 'folder'; name: string; value: RulesDraft }
  | { kind: 'user'; value: Draft['sharing'][number] }
  | { kind: 'group'; value: Draft['group_sharing'][number] }
  | { kind: 'webhook'; value: WebhookDraft };

const FIELDS = ['name', 'organization_id', 'group_id', 'enabled', 'database'] as const;
type Field = (typeof FIELDS)[number];

type Parts = ReadonlyMap<string, Part>;

/** What only one of them changed is taken from that one; where both did, mine stays, and is named as a conflict. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): { merged: Draft; conflicts: Conflict[] } {
  const [before, own, other] = [takeApart(base), takeApart(mine), takeApart(theirs)];
  const merged = new Map<string, Part>();
  const conflicts: Conflict[] = [];
  for (const key of new Set([...own.keys(), ...other.keys()])) {
    const isOwnChange = !isEqual(own.get(key), before.get(key));
    const isOtherChange = !isEqual(other.get(key), before.get(key));
    const chosen = isOwnChange ? own.get(key) : other.get(key);
    if (chosen) merged.set(key, chosen);
    if (isOwnChange && isOtherChange && !isEqual(own.get(key), other.get(key))) {
      conflicts.push({ key, label: describePart(own.get(key) ?? other.get(key)), theirs: other.get(key) ?? null });
    }
  }
  return { merged: assembleDraft(merged, mine), conflicts };
}

/** What differs between two drafts, in words. */
export function describeDifferences(before: Draft, after: Draft): string[] {
  const [one, other] = [takeApart(before), takeApart(after)];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter(key => !isEqual(one.get(key), other.get(key)))
    .map(key => describePart(other.get(key) ?? one.get(key)));
}

/** Gives up my change of a part for that of the other person. */
export function takeTheirs(draft: Draft, { key, theirs }: Conflict): Draft {
  const parts = new Map(takeApart(draft));
  if (theirs) parts.set(key, theirs);
  else parts.delete(key);
  return assembleDraft(parts, draft);
}

function takeApart(draft: Draft): Parts {
  const { file_storage, sharing, group_sharing, webhooks } = draft;
  const { enabled, limit_mb, folders } = file_storage;
  const urls = new Map<string, number>();
  return new Map<string, Part>([
    ...FIELDS.map((field): [string, Part] => [field, { kind: 'field', field, value: draft[field] }]),
    ['storage enabled', { kind: 'storage', field: 'enabled', value: enabled }],
    ['storage limit', { kind: 'storage', field: 'limit_mb', value: limit_mb }],
    ...Object.entries(folders).map(([name, value]): [string, Part] => [
      `folder ${name}`,
      { kind: 'folder', name, value },
    ]),
    ...sharing.map((value): [string, Part] => [`user ${value.user_email.toLowerCase()}`, { kind: 'user', value }]),
    ...group_sharing.map((value): [string, Part] => [`group ${value.group_id}`, { kind: 'group', value }]),
    ...webhooks.map((value): [string, Part] => {
      // Several webhooks may have one URL.
      const number = urls.get(value.url) ?? 0;
      urls.set(value.url, number + 1);
      return [`webhook ${value.url} ${number}`, { kind: 'webhook', value }];
    }),
  ]);
}

function assembleDraft(parts: Parts, fallback: Draft): Draft {
  const all = [...parts.values()];
  const fields = Object.fromEntries(all.flatMap(part => (part.kind === 'field' ? [[part.field, part.value]] : [])));
  const storage = Object.fromEntries(all.flatMap(part => (part.kind === 'storage' ? [[part.field, part.value]] : [])));
  return {
    ...fallback,
    ...fields,
    file_storage: {
      ...fallback.file_storage,
      ...storage,
      folders: Object.fromEntries(all.flatMap(part => (part.kind === 'folder' ? [[part.name, part.value]] : []))),
    },
    sharing: all.flatMap(part => (part.kind === 'user' ? [part.value] : [])),
    group_sharing: all.flatMap(part => (part.kind === 'group' ? [part.value] : [])),
    webhooks: all.flatMap(part => (part.kind === 'webhook' ? [part.value] : [])),
  };
}

function describePart(part: Part | undefined): string {
  switch (part?.kind) {
    case undefined:
      return '';
    case 'field':
      return texts.fields[part.field];
    case 'storage':
      return part.field === 'enabled' ? texts.storage : texts.limit;
    case 'folder':
      return part.name === OTHER_FOLDERS ? texts.otherFolders : texts.folder(part.name);
    case 'user':
      return texts.share(part.value.user_email);
    case 'group':
      return texts.groupShare;
    case 'webhook':
      return texts.webhook(part.value.url);
  }
}
