/** The events of chats for the API description. `ChatEvent` and `ConsoleChatEvent` are their types. */
import Type, { type TProperties } from 'typebox';
import { about, named } from '../http/described.ts';
import { Uuid } from '../http/endpoint.ts';
import { streamOf } from '../http/stream-schema.ts';
import { ToolUse } from './console-schemas.ts';
import { Message } from './schemas.ts';

/** The fields about tools: in the events that are about none, when a tool is called, and when it has answered. */
interface ToolFields {
  none: TProperties;
  start: TProperties;
  end: TProperties;
}

function chatEvents(chat: string, { none, start, end }: ToolFields) {
  const event = (name: string, type: string, description: string, fields: TProperties = {}) =>
    named(
      `${chat}${name}Event`,
      Type.Object(
        {
          type: Type.Literal(type),
          conversation_id: Uuid,
          text: Type.Literal(''),
          ...none,
          message: Type.Null(),
          ...fields,
        },
        { description },
      ),
    );
  return named(
    `${chat}Event`,
    Type.Union(
      [
        event('Start', 'chat_start', 'The conversation is claimed.'),
        event('Text', 'text', 'A piece of the answer.', {
          text: about('The next piece of the answer.', Type.String()),
        }),
        event('Restart', 'text_restart', 'The pieces so far no longer count.'),
        event('ToolStart', 'tool_start', 'The assistant uses a tool.', start),
        event('ToolEnd', 'tool_end', 'The tool has answered.', end),
        event('End', 'chat_end', 'The answer is stored.', { message: about('The whole answer.', Message) }),
      ],
      {
        description:
          'Something that happens while a model answers. Every event has every field, and its type says which have values.',
      },
    ),
  );
}

const toolName = { tool: about('The name of the tool.', Type.String()) };
const toolUse = { tool: about('The use of the tool, with its params and its result.', ToolUse) };

export const ChatStream = streamOf(
  'ChatStreamObject',
  chatEvents('Chat', {
    none: { tool: Type.Literal(''), failed: Type.Literal(false) },
    start: toolName,
    end: { ...toolName, failed: about('Whether the tool failed.', Type.Boolean()) },
  }),
);

export const ConsoleChatStream = streamOf(
  'ConsoleChatStreamObject',
  chatEvents('ConsoleChat', { none: { tool: Type.Null() }, start: toolUse, end: toolUse }),
);
