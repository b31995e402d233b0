import type { DayChoice, Hours, Schedule, Times } from '../schedules.ts';
import { joinWords } from './lists.ts';

export const weekdays = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'];
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

export function describeSchedule(schedule: Schedule): string {
  const { times, months } = schedule;
  const inMonths = months && `im ${joinWords(months.map(month => MONTHS[month - 1] ?? ''))}`;
  const text = [inMonths, describeDays(schedule), describeTimes(times)].filter(Boolean).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function describeChoice({ every, nth, holidays }: DayChoice): string {
  const units = every?.unit === 'weeks' ? 'Wochen' : 'Tage';
  const cycle = every && `${every.count === 1 ? '' : `alle ${every.count} ${units} `}ab dem ${every.from}`;
  const place = nth !== undefined && `nur am ${describePlace(nth)}`;
  return [cycle, holidays && `nicht an den Feiertagen in ${holidays}`, place].filter(Boolean).join(', ');
}

function describePlace(nth: number): string {
  if (nth === -1) return 'letzten solchen Tag des Monats';
  return nth < 0 ? `${-nth}. solchen Tag vom Ende des Monats an` : `${nth}. solchen Tag des Monats`;
}

function describeTimes(times: Times): string {
  switch (times.kind) {
    case 'clocks':
      return `um ${joinWords(times.clocks)} Uhr`;
    case 'hours': {
      const hours = times.step === 1 ? 'jede Stunde' : `alle ${times.step} Stunden`;
      return times.minute === 0 ? hours : `${hours} zur Minute ${times.minute}`;
    }
    case 'evenMinutes':
      return `${times.step === 1 ? 'jede Minute' : `alle ${times.step} Minuten`}${describeHours(times.hours)}`;
    case 'minutes': {
      const minutes = `zu den Minuten ${joinWords(times.minutes.map(String))}`;
      return times.hours === 'all' ? `jede Stunde ${minutes}` : `${minutes}${describeHours(times.hours)}`;
    }
  }
}

function describeHours(hours: Hours): string {
  if (hours === 'all') return '';
  return 'from' in hours ? ` von ${hours.from} bis ${hours.to} Uhr` : ` in den Stunden ab ${joinWords(hours)} Uhr`;
}

function describeDays({ days, weekdays: chosen, months }: Schedule): string {
  const ofMonth = months ? '' : ' des Monats';
  const onDays = days && `am ${joinWords(days.map(day => `${day}.`))}${ofMonth}`;
  const onWeekdays =
    chosen === 'workdays'
      ? 'montags bis freitags'
      : chosen && joinWords(chosen.map(day => `${weekdays[day]?.toLowerCase() ?? ''}s`));
  return [onDays, onWeekdays].filter(Boolean).join(' oder ');
}
