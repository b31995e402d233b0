/** Reads the streams of the service: chunks `{timestamp, data, error}`. */
import { ChunkSplitter } from './chunks.ts';
import { ApiError, send, UNREACHABLE } from './client.ts';
import { noteServerTime } from './server-clock.ts';

interface Chunk<Event> {
  /** When the service sent it. */
  timestamp: number;
  /** An empty text only shows that the connection is alive. */
  data: Event | '';
  error: { status: number; detail: string } | null;
}

/**
 * Calls `onEvent` for every event until the stream ends. It throws an `ApiError` when the request is refused, the
 * connection breaks or the service reports an error, and the reason of the signal when that aborts.
 */
export async function stream<Event>(
  path: string,
  body: unknown,
  onEvent: (event: Event) => void,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<void> {
  const response = await send(
    path,
    JSON.stringify(body),
    { 'content-type': 'application/json', ...headers },
    { signal },
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const splitter = new ChunkSplitter();
  for (;;) {
    const part = await reader?.read().catch(error => {
      if (signal.aborted) throw error;
      throw new ApiError(0, UNREACHABLE);
    });
    if (!part || part.done) return;
    for (const chunk of splitter.push(part.value) as Chunk<Event>[]) {
      noteServerTime(chunk.timestamp);
      if (chunk.error) throw new ApiError(chunk.error.status, chunk.error.detail);
      if (chunk.data !== '') onEvent(chunk.data);
    }
  }
}
