/** The results of tools. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { readRunOutput } from '../runs/children/tool-outcome.ts';
import type { Run } from '../runs/schemas.ts';

export function toolResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** An error that the model reads, so that it can correct its call. */
export function toolError(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Returns the state and the output of a run as structured content. */
export async function describeRun({ id, status, output_json, error }: Run, shownCharacters: number) {
  const isCut = output_json.length > shownCharacters;
  return {
    run_id: id,
    status,
    output: isCut ? output_json.slice(0, shownCharacters).toWellFormed() : await readRunOutput(output_json),
    ...(isCut && { output_truncated: true }),
    error,
  };
}
