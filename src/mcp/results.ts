/** What tools answer. */
import type { CallToolResult } from '@modelcontextprotocol/server';

export function answer(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** A refusal that the model may understand, and do better. */
export function refusal(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
