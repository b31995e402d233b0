import type { CallOptions } from '../attempt.ts';
import { eachItem, toSkip } from '../paging.ts';
import type {
  DeletedVariable,
  ResolvedVariable,
  SavedVariable,
  Variable,
  VariableCreation,
  VariableDetails,
  VariableOverride,
  VariablePage,
  VariableQuery,
  VariableUpdate,
} from '../types.ts';
import type { Caller } from './caller.ts';

const PATH = '/api/v1/variable';

/** What templates see as `vars`. */
export class Variables {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Those of the user of the key and of their organizations. */
  list(query: VariableQuery = {}, options?: CallOptions): Promise<VariablePage> {
    return this.#call.json(`${PATH}/find`, query, options);
  }

  /** Goes through all that match, page by page. */
  each(query: Omit<VariableQuery, 'skip' | 'limit'> = {}, options?: CallOptions): AsyncGenerator<Variable, void, void> {
    return eachItem(
      async page => (await this.list({ ...query, ...toSkip(page) }, options)).items,
      ({ id }) => id,
    );
  }

  /** With the workflows that refer to it. */
  get(id: string, options?: CallOptions): Promise<VariableDetails> {
    return this.#call.json(`${PATH}/get`, { id }, options);
  }

  create(variable: VariableCreation, options?: CallOptions): Promise<SavedVariable> {
    return this.#call.json(`${PATH}/create`, variable, options);
  }

  /** Changes the fields that are sent. Runs that begin from then on see it. */
  update(variable: VariableUpdate, options?: CallOptions): Promise<SavedVariable> {
    return this.#call.json(`${PATH}/update`, variable, options);
  }

  /** Returns the workflows that still refer to it. */
  delete(id: string, options?: CallOptions): Promise<DeletedVariable> {
    return this.#call.json(`${PATH}/delete`, { id }, options);
  }

  /** What a workflow sees, with its own values. */
  resolve(workflowId: string, options?: CallOptions): Promise<ResolvedVariable[]> {
    return this.#resolved('resolve', { workflow_id: workflowId }, options);
  }

  /** Gives a workflow a value of its own, or removes it with the value null. */
  override(override: VariableOverride, options?: CallOptions): Promise<ResolvedVariable[]> {
    return this.#resolved('override', override, options);
  }

  async #resolved(name: string, body: object, options: CallOptions | undefined): Promise<ResolvedVariable[]> {
    const { variables } = await this.#call.json<{ variables: ResolvedVariable[] }>(`${PATH}/${name}`, body, options);
    return variables;
  }
}
