/** What the address of a chat says: which conversations are listed, and who is to answer. */
export interface ChatSearch {
  text?: string;
  /** The id of an assistant or of a model, where it is not the one that answered last. */
  assistant?: string;
  model?: string;
}

const TEXT_CHARACTERS = 80;
const NAME_CHARACTERS = 200;

/** Reads an address that anybody may have typed: what it does not know is left out. */
export function readChatSearch(raw: Record<string, unknown>): ChatSearch {
  const text = readText(raw.text, TEXT_CHARACTERS);
  const assistant = typeof raw.assistant === 'string' && UUID.test(raw.assistant) ? raw.assistant : undefined;
  const model = readText(raw.model, NAME_CHARACTERS);
  return {
    ...(text !== undefined && { text }),
    ...(assistant !== undefined && { assistant }),
    ...(model !== undefined && { model }),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function readText(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, most) : '';
  return text === '' ? undefined : text;
}
