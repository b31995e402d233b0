import type { CallOptions } from '../attempt.ts';
import type { Panel, PanelCreation, PanelUpdate } from '../types.ts';
import { Caller } from './caller.ts';
import { Collection } from './collection.ts';
import { PanelFiles } from './panel-files.ts';
import { Records } from './records.ts';

const PATH = '/api/v1/panel';

/** The settings of panels. `heddle.panel(id)` has the records and files of one. */
export class Panels extends Collection<Panel> {
  constructor(call: Caller) {
    super(call, PATH);
  }

  create(panel: PanelCreation, options?: CallOptions): Promise<Panel> {
    return this.call.json(`${PATH}/create`, panel, options);
  }

  update(panel: PanelUpdate, options?: CallOptions): Promise<Panel> {
    return this.call.json(`${PATH}/update`, panel, options);
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
