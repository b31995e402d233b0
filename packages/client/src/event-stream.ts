/** Reads the streams of the API: chunks `{timestamp, data, error}`, of which some only say that the connection lives. */

import { type ApiRequest, limitTime, toConnectionError } from './attempt.ts';
import { ConnectionError, type ErrorCode, HeddleError, TimeoutError, toHeddleError } from './errors.ts';
import { JsonSplitter } from './json-splitter.ts';
import type { Transport } from './transport.ts';

export interface Chunk<Event> {
  /** When the service sent it. */
  timestamp: number;
  /** Empty in chunks that only keep the connection alive. */
  data: Event | '';
  error: { status: number; text: string; detail: string; code?: ErrorCode } | null;
}

/** The service sends something every second, so a stream that is silent for so long is dead. */
const SILENCE_MS = 30_000;

/** Yields the events of one connection, and throws what the service reports as an error. */
export async function* readEvents<Event>(transport: Transport, request: ApiRequest): AsyncGenerator<Event, void, void> {
  for await (const { data, error } of readChunks<Event>(transport, request)) {
    if (error) throw toHeddleError({ ...error, path: request.path });
    if (data !== '') yield data;
  }
}

/**
 * Yields the chunks of one connection. Connecting is retried like any request; a connection that breaks later, or falls
 * silent, throws `ConnectionError` or `TimeoutError`.
 */
export async function* readChunks<Event>(
  transport: Pick<Transport, 'execute'>,
  request: ApiRequest,
): AsyncGenerator<Chunk<Event>, void, void> {
  const { path, options } = request;
  const silence = limitTime(options?.signal, SILENCE_MS);
  try {
    const connected = { ...request, isStream: true, options: { ...options, signal: silence.signal } };
    const response = await transport.execute(connected, async response => response);
    try {
      for await (const text of readObjects(response, path, silence)) yield JSON.parse(text) as Chunk<Event>;
    } catch (error) {
      options?.signal?.throwIfAborted();
      if (silence.isOver()) throw new TimeoutError(path, SILENCE_MS);
      throw error instanceof HeddleError ? error : toConnectionError(error, path);
    }
  } finally {
    silence.clear();
    silence.abort();
  }
}

async function* readObjects(
  response: Response,
  path: string,
  silence: { restart(): void; stop(): void },
): AsyncGenerator<string, void, void> {
  const splitter = new JsonSplitter();
  const reader = response.body?.getReader();
  if (!reader) return;
  // A caller who takes long over an event is not a silent stream, so only the time in `read` counts.
  const read = async () => {
    silence.restart();
    const piece = await reader.read();
    silence.stop();
    return piece;
  };
  try {
    for (let piece = await read(); !piece.done; piece = await read()) yield* splitter.push(piece.value);
  } finally {
    // Whoever leaves the loop early is not interested in the rest.
    await reader.cancel().catch(() => undefined);
  }
  if (splitter.isIncomplete) throw new ConnectionError(path, 'The stream broke off');
}
