/** The read endpoints that every kind of record has: `find`, `count` and `get`. */
import { type Kysely, sql } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import { entityNotFound } from '../errors.ts';
import { type Call, type Endpoint, EntityQuery, endpoint } from '../http/endpoint.ts';
import { LargeResponse } from '../http/large-response.ts';
import { findBatches, jsonArray } from './batches.ts';
import { compileQuery } from './compile.ts';
import type { Fields } from './fields.ts';
import { QueryBody } from './query-body.ts';
import type { RowSize } from './row-size.ts';
import { countRows, findRows, type Visible } from './run.ts';

type MaybePromise<Value> = Value | Promise<Value>;

export interface Listing<Schema, Joined, Tables extends keyof Joined, Row, Item extends TSchema> {
  /** Such as `/api/v1/user`. */
  path: string;
  /** Such as `users`. */
  plural: string;
  access: Pick<Endpoint, 'scope' | 'tier' | 'admin'>;
  /** Called by each request: endpoints can be listed without a database. */
  db: () => Kysely<Schema>;
  fields: Fields;
  /** The rows that this caller may see at all. */
  visible(call: Call): MaybePromise<Visible<Schema, Joined, Tables, Row>>;
  item: Item;
  toItem(row: Row, call: Call): Static<Item>;
  /** Of rows that can be large: then no more of a page is read than is on its way to the client. */
  size?: RowSize;
}

export function listingEndpoints<Schema, Joined, Tables extends keyof Joined, Row, Item extends TSchema>(
  listing: Listing<Schema, Joined, Tables, Row, Item>,
): Endpoint[] {
  const { path, plural, access, db, fields, visible, item, toItem, size } = listing;
  return [
    endpoint({
      path: `${path}/find`,
      summary: `Finds ${plural}, newest first`,
      ...access,
      body: QueryBody,
      reply: Type.Array(item),
      handle: async call => {
        const selection = compileQuery(fields, call.body);
        const visibleTo = await visible(call);
        if (size) {
          const batches = findBatches(db(), selection, { visible: visibleTo, size });
          const textOf = (row: unknown) => JSON.stringify(toItem(row as Row, call));
          return new LargeResponse(jsonArray(batches, async rows => rows.map(textOf)));
        }
        const rows = await findRows(db(), selection, visibleTo);
        return rows.map(row => toItem(row as Row, call)) as Static<Type.TArray<Item>>;
      },
    }),
    endpoint({
      path: `${path}/count`,
      summary: `Counts ${plural}`,
      ...access,
      body: QueryBody,
      reply: Type.Integer(),
      handle: async call => countRows(db(), compileQuery(fields, call.body), await visible(call)),
    }),
    endpoint({
      path: `${path}/get`,
      summary: `Reads one of ${plural} by its id`,
      ...access,
      query: EntityQuery,
      reply: item,
      handle: async call => {
        const visibleTo = await visible(call);
        const row = await visibleTo(db()).where(sql<boolean>`${fields.id} = ${call.query.entity_id}`).executeTakeFirst();
        if (!row) throw entityNotFound();
        return toItem(row as Row, call);
      },
    }),
  ];
}
