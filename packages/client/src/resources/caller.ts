/** How the parts of the client make calls. */

import type { CallOptions } from '../attempt.ts';
import { randomId } from '../random-id.ts';
import { isRead } from '../reads.ts';
import type { Transport } from '../transport.ts';

export interface KeyedCallOptions extends CallOptions {
  /** Requests with the same key start one run. The client makes one for each call, so that its retries are safe. */
  idempotencyKey?: string;
}

export class Caller {
  readonly transport: Transport;
  readonly #headers: Record<string, string>;

  /** `headers` are sent with every call, as `panel-id` is with those for a panel. */
  constructor(transport: Transport, headers: Record<string, string> = {}) {
    this.transport = transport;
    this.#headers = headers;
  }

  get headers(): Record<string, string> {
    return this.#headers;
  }

  json<Reply>(
    path: string,
    body: unknown,
    options: CallOptions = {},
    query?: Readonly<Record<string, unknown>>,
  ): Promise<Reply> {
    const headers = this.#headers;
    return this.transport.json({ path, json: body, query, headers, options, isRepeatable: isRead(path) });
  }
}

/** With the key, a request that is sent again starts nothing new. */
export function keyHeader(idempotencyKey: string = randomId()): Record<string, string> {
  return { 'idempotency-key': idempotencyKey };
}
