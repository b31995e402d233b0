/** Chooses one of the configured models, and calculates its prices. */
import { modelNotFound, noModelConfigured } from '../errors.ts';
import type { ChatModel, ModelReply, Models } from '../platform/models/model.ts';
import type { Model } from './schemas.ts';

/** Returns the model with this id, or the first one when there is no id. */
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

const CHARACTERS_PER_TOKEN = 4;

/** Returns the least price of a question. It is 0 when the model is free. */
export function estimatePrice({ settings: { credits } }: ChatModel, characters: number): number {
  return credits.call + credits.outputToken + (credits.inputToken * characters) / CHARACTERS_PER_TOKEN;
}

/** Returns the price of the text of an answer that was broken off. */
export function estimateAnswerPrice({ settings: { credits } }: ChatModel, characters: number): number {
  return (credits.outputToken * characters) / CHARACTERS_PER_TOKEN;
}

export function calculatePrice({ settings: { credits } }: ChatModel, { tokens }: Pick<ModelReply, 'tokens'>): number {
  return credits.call + tokens.input * credits.inputToken + tokens.output * credits.outputToken;
}
