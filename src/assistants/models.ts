/** Which of the configured models is asked. */
import { noModelConfigured, modelNotFound } from '../errors.ts';
import type { ChatModel, Models } from '../platform/models/model.ts';
import type { Model } from './schemas.ts';

/** The one that is named, or the first. */
export function requireChatModel(models: Models, id: string | null | undefined): ChatModel {
  const model = models.chat(id ?? undefined);
  if (model) return model;
  throw id && models.chat() ? modelNotFound(id) : noModelConfigured();
}

export function listModels({ settings }: Models): Model[] {
  return settings
    .filter(({ kind }) => kind === 'chat')
    .map(({ id, provider, abilities, credits }, index) => ({
      id,
      provider,
      abilities,
      credits: { input_token: credits.inputToken, output_token: credits.outputToken, call: credits.call },
      default: index === 0,
    }));
}
