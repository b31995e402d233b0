/** The events in the stream of a chat. An event always has all fields, and its type decides which of them have values. */
import type { ChatListener } from './chat.ts';
import type { Message } from './schemas.ts';

export interface ChatEvent {
  /**
   * `chat_start`: the conversation is claimed. `text`: a piece of the answer. `text_restart`: the pieces so far are no
   * longer valid. `tool_start`, `tool_end`: the assistant calls a tool. `chat_end`: the answer.
   */
  type: 'chat_start' | 'text' | 'text_restart' | 'tool_start' | 'tool_end' | 'chat_end';
  conversation_id: string;
  text: string;
  tool: string;
  /** Whether the tool failed. */
  failed: boolean;
  message: Message | null;
}

export function createChatListener(send: (event: ChatEvent) => void): ChatListener & { ends(message: Message): void } {
  let conversation_id = '';
  const event = (type: ChatEvent['type'], more: Partial<ChatEvent> = {}) =>
    send({ type, conversation_id, text: '', tool: '', failed: false, message: null, ...more });
  return {
    starts(id) {
      conversation_id = id;
      event('chat_start');
    },
    text: text => event('text', { text }),
    restart: () => event('text_restart'),
    toolStarts: tool => event('tool_start', { tool }),
    toolEnds: (tool, failed) => event('tool_end', { tool, failed }),
    ends: message => event('chat_end', { message }),
  };
}
