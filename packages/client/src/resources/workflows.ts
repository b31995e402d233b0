import type { CallOptions } from '../attempt.ts';
import type {
  Catalog,
  CopyRequest,
  Deployment,
  ExportDocument,
  ImportReply,
  ImportRequest,
  Validation,
  Workflow,
  WorkflowCreation,
  WorkflowUpdate,
} from '../types.ts';
import type { Caller } from './caller.ts';
import { Collection } from './collection.ts';

const PATH = '/api/v3/workflow';
/** Workflows come with their definitions, so a page is short. */
const PAGE_ITEMS = 50;

export class Workflows extends Collection<Workflow> {
  constructor(call: Caller) {
    super(call, PATH, PAGE_ITEMS);
  }

  create(workflow: WorkflowCreation, options?: CallOptions): Promise<Workflow> {
    return this.call.json(`${PATH}/create`, workflow, options);
  }

  /** Changes the fields that are sent. A definition is replaced as a whole. */
  update(workflow: WorkflowUpdate, options?: CallOptions): Promise<Workflow> {
    return this.call.json(`${PATH}/update`, workflow, options);
  }

  /** Checks the draft. */
  validate(id: string, options?: CallOptions): Promise<Validation> {
    return this.call.json(`${PATH}/validate`, { workflow_id: id }, options);
  }

  /** Makes the draft the next version, and turns its triggers on. */
  publish(id: string, { note, ...options }: CallOptions & { note?: string } = {}): Promise<Deployment> {
    return this.call.json(`${PATH}/publish`, { workflow_id: id, ...(note !== undefined && { note }) }, options);
  }

  /** Turns the triggers of the published version on or off. */
  activate(id: string, active: boolean, options?: CallOptions): Promise<Deployment> {
    return this.call.json(`${PATH}/activate`, { workflow_id: id, active }, options);
  }

  /** The published version with its triggers, the URLs of its webhooks and the secret of its signed requests. */
  deployment(id: string, options?: CallOptions): Promise<Deployment> {
    return this.call.json(`${PATH}/deployment`, { workflow_id: id }, options);
  }

  export(id: string, options?: CallOptions): Promise<ExportDocument> {
    return this.call.json(`${PATH}/export`, { workflow_id: id }, options);
  }

  import(request: ImportRequest, options?: CallOptions): Promise<ImportReply> {
    return this.call.json(`${PATH}/import`, request, options);
  }

  copy(request: CopyRequest, options?: CallOptions): Promise<ImportReply> {
    return this.call.json(`${PATH}/copy`, request, options);
  }

  /** All node types and tools, with the schemas of their params. */
  catalog(options?: CallOptions): Promise<Catalog> {
    return this.call.json(`${PATH}/catalog`, undefined, options);
  }
}
