/** Reads the streams of the service: chunks `{timestamp, data, error}`. */
import { readChunks } from '../../../../packages/client/src/event-stream.ts';
import { ApiError, execute, inSession, toRequest } from './client.ts';
import { noteServerTime } from './server-clock.ts';

/**
 * Calls `onEvent` for every event until the stream ends. It throws an `ApiError` when the request is refused, the
 * connection breaks or falls silent, or the service reports an error, and the reason of the signal when that aborts.
 */
export function stream<Event>(
  path: string,
  json: unknown,
  onEvent: (event: Event) => void,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<void> {
  return inSession(path, async () => {
    for await (const chunk of readChunks<Event>({ execute }, { json, ...toRequest(path, { signal, headers }) })) {
      noteServerTime(chunk.timestamp);
      if (chunk.error) throw new ApiError(chunk.error.status, chunk.error.detail, chunk.error.code);
      if (chunk.data !== '') onEvent(chunk.data);
    }
  });
}
