/** All tools, and how one is called. */

import type { NodeRules } from '../engine/node-rules.ts';
import { NodeTypes } from '../engine/node-types.ts';
import { StepError, type StepOutcome } from '../nodes/step.ts';
import type { Threads } from '../platform/threads/threads.ts';
import { base64Decode } from './base64-decode.ts';
import { base64Encode } from './base64-encode.ts';
import { createChartToPng } from './chart-to-png.ts';
import { createCsvRead } from './csv-read.ts';
import { createCsvWrite } from './csv-write.ts';
import { dateAdd } from './date-add.ts';
import { dateDifference } from './date-difference.ts';
import { dateFormat } from './date-format.ts';
import { dateParse } from './date-parse.ts';
import { hash } from './hash.ts';
import { createJsonQuery } from './json-query.ts';
import { createQrCode } from './qr-code.ts';
import { createSpreadsheetRead } from './spreadsheet-read.ts';
import { createSpreadsheetWrite } from './spreadsheet-write.ts';
import { createTextExtract } from './text-extract.ts';
import { createTextToPdf } from './text-to-pdf.ts';
import type { Tool, ToolContext } from './tool.ts';
import { createWebPageToMarkdown } from './web-page-to-markdown.ts';
import { createZipCreate } from './zip-create.ts';
import { createZipExtract } from './zip-extract.ts';

export interface ToolBox {
  /** In alphabetical order. */
  list(): readonly Tool[];
  get(name: string): Tool | undefined;
  /** Throws a StepError when there is no such tool, or the params do not fit it. */
  call(name: string, params: Readonly<Record<string, unknown>>, context: ToolContext): Promise<StepOutcome>;
}

export interface ToolBoxOptions {
  threads: Threads;
  /** Tools that other parts of the service bring. */
  more?: readonly Tool[];
}

export function createToolBox({ threads, more = [] }: ToolBoxOptions): ToolBox {
  const tools = [...builtInTools(threads), ...more].sort((one, other) => (one.name < other.name ? -1 : 1));
  const byName = new Map(tools.map(tool => [tool.name, { tool, rules: rulesOf(tool) }]));
  if (byName.size < tools.length) throw new Error('Two tools have the same name');
  const checks = new NodeTypes([...byName.values()].map(({ rules }) => rules));
  return {
    list: () => tools,
    get: name => byName.get(name)?.tool,
    async call(name, params, context) {
      const found = byName.get(name);
      if (!found) throw new StepError(`There is no tool '${name}'`);
      const problems = checks.renderedProblems(found.rules, params);
      if (problems.length > 0) throw new StepError(`The params of ${name} do not fit: ${problems.join('; ')}`);
      context.signal.throwIfAborted();
      return found.tool.call(params, context);
    },
  };
}

function builtInTools(threads: Threads): Tool[] {
  return [
    base64Decode,
    base64Encode,
    createChartToPng(threads),
    createCsvRead(threads),
    createCsvWrite(threads),
    dateAdd,
    dateDifference,
    dateFormat,
    dateParse,
    hash,
    createJsonQuery(threads),
    createQrCode(threads),
    createSpreadsheetRead(threads),
    createSpreadsheetWrite(threads),
    createTextExtract(threads),
    createTextToPdf(threads),
    createWebPageToMarkdown(threads),
    createZipCreate(threads),
    createZipExtract(threads),
  ];
}

/** Params of tools are checked, and their problems told, as those of nodes are. */
function rulesOf({ name, inputSchema }: Tool): NodeRules {
  return { type: name, category: 'action', terminal: false, handles: [], paramsSchema: inputSchema, texts: 'literal' };
}
