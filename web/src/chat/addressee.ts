/** Who answers in a conversation, and what can be said about them in plain words. PURE. */
import type { Assistant } from '../api/assistants.ts';
import type { ConsoleConversation, Model } from '../api/chat.ts';
import { formatCredits } from '../chat-parts/credits.ts';
import { chat as texts } from '../texts/chat.ts';
import type { ChatSearch } from './search.ts';

export type Addressee = { kind: 'model'; id: string } | { kind: 'assistant'; id: string; name: string };

interface Known {
  models: readonly Model[];
  assistants: readonly Assistant[];
  conversation: Pick<ConsoleConversation, 'assistant' | 'model'> | undefined;
}

/** The address decides, then who answered last, then the default model. Without any model there is nobody. */
export function findAddressee({ assistant, model }: ChatSearch, known: Known): Addressee | undefined {
  const { models, assistants, conversation } = known;
  if (models.length === 0) return undefined;
  const named = assistants.find(({ id }) => id === assistant);
  if (named) return { kind: 'assistant', id: named.id, name: named.name };
  const chosen = models.find(({ id }) => id === model);
  if (chosen) return { kind: 'model', id: chosen.id };
  if (conversation?.assistant) {
    return { kind: 'assistant', id: conversation.assistant.id, name: conversation.assistant.name };
  }
  const last = models.find(({ id }) => id === conversation?.model) ?? models.find(each => each.default) ?? models[0];
  return last && { kind: 'model', id: last.id };
}

export function toRequest(addressee: Addressee): { model: string } | { assistant_id: string } {
  return addressee.kind === 'model' ? { model: addressee.id } : { assistant_id: addressee.id };
}

export function toSearch(addressee: Addressee): Pick<ChatSearch, 'assistant' | 'model'> {
  return addressee.kind === 'model' ? { model: addressee.id } : { assistant: addressee.id };
}

export function nameOf(addressee: Addressee): string {
  return addressee.kind === 'model' ? addressee.id : addressee.name;
}

export function describeAddressee({ kind, id }: Addressee, known: Pick<Known, 'models' | 'assistants'>): string {
  const model = kind === 'model' ? known.models.find(each => each.id === id) : undefined;
  const assistant = kind === 'assistant' ? known.assistants.find(each => each.id === id) : undefined;
  if (model) return describeModel(model);
  return assistant ? describeAssistant(assistant) : '';
}

/** What a model can do and what it costs. */
export function describeModel({ abilities, credits }: Model): string {
  const able = [
    abilities.tools && texts.canTools,
    abilities.vision && texts.canVision,
    abilities.audio && texts.canAudio,
  ].filter(each => each !== false);
  return [...(able.length > 0 ? able : [texts.textOnly]), describePrice(credits)].join(' · ');
}

function describePrice({ input_token, output_token, call }: Model['credits']): string {
  const prices = [
    (input_token > 0 || output_token > 0) &&
      texts.perThousandTokens(formatCredits(input_token * 1000), formatCredits(output_token * 1000)),
    call > 0 && texts.perCall(formatCredits(call)),
  ].filter(price => price !== false);
  return prices.length > 0 ? prices.join(', ') : texts.free;
}

export function describeAssistant({ description, model, tools }: Assistant): string {
  const parts = [
    description,
    tools.length > 0 ? texts.withTools(tools.length) : '',
    model === null ? '' : texts.model(model),
  ];
  return parts.filter(part => part !== '').join(' · ');
}
