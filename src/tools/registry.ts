/** The list of all tools, and the tool box, through which they are called. */

import type { WebSearchSettings } from '../configuration/web-search.ts';
import type { Params } from '../engine/definition.ts';
import { isTemplate, type NodeRules } from '../engine/node-rules.ts';
import { NodeTypes, SHOWN_PROBLEMS } from '../engine/node-types.ts';
import type { RenderedParams } from '../engine/printed-params.ts';
import { StepError, type StepOutcome } from '../nodes/step.ts';
import type { Models } from '../platform/models/model.ts';
import type { ThreadPool } from '../platform/threads/thread-pool.ts';
import { base64Decode } from './base64/base64-decode.ts';
import { base64Encode } from './base64/base64-encode.ts';
import { createChartToPng } from './chart/chart-to-png.ts';
import type { ForeignCheck } from './contract/foreign-params.ts';
import type { Knowledge, PersonalToolSource, Tool, ToolContext, ToolSource, ToolUser } from './contract/tool.ts';
import { createCsvJoin } from './csv/csv-join.ts';
import { createCsvRead } from './csv/csv-read.ts';
import { createCsvSplit } from './csv/csv-split.ts';
import { createCsvWrite } from './csv/csv-write.ts';
import { dateAdd } from './dates/date-add.ts';
import { dateDifference } from './dates/date-difference.ts';
import { dateFormat } from './dates/date-format.ts';
import { dateParse } from './dates/date-parse.ts';
import { createFeedRead } from './feed/feed-read.ts';
import { httpGetJson } from './http-json/http-get-json.ts';
import { createJsonQuery } from './json-query/json-query.ts';
import { createMailRead } from './mail/mail-read.ts';
import { createTextToPdf } from './pdf/text-to-pdf.ts';
import { createImageGenerate } from './pictures/image-generate.ts';
import { postgresQuery } from './postgres/postgres-query.ts';
import { createQrCode } from './qr-code/qr-code.ts';
import { s3List } from './s3/s3-list.ts';
import { createSpreadsheetRead } from './spreadsheet/spreadsheet-read.ts';
import { createSpreadsheetWrite } from './spreadsheet/spreadsheet-write.ts';
import { fileToText } from './text/file-to-text.ts';
import { hash } from './text/hash.ts';
import { createTextExtract } from './text/text-extract.ts';
import { createTextToSpeech } from './text/text-to-speech.ts';
import { createWebPageToMarkdown } from './web-page/web-page-to-markdown.ts';
import { createWebSearch } from './web-search/web-search.ts';
import { createZipCreate } from './zip/zip-create.ts';
import { createZipExtract } from './zip/zip-extract.ts';

/** The tools of the installation, and those that only some users have. */
export interface ToolBox {
  /** The tools that the user has at the moment, in alphabetical order. */
  list(user: ToolUser): Promise<readonly Tool[]>;
  /** Says of each of these names whether it is a tool of the user. */
  knows(names: readonly string[], user: ToolUser): Promise<ReadonlyMap<string, Knowledge>>;
  /** Whether the name means the same tool for everybody. */
  isShared(name: string): boolean;
  /** The names of the tools that the service itself has, without those of MCP servers. */
  readonly ownNames: ReadonlySet<string>;
  /**
   * Describes the problems of params before their templates are rendered. What a param with a template becomes is known
   * only in a run, and the tools of others are not asked.
   */
  paramProblems(name: string, params: Params): string[];
  /** Waits until the owner of the tool can be reached. Throws a StepError when it can not, or when there is no such tool. */
  find(name: string, user: ToolUser, signal: AbortSignal): Promise<Tool>;
  /** Throws a StepError when there is no such tool, or when neither the params nor their printed forms fit its schema. */
  call(
    name: string,
    params: Readonly<Record<string, unknown>>,
    context: ToolContext,
    printed?: RenderedParams['printed'],
  ): Promise<StepOutcome>;
}

interface ToolSources {
  /** For everybody. */
  sources?: readonly ToolSource[];
  /** A tool of the installation comes before one with the same name from here. */
  personal?: readonly PersonalToolSource[];
}

interface ToolBoxOptions extends ToolSources {
  threads: ThreadPool;
  /** Tools that other parts of the service provide. */
  more?: readonly Tool[];
}

export function createToolBox({ threads, more = [], ...sources }: ToolBoxOptions): ToolBox {
  return createToolBoxFrom([...builtInTools(threads), ...more], sources);
}

/** Creates a tool box without the built-in tools. */
export function createToolBoxFrom(tools: readonly Tool[], { sources = [], personal = [] }: ToolSources = {}): ToolBox {
  const own = tools.toSorted(compareNames);
  const ownByName = new Map(own.map(tool => [tool.name, { tool, rules: toNodeRules(tool) }]));
  if (ownByName.size < own.length) throw new Error('Two tools have the same name');
  const names = new Set(ownByName.keys());
  for (const source of sources) source.reserveNames(names);
  const checks = new NodeTypes([...ownByName.values()].map(({ rules }) => rules));
  let foreignCheck: ForeignCheck | undefined;

  /** What is known of a name without asking for the tools of a user. */
  function knowsForEverybody(name: string): Knowledge {
    if (ownByName.has(name)) return 'yes';
    const known = sources.map(source => source.knows(name));
    return known.find(each => each === 'yes') ?? known.find(each => each === 'maybe') ?? 'no';
  }

  async function find(name: string, user: ToolUser, signal: AbortSignal): Promise<Tool> {
    const found = ownByName.get(name);
    if (found) return found.tool;
    const source = sources.find(each => each.knows(name) !== 'no');
    if (source) return source.find(name, signal);
    for (const each of personal) {
      const tool = await each.find(user, name, signal);
      if (tool) return tool;
    }
    throw new StepError(`There is no tool '${name}'`);
  }

  async function fit(tool: Tool, rendered: RenderedParams): Promise<{ params: Params; problems: string[] }> {
    const rules = ownByName.get(tool.name)?.rules;
    if (rules) return checks.fit(rules, rendered);
    // The dialects of JSON Schema are loaded only when such tools exist.
    foreignCheck ??= (await import('./contract/foreign-params.ts')).createForeignCheck();
    return foreignCheck(tool, rendered);
  }

  return {
    async list(user) {
      if (sources.length + personal.length === 0) return own;
      const shared = [...own, ...sources.flatMap(source => source.list())];
      const others = (await Promise.all(personal.map(source => source.list(user)))).flat();
      const unique = new Map([...others.toReversed(), ...shared].map(tool => [tool.name, tool]));
      return [...unique.values()].sort(compareNames);
    },
    async knows(asked, user) {
      const known = new Map(asked.map(name => [name, knowsForEverybody(name)]));
      for (const source of personal) {
        const unknown = asked.filter(name => known.get(name) === 'no');
        if (unknown.length === 0) break;
        for (const [name, knowledge] of await source.knows(user, unknown)) known.set(name, knowledge);
      }
      return known;
    },
    isShared: name => knowsForEverybody(name) !== 'no',
    ownNames: names,
    paramProblems(name, params) {
      const rules = ownByName.get(name)?.rules;
      if (!rules) return [];
      const isKnown = (param: string | undefined) => param === undefined || !containsTemplate(params[param]);
      const problems = checks.paramProblems(rules, params).filter(({ param }) => isKnown(param));
      return problems.slice(0, SHOWN_PROBLEMS).map(({ message }) => message);
    },
    find,
    async call(name, rendered, context, printed = {}) {
      const tool = await find(name, context.user, context.signal);
      const { params, problems } = await fit(tool, { params: rendered, printed });
      if (problems.length > 0) {
        throw new StepError(`The params of ${name} do not fit: ${problems.join('; ')}`, { kind: 'params' });
      }
      context.signal.throwIfAborted();
      return tool.call(params, context);
    },
  };
}

function containsTemplate(value: unknown): boolean {
  if (typeof value === 'string') return isTemplate(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(containsTemplate);
}

function compareNames(one: Tool, other: Tool): number {
  return one.name < other.name ? -1 : 1;
}

function builtInTools(threads: ThreadPool): Tool[] {
  return [
    base64Decode,
    base64Encode,
    createChartToPng(threads),
    createCsvRead(threads),
    createCsvWrite(threads),
    createCsvSplit(),
    createCsvJoin(),
    dateAdd,
    dateDifference,
    dateFormat,
    dateParse,
    createFeedRead(threads),
    fileToText,
    hash,
    httpGetJson,
    createJsonQuery(threads),
    createMailRead(threads),
    postgresQuery,
    createQrCode(threads),
    s3List,
    createSpreadsheetRead(threads),
    createSpreadsheetWrite(threads),
    createTextExtract(threads),
    createTextToPdf(threads),
    createWebPageToMarkdown(threads),
    createZipCreate(),
    createZipExtract(),
  ];
}

export interface Providers {
  models: Pick<Models, 'image' | 'speech'>;
  webSearch: WebSearchSettings | undefined;
}

/** Creates the tools whose work a provider does. Each exists only when the settings name a provider for it. */
export function createProviderTools({ models, webSearch }: Providers): Tool[] {
  const image = models.image();
  const speech = models.speech();
  return [
    ...(webSearch ? [createWebSearch(webSearch)] : []),
    ...(image ? [createImageGenerate(image)] : []),
    ...(speech ? [createTextToSpeech(speech)] : []),
  ];
}

/** The engine checks the params of tools, and reports their problems, as it does with those of nodes. */
function toNodeRules({ name, inputSchema }: Tool): NodeRules {
  return { type: name, category: 'action', terminal: false, handles: [], paramsSchema: inputSchema, texts: 'literal' };
}
