/** The client of the official SDK, and helpers that read its answers. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Person, TestService } from '../support/service.ts';

/** Protocol revisions: with a handshake, as most clients use it, and without one. */
export const ERAS = { 'of 2025': 'legacy', 'of 2026': { pin: '2026-07-28' } } as const;
export type Era = keyof typeof ERAS;

/** Opens a client, and closes it after the tests of the file. */
export async function mcpClient(
  { url }: Pick<TestService, 'url'>,
  { key }: Pick<Person, 'key'>,
  {
    era = 'of 2025',
    header = 'authorization',
    headers = {},
  }: { era?: Era; header?: 'authorization' | 'uni-api-key'; headers?: Record<string, string> } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  const value = header === 'authorization' ? `Bearer ${key}` : key;
  after(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { ...headers, [header]: value } },
    }),
  );
  return client;
}

export async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name);
}

/** Lists the names of the tools that run workflows. */
export async function runTools(client: Client): Promise<string[]> {
  return (await toolNames(client)).filter(name => name.startsWith('run_'));
}

export function readText({ content }: CallToolResult): string {
  const [first, ...others] = content;
  assert.ok(first?.type === 'text' && others.length === 0, JSON.stringify(content));
  return first.text;
}

/** Calls a tool, which must succeed, and returns its structured content. */
export async function call<Result = Record<string, unknown>>(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Result> {
  const result = await client.callTool({ name, arguments: input });
  assert.ok(!result.isError, readText(result));
  return result.structuredContent as Result;
}

/** Calls a tool, which must refuse the call with this text. */
export async function assertRefused(
  client: Client,
  name: string,
  input: Record<string, unknown>,
  text: string,
): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: input });
  assert.deepEqual([result.isError, readText(result)], [true, text]);
  return result;
}
