/** Schedules that people choose without knowing cron, and a sentence for those who do. */

import { type CronFields, parseCronFields } from '../../../src/engine/cron-fields.ts';
import * as texts from '../texts/forms.ts';
import { joinWords } from '../texts/lists.ts';

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

export const WEEKDAYS = [
  texts.sunday,
  texts.monday,
  texts.tuesday,
  texts.wednesday,
  texts.thursday,
  texts.friday,
  texts.saturday,
];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

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
export function describeCron(cron: string): string | undefined {
  const fields = parseFields(cron);
  if (!fields) return undefined;
  return [describeTimes(fields), describeDays(fields), describeMonths(fields)].filter(Boolean).join(' ');
}

function describeTimes({ minutes, hours }: CronFields): string {
  const sortedMinutes = sorted(minutes);
  const step = evenStep(sortedMinutes, 60);
  if (hours.size === 24) {
    if (step !== undefined) return step === 1 ? texts.everyMinute : texts.everyMinutes(step);
    const [minute = 0] = sortedMinutes;
    if (sortedMinutes.length === 1) return minute === 0 ? texts.everyHour : texts.everyHourMinute(minute);
    return texts.everyHourMinutes(joinWords(sortedMinutes.map(String)));
  }
  const sortedHours = sorted(hours);
  if (sortedMinutes.length === 1) {
    const hourStep = evenStep(sortedHours, 24);
    const minute = sortedMinutes[0] ?? 0;
    if (hourStep !== undefined && sortedHours.length > 3) {
      return texts.everyHours(hourStep, minute);
    }
    return texts.at(joinWords(sortedHours.map(hour => clock(hour, minute))));
  }
  const within = isRun(sortedHours)
    ? texts.fromTo(clock(sortedHours[0] ?? 0, 0), clock(sortedHours.at(-1) ?? 0, 59))
    : texts.hours(joinWords(sortedHours.map(hour => clock(hour, 0))));
  if (step !== undefined) return `${step === 1 ? texts.everyMinute : texts.everyMinutes(step)} ${within}`;
  return texts.minutes(joinWords(sortedMinutes.map(String)), within);
}

function describeDays({ daysOfMonth, daysOfWeek }: CronFields): string {
  const everyDay = daysOfMonth.size === 31;
  const everyWeekday = daysOfWeek.size === 7;
  const days = texts.dayMonth(joinWords(sorted(daysOfMonth).map(String)));
  if (everyDay && everyWeekday) return '';
  if (everyWeekday) return days;
  const weekdays = describeWeekdays(daysOfWeek);
  // Cron runs when either of both fits.
  return everyDay ? weekdays : texts.or(days, weekdays);
}

function describeWeekdays(days: ReadonlySet<number>): string {
  if (isMondayToFriday(days)) return texts.mondayFriday;
  // A week begins on Monday here.
  const ordered = sorted(days).toSorted((left, right) => ((left + 6) % 7) - ((right + 6) % 7));
  return texts.on(joinWords(ordered.map(day => `${WEEKDAYS[day] ?? ''}s`)));
}

function describeMonths({ months }: CronFields): string {
  return months.size === 12 ? '' : texts.inMonths(joinWords(sorted(months).map(month => MONTHS[month - 1] ?? '')));
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
