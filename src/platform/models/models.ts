/** The configured models, each opened when it is first asked. */
import { createChatModel } from './chat.ts';
import { type Connection, createConnection } from './connection.ts';
import { createImageModel, createSpeechModel, createTranscriptionModel } from './media.ts';
import type { ModelKind, ModelSettings, Models } from './model.ts';

export function createModels(settings: readonly ModelSettings[]): Models {
  const connection = createConnection();

  function byId<Model>(kind: ModelKind, create: (settings: ModelSettings, connection: Connection) => Model) {
    const models = new Map<string, Model>();
    for (const each of settings) if (each.kind === kind) models.set(each.id, create(each, connection));
    const [first] = models.values();
    return (id?: string) => (id === undefined ? first : models.get(id));
  }

  return {
    settings,
    chat: byId('chat', createChatModel),
    image: byId('image', createImageModel),
    speech: byId('speech', createSpeechModel),
    transcription: byId('transcription', createTranscriptionModel),
    close: () => connection.close(),
  };
}
