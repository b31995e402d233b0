/**
 * Offers the tools of the connectors and MCP servers that a user may use, beside the workflows.
 *
 * They reach out with the credentials of the user, so a key for workflows alone does not have them: it needs the scope
 * `*`, which the endpoints of connectors and MCP servers ask for as well.
 */
import { hash } from 'node:crypto';
import type { CallToolResult, JSONValue, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import { fixedLimits } from '../configuration/limits.ts';
import { validationError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { StepError, type StepOutcome } from '../nodes/step.ts';
import { newId } from '../platform/ids.ts';
import { isObject } from '../platform/is-object.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import type { PersonalToolSource, Tool } from '../tools/contract/tool.ts';
import type { ToolBox } from '../tools/registry.ts';
import { createUserTools, type UserToolServices } from '../tools/user-tools.ts';
import { foreignInputSchema, type ToolInputSchema } from '../workflows/tools/input-schema.ts';
import { toolError } from './results.ts';
import { IDEMPOTENCY_KEY, type Sender } from './run-workflow.ts';

export interface PersonalToolServices extends UserToolServices {
  box: ToolBox;
  sources: readonly PersonalToolSource[];
  /** Characters of a result that a client gets. */
  shownCharacters: number;
}

interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolInputSchema;
  annotations: ToolAnnotations;
}

/** No client could use more. */
const MOST_TOOLS = 500;
const PAGE_SIZE = 100;
/** A page ends earlier when its schemas are long. */
const PAGE_CHARACTERS = 500_000;
const CURSOR = 'tools:';
/** Names of our own tools, and those that workflows may get. */
const OWN_NAMES = /^run_|^(workflow_run_get|approvals_find|approval_decide)$/;

/** What they do is known only to whoever provides them. */
const ANNOTATIONS: ToolAnnotations = { readOnlyHint: false, openWorldHint: true };

/** Returns the name of the tool after which the list goes on. Undefined when the cursor is none of tools. */
export function parseToolCursor(cursor: string): string | undefined {
  return cursor.startsWith(CURSOR) ? cursor.slice(CURSOR.length) : undefined;
}

/** Lists the tools after this name. */
export async function listPersonalTools(
  { box, sources }: PersonalToolServices,
  caller: Caller,
  after: string,
): Promise<{ tools: ListedTool[]; nextCursor?: string }> {
  if (!mayUseTools(caller)) return { tools: [] };
  const user = { id: caller.userId, email: caller.email };
  const byName = new Map<string, Tool>();
  for (const source of sources) {
    for (const tool of await source.list(user, { isBrief: true })) {
      if (!byName.has(tool.name) && isOffered(box, tool.name)) byName.set(tool.name, tool);
    }
  }
  const offered = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, MOST_TOOLS);
  const remaining = offered.filter(({ name }) => name > after);
  const tools = takePage(remaining);
  const last = tools.at(-1);
  return { tools, ...(last && tools.length < remaining.length && { nextCursor: CURSOR + last.name }) };
}

function takePage(tools: readonly Tool[]): ListedTool[] {
  const page: ListedTool[] = [];
  let characters = 0;
  for (const { name, title, description, inputSchema } of tools) {
    const schema: JSONValue = JSON.parse(JSON.stringify(inputSchema));
    characters += JSON.stringify(schema).length + description.length;
    if (page.length === PAGE_SIZE || (page.length > 0 && characters > PAGE_CHARACTERS)) break;
    page.push({ name, title, description, inputSchema: foreignInputSchema(schema), annotations: ANNOTATIONS });
  }
  return page;
}

type CallPersonalTool = (input: Record<string, unknown>, context: ServerContext) => Promise<CallToolResult>;

/** Returns undefined when the caller has no such tool. */
export async function findPersonalTool(
  services: PersonalToolServices,
  { caller, longTexts }: Pick<Sender, 'caller' | 'longTexts'>,
  name: string,
): Promise<CallPersonalTool | undefined> {
  const { box } = services;
  if (!mayUseTools(caller) || !isOffered(box, name)) return undefined;
  const known = await box.knows([name], { id: caller.userId, email: caller.email });
  if (known.get(name) === 'no') return undefined;
  // Only the files of runs may be so long that they are not in memory.
  if (longTexts.size > 0) return async () => toolError('A text among the arguments is too long');
  return (input, context) => callTool(services, caller, { name, input }, context);
}

function mayUseTools({ scopes, workflowPermission }: Caller): boolean {
  return scopes.has('*') && workflowPermission === 'write';
}

/** The tools of the installation are for workflows and assistants, and keep their names. */
function isOffered(box: ToolBox, name: string): boolean {
  return !OWN_NAMES.test(name) && !box.isShared(name);
}

async function callTool(
  services: PersonalToolServices,
  caller: Caller,
  { name, input }: { name: string; input: Record<string, unknown> },
  { mcpReq: { _meta: meta, signal } }: ServerContext,
): Promise<CallToolResult> {
  const key = readKey(meta?.[IDEMPOTENCY_KEY]) ?? newId();
  const ends = AbortSignal.any([signal, AbortSignal.timeout(fixedLimits.chat.seconds * 1000)]);
  // The client names files by what it sends. What a tool answers can not make other files of the user readable.
  const sent = (await stringifyJson(input)).toLowerCase();
  const tools = createUserTools(services, { caller, isNamed: fileId => sent.includes(fileId), signal: ends });
  try {
    const idempotencyKey = hash('sha256', `mcp\n${caller.userId}\n${name}\n${key}`, 'hex');
    return await toResult(await tools.call(services.box, name, input, idempotencyKey), services.shownCharacters);
  } catch (error) {
    if (error instanceof StepError) return toolError(error.message);
    if (signal.aborted || !ends.aborted) throw error;
    return toolError(`The tool took longer than ${fixedLimits.chat.seconds} seconds`);
  }
}

function readKey(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value !== '' && value.length <= fixedLimits.run.keyCharacters) return value;
  throw validationError(IDEMPOTENCY_KEY, `must have 1 to ${fixedLimits.run.keyCharacters} characters`);
}

async function toResult({ output }: StepOutcome, shownCharacters: number): Promise<CallToolResult> {
  const text = typeof output === 'string' ? output : await stringifyJson(output ?? null);
  if (text.length > shownCharacters) {
    const cut = `${text.slice(0, shownCharacters).toWellFormed()}\n\n(The result is longer, and was cut.)`;
    return { content: [{ type: 'text', text: cut }] };
  }
  return { content: [{ type: 'text', text }], ...(isObject(output) && { structuredContent: output }) };
}
