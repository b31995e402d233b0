/** The AI library's clients, one for each kind of endpoint, loaded when they are first needed. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings, Provider } from './model.ts';

/** Told to the library in every case: it would look for its own settings in the environment otherwise. */
const PUBLIC_URLS: Partial<Record<Provider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

export function baseUrl({ id, url, provider }: ModelSettings): string {
  const base = url ?? PUBLIC_URLS[provider];
  if (base === undefined) throw new Error(`the model '${id}' has no url`);
  return base.replace(/\/+$/, '');
}

export async function openLanguageModel(
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
  { asksForUsage }: { asksForUsage: boolean },
): Promise<LanguageModelV4> {
  const baseURL = baseUrl(settings);
  const { provider, name, key = '' } = settings;
  switch (provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const options = { name: ENDPOINT, baseURL, apiKey: key, fetch, includeUsage: asksForUsage };
      return createOpenAICompatible({ ...options, supportsStructuredOutputs: true }).chatModel(name);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      // Not the Responses API: there a call must come back with the reasoning before it, which conversations don't keep.
      return createOpenAI({ baseURL, apiKey: key, fetch }).chat(name);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL, apiKey: key, fetch })(name);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ baseURL, apiKey: key, fetch })(name);
    }
  }
}

/** The library would copy what it keeps under its own name (`openaiCompatible`) into the request as it is. */
const ENDPOINT = 'endpoint';
