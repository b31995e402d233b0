/** Finds out whether the endpoint of a model answers and accepts the key, without asking the model anything. */
import type { ModelConnection } from './connection.ts';
import { StatusError, toModelError } from './failures.ts';
import type { ModelSettings } from './model.ts';
import { baseUrl } from './providers.ts';

/**
 * Asks for the list of models, which costs nothing. An endpoint that has no such list is reachable all the same, so only
 * refused keys, missing permissions and failures count.
 */
export async function checkModel(
  { fetch }: ModelConnection,
  settings: ModelSettings,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${baseUrl(settings)}/models`, { headers: keyHeaders(settings), signal }).catch(
    error => {
      signal.throwIfAborted();
      throw toModelError(error, settings);
    },
  );
  await response.body?.cancel();
  const { status } = response;
  if (status === 401 || status === 402 || status === 403 || status === 429 || status >= 500) {
    throw new StatusError(settings, status, '');
  }
}

function keyHeaders({ provider, key }: ModelSettings): Record<string, string> {
  if (key === undefined) return {};
  switch (provider) {
    case 'anthropic':
      return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
    case 'google':
      return { 'x-goog-api-key': key };
    case 'openai':
    case 'openai-compatible':
      return { authorization: `Bearer ${key}` };
  }
}
