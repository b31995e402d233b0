/**
 * The settings of a panel while somebody edits them. A field may hold what is not valid yet, so that nothing that was
 * typed is lost. Pure.
 */
import type { FolderSettings, Panel, Webhook } from '../api/panels.ts';
import * as words from '../texts/common.ts';
import { settingsProblems as texts } from '../texts/panels.ts';

/** A text is something that was typed and that is not a number. */
export type NumberInput = number | string | undefined;

export const LIMITS = ['max_file_mb', 'max_files', 'max_total_mb', 'keep_days'] as const;
export type Limit = (typeof LIMITS)[number];

export type RulesDraft = Omit<FolderSettings, Limit> & { [Key in Limit]?: number | string };

/** Without a secret, the service makes one. */
export type WebhookDraft = Omit<Webhook, 'secret'> & { secret?: string };

/** The settings as they are stored. */
export type Settings = Omit<Panel, 'id'>;

export interface Draft extends Omit<Settings, 'file_storage' | 'webhooks'> {
  file_storage: { enabled: boolean; limit_mb: NumberInput; folders: Record<string, RulesDraft> };
  webhooks: WebhookDraft[];
}

export function toDraft({ id: _, ...settings }: Panel): Draft {
  return settings;
}

/** The greatest values that the service accepts. */
const MOST_MEGABYTES = 100_000_000;
const RANGES: Record<Limit, { least: number; most: number }> = {
  max_file_mb: { least: 0, most: MOST_MEGABYTES },
  max_files: { least: 0, most: Number.MAX_SAFE_INTEGER },
  max_total_mb: { least: 0, most: MOST_MEGABYTES },
  keep_days: { least: 1, most: 36_500 },
};

export function limitProblem(limit: Limit, value: NumberInput): string | undefined {
  return value === undefined ? undefined : rangeProblem(value, RANGES[limit]);
}

/** The panel always has a limit: zero stands for none. */
export function panelLimitProblem(value: NumberInput): string | undefined {
  return value === undefined ? texts.required : rangeProblem(value, { least: 0, most: MOST_MEGABYTES });
}

function rangeProblem(value: number | string, { least, most }: { least: number; most: number }): string | undefined {
  if (typeof value === 'string' || !Number.isInteger(value)) return words.aWholeNumber;
  if (value < least) return texts.least(least);
  return value > most ? texts.most(most) : undefined;
}

const TYPE = /^(\.[^./\s]+|[\w.+-]+\/(\*|[\w.+-]+))$/;

export function typesProblem(types: readonly string[] | undefined): string | undefined {
  const wrong = types?.find(type => !TYPE.test(type));
  return wrong === undefined ? undefined : texts.type(wrong);
}

export function folderNameProblem(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return texts.knownFolder;
  return /^[A-Za-z0-9_-]{1,100}$/.test(name) ? undefined : texts.folderName;
}

export function urlProblem(url: string): string | undefined {
  return /^https?:\/\//.test(url) && URL.canParse(url) ? undefined : texts.url;
}

export function eventsProblem(events: readonly string[]): string | undefined {
  return events.length === 0 ? texts.events : undefined;
}

export function nameProblem(name: string): string | undefined {
  return name.trim() === '' ? texts.required : undefined;
}

/** Whether the service could accept it. */
export function isValid({ name, file_storage, webhooks }: Draft): boolean {
  return [
    nameProblem(name),
    panelLimitProblem(file_storage.limit_mb),
    ...Object.values(file_storage.folders).flatMap(rules => [
      typesProblem(rules.types),
      ...LIMITS.map(limit => limitProblem(limit, rules[limit])),
    ]),
    ...webhooks.flatMap(({ url, events }) => [urlProblem(url), eventsProblem(events)]),
  ].every(problem => problem === undefined);
}

/** The rules as far as they are valid, to tell what they mean. */
export function validRules(draft: RulesDraft): FolderSettings {
  const { max_file_mb, max_files, max_total_mb, keep_days, ...rules } = draft;
  return {
    ...rules,
    ...valid('max_file_mb', max_file_mb),
    ...valid('max_files', max_files),
    ...valid('max_total_mb', max_total_mb),
    ...valid('keep_days', keep_days),
  };
}

function valid(limit: Limit, value: NumberInput): Partial<Record<Limit, number>> {
  return typeof value === 'number' && limitProblem(limit, value) === undefined ? { [limit]: value } : {};
}

type Changes = Partial<Omit<Settings, 'webhooks'> & { webhooks: WebhookDraft[] }>;

/** What has to be sent. The draft must be valid. */
export function toChanges(before: Draft, { file_storage, ...draft }: Draft): Changes {
  const { enabled, limit_mb, folders } = file_storage;
  const after = {
    ...draft,
    name: draft.name.trim(),
    file_storage: {
      enabled,
      limit_mb: Number(limit_mb),
      folders: Object.fromEntries(Object.entries(folders).map(([name, rules]) => [name, validRules(rules)])),
    },
  };
  const known: Record<string, unknown> = { ...before };
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => !isEqual(value, known[key])));
}

/** Whether two JSON values are the same. Fields that are undefined do not count. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...left.keys(), ...right.keys()])].every(key => isEqual(left.get(key), right.get(key)));
}
