/** The results of tools. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { JsonTooDeep } from '../platform/json/errors.ts';
import { parseJson } from '../platform/json/parse.ts';
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
    output: isCut ? output_json.slice(0, shownCharacters).toWellFormed() : await readOutput(output_json),
    ...(isCut && { output_truncated: true }),
    error,
  };
}

/** Parses the output of a run. JSON that is nested too deeply stays a text. */
async function readOutput(json: string): Promise<unknown> {
  if (json === '') return null;
  return parseJson(json).catch(error => {
    if (error instanceof JsonTooDeep) return json;
    throw error;
  });
}
