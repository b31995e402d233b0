/** Finds out what tools did on the way to each answer of a conversation. Pure. */
import type { ConsoleMessage, ToolUse } from './console-schemas.ts';

/** An entry between a question and its answer: what the assistant said and called, or the results of its calls. */
export interface HiddenEntry {
  position: number;
  role: 'user' | 'assistant' | 'tool';
  content: string;
  calls: readonly { id: string; name: string; input_json: string }[];
  results: readonly { callId: string; text: string; failed: boolean }[];
}

interface ToolUses<Shown> {
  messages: (Shown & Pick<ConsoleMessage, 'tools'>)[];
  /** Of the turn after the last message. */
  unfinished: ToolUse[];
}

/** Both lists are in the order of their positions. */
export function attachToolUses<Shown extends { position: number }>(
  shown: readonly Shown[],
  hidden: readonly HiddenEntry[],
): ToolUses<Shown> {
  let previous = -1;
  const messages = shown.map(message => {
    const before = hidden.filter(({ position }) => position > previous && position < message.position);
    previous = message.position;
    return { ...message, tools: toToolUses(before) };
  });
  return { messages, unfinished: toToolUses(hidden.filter(({ position }) => position > previous)) };
}

function toToolUses(entries: readonly HiddenEntry[]): ToolUse[] {
  return entries.flatMap((entry, index) => {
    // Some models use the same call ids again, so a call is answered by the entry right after it.
    const results = entries[index + 1]?.results ?? [];
    return entry.calls.map(({ id, name, input_json }, call): ToolUse => {
      const result = results.find(({ callId }) => callId === id);
      const said = call === 0 ? entry.content : '';
      return {
        call_id: `${entry.position} ${id}`,
        said,
        name,
        input_json,
        output: result?.text ?? null,
        failed: result?.failed ?? false,
      };
    });
  });
}
