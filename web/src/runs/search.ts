/** What the address of the list of runs says: which runs it shows. PURE. */

import type { RunFilters } from '../../../src/runs/api/list-schemas.ts';
import { isUuid, readText } from '../look/address.ts';

export const STATUSES = ['queued', 'running', 'waiting', 'success', 'failed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** Times that end now. */
export const PERIODS = ['hour', 'day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** Lists are written with commas, so that an address can be read. */
export interface RunsSearch {
  status?: string;
  workflow?: string;
  trigger?: string;
  /** A published version, or `draft`. */
  version?: string;
  /** Whether a trigger or a person started the run. */
  started?: 'automatic' | 'manual' | 'test';
  /** Without it, the list also has the runs of others in workflows that the user may change. */
  whose?: 'mine';
  text?: string;
  period?: Period;
  /** Milliseconds since the epoch. */
  from?: number;
  to?: number;
  replay_of?: string;
  /** Labels with their values, each as `name:value`, with commas between them. */
  labels?: string;
}

const TRIGGER = /^trigger\.[a-z_.]{1,60}$/;
const MOST_TRIGGERS = 20;

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readRunsSearch(raw: Record<string, unknown>): RunsSearch {
  const text = readText(raw.text);
  const status = STATUSES.filter(each => splitList(raw.status).includes(each)).join(',');
  const trigger = [...new Set(splitList(raw.trigger))]
    .filter(each => TRIGGER.test(each))
    .slice(0, MOST_TRIGGERS)
    .join(',');
  const version = readVersion(raw.version);
  const labels = writeLabels(readLabels(raw.labels));
  const started = (['automatic', 'manual', 'test'] as const).find(each => each === raw.started);
  const from = readTime(raw.from);
  const to = readTime(raw.to);
  const isRange = from === undefined || to === undefined || from < to;
  const period = from === undefined && to === undefined ? PERIODS.find(each => each === raw.period) : undefined;
  return {
    ...(status !== '' && { status }),
    ...(isUuid(raw.workflow) && { workflow: raw.workflow }),
    ...(trigger !== '' && { trigger }),
    ...(version !== undefined && { version }),
    ...(started && { started }),
    ...(raw.whose === 'mine' && { whose: 'mine' as const }),
    ...(text.trim() !== '' && { text }),
    ...(period && { period }),
    ...(isRange && from !== undefined && { from }),
    ...(isRange && to !== undefined && { to }),
    ...(isUuid(raw.replay_of) && { replay_of: raw.replay_of }),
    ...(labels !== '' && { labels }),
  };
}

const HOUR = 3_600_000;
const PERIOD_MS: Record<Period, number> = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR };

/** A period ends with whole minutes, so that the list is the same one for a while. */
const PERIOD_STEP_MS = 60_000;

export function toRunFilters(search: RunsSearch, now: number): RunFilters {
  const { workflow, version, started, whose, text, period, replay_of, labels } = search;
  const from = period ? now - (now % PERIOD_STEP_MS) - PERIOD_MS[period] : search.from;
  return {
    ...(workflow !== undefined && { workflow_id: workflow }),
    ...(search.status !== undefined && { status: selectedStatuses(search) }),
    ...(search.trigger !== undefined && { trigger_type: splitList(search.trigger) }),
    ...(version !== undefined && { version: version === 'draft' ? 'draft' : Number(version) }),
    ...(started === 'test' ? { is_test: true } : started && { automatic: started === 'automatic' }),
    ...(whose !== undefined && { whose }),
    ...(text !== undefined && { text: text.trim() }),
    ...(from !== undefined && { from }),
    ...(search.to !== undefined && { to: search.to }),
    ...(replay_of !== undefined && { replay_of }),
    ...(labels !== undefined && { labels: readLabels(labels) }),
  };
}

const LABEL = /^([a-z][a-z0-9_]{0,39}):(.{1,200})$/s;
const MOST_LABELS = 10;

/** Reads `order_id:17,kind:big`. A comma in a value is written as `%2C`. */
export function readLabels(value: unknown): Record<string, string> {
  const pairs = splitList(value).flatMap((each): [string, string][] => {
    const [, name, text] = LABEL.exec(each) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text.replaceAll('%2C', ',').replaceAll('%25', '%')]];
  });
  return Object.fromEntries(pairs.slice(0, MOST_LABELS));
}

export function writeLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}:${value.replaceAll('%', '%25').replaceAll(',', '%2C')}`)
    .join(',');
}

export function toggleLabel(search: RunsSearch, name: string, value: string): RunsSearch {
  const { [name]: present, ...others } = readLabels(search.labels);
  return changeSearch(search, { labels: writeLabels(present === value ? others : { ...others, [name]: value }) });
}

export function selectedStatuses({ status }: RunsSearch): Status[] {
  return STATUSES.filter(each => splitList(status).includes(each));
}

export function toggleStatus(search: RunsSearch, status: Status): RunsSearch {
  const selected = selectedStatuses(search);
  const next = selected.includes(status) ? selected.filter(each => each !== status) : [...selected, status];
  return changeSearch(search, { status: STATUSES.filter(each => next.includes(each)).join(',') });
}

export type SearchChanges = { [Key in keyof RunsSearch]?: RunsSearch[Key] | undefined };

/** Applies changes, of which '' and undefined take a filter away. */
export function changeSearch(search: RunsSearch, changes: SearchChanges): RunsSearch {
  return readRunsSearch({ ...search, ...changes });
}

export function isFiltered(search: RunsSearch): boolean {
  return Object.keys(search).length > 0;
}

/** Writes a search as a saved view stores it. */
export function writeSearch(search: RunsSearch): string {
  return new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString();
}

export function parseSearch(text: string): RunsSearch {
  return readRunsSearch(Object.fromEntries(new URLSearchParams(text)));
}

function splitList(value: unknown): string[] {
  return readText(value, Number.POSITIVE_INFINITY).split(',').filter(Boolean);
}

function readVersion(value: unknown): string | undefined {
  const text = readText(value);
  if (text === 'draft') return text;
  return /^[1-9]\d{0,8}$/.test(text) ? text : undefined;
}

function readTime(value: unknown): number | undefined {
  const time = readText(value) === '' ? Number.NaN : Number(value);
  return Number.isSafeInteger(time) && time >= 0 && time < Date.UTC(9999, 0) ? time : undefined;
}
