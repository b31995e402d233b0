/** What a list says about a run, in words. PURE. */

import type { RunSummary } from '../api/runs.ts';
import { formatClock, formatDuration } from '../look/duration.ts';
import { type TriggerWords, triggerWords } from '../run-parts/trigger-words.ts';
import * as texts from '../texts/runs.ts';
import type { Period, RunsSearch } from './search.ts';

/** Says what started a run. A run of a webhook that somebody started by hand is not automatic. */
export function startWords({ trigger_type, automatic, is_test, replay_of, parent_run_id }: RunSummary): TriggerWords {
  if (parent_run_id !== undefined) return { label: texts.otherRun, icon: 'workflow' };
  if (is_test) return { label: texts.test, icon: 'flask-conical' };
  if (replay_of !== null) return { label: texts.byReplay, icon: 'repeat' };
  if (!automatic || trigger_type === 'trigger.manual') return { label: texts.hand, icon: 'circle-play' };
  return triggerWords(trigger_type);
}

export function versionWord({ version }: Pick<RunSummary, 'version'>): string {
  return version === null ? texts.draft : `v${version}`;
}

/** How long a run took, or has taken so far. A run that has not begun has no duration. */
export function durationWord({ started_at, finished_at }: RunSummary, now: number): string {
  if (started_at === null) return '';
  return formatDuration((finished_at ?? now) - started_at);
}

interface Start {
  value: string;
  label: string;
  search: Pick<RunsSearch, 'started' | 'trigger'>;
}

const byTrigger = (trigger: string, label = triggerWords(trigger).label): Start => ({
  value: trigger,
  label,
  search: { trigger },
});

/** What runs can be chosen by: what started them. Each sets one filter of the address. */
export const STARTS: readonly Start[] = [
  { value: '', label: texts.startedAnything, search: {} },
  { value: 'manual', label: texts.startedHand, search: { started: 'manual' } },
  { value: 'automatic', label: texts.startedAutomatically, search: { started: 'automatic' } },
  byTrigger('trigger.webhook'),
  byTrigger('trigger.schedule'),
  byTrigger('trigger.booster_record', texts.recordChanged),
  byTrigger('trigger.booster_file', texts.fileChanged),
  byTrigger('trigger.poll'),
  byTrigger('trigger.message'),
  byTrigger('trigger.database_change'),
  byTrigger('trigger.run'),
  byTrigger('trigger.form'),
  { value: 'test', label: texts.tests, search: { started: 'test' } },
];

export function startValue({ started, trigger }: RunsSearch): string {
  return started ?? STARTS.find(({ search }) => search.trigger === trigger && trigger !== undefined)?.value ?? '';
}

export const PERIOD_WORDS: Record<Period, string> = {
  hour: texts.lastHour,
  day: texts.last24Hours,
  week: texts.last7Days,
  month: texts.last30Days,
};

/** Says which time the list shows. */
export function timeWord({ period, from, to }: RunsSearch, now: number): string {
  if (period) return PERIOD_WORDS[period];
  if (from === undefined && to === undefined) return texts.anyTime;
  const clock = (at: number) => formatClock(at, now);
  if (from === undefined) return texts.until(clock(to ?? now));
  return to === undefined ? texts.since(clock(from)) : texts.timeRange(clock(from), clock(to));
}

/** Writes a time as a field for date and time has it, in the reader's zone. */
export function toFieldTime(at: number | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  const pad = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

export function fromFieldTime(text: string): number | undefined {
  const at = text === '' ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? undefined : at;
}
