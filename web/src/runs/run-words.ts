/** What a list says about a run, in words. PURE. */
import type { RunSummary } from '../api/runs.ts';
import { formatClock, formatDuration } from '../look/duration.ts';
import type { IconName } from '../look/icons.tsx';
import type { Period, RunsSearch } from './search.ts';

interface Words {
  label: string;
  icon: IconName;
}

const TRIGGERS: Readonly<Record<string, Words>> = {
  'trigger.manual': { label: 'By hand', icon: 'circle-play' },
  'trigger.webhook': { label: 'Webhook', icon: 'webhook' },
  'trigger.schedule': { label: 'Schedule', icon: 'calendar-clock' },
  'trigger.booster_record': { label: 'Record', icon: 'database' },
  'trigger.booster_file': { label: 'File', icon: 'hard-drive' },
};

/** Says what started a run. A run of a webhook that somebody started by hand is not automatic. */
export function startWords({ trigger_type, automatic, is_test, replay_of }: RunSummary): Words {
  if (is_test) return { label: 'Test', icon: 'flask-conical' };
  if (replay_of !== null) return { label: 'Again', icon: 'repeat' };
  if (!automatic) return { label: 'By hand', icon: 'circle-play' };
  return TRIGGERS[trigger_type] ?? { label: trigger_type.replace(/^trigger\./, ''), icon: 'zap' };
}

export function versionWord({ version }: Pick<RunSummary, 'version'>): string {
  return version === null ? 'Draft' : `v${version}`;
}

/** How long a run took, or has taken so far. A run that has not begun has no duration. */
export function durationWord({ started_at, finished_at }: RunSummary, now: number): string {
  if (started_at === null) return '';
  return formatDuration((finished_at ?? now) - started_at);
}

/** What runs can be chosen by: what started them. Each sets one filter of the address. */
export const STARTS: readonly { value: string; label: string; search: Pick<RunsSearch, 'started' | 'trigger'> }[] = [
  { value: '', label: 'Started by anything', search: {} },
  { value: 'manual', label: 'Started by hand', search: { started: 'manual' } },
  { value: 'automatic', label: 'Started automatically', search: { started: 'automatic' } },
  { value: 'trigger.webhook', label: 'Webhook', search: { trigger: 'trigger.webhook' } },
  { value: 'trigger.schedule', label: 'Schedule', search: { trigger: 'trigger.schedule' } },
  { value: 'trigger.booster_record', label: 'Record changed', search: { trigger: 'trigger.booster_record' } },
  { value: 'trigger.booster_file', label: 'File changed', search: { trigger: 'trigger.booster_file' } },
  { value: 'test', label: 'Tests', search: { started: 'test' } },
];

export function startValue({ started, trigger }: RunsSearch): string {
  return started ?? STARTS.find(({ search }) => search.trigger === trigger && trigger !== undefined)?.value ?? '';
}

export const PERIOD_WORDS: Record<Period, string> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
};

/** Says which time the list shows. */
export function timeWord({ period, from, to }: RunsSearch, now: number): string {
  if (period) return PERIOD_WORDS[period];
  if (from === undefined && to === undefined) return 'Any time';
  const clock = (at: number) => formatClock(at, now);
  if (from === undefined) return `Until ${clock(to ?? now)}`;
  return to === undefined ? `Since ${clock(from)}` : `${clock(from)} to ${clock(to)}`;
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

export function countRuns(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'run' : 'runs'}`;
}
