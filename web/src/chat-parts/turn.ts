/**
 * A question and its answer while that is being made, as the events of its stream tell it. PURE.
 *
 *   sending ── chat_start ──▶ answering ── chat_end ──▶ answered
 *      │                          │
 *      └──────── an error ────────┴──▶ failed: what was said so far is void
 *                                 └─ the connection breaks ──▶ lost: the service answers all the same
 */
import type { ConsoleChatEvent, MessageFile, ToolUse } from '../api/chat.ts';

export interface Question {
  readonly text: string;
  readonly files: readonly MessageFile[];
}

export interface Turn {
  readonly phase: 'sending' | 'answering' | 'answered' | 'failed' | 'lost';
  readonly question: Question;
  /** The position of the message before the question. */
  readonly after: number;
  readonly text: string;
  readonly tools: readonly ToolUse[];
  /** The answer, when it is there. */
  readonly message: ConsoleChatEvent['message'];
  /** Why there is no answer, in the words of the API. */
  readonly problem: string | undefined;
}

export function startTurn(question: Question, after: number): Turn {
  return { phase: 'sending', question, after, text: '', tools: [], message: null, problem: undefined };
}

export function foldChatEvents(turn: Turn, events: readonly ConsoleChatEvent[]): Turn {
  return events.reduce(foldChatEvent, turn);
}

function foldChatEvent(turn: Turn, { type, text, tool, message }: ConsoleChatEvent): Turn {
  switch (type) {
    case 'chat_start':
      return { ...turn, phase: 'answering' };
    case 'text':
      return { ...turn, text: turn.text + text };
    case 'text_restart':
      return { ...turn, text: '' };
    case 'tool_start':
      // What was said before a call is not a part of the answer, and stands before the call.
      return tool ? { ...turn, text: '', tools: [...turn.tools, { ...tool, said: turn.text }] } : turn;
    case 'tool_end':
      return tool ? { ...turn, tools: endTool(turn.tools, tool) } : turn;
    case 'chat_end':
      return { ...turn, phase: 'answered', text: message?.content ?? turn.text, message };
    default:
      // A newer service may have events that this page does not know.
      return turn;
  }
}

/** Models may use a call id again, so the last open call with the id is meant. */
function endTool(tools: readonly ToolUse[], ended: ToolUse): ToolUse[] {
  const index = tools.findLastIndex(({ call_id, output }) => call_id === ended.call_id && output === null);
  return tools.map((tool, at) => (at === index ? { ...tool, output: ended.output, failed: ended.failed } : tool));
}

export function failTurn(turn: Turn, problem: string): Turn {
  return { ...turn, phase: 'failed', problem };
}

/** Whether the question has neither an answer nor an error yet. */
export function isOpen(turn: Turn | undefined): boolean {
  return turn !== undefined && (turn.phase === 'sending' || turn.phase === 'answering' || turn.phase === 'lost');
}
