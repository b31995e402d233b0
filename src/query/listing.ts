/**
 * How records are listed: `find`, `count` and `get`. Most records use `listingEndpoints`. Those whose `get` differs use
 * `findAndCountEndpoints`, and those that build the JSON of their rows themselves use `findLarge` and `countRows`.
 */
import { type Kysely, type Simplify, sql } from 'kysely';
import Type, { type Static, type TSchema } from 'typebox';
import type { HeddleDatabase, Query, Schema } from '../database.ts';
import { entityNotFound } from '../errors.ts';
import { type Call, type Endpoint, type EndpointDescription, EntityQuery, endpointWith } from '../http/endpoint.ts';
import { LargeResponse } from '../http/large-response.ts';
import { findBatches, jsonArray, type LargeRows } from './batches.ts';
import { compileQuery, type Selection } from './compile.ts';
import { countRows, findRows, type SelectVisible } from './execute.ts';
import type { Fields } from './fields.ts';
import { QueryBody } from './query-body.ts';
import type { RowSize } from './row-size.ts';

type MaybePromise<Value> = Value | Promise<Value>;

interface ListingServices {
  database: HeddleDatabase;
}

interface Listing<Services, Joined, Tables extends keyof Joined, Row, Item extends TSchema> {
  /** Such as `/api/v1/user`. */
  path: string;
  /** Such as `users`. */
  plural: string;
  access: Pick<EndpointDescription, 'scope' | 'tier' | 'admin'>;
  fields: Fields;
  /** Selects the rows that this caller may see. */
  visible(call: Call, db: Query): MaybePromise<SelectVisible<Schema, Joined, Tables, Row>>;
  item: Item;
  toItem(row: Row, services: Services): Static<Item>;
  /** The size of rows that can be large: then a page is read only as fast as the client receives it. */
  size?: RowSize;
}

export function listingEndpoints<
  Joined,
  Tables extends keyof Joined,
  Row,
  Item extends TSchema,
  Services extends ListingServices = ListingServices,
>(listing: Listing<Services, Joined, Tables, Row, Item>): Endpoint<Services>[] {
  const { path, plural, access, fields, visible, item, toItem } = listing;
  const endpoint = endpointWith<Services>();
  return [
    ...findAndCountEndpoints(listing),
    endpoint({
      path: `${path}/get`,
      summary: `Reads one of ${plural.replace(/^(?!the )/, 'the ')} by its id`,
      ...access,
      query: EntityQuery,
      reply: item,
      handle: async (services, call) => {
        const { query: db } = services.database;
        const select = await visible(call, db);
        const row = await select(db).where(sql<boolean>`${fields.id} = ${call.query.entity_id}`).executeTakeFirst();
        if (!row) throw entityNotFound();
        return toItem(row as Row, services);
      },
    }),
  ];
}

export function findAndCountEndpoints<
  Joined,
  Tables extends keyof Joined,
  Row,
  Item extends TSchema,
  Services extends ListingServices = ListingServices,
>(listing: Listing<Services, Joined, Tables, Row, Item>): Endpoint<Services>[] {
  const { path, plural, access, fields, visible, item, toItem, size } = listing;
  const endpoint = endpointWith<Services>();
  return [
    endpoint({
      path: `${path}/find`,
      summary: `Finds ${plural}, newest first`,
      ...access,
      body: QueryBody,
      reply: Type.Array(item),
      handle: async (services, call) => {
        const { query: db } = services.database;
        const selection = compileQuery(fields, call.body);
        const select = await visible(call, db);
        const toText = (row: unknown) => JSON.stringify(toItem(row as Row, services));
        if (size) return findLarge(db, selection, { visible: select, size }, async rows => rows.map(toText));
        const rows = await findRows(db, selection, select);
        return rows.map(row => toItem(row as Row, services)) as Static<Type.TArray<Item>>;
      },
    }),
    endpoint({
      path: `${path}/count`,
      summary: `Counts ${plural}`,
      ...access,
      body: QueryBody,
      reply: Type.Integer(),
      handle: async ({ database: { query: db } }, call) =>
        countRows(db, compileQuery(fields, call.body), await visible(call, db)),
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
