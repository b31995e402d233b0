/** Reads streams of JSON objects as they arrive. */
import assert from 'node:assert/strict';
import { type Chunk, splitChunks } from './runs.ts';
import type { TestService } from './service.ts';

export interface OpenedStream<Event> {
  leave(): void;
  /** Reads until the events so far meet the condition. Fails when the stream ends before. */
  until(isEnough: (events: Event[]) => boolean): Promise<Event[]>;
  /** Reads to the end of the stream. */
  rest(): Promise<Chunk<Event>[]>;
}

export async function openStream<Event>(
  service: TestService,
  path: string,
  body: object,
  /** A key, or the headers by which the service knows the user. */
  caller: string | Record<string, string>,
): Promise<OpenedStream<Event>> {
  const abort = new AbortController();
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(typeof caller === 'string' ? { 'uni-api-key': caller } : caller),
    },
    body: JSON.stringify(body),
    signal: abort.signal,
  });
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text());
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.ok(reader);
  let text = '';

  /** The network may split a chunk, so only a whole number of chunks counts. */
  const chunks = () => (text.endsWith('}') ? splitChunks<Event>(text) : []);
  const events = () => chunks().flatMap(({ data }) => (data === '' ? [] : [data]));

  return {
    leave: () => abort.abort(),
    async until(isEnough) {
      for (;;) {
        const soFar = events();
        if (isEnough(soFar)) return soFar;
        const { value, done } = await reader.read();
        assert.equal(done, false, `the stream ended after ${text}`);
        text += value;
      }
    },
    async rest() {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return chunks();
        text += value;
      }
    },
  };
}
