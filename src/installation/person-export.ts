/**
 * `/api/v1/audit/person`: all of one person, list by list, each with the oldest first. A page begins behind the last entry
 * of the one before, so that nothing is repeated or left out while the person goes on working.
 */
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { userSubject } from '../accounts/users.ts';
import { recordExport } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase, Query } from '../database.ts';
import { entityNotFound, validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { about, named } from '../http/described.ts';
import { administrators, endpointWith, Nullable, Uuid } from '../http/endpoint.ts';
import { PERSON_LIST_NAMES, PERSON_LISTS, type PersonList } from './person-lists.ts';

const { items: exportedEntries } = fixedLimits.query;

const PersonRequest = named(
  'PersonExportRequest',
  Type.Object({
    user_id: about('Also of a user who was deleted: the audit log still names them.', Uuid),
    lists: Type.Optional(
      Type.Array(Type.Enum(PERSON_LIST_NAMES), {
        minItems: 1,
        description: 'only these lists; by default all of them',
      }),
    ),
    after: Type.Optional(Type.String({ maxLength: 200, description: 'the `next` of the page before' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: exportedEntries,
        default: exportedEntries,
        description: 'entries of one page',
      }),
    ),
  }),
);
type PersonRequest = Static<typeof PersonRequest>;

const PersonExport = named(
  'PersonExport',
  Type.Object({
    entries: Type.Array(
      Type.Object({
        list: Type.Enum(PERSON_LIST_NAMES, { description: 'where it comes from' }),
        id: about('Of the entry, run, file and so on. The keys of records are unique within their panel.', Uuid),
        at: about('When it happened or was created, in milliseconds since 1970.', Type.Integer()),
        details: Type.Record(Type.String(), Type.Unknown(), {
          description: 'what it was, as its list tells it; neither contents nor secrets',
        }),
      }),
      { description: 'list by list, each with the oldest first' },
    ),
    next: about('Where the next page begins; null: this is the last one.', Nullable(Type.String())),
  }),
);
type PersonExport = Static<typeof PersonExport>;

export const personExportEndpoint = endpointWith<{ database: HeddleDatabase }>()({
  path: '/api/v1/audit/person',
  summary: 'Exports what one person did and made: their entries of the audit log, runs, files, records and so on',
  ...administrators,
  body: PersonRequest,
  reply: PersonExport,
  handle: async ({ database: { query: db } }, { caller, body }) => {
    const page = await readPage(db, body);
    await recordPersonExport(db, caller, body);
    return page;
  },
});

interface Cursor {
  list: PersonList;
  /** As PostgreSQL writes it, because a JavaScript date has only milliseconds. */
  at: string;
  id: string;
}

interface EntryRow {
  id: string;
  at: Date;
  exact_at: string;
  details: Record<string, unknown>;
}

async function readPage(
  db: Query,
  { user_id, lists = PERSON_LIST_NAMES, after, limit = exportedEntries }: PersonRequest,
): Promise<PersonExport> {
  const cursor = after === undefined ? undefined : readCursor(after);
  const names = PERSON_LIST_NAMES.filter(name => lists.includes(name));
  const left = cursor ? names.slice(names.indexOf(cursor.list)) : names;
  const entries: PersonExport['entries'] = [];
  let last: Cursor | undefined;
  for (const list of left) {
    const from = list === cursor?.list ? cursor : undefined;
    // One more than fits tells whether there is another page.
    const rows = await readRows(db, list, user_id, from, limit - entries.length + 1);
    for (const { id, at, exact_at, details } of rows) {
      if (entries.length === limit) return { entries, next: last ? toCursor(last) : null };
      entries.push({ list, id, at: at.getTime(), details });
      last = { list, at: exact_at, id };
    }
  }
  return { entries, next: null };
}

async function readRows(
  db: Query,
  list: PersonList,
  userId: string,
  from: Cursor | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const behind = from ? sql`WHERE (at, id) > (${from.at}::timestamptz, ${from.id}::uuid)` : sql``;
  const { rows } = await sql<EntryRow>`
    SELECT id, at, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') AS exact_at, details
    FROM (${PERSON_LISTS[list](userId)}) AS listed ${behind} ORDER BY at, id LIMIT ${limit}`.execute(db);
  return rows;
}

function toCursor({ list, at, id }: Cursor): string {
  return `${list}/${at}/${id}`;
}

const CURSOR = /^([a-z_]+)\/(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00)\/([0-9a-f-]{36})$/;

function readCursor(text: string): Cursor {
  const [, list = '', at = '', id = ''] = CURSOR.exec(text) ?? [];
  const known = PERSON_LIST_NAMES.find(name => name === list);
  if (!known || Number.isNaN(Date.parse(at))) throw validationError('after', 'must be the next of an earlier page');
  return { list: known, at, id };
}

/** A user who was deleted is known by the name that the audit log has. */
async function recordPersonExport(db: Query, caller: Caller, { user_id: id, after }: PersonRequest): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM users WHERE id = ${id}
    UNION ALL (SELECT actor_email FROM audit_events WHERE actor_id = ${id} ORDER BY at DESC LIMIT 1) LIMIT 1`.execute(
    db,
  );
  if (!rows[0]) throw entityNotFound();
  const event = { action: 'user.export', subject: userSubject({ id, email: rows[0].email }) } as const;
  await recordExport(db, caller, event, { isFirstPage: after === undefined });
}
