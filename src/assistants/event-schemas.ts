/** The events of chats for the API description. `ChatEvent` and `ConsoleChatEvent` are their types. */
import Type from 'typebox';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { streamOf } from '../http/stream-schema.ts';
import { ToolUse } from './console-schemas.ts';
import { Message } from './schemas.ts';

const shared = {
  type: about(
    '`chat_start`: the conversation is claimed. `text`: a piece of the answer. `text_restart`: the pieces so far no longer count. `tool_start` and `tool_end`: the assistant uses a tool. `chat_end`: the answer.',
    Type.Enum(['chat_start', 'text', 'text_restart', 'tool_start', 'tool_end', 'chat_end']),
  ),
  conversation_id: Uuid,
  text: about('A piece of the answer. Otherwise empty.', Type.String()),
};
const message = about('The whole answer, in `chat_end`.', Nullable(Message));

const ChatEvent = named(
  'ChatEvent',
  Type.Object(
    {
      ...shared,
      tool: about('The name of the tool. Empty in other events.', Type.String()),
      failed: about('Whether the tool failed.', Type.Boolean()),
      message,
    },
    { description: 'Something that happens while a model answers. Every event has every field.' },
  ),
);
export const ChatStream = streamOf('ChatStreamObject', ChatEvent);

const ConsoleChatEvent = named(
  'ConsoleChatEvent',
  Type.Object(
    { ...shared, tool: about('The use of a tool, with its params and its result.', Nullable(ToolUse)), message },
    { description: 'Something that happens while a model answers. Every event has every field.' },
  ),
);
export const ConsoleChatStream = streamOf('ConsoleChatStreamObject', ConsoleChatEvent);
