import type { CallOptions } from '../attempt.ts';
import { readEvents } from '../event-stream.ts';
import type { ChatEvent, ChatRequest, Message, Model } from '../types.ts';
import type { Caller } from './caller.ts';

const PATH = '/api/v3/chat';

export class Chat {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Sends a message to a model or an assistant, and returns the answer. */
  send(request: ChatRequest, options?: CallOptions): Promise<Message> {
    return this.#call.transport.json({ path: PATH, json: request, isRepeatable: false, isLong: true, options });
  }

  /** Sends a message, and yields the answer as it comes about. Leaving the loop does not stop the answer. */
  stream(request: ChatRequest, options?: CallOptions): AsyncGenerator<ChatEvent, void, void> {
    return readEvents(this.#call.transport, { path: `${PATH}/stream`, json: request, isRepeatable: false, options });
  }

  /** The models that can be chatted with. */
  models(options?: CallOptions): Promise<Model[]> {
    return this.#call.json('/api/v3/ai_model/get_all', undefined, options);
  }
}
