import type { CallOptions } from '../attempt.ts';
import type { Assistant, AssistantCreation, AssistantUpdate } from '../types.ts';
import type { Caller } from './caller.ts';
import { Collection } from './collection.ts';

const PATH = '/api/v3/assistant';

/** Instructions, a model and tools. `chat.send` talks to one. */
export class Assistants extends Collection<Assistant> {
  constructor(call: Caller) {
    super(call, PATH);
  }

  create(assistant: AssistantCreation, options?: CallOptions): Promise<Assistant> {
    return this.call.json(`${PATH}/create`, assistant, options);
  }

  /** Changes the fields that are sent. */
  update(assistant: AssistantUpdate, options?: CallOptions): Promise<Assistant> {
    return this.call.json(`${PATH}/update`, assistant, options);
  }
}
