import type { CallOptions } from '../attempt.ts';
import { eachItem } from '../paging.ts';
import type { Filter, Listing, ListingPage, PanelRecord } from '../types.ts';
import type { Caller } from './caller.ts';

const PATH = '/api/v3/booster/database/private';

/** A record whose data the caller knows the form of. */
export type RecordOf<Data> = Omit<PanelRecord, 'data'> & { data: Data };
type AnyData = Record<string, unknown>;

/** The records of a panel. */
export class Records {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Finds records of a collection, newest first. Fields are `key`, `created`, `updated` and `data.<path>`. */
  find<Data = AnyData>(collection: string, params: ListingPage = {}, options?: CallOptions): Promise<RecordOf<Data>[]> {
    return this.#call.json(`${PATH}/find`, { collection, params }, options);
  }

  count(collection: string, params: { filters?: Filter[] } = {}, options?: CallOptions): Promise<number> {
    return this.#call.json(`${PATH}/count`, { collection, params }, options);
  }

  /** Goes through all that match, page by page. */
  each<Data = AnyData>(
    collection: string,
    params: Listing = {},
    options?: CallOptions,
  ): AsyncGenerator<RecordOf<Data>, void, void> {
    return eachItem(
      page => this.find<Data>(collection, { ...params, ...page }, options),
      ({ key }) => key,
    );
  }

  get<Data = AnyData>(key: string, options?: CallOptions): Promise<RecordOf<Data>> {
    return this.#call.json(`${PATH}/get`, { key }, options);
  }

  /** With a `key` of your own, a record that exists already is refused with `ConflictError`. */
  create<Data extends object>(
    record: { collection: string; data: Data; key?: string },
    options?: CallOptions,
  ): Promise<RecordOf<Data>> {
    return this.#call.json(`${PATH}/create`, record, options);
  }

  /** Merges the top-level fields that are sent. */
  update<Data = AnyData>(key: string, data: Partial<Data>, options?: CallOptions): Promise<RecordOf<Data>> {
    return this.#call.json(`${PATH}/update`, { key, data }, options);
  }

  async delete(key: string, options?: CallOptions): Promise<void> {
    await this.#call.json(`${PATH}/delete`, { key }, options);
  }
}
