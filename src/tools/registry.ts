/** All tools, and how one is called. */

import type { Params } from '../engine/definition.ts';
import type { NodeRules } from '../engine/node-rules.ts';
import { NodeTypes } from '../engine/node-types.ts';
import type { RenderedParams } from '../engine/printed-params.ts';
import { StepError, type StepOutcome } from '../nodes/step.ts';
import type { Threads } from '../platform/threads/threads.ts';
import { base64Decode } from './base64/base64-decode.ts';
import { base64Encode } from './base64/base64-encode.ts';
import { createChartToPng } from './chart/chart-to-png.ts';
import type { ForeignCheck } from './contract/foreign-params.ts';
import type { Tool, ToolContext } from './contract/tool.ts';
import type { Knowledge, ToolSource } from './contract/tool-source.ts';
import { createCsvRead } from './csv/csv-read.ts';
import { createCsvWrite } from './csv/csv-write.ts';
import { dateAdd } from './dates/date-add.ts';
import { dateDifference } from './dates/date-difference.ts';
import { dateFormat } from './dates/date-format.ts';
import { dateParse } from './dates/date-parse.ts';
import { createJsonQuery } from './json-query/json-query.ts';
import { createTextToPdf } from './pdf/text-to-pdf.ts';
import { createQrCode } from './qr-code/qr-code.ts';
import { createSpreadsheetRead } from './spreadsheet/spreadsheet-read.ts';
import { createSpreadsheetWrite } from './spreadsheet/spreadsheet-write.ts';
import { fileToText } from './text/file-to-text.ts';
import { hash } from './text/hash.ts';
import { createTextExtract } from './text/text-extract.ts';
import { createWebPageToMarkdown } from './web-page/web-page-to-markdown.ts';
import { createZipCreate } from './zip/zip-create.ts';
import { createZipExtract } from './zip/zip-extract.ts';

export interface ToolBox {
  /** Those known at the moment, in alphabetical order. */
  list(): readonly Tool[];
  get(name: string): Tool | undefined;
  /** Whether there is such a tool; `maybe` where it is one of a place that is away just now. */
  knows(name: string): Knowledge;
  /** Waits for who has the tool. Throws a StepError when there is none, or they can not be reached. */
  find(name: string, signal: AbortSignal): Promise<Tool>;
  /** Throws a StepError when there is no such tool, or the params do not fit it, also as they print. */
  call(
    name: string,
    params: Readonly<Record<string, unknown>>,
    context: ToolContext,
    printed?: RenderedParams['printed'],
  ): Promise<StepOutcome>;
}

export interface ToolBoxOptions {
  threads: Threads;
  /** Tools that other parts of the service bring. */
  more?: readonly Tool[];
  /** Tools that come and go. */
  sources?: readonly ToolSource[];
}

export function createToolBox({ threads, more = [], sources = [] }: ToolBoxOptions): ToolBox {
  return createToolBoxFrom([...builtInTools(threads), ...more], sources);
}

/** Of these tools alone. */
export function createToolBoxFrom(tools: readonly Tool[], sources: readonly ToolSource[] = []): ToolBox {
  const own = tools.toSorted(byName);
  const ownByName = new Map(own.map(tool => [tool.name, { tool, rules: rulesOf(tool) }]));
  if (ownByName.size < own.length) throw new Error('Two tools have the same name');
  const names = new Set(ownByName.keys());
  for (const source of sources) source.avoid(names);
  const checks = new NodeTypes([...ownByName.values()].map(({ rules }) => rules));
  let foreignCheck: ForeignCheck | undefined;

  async function find(name: string, signal: AbortSignal): Promise<Tool> {
    const found = ownByName.get(name);
    if (found) return found.tool;
    const source = sources.find(each => each.knows(name) !== 'no');
    if (!source) throw new StepError(`There is no tool '${name}'`);
    return source.find(name, signal);
  }

  async function fit(tool: Tool, rendered: RenderedParams): Promise<{ params: Params; problems: string[] }> {
    const rules = ownByName.get(tool.name)?.rules;
    if (rules) return checks.fit(rules, rendered);
    // Its dialects of JSON Schema are loaded only where there are such tools.
    foreignCheck ??= (await import('./contract/foreign-params.ts')).createForeignCheck();
    return foreignCheck(tool, rendered);
  }

  return {
    list: () => (sources.length === 0 ? own : [...own, ...sources.flatMap(source => source.list())].sort(byName)),
    get: name => ownByName.get(name)?.tool ?? firstKnown(sources, source => source.get(name)),
    knows(name) {
      if (ownByName.has(name)) return 'yes';
      const answers = sources.map(source => source.knows(name));
      return answers.find(answer => answer === 'yes') ?? answers.find(answer => answer === 'maybe') ?? 'no';
    },
    find,
    async call(name, given, context, printed = {}) {
      const tool = await find(name, context.signal);
      const { params, problems } = await fit(tool, { params: given, printed });
      if (problems.length > 0) {
        throw new StepError(`The params of ${name} do not fit: ${problems.join('; ')}`, { kind: 'params' });
      }
      context.signal.throwIfAborted();
      return tool.call(params, context);
    },
  };
}

function byName(one: Tool, other: Tool): number {
  return one.name < other.name ? -1 : 1;
}

function firstKnown(sources: readonly ToolSource[], ask: (source: ToolSource) => Tool | undefined): Tool | undefined {
  for (const source of sources) {
    const tool = ask(source);
    if (tool) return tool;
  }
  return undefined;
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
    fileToText,
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
