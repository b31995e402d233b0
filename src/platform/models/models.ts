/** Creates the configured models. Each one is opened with its first request. */
import { createChatModel } from './chat.ts';
import { createModelConnection, type ModelConnection } from './connection.ts';
import { createImageModel, createSpeechModel, createTranscriptionModel } from './media.ts';
import type { ModelKind, ModelSettings, Models } from './model.ts';
import { checkModel } from './reachability.ts';

export function createModels(settings: readonly ModelSettings[]): Models {
  const connection = createModelConnection();

  function createLookup<Model>(
    kind: ModelKind,
    create: (settings: ModelSettings, connection: ModelConnection) => Model,
  ) {
    const models = new Map<string, Model>();
    for (const each of settings) if (each.kind === kind) models.set(each.id, create(each, connection));
    const [first] = models.values();
    return (id?: string) => (id === undefined ? first : models.get(id));
  }

  return {
    settings,
    chat: createLookup('chat', createChatModel),
    image: createLookup('image', createImageModel),
    speech: createLookup('speech', createSpeechModel),
    transcription: createLookup('transcription', createTranscriptionModel),
    check: (checked, signal) => checkModel(connection, checked, signal),
    close: () => connection.close(),
  };
}
