/** The events in the stream of a chat. An event always has all fields, and its type decides which of them have values. */
import { fixedLimits } from '../configuration/limits.ts';
import type { ChatListener } from './chat.ts';
import type { ConsoleChatEvent, ToolUse } from './console-schemas.ts';
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
    toolStarts: ({ name }) => event('tool_start', { tool: name }),
    toolEnds: ({ name, failed }) => event('tool_end', { tool: name, failed }),
    ends: message => event('chat_end', { message }),
  };
}

/** The same for the console, which also shows the params and results of tools. */
export function createConsoleListener(
  send: (event: ConsoleChatEvent) => void,
): ChatListener & { ends(message: Message): void } {
  let conversation_id = '';
  const event = (type: ConsoleChatEvent['type'], more: Partial<ConsoleChatEvent> = {}) =>
    send({ type, conversation_id, text: '', tool: null, message: null, ...more });
  const started = new Map<string, ToolUse>();
  return {
    starts(id) {
      conversation_id = id;
      event('chat_start');
    },
    text: text => event('text', { text }),
    restart: () => event('text_restart'),
    toolStarts({ id, name, input }) {
      const input_json = cut(JSON.stringify(input ?? null));
      const tool = { call_id: id, said: '', name, input_json, output: null, failed: false };
      started.set(id, tool);
      event('tool_start', { tool });
    },
    toolEnds({ callId, text, failed }) {
      const tool = started.get(callId);
      if (tool) event('tool_end', { tool: { ...tool, output: cut(text), failed } });
    },
    ends: message => event('chat_end', { message }),
  };
}

function cut(text: string): string {
  return text.slice(0, fixedLimits.chat.toolCharacters).toWellFormed();
}
