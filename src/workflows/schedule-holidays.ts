/**
 * The holidays of schedules are read whenever the next time is computed, and once more when a schedule fires. So a change of
 * the variable or of the file counts without publishing again.
 */
import { requireUsablePanel } from '../booster/access.ts';
import { requireStoredFile } from '../booster/storage/files.ts';
import { requireRight } from '../booster/storage/folders.ts';
import { fixedLimits, MEGABYTE } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { parseHolidayFile } from '../engine/holiday-file.ts';
import { ScheduleError } from '../engine/schedule.ts';
import {
  type HolidayFile,
  holidaySource,
  NO_HOLIDAYS,
  parseHolidays,
  readScheduleDays,
} from '../engine/schedule-days.ts';
import { ApiError } from '../errors.ts';
import { BlobNotFound, type Blobs, requireBlobKey } from '../platform/blobs/blobs.ts';
import { keepNewest } from '../platform/keep-newest.ts';
import { readVariablesOfScopes, type VariableScope } from '../variables/reading.ts';

export interface Holidays {
  readonly dates: ReadonlySet<number>;
  /** Set when the schedule names a variable or a file that does not exist or has no dates. Then there are no holidays. */
  readonly problem?: string;
}

/** The days are params, of a draft or a published version. */
export interface ScopedDays {
  readonly scope: VariableScope;
  readonly days: unknown;
}

const NONE: Holidays = { dates: NO_HOLIDAYS };
const KEPT_FILES = 100;

export class HolidayReader {
  readonly #blobs: Pick<Blobs, 'read'>;
  /** By the hash of the content, which never changes. */
  readonly #files = new Map<string, Holidays>();

  constructor(blobs: Pick<Blobs, 'read'>) {
    this.#blobs = blobs;
  }

  /** Reads the present holidays of each of the schedules: variables with one statement, and each file once. */
  async read(db: Query, schedules: readonly ScopedDays[]): Promise<Holidays[]> {
    const wanted = schedules.map(({ scope, days }) => ({ scope, source: holidaySource(readScheduleDays(days)) }));
    const variables = wanted.flatMap(({ scope, source }) =>
      source?.variable === undefined ? [] : { scope, name: source.variable },
    );
    const values = (await readVariablesOfScopes(db, variables)).values();
    // Many schedules have the same holidays.
    const known = new Map<string, Holidays>();
    const found: Holidays[] = [];
    for (const { scope, source } of wanted) {
      if (source === undefined) {
        found.push(NONE);
        continue;
      }
      const { variable, file } = source;
      const value = file ? undefined : values.next().value;
      const key = JSON.stringify(file ? [scope.created_by, file] : [variable, value]);
      const holidays = known.get(key) ?? (file ? await this.#readFile(db, scope, file) : ofVariable(variable, value));
      known.set(key, holidays);
      found.push(holidays);
    }
    return found;
  }

  async readOne(db: Query, scope: VariableScope, days: unknown): Promise<Holidays> {
    const [holidays = NONE] = await this.read(db, [{ scope, days }]);
    return holidays;
  }

  /** The creator of the workflow must be allowed to read the file. */
  async #readFile(db: Query, scope: VariableScope, { panelId, path }: HolidayFile): Promise<Holidays> {
    try {
      const user = await db.selectFrom('users').select('email').where('id', '=', scope.created_by).executeTakeFirst();
      const creator = { userId: scope.created_by, email: user?.email ?? '' };
      const panel = await requireUsablePanel(db, creator, panelId);
      const { folder, size, sha256, blob_key } = await requireStoredFile(db, panel, { path });
      requireRight(panel.file_storage, folder, 'read');
      const known = this.#files.get(sha256);
      if (known) return known;
      if (size > fixedLimits.workflow.holidayFileBytes) return ofNothing(`the file '${path}' ${TOO_LARGE}`);
      const content = await this.#blobs.read(requireBlobKey(blob_key), size);
      const holidays = { dates: parseHolidayFile(new TextDecoder().decode(content)) };
      keepNewest(this.#files, sha256, holidays, KEPT_FILES);
      return holidays;
    } catch (error) {
      if (error instanceof ScheduleError) return ofNothing(`the file '${path}' ${error.message}`);
      // It may have been deleted since its row was read.
      if (error instanceof ApiError || error instanceof BlobNotFound) {
        return ofNothing(`there is no file '${path}' with holidays that the creator of the workflow may read`);
      }
      throw error;
    }
  }
}

const TOO_LARGE = `is larger than the ${fixedLimits.workflow.holidayFileBytes / MEGABYTE} MB that a list of holidays may have`;

function ofVariable(name: string | undefined, json: string | undefined): Holidays {
  if (json === undefined) return ofNothing(`there is no variable '${name}' with holidays`);
  try {
    return { dates: parseHolidays(JSON.parse(json)) };
  } catch (error) {
    if (error instanceof ScheduleError) return ofNothing(`'vars.${name}' ${error.message}`);
    throw error;
  }
}

function ofNothing(problem: string): Holidays {
  return { dates: NO_HOLIDAYS, problem };
}
