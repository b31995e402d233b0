/** Opens the AI library's client for a kind of endpoint. Each client is loaded when it is first needed. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings, Provider } from './model.ts';

/** The library always gets a URL; otherwise it would read its own settings from the environment. */
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
      // The Responses API would not do: there a call must be sent back with the reasoning before it, which
      // conversations do not store.
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

/**
 * With its own name (`openaiCompatible`), the library would copy the options under that name into the request
 * unchanged.
 */
const ENDPOINT = 'endpoint';
