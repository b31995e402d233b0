/** What the resources have in common that are filtered, sorted and paged. */
import type { CallOptions } from '../attempt.ts';
import { eachItem } from '../paging.ts';
import type { Listing, ListingPage } from '../types.ts';
import type { Caller } from './caller.ts';

/** Most items are small. */
const PAGE_ITEMS = 100;

export class Collection<Item extends { id: string }> {
  protected readonly call: Caller;
  readonly #path: string;
  readonly #pageItems: number;

  /** `path` is that of the calls, without their names such as `find`. */
  constructor(call: Caller, path: string, pageItems: number = PAGE_ITEMS) {
    this.call = call;
    this.#path = path;
    this.#pageItems = pageItems;
  }

  find(query: ListingPage = {}, options?: CallOptions): Promise<Item[]> {
    return this.call.json(`${this.#path}/find`, query, options);
  }

  count(query: Listing = {}, options?: CallOptions): Promise<number> {
    return this.call.json(`${this.#path}/count`, query, options);
  }

  /** Goes through all that match, page by page. */
  each(query: Listing = {}, options?: CallOptions): AsyncGenerator<Item, void, void> {
    return eachItem(
      page => this.find({ ...query, ...page }, options),
      ({ id }) => id,
      this.#pageItems,
    );
  }

  get(id: string, options?: CallOptions): Promise<Item> {
    return this.call.json(`${this.#path}/get`, undefined, options, { entity_id: id });
  }

  /** Deletes it with what belongs to it, such as the runs and versions of a workflow, or the records and files of a panel. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.call.json(`${this.#path}/delete`, undefined, options, { entity_id: id });
  }
}
