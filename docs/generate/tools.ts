/** Every tool that Heddle has of its own, from its schema, with an example. */
import { boosterTools } from '../../src/booster/tools/tools.ts';
import { readConfig } from '../../src/configuration/config.ts';
import { createThreadPool } from '../../src/platform/threads/thread-pool.ts';
import { toCatalogTool } from '../../src/tools/catalog.ts';
import type { Tool } from '../../src/tools/contract/tool.ts';
import { createImageGenerate } from '../../src/tools/pictures/image-generate.ts';
import { createToolBox } from '../../src/tools/registry.ts';
import { createTextToSpeech } from '../../src/tools/text/text-to-speech.ts';
import { createWebSearch } from '../../src/tools/web-search/web-search.ts';
import { block, printJson } from './markdown.ts';
import { type FieldSchema, fieldTable } from './schema-table.ts';
import { toolExamples } from './tool-examples.ts';

export async function documentedTools(): Promise<readonly Tool[]> {
  // The tools are described, and never called, so what they would work with is not there.
  const absent = JSON.parse('{}');
  const providers = [createWebSearch(absent), createImageGenerate(absent), createTextToSpeech(absent)];
  const box = createToolBox({
    threads: createThreadPool({ atOnce: 1 }),
    more: [...boosterTools({ ...absent, limits: readConfig({}).storage }), ...providers],
  });
  return box.list({ id: '', email: '', ...absent });
}

export async function toolSections(): Promise<string> {
  const tools = await documentedTools();
  const byCategory = Map.groupBy(tools, tool => toCatalogTool(tool).category);
  return [...byCategory]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([category, list]) => [`## ${category}`, ...list.map(describe)].join('\n\n'))
    .join('\n\n');
}

function describe({ name, title, description, inputSchema }: Tool): string {
  const example = toolExamples[name];
  if (!example) throw new Error(`the tool '${name}' has no example`);
  return [
    `### ${name}`,
    `**${title}.** ${description.replace(/<(?=[a-z])/g, '\\<')}`,
    fieldTable(inputSchema as FieldSchema),
    block('json', printJson({ tool: name, params: example.params })),
    ...(example.output === undefined ? [] : ['The output of the step:', block('json', printJson(example.output))]),
  ].join('\n\n');
}
