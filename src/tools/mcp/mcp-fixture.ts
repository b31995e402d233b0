/** Connects tests to real MCP servers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { type McpServerSettings, parseMcpServers } from '../../configuration/mcp-servers.ts';
import type { Logger } from '../../platform/log.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import type { Knowledge, Tool, ToolContext } from '../contract/tool.ts';
import { type Workbench, workbench } from '../contract/tools-fixture.ts';
import { createToolBox, type ToolBox } from '../registry.ts';
import { createMcpTools, type McpTools } from './mcp-tools.ts';

export interface After {
  after(action: () => unknown): void;
}

const SERVER_PROGRAM = fileURLToPath(new URL('./server-fixture.ts', import.meta.url));

interface McpBench extends Omit<Workbench, 'tools' | 'make' | 'store'> {
  mcp: McpTools;
  tools: ToolBox;
  knows(name: string): Promise<Knowledge | undefined>;
  /** Makes a call until the server is connected, which may take longer than a call. */
  connect(name: string, params: Record<string, unknown>): Promise<void>;
  /** Makes a call, and waits until the log has this problem of the server, which may take longer than the call. */
  fail(name: string, problem: string): Promise<void>;
  /** The tools that are known at the moment. */
  list(): Promise<readonly Tool[]>;
  /** Resolves when a line of the log contains this text. Earlier lines count too. */
  logged(text: string): Promise<void>;
  /** Returns everything that was logged. */
  logText(): string;
}

/** Takes servers in the form of the settings, and closes their connections when the test is over. */
export function mcpBench(t: After, servers: object, more: Partial<ToolContext> = {}): McpBench {
  return createBench(t, parseMcpServers(JSON.stringify(servers)), more);
}

function createBench(t: After, servers: McpServerSettings[], more: Partial<ToolContext>): McpBench {
  const threads = createThreadPool({ atOnce: 1 });
  const { log, logged, logText } = watchedLog();
  const mcp = createMcpTools({ servers, environment: process.env, log });
  const tools = createToolBox({ threads, sources: [mcp] });
  t.after(async () => {
    await mcp.close();
    await threads.close();
  });
  const { files, context } = workbench(t, more);
  const outcome: McpBench['outcome'] = (name, params) => tools.call(name, params, context);
  const call: McpBench['call'] = async (name, params) => (await outcome(name, params)).output;
  const knows: McpBench['knows'] = async name => (await tools.knows([name], context.user)).get(name);
  const connect: McpBench['connect'] = async (name, params) => {
    while ((await knows(name)) !== 'yes') await call(name, params).catch(ignoreUnreachable);
  };
  const fail: McpBench['fail'] = async (name, problem) => {
    await Promise.all([call(name, {}).catch(ignoreUnreachable), logged(`"problem":"${problem}"`)]);
  };
  const list: McpBench['list'] = () => tools.list(context.user);
  return { mcp, tools, knows, connect, fail, list, files, context, outcome, call, logged, logText };
}

function ignoreUnreachable(error: unknown): void {
  if (!String(error).includes('can not be reached')) throw error;
}

/** Settings for the fixture as a process that its client starts. */
export function stdioServer(more: object = {}): object {
  return { command: process.execPath, args: [SERVER_PROGRAM], ...more };
}

interface HttpFixture {
  url: string;
  port: number;
  kill(): Promise<void>;
  /** Returns what the process has written to its standard error. */
  errorOutput(): string;
}

export async function httpServer(t: After, port = 0): Promise<HttpFixture> {
  const child = spawn(process.execPath, [SERVER_PROGRAM, String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => kill(child));
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    errorOutput += text;
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const bound = Number(line);
  return { url: `http://127.0.0.1:${bound}/mcp`, port: bound, kill: () => kill(child), errorOutput: () => errorOutput };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function watchedLog(): { log: Logger; logged(text: string): Promise<void>; logText(): string } {
  const lines = new EventEmitter();
  let written = '';
  const log = pino(
    { level: 'debug' },
    {
      write: (line: string) => {
        written += line;
        lines.emit('line');
      },
    },
  );
  return {
    log,
    logText: () => written,
    logged: async text => {
      while (!written.includes(text)) await once(lines, 'line');
    },
  };
}
