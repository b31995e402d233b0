/** The read endpoints that every kind of record has: `find`, `count` and `get`. */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import { entityNotFound } from '../errors.ts';
import { type Call, type Endpoint, EntityQuery, endpoint } from '../http/endpoint.ts';
import { compileQuery } from './compile.ts';
import type { Fields } from './fields.ts';
import { QueryBody } from './query-body.ts';
import { countRows, findRows } from './run.ts';

export interface Listing<Schema, Joined, Tables extends keyof Joined, Row, Item extends TSchema> {
  /** Such as `/api/v1/user`. */
  path: string;
  /** Such as `users`. */
  plural: string;
  access: Pick<Endpoint, 'scope' | 'tier' | 'admin'>;
  db: Kysely<Schema>;
  fields: Fields;
  /** The rows that this caller may see at all. */
  visible(db: Kysely<Schema>, call: Call): SelectQueryBuilder<Joined, Tables, Row>;
  item: Item;
  itemOf(row: Row, call: Call): Static<Item>;
}

export function listingEndpoints<Schema, Joined, Tables extends keyof Joined, Row, Item extends TSchema>(
  listing: Listing<Schema, Joined, Tables, Row, Item>,
): Endpoint[] {
  const { path, plural, access, db, fields, visible, item, itemOf } = listing;
  return [
    endpoint({
      path: `${path}/find`,
      summary: `Finds ${plural}, newest first`,
      ...access,
      body: QueryBody,
      reply: Type.Array(item),
      handle: async call => {
        const rows = await findRows(db, compileQuery(fields, call.body), db => visible(db, call));
        return rows.map(row => itemOf(row as Row, call)) as Static<Type.TArray<Item>>;
      },
    }),
    endpoint({
      path: `${path}/count`,
      summary: `Counts ${plural}`,
      ...access,
      body: QueryBody,
      reply: Type.Integer(),
      handle: call => countRows(db, compileQuery(fields, call.body), db => visible(db, call)),
    }),
    endpoint({
      path: `${path}/get`,
      summary: `Reads one of ${plural} by its id`,
      ...access,
      query: EntityQuery,
      reply: item,
      handle: async call => {
        const row = await visible(db, call)
          .where(sql<boolean>`${fields.id} = ${call.query.entity_id}`)
          .executeTakeFirst();
        if (!row) throw entityNotFound();
        return itemOf(row as Row, call);
      },
    }),
  ];
}
