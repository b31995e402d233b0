/** What the address of a chat says: which conversations are listed, and who is to answer. */
import { isUuid, readText } from '../look/address.ts';

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
  const assistant = isUuid(raw.assistant) ? raw.assistant : undefined;
  const model = readText(raw.model, NAME_CHARACTERS);
  return {
    ...(text !== '' && { text }),
    ...(assistant !== undefined && { assistant }),
    ...(model !== '' && { model }),
  };
}
