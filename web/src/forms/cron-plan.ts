/** Schedules that people choose without knowing cron, and a sentence for those who do. */

import { type CronFields, parseCronFields } from '../../../src/engine/cron-fields.ts';
import type { ScheduleDays } from '../../../src/engine/schedule-days.ts';
import { describeChoice, describeSchedule, type Hours, type Schedule, type Times } from '../texts/schedules.ts';

export type Frequency = 'hour' | 'day' | 'weekday' | 'week' | 'month';

export interface CronPlan {
  readonly every: Frequency;
  readonly minute: number;
  readonly hour: number;
  /** From 0, which is Sunday. */
  readonly weekday: number;
  readonly day: number;
}

export const FIRST_PLAN: CronPlan = { every: 'day', minute: 0, hour: 8, weekday: 1, day: 1 };

export function writePlan({ every, minute, hour, weekday, day }: CronPlan): string {
  switch (every) {
    case 'hour':
      return `${minute} * * * *`;
    case 'day':
      return `${minute} ${hour} * * *`;
    case 'weekday':
      return `${minute} ${hour} * * 1-5`;
    case 'week':
      return `${minute} ${hour} * * ${weekday}`;
    case 'month':
      return `${minute} ${hour} ${day} * *`;
  }
}

/** Returns undefined when the schedule is none of those that can be chosen. */
export function readPlan(cron: string): CronPlan | undefined {
  const fields = parseFields(cron);
  const [minute, ...moreMinutes] = fields?.minutes ?? [];
  if (!fields || minute === undefined || moreMinutes.length > 0) return undefined;
  const [hour = 0] = fields.hours;
  const [weekday = 1] = fields.daysOfWeek;
  const [day = 1] = fields.daysOfMonth;
  const every = findFrequency(fields);
  return every && { ...FIRST_PLAN, every, minute, ...(every !== 'hour' && { hour }), ...detail(every, weekday, day) };
}

function detail(every: Frequency, weekday: number, day: number): Partial<CronPlan> {
  if (every === 'week') return { weekday };
  return every === 'month' ? { day } : {};
}

function findFrequency({ hours, daysOfMonth, months, daysOfWeek }: CronFields): Frequency | undefined {
  const everyDay = daysOfMonth.size === 31;
  const everyWeekday = daysOfWeek.size === 7;
  if (months.size < 12) return undefined;
  if (hours.size === 24) return everyDay && everyWeekday ? 'hour' : undefined;
  if (hours.size > 1) return undefined;
  if (everyDay && everyWeekday) return 'day';
  if (everyDay && isMondayToFriday(daysOfWeek)) return 'weekday';
  if (everyDay && daysOfWeek.size === 1) return 'week';
  return everyWeekday && daysOfMonth.size === 1 ? 'month' : undefined;
}

/** Tells in a sentence when a schedule runs. Undefined when it is not valid. */
export function describeCron(cron: string, days?: ScheduleDays): string | undefined {
  const schedule = readSchedule(cron);
  return schedule && [describeSchedule(schedule), describeDays(days)].filter(Boolean).join(', ');
}

/** What is not complete yet says nothing. */
function describeDays({ every, unit, from, nth, holidays }: ScheduleDays = {}): string {
  const isCycle = every !== undefined && unit !== undefined && from !== undefined;
  // Of a file, the path says more than the id of its panel.
  const place = holidays?.replace(/^panel:[^/]+\//, '');
  return describeChoice({ every: isCycle ? { count: every, unit, from } : undefined, nth, holidays: place });
}

export function readSchedule(cron: string): Schedule | undefined {
  const fields = parseFields(cron);
  if (!fields) return undefined;
  const { daysOfMonth, daysOfWeek, months } = fields;
  // A week begins on Monday here.
  const weekdays = sorted(daysOfWeek).toSorted((left, right) => ((left + 6) % 7) - ((right + 6) % 7));
  return {
    times: readTimes(fields),
    days: daysOfMonth.size === 31 ? undefined : sorted(daysOfMonth),
    weekdays: daysOfWeek.size === 7 ? undefined : isMondayToFriday(daysOfWeek) ? 'workdays' : weekdays,
    months: months.size === 12 ? undefined : sorted(months),
  };
}

function readTimes({ minutes: everyMinute, hours: everyHour }: CronFields): Times {
  const minutes = sorted(everyMinute);
  const hours = sorted(everyHour);
  const step = evenStep(minutes, 60);
  const [minute = 0] = minutes;
  if (minutes.length === 1) {
    const hourStep = evenStep(hours, 24);
    if (hourStep !== undefined && hours.length > 3) return { kind: 'hours', step: hourStep, minute };
    return { kind: 'clocks', clocks: hours.map(hour => clock(hour, minute)) };
  }
  if (step !== undefined) return { kind: 'evenMinutes', step, hours: readHours(hours) };
  return { kind: 'minutes', minutes, hours: readHours(hours) };
}

function readHours(hours: readonly number[]): Hours {
  if (hours.length === 24) return 'all';
  const [first = 0] = hours;
  if (isRun(hours)) return { from: clock(first, 0), to: clock(hours.at(-1) ?? 0, 59) };
  return hours.map(hour => clock(hour, 0));
}

function parseFields(cron: string): CronFields | undefined {
  try {
    return parseCronFields(cron);
  } catch {
    return undefined;
  }
}

function isMondayToFriday(days: ReadonlySet<number>): boolean {
  return days.size === 5 && !days.has(0) && !days.has(6);
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((left, right) => left - right);
}

/** The distance between numbers that go evenly through the whole range. */
function evenStep(values: readonly number[], range: number): number | undefined {
  const step = range / values.length;
  return values.length > 1 && Number.isInteger(step) && values.every((value, index) => value === index * step)
    ? step
    : undefined;
}

function isRun(values: readonly number[]): boolean {
  return values.every((value, index) => value === (values[0] ?? 0) + index);
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
