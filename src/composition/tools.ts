/** The tools of an installation as its settings say, and what assistants do with them. */
import type { BuilderServices } from '../assistants/builder/builder-services.ts';
import { createImageReader } from '../assistants/file-texts.ts';
import type { Config } from '../configuration/config.ts';
import type { HeddleDatabase } from '../database.ts';
import { type DocumentReader, ThreadedReader } from '../documents/reader.ts';
import type { Logger } from '../platform/logging/log.ts';
import { NO_LONG_TEXTS } from '../platform/memory/long-text.ts';
import type { Models } from '../platform/models/model.ts';
import { createThreadPool, type ThreadPool } from '../platform/threads/thread-pool.ts';
import type { Runs } from '../runs/open.ts';
import { startRun } from '../runs/starting/start.ts';
import { readRun } from '../runs/store/runs.ts';
import type { PersonalToolSource, Tool } from '../tools/contract/tool.ts';
import { createMcpTools, type McpTools } from '../tools/mcp/mcp-tools.ts';
import { createProviderTools, createToolBox, type ToolBox } from '../tools/registry.ts';
import type { Checker } from '../workflows/checking.ts';

export interface InstalledTools {
  box: ToolBox;
  mcpServers: McpTools['servers'];
  close(): Promise<void>;
}

export function openTools(options: {
  config: Config;
  threads: ThreadPool;
  models: Models;
  boosterTools: readonly Tool[];
  /** The tools that only some users have. */
  personal: readonly PersonalToolSource[];
  /** Whether to connect to MCP servers before a tool of theirs is called. */
  connect: boolean;
  log: Logger;
}): InstalledTools {
  const { config, threads, models, boosterTools, personal, connect, log } = options;
  const mcp = createMcpTools({ servers: config.tools.mcpServers ?? [], environment: config.inherited, log });
  const more = [...boosterTools, ...createProviderTools({ models, webSearch: config.tools.webSearch })];
  const box = createToolBox({ threads, more, sources: [mcp], personal });
  if (connect) mcp.start();
  return { box, mcpServers: mcp.servers, close: () => mcp.close() };
}

/** Files take long to read: whoever else needs a thread does not wait behind them. */
const READING_THREADS = 2;

export function openReader(
  { assistants: { imageTextModel } }: Config,
  models: Models,
): DocumentReader & { close(): Promise<void> } {
  const threads = createThreadPool({ atOnce: READING_THREADS });
  const seeing = imageTextModel === undefined ? undefined : models.chat(imageTextModel);
  const reader = new ThreadedReader({ threads, models, ...(seeing && { describe: createImageReader(seeing) }) });
  return { read: (file, options) => reader.read(file, options), close: () => threads.close() };
}

/** Lets builders do with runs what the endpoints do. */
export function builderServices({
  database,
  checker,
  runs,
}: {
  database: HeddleDatabase;
  checker: Checker;
  runs: Runs;
}): BuilderServices {
  return {
    database,
    checker,
    async run(caller, request, signal) {
      const call = { signal, longTexts: NO_LONG_TEXTS, traceContext: null };
      const { run, isLarge } = await startRun(runs.services, caller, request, {
        key: undefined,
        call,
        watch: undefined,
      });
      return isLarge ? readRun(database.query, runs.services.limits, caller, run.id) : run;
    },
    readRun: (caller, id) => readRun(database.query, runs.services.limits, caller, id),
  };
}
