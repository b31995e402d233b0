/**
 * Implements the protocol. Each request is its own session, with a server that exists only for it and its caller, so that
 * any process can answer any request. The SDK supports the revision of 2026 and those of 2025.
 */
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { DecidingServices } from '../approvals/deciding.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { isAllowed } from '../http/endpoint.ts';
import { toServerError } from '../http/failures.ts';
import { isUuid } from '../platform/ids.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { RequestedStartServices } from '../runs/starting/start-request.ts';
import { NAME_CHARACTERS } from '../workflows/tools/names.ts';
import type { OfferedWorkflows } from '../workflows/tools/offered.ts';
import { findPersonalTool, listPersonalTools, type PersonalToolServices, parseToolCursor } from './personal-tools.ts';
import { toolError } from './results.ts';
import { runWorkflow, type Sender } from './run-workflow.ts';
import { serviceTools } from './service-tools.ts';
import { findWorkflowTool, listWorkflowTools } from './workflow-tools.ts';

export interface HeddleMcpServices {
  personal: PersonalToolServices;
  runs: RequestedStartServices;
  /** Which workflows are tools. */
  offered: OfferedWorkflows;
  approvals: DecidingServices;
  /** The version of the program, which clients see. */
  version: string;
  log: Logger;
}

export type HandleMessage = (sender: Sender, request: Request, message: unknown) => Promise<Response>;

const INSTRUCTIONS =
  'Runs the workflows of a Heddle service. Each tool whose name starts with run_ is a workflow: it runs it with the ' +
  'given input, and answers when the run has ended, or pauses for an approval. Tools with other prefixes are those of the ' +
  'connectors and MCP servers that the user has added.';

/** The cursor before the first workflow. */
const FIRST_CURSOR = '';

export function createMessageHandler(services: HeddleMcpServices): HandleMessage {
  const { runs, offered, personal, version, log } = services;
  const db = runs.database.query;
  const serviceToolsByName = new Map(serviceTools(services).map(tool => [tool.name, tool]));

  async function list(caller: Caller, cursor: string | undefined) {
    const afterTool = cursor === undefined ? undefined : parseToolCursor(cursor);
    if (afterTool !== undefined) return listPersonalTools(personal, caller, afterTool);
    if (cursor !== undefined && !isUuid(cursor)) throw invalid('the cursor is not one of this list');
    const { tools, nextCursor } = await listWorkflowTools(db, caller, { cursor: cursor ?? FIRST_CURSOR, offered });
    const shown = cursor === undefined ? listServiceTools(caller) : [];
    if (nextCursor !== undefined) return { tools: [...shown, ...tools], nextCursor };
    const others = await listPersonalTools(personal, caller, '');
    return { ...others, tools: [...shown, ...tools, ...others.tools] };
  }

  function listServiceTools(caller: Caller) {
    const usable = [...serviceToolsByName.values()].filter(
      ({ scope }) => scope === undefined || isAllowed(caller, scope),
    );
    return usable.map(({ call: _, scope: __, ...tool }) => tool);
  }

  async function call(sender: Sender, name: string, input: Record<string, unknown>, context: ServerContext) {
    const { caller, longTexts } = sender;
    const tool = serviceToolsByName.get(name);
    if (tool) return tool.call(caller, input, { signal: context.mcpReq.signal, longTexts });
    const workflow = await findWorkflowTool(db, caller, { name, offered });
    if (workflow) return runWorkflow(runs, sender, { ...workflow, input }, context);
    const call = await findPersonalTool(personal, sender, name);
    if (!call) throw invalid(`there is no tool '${name.slice(0, NAME_CHARACTERS).toWellFormed()}'`);
    return call(input, context);
  }

  /** The client receives the text of whatever is thrown, so only texts that are meant for clients may pass. */
  async function withClientErrors<Result>(act: Promise<Result>, refuse: (error: ApiError) => Result): Promise<Result> {
    try {
      return await act;
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (error instanceof ApiError) return refuse(error);
      log.error({ err: error }, 'a request to /mcp failed');
      throw new ProtocolError(ProtocolErrorCode.InternalError, toServerError(error).message);
    }
  }

  function createServer(sender: Sender): Server {
    const server = new Server(
      { name: 'heddle', title: 'Heddle', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', ({ params }) =>
      withClientErrors(list(sender.caller, params?.cursor), error => {
        throw invalid(error.message);
      }),
    );
    server.setRequestHandler('tools/call', ({ params }, context) =>
      withClientErrors<CallToolResult>(call(sender, params.name, params.arguments ?? {}, context), ({ message }) =>
        toolError(message),
      ),
    );
    return server;
  }

  return (sender, request, message) =>
    createMcpHandler(() => createServer(sender), {
      // A run may take long, and the stream keeps the connection alive.
      responseMode: 'sse',
      onerror: err => log.debug({ err }, 'a request to /mcp was refused'),
    }).fetch(request, { parsedBody: message });
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
