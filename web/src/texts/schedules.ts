/** When a schedule runs, as a sentence. Each language has an order of its own for the time, the days and the months. */
import { joinWords } from './lists.ts';

export interface Schedule {
  times: Times;
  /** Days of the month. Undefined means every day, also below. Where both are given, either fits. */
  days: readonly number[] | undefined;
  /** Numbers from 0, which is Sunday. */
  weekdays: readonly number[] | 'workdays' | undefined;
  /** Numbers from 1. */
  months: readonly number[] | undefined;
}

export type Times =
  | { kind: 'clocks'; clocks: readonly string[] }
  | { kind: 'hours'; step: number; minute: number }
  | { kind: 'evenMinutes'; step: number; hours: Hours }
  | { kind: 'minutes'; minutes: readonly number[]; hours: Hours };

/** Every hour, those from one clock to another, or single ones. */
export type Hours = 'all' | { from: string; to: string } | readonly string[];

/** Which of the days are left. */
export interface DayChoice {
  every: { count: number; unit: 'days' | 'weeks'; from: string } | undefined;
  /** Counted from the end of the month if it is negative. */
  nth: number | undefined;
  /** The name of a variable. */
  holidays: string | undefined;
}

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function describeSchedule(schedule: Schedule): string {
  const { times, months } = schedule;
  const inMonths = months && `in ${joinWords(months.map(month => MONTHS[month - 1] ?? ''))}`;
  return [describeTimes(times), describeDays(schedule), inMonths].filter(Boolean).join(' ');
}

export function describeChoice({ every, nth, holidays }: DayChoice): string {
  const cycle = every && `${every.count === 1 ? '' : `every ${every.count} ${every.unit} `}from ${every.from} on`;
  const place = nth !== undefined && `only on the ${describePlace(nth)} such day of the month`;
  return [cycle, holidays && `except on the holidays in ${holidays}`, place].filter(Boolean).join(', ');
}

function describePlace(nth: number): string {
  if (nth === -1) return 'last';
  const ordinal = describeOrdinal(Math.abs(nth));
  return nth < 0 ? `${ordinal} to last` : ordinal;
}

function describeOrdinal(number: number): string {
  const ending = number > 10 && number < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

function describeTimes(times: Times): string {
  switch (times.kind) {
    case 'clocks':
      return `At ${joinWords(times.clocks)}`;
    case 'hours': {
      const hours = times.step === 1 ? 'Every hour' : `Every ${times.step} hours`;
      return times.minute === 0 ? hours : `${hours} at minute ${times.minute}`;
    }
    case 'evenMinutes':
      return `${times.step === 1 ? 'Every minute' : `Every ${times.step} minutes`}${describeHours(times.hours)}`;
    case 'minutes': {
      const minutes = `at the minutes ${joinWords(times.minutes.map(String))}`;
      return times.hours === 'all' ? `Every hour ${minutes}` : `A${minutes.slice(1)}${describeHours(times.hours)}`;
    }
  }
}

function describeHours(hours: Hours): string {
  if (hours === 'all') return '';
  return 'from' in hours ? ` from ${hours.from} to ${hours.to}` : ` in the hours ${joinWords(hours)}`;
}

function describeDays({ days, weekdays: chosen }: Schedule): string {
  const onDays = days && `on day ${joinWords(days.map(String))} of the month`;
  const onWeekdays =
    chosen === 'workdays'
      ? 'from Monday to Friday'
      : chosen && `on ${joinWords(chosen.map(day => `${weekdays[day] ?? ''}s`))}`;
  return [onDays, onWeekdays].filter(Boolean).join(' or ');
}
