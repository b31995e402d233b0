/** Helpers for the endpoints of workflows that the console uses. */
import type { ListenEvent } from '../../src/triggers/listening.ts';
import { type Chunk, splitChunks } from '../support/runs.ts';
import type { TestService } from '../support/service.ts';

/** An open stream of `workflow/listen`. */
export class TestListener {
  readonly #abort = new AbortController();
  readonly #chunks: Chunk<ListenEvent>[] = [];
  readonly #reading: Promise<void>;
  #arrived = Promise.withResolvers<void>();
  #isOver = false;

  constructor(service: TestService, key: string, body: { workflow_id: string; node_id: string }) {
    this.#reading = this.#read(service, key, body);
    this.#reading.catch(() => {});
  }

  async #read(service: TestService, key: string, body: object): Promise<void> {
    try {
      const response = await fetch(`${service.url}/api/v1/workflow/listen`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'uni-api-key': key },
        body: JSON.stringify(body),
        signal: this.#abort.signal,
      });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      const decoder = new TextDecoder();
      for await (const part of response.body ?? []) {
        // Each chunk is written at once, so a part contains whole chunks.
        this.#chunks.push(...splitChunks<ListenEvent>(decoder.decode(part)).filter(({ data, error }) => data || error));
        this.#wake();
      }
    } finally {
      this.#isOver = true;
      this.#wake();
    }
  }

  #wake(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }

  /** Returns the next event, or what the stream ended with. A stream that says nothing for too long is ended. */
  async next(): Promise<ListenEvent | string> {
    const patience = setTimeout(() => this.#abort.abort(), 60_000);
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk) return chunk.error ? `${chunk.error.status} ${chunk.error.detail}` : chunk.data;
        if (this.#isOver) return 'over';
        await this.#arrived.promise;
      }
    } finally {
      clearTimeout(patience);
    }
  }

  /** Waits until the webhook waits for a call, and returns the path of its URL. */
  async path(): Promise<string> {
    const event = await this.next();
    if (typeof event === 'string' || event.type !== 'listening') throw new Error(JSON.stringify(event));
    return new URL(event.url).pathname;
  }

  async disconnect(): Promise<void> {
    this.#abort.abort();
    await this.#reading.catch(() => {});
  }
}
