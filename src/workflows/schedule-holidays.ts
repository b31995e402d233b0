/**
 * The holidays of schedules are read from a variable whenever the next time is computed, and once more when a schedule fires.
 * So a change of the variable counts without publishing again.
 */
import type { Query } from '../database.ts';
import { ScheduleError } from '../engine/schedule.ts';
import { holidaysVariable, NO_HOLIDAYS, parseHolidays, readScheduleDays } from '../engine/schedule-days.ts';
import { readVariablesOfScopes, type VariableScope } from '../variables/reading.ts';

export interface Holidays {
  readonly dates: ReadonlySet<number>;
  /** Set when the schedule names a variable that does not exist or has no dates. Then there are no holidays. */
  readonly problem?: string;
}

/** The days are params, of a draft or a published version. */
export interface ScopedDays {
  readonly scope: VariableScope;
  readonly days: unknown;
}

const NONE: Holidays = { dates: NO_HOLIDAYS };

/** Reads the present holidays of each of the schedules, with one statement. */
export async function readHolidays(db: Query, schedules: readonly ScopedDays[]): Promise<Holidays[]> {
  const names = schedules.map(({ days }) => holidaysVariable(readScheduleDays(days)));
  const wanted = schedules.flatMap(({ scope }, index) => {
    const name = names[index];
    return name === undefined ? [] : { scope, name };
  });
  const values = (await readVariablesOfScopes(db, wanted)).values();
  // Many schedules have the same holidays.
  const parsed = new Map<string, Holidays>();
  return names.map(name => {
    if (name === undefined) return NONE;
    const json = values.next().value;
    if (json === undefined) return { dates: NO_HOLIDAYS, problem: `there is no variable '${name}' with holidays` };
    const key = `${name} ${json}`;
    const holidays = parsed.get(key) ?? toHolidays(name, json);
    parsed.set(key, holidays);
    return holidays;
  });
}

export async function readHolidaysOf(db: Query, scope: VariableScope, days: unknown): Promise<Holidays> {
  const [holidays = NONE] = await readHolidays(db, [{ scope, days }]);
  return holidays;
}

function toHolidays(name: string, json: string): Holidays {
  try {
    return { dates: parseHolidays(JSON.parse(json)) };
  } catch (error) {
    if (error instanceof ScheduleError) return { dates: NO_HOLIDAYS, problem: `'vars.${name}' ${error.message}` };
    throw error;
  }
}
