import type { CallOptions } from '../attempt.ts';
import { eachItem } from '../paging.ts';
import type { Listing, ListingPage, Panel, PanelCreation, PanelUpdate } from '../types.ts';
import { Caller } from './caller.ts';
import { PanelFiles } from './panel-files.ts';
import { Records } from './records.ts';

const PATH = '/api/v1/panel';

/** The settings of panels. `heddle.panel(id)` has the records and files of one. */
export class Panels {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  find(query: ListingPage = {}, options?: CallOptions): Promise<Panel[]> {
    return this.#call.json(`${PATH}/find`, query, options);
  }

  count(query: Listing = {}, options?: CallOptions): Promise<number> {
    return this.#call.json(`${PATH}/count`, query, options);
  }

  /** Goes through all that match, page by page. */
  each(query: Listing = {}, options?: CallOptions): AsyncGenerator<Panel, void, void> {
    return eachItem(
      page => this.find({ ...query, ...page }, options),
      ({ id }) => id,
    );
  }

  get(id: string, options?: CallOptions): Promise<Panel> {
    return this.#call.json(`${PATH}/get`, undefined, options, { entity_id: id });
  }

  create(panel: PanelCreation, options?: CallOptions): Promise<Panel> {
    return this.#call.json(`${PATH}/create`, panel, options);
  }

  update(panel: PanelUpdate, options?: CallOptions): Promise<Panel> {
    return this.#call.json(`${PATH}/update`, panel, options);
  }

  /** Deletes it with its records and files. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call.json(`${PATH}/delete`, undefined, options, { entity_id: id });
  }
}

/** The records and files of one panel. */
export class OpenPanel {
  readonly id: string;
  readonly files: PanelFiles;
  readonly records: Records;

  constructor({ transport }: Caller, id: string) {
    const call = new Caller(transport, { 'panel-id': id });
    this.id = id;
    this.files = new PanelFiles(call);
    this.records = new Records(call);
  }
}
