/** What the addresses of the pages of the administration say. PURE. */

import type { AuditFilters } from '../api/audit.ts';
import { isUuid, readText } from '../look/address.ts';

export const USER_STATES = ['enabled', 'disabled', 'invited'] as const;
export type UserState = (typeof USER_STATES)[number];

export interface UsersSearch {
  text?: string;
  state?: UserState;
  admin?: true;
  /** The user whose details are shown. */
  user?: string;
}

/** Of groups and of organizations. */
export interface ChosenSearch {
  text?: string;
  chosen?: string;
}

export const AUDIT_PERIODS = ['day', 'week', 'month'] as const;
export type AuditPeriod = (typeof AUDIT_PERIODS)[number];

export interface AuditSearch {
  /** The id of a user. */
  actor?: string;
  action?: string;
  kind?: string;
  /** The id of what was changed. */
  subject?: string;
  text?: string;
  period?: AuditPeriod;
  /** Milliseconds since the epoch. */
  from?: number;
  to?: number;
  /** The entry whose details are shown. */
  event?: string;
}

export type AuditChanges = { [Key in keyof AuditSearch]?: AuditSearch[Key] | undefined };

const WORD = /^[a-z_.]{1,60}$/;

export function readUsersSearch(raw: Record<string, unknown>): UsersSearch {
  const state = USER_STATES.find(each => each === raw.state);
  return {
    ...readTextFilter(raw.text),
    ...(state && { state }),
    ...(raw.admin === true && { admin: true }),
    ...(isUuid(raw.user) && { user: raw.user }),
  };
}

export function readChosenSearch(raw: Record<string, unknown>): ChosenSearch {
  return { ...readTextFilter(raw.text), ...(isUuid(raw.chosen) && { chosen: raw.chosen }) };
}

export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const from = readTime(raw.from);
  const to = readTime(raw.to);
  const period = from === undefined && to === undefined ? AUDIT_PERIODS.find(each => each === raw.period) : undefined;
  return {
    ...(isUuid(raw.actor) && { actor: raw.actor }),
    ...(isWord(raw.action) && { action: raw.action }),
    ...(isWord(raw.kind) && { kind: raw.kind }),
    ...(isUuid(raw.subject) && { subject: raw.subject }),
    ...readTextFilter(raw.text),
    ...(period && { period }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(isUuid(raw.event) && { event: raw.event }),
  };
}

const DAY_MS = 24 * 3_600_000;
const PERIOD_MS: Record<AuditPeriod, number> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };

/** `now` ends every list, so that its pages stay the same while it is read. */
export function toAuditFilters(search: AuditSearch, now: number): AuditFilters {
  const { actor, action, kind, subject, text, period, from, to } = search;
  const begin = period ? now - PERIOD_MS[period] : from;
  return [
    ['at', '<=', Math.min(to ?? now, now)],
    ...(begin === undefined ? [] : [['at', '>=', begin] as const]),
    ...(actor === undefined ? [] : [['actor.id', '==', actor] as const]),
    ...(action === undefined ? [] : [['action', '==', action] as const]),
    ...(kind === undefined ? [] : [['subject.kind', '==', kind] as const]),
    ...(subject === undefined ? [] : [['subject.id', '==', subject] as const]),
    ...(text === undefined ? [] : [['subject.name', 'regex', `(?i)${escapePattern(text.trim())}`] as const]),
  ];
}

/** What is typed is no pattern, whatever its characters are. */
function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Whether something else than an entry was chosen. */
export function isAuditFiltered({ event: _, ...filters }: AuditSearch): boolean {
  return Object.keys(filters).length > 0;
}

function readTextFilter(value: unknown): { text?: string } {
  const text = readText(value);
  return text.trim() === '' ? {} : { text };
}

function readTime(value: unknown): number | undefined {
  const time = typeof value === 'number' ? value : Number.NaN;
  return Number.isSafeInteger(time) && time >= 0 && time < Date.UTC(9999, 0) ? time : undefined;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && WORD.test(value);
}
