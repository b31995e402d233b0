/**
 * How records are listed: `find`, `count` and `get`. Most records use `listingEndpoints`. Those whose `get` differs use
 * `findAndCountEndpoints`, and those that build the JSON of their rows themselves use `findLarge` and `countRows`.
 */
import { type Kysely, type Simplify, sql } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import { entityNotFound } from '../errors.ts';
import { type Call, type Endpoint, EntityQuery, endpoint } from '../http/endpoint.ts';
import { LargeResponse } from '../http/large-response.ts';
import { findBatches, jsonArray, type LargeRows } from './batches.ts';
import { compileQuery, type Selection } from './compile.ts';
import { countRows, findRows, type SelectVisible } from './execute.ts';
import type { Fields } from './fields.ts';
import { QueryBody } from './query-body.ts';
import type { RowSize } from './row-size.ts';

type MaybePromise<Value> = Value | Promise<Value>;

interface Listing<Schema, Joined, Tables extends keyof Joined, Row, Item extends TSchema> {
  /** Such as `/api/v1/user`. */
  path: string;
  /** Such as `users`. */
  plural: string;
  access: Pick<Endpoint, 'scope' | 'tier' | 'admin'>;
  /** Each request calls this, so that the endpoints can be described without a database. */
  db: () => Kysely<Schema>;
  fields: Fields;
  /** Selects the rows that this caller may see. */
  visible(call: Call): MaybePromise<SelectVisible<Schema, Joined, Tables, Row>>;
  item: Item;
  toItem(row: Row, call: Call): Static<Item>;
  /** The size of rows that can be large: then a page is read only as fast as the client receives it. */
  size?: RowSize;
}

export function listingEndpoints<Schema, Joined, Tables extends keyof Joined, Row, Item extends TSchema>(
  listing: Listing<Schema, Joined, Tables, Row, Item>,
): Endpoint[] {
  const { path, plural, access, db, fields, visible, item, toItem } = listing;
  return [
    ...findAndCountEndpoints(listing),
    endpoint({
      path: `${path}/get`,
      summary: `Reads one of ${plural.replace(/^(?!the )/, 'the ')} by its id`,
      ...access,
      query: EntityQuery,
      reply: item,
      handle: async call => {
        const select = await visible(call);
        const row = await select(db()).where(sql<boolean>`${fields.id} = ${call.query.entity_id}`).executeTakeFirst();
        if (!row) throw entityNotFound();
        return toItem(row as Row, call);
      },
    }),
  ];
}

export function findAndCountEndpoints<Schema, Joined, Tables extends keyof Joined, Row, Item extends TSchema>(
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
        const select = await visible(call);
        const toText = (row: unknown) => JSON.stringify(toItem(row as Row, call));
        if (size) return findLarge(db(), selection, { visible: select, size }, async rows => rows.map(toText));
        const rows = await findRows(db(), selection, select);
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
  ];
}

/** Finds a page of rows that can be large, and sends it batch by batch. `toTexts` returns the JSON of each row. */
export function findLarge<Schema, Joined, Tables extends keyof Joined, Row>(
  db: Kysely<Schema>,
  selection: Selection,
  rows: LargeRows<Schema, Joined, Tables, Row>,
  toTexts: (rows: Simplify<Row>[]) => Promise<readonly string[]>,
): LargeResponse {
  return new LargeResponse(jsonArray(findBatches(db, selection, rows), toTexts));
}
