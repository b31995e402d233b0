/** Every node type: its params from its schema, its outputs, and an example that a test validates and runs. */
import { readConfig } from '../../src/configuration/config.ts';
import type { Texts } from '../../src/engine/node-rules.ts';
import type { NodeType, NodeTypeName } from '../../src/nodes/node.ts';
import { createNodeRegistry } from '../../src/nodes/registry.ts';
import { block, code, printJson, table } from './markdown.ts';
import { nodeExamples } from './node-examples.ts';
import { nodeFields } from './node-fields.ts';
import { type FieldSchema, fieldTable } from './schema-table.ts';

const TITLES = { trigger: 'Triggers', action: 'Actions', logic: 'Logic' } as const;
const TRIGGER_NOTE =
  'Texts are fixed unless they are expressions: they are read when the workflow is published, before there is a run.';
/** Described once for all, above the types. */
const SHARED = ['retry', 'debounce', 'throttle'];

export function documentedNodes(): readonly NodeType[] {
  return Object.values(createNodeRegistry(readConfig({}).workflows));
}

export function nodeTypesSection(): string {
  const nodes = documentedNodes();
  return Object.entries(TITLES)
    .flatMap(([category, title]) => [`## ${title}`, ...nodes.filter(node => node.category === category).map(describe)])
    .join('\n\n');
}

function describe(node: NodeType): string {
  const { type, title, description, paramsSchema, texts } = node;
  const example = nodeExamples[type];
  const parts = [
    `### ${type}`,
    `**${title}.** ${description.replace(/ Output: [\s\S]*$/, '')}`,
    '**Params**',
    fieldTable(
      withoutShared(paramsSchema),
      node.category === 'trigger' ? onlyExpressions(texts) : (texts ?? 'template'),
    ) || 'It has no params.',
    node.category === 'trigger' ? TRIGGER_NOTE : '',
    sharedNote(paramsSchema),
    '**Outputs** (`source_handle` of the edges that leave it)',
    outputs(node),
    '**Output fields**',
    nodeFields[type],
    '**Example**',
    example.about,
    block('json', printJson(example.definition)),
    example.run ? `With the input ${code(JSON.stringify(example.run.input))} the run returns:` : '',
    example.run ? block('json', printJson(example.run.output)) : '',
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Leaves the note on fixed texts to `TRIGGER_NOTE`. */
function onlyExpressions(texts: Texts = 'template'): Texts {
  if (typeof texts === 'string') return texts === 'literal' ? 'template' : texts;
  return Object.fromEntries(Object.entries(texts).map(([name, kind]) => [name, onlyExpressions(kind)]));
}

function withoutShared(schema: FieldSchema): FieldSchema {
  const own = Object.entries(schema.properties ?? {}).map(([name, field]): [string, FieldSchema] => {
    if (!SHARED.includes(name)) return [name, field];
    const { properties: _described, ...rest } = field;
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(own) };
}

function sharedNote({ properties = {} }: FieldSchema): string {
  if (properties.throttle) {
    return '[Debounce, batch and throttle](#debounce-batch-and-throttle) are described below.';
  }
  return properties.retry ? '[Retry](#retry) is described below.' : '';
}

function outputs(node: NodeType): string {
  const { terminal, handles, namedHandles, defaultOutput, category, type } = node;
  if (terminal) return 'None: it ends its branch.';
  const rows: string[][] = [];
  if ((handles.length === 0 && !namedHandles) || defaultOutput) rows.push(['`null`', 'The step has ended.']);
  if (namedHandles) rows.push(['*each name in the params*', NAMED_OUTPUTS[type] ?? '']);
  for (const handle of handles) rows.push([code(handle), HANDLES[`${type} ${handle}`] ?? HANDLES[handle] ?? '']);
  if (category !== 'trigger') {
    rows.push(['`error`', 'The step has failed. Without such an edge the whole run fails.']);
  }
  const empty = rows.find(([, meaning]) => meaning === '');
  if (empty) throw new Error(`the output ${empty[0]} of ${type} is not described`);
  return table(['`source_handle`', 'The run continues here when'], rows);
}

const NAMED_OUTPUTS: Partial<Record<NodeTypeName, string>> = {
  switch: 'Its `expression` is the first that is true.',
  'ai.choice': 'The model chose this option.',
};

const HANDLES: Readonly<Record<string, string>> = {
  true: 'The result is true.',
  false: 'The result is false.',
  otherwise: 'No case is true. Without an edge, this branch ends here.',
  'ai.choice otherwise': 'None of the options fits. Without an edge, this branch ends here.',
  round: 'Once for every round. The steps behind it are the body of the repeat.',
  item: 'Once for every item of the list, or of what is read instead of one. The steps behind it are the body of the loop.',
  done: 'All items are finished, or there were none.',
  approved: 'Somebody approved, or sent the form.',
  rejected: 'Somebody rejected. Without an edge, this branch ends here.',
  timeout: 'Nobody decided in time. Without an edge, the step fails.',
  'wait timeout': 'The call or the event did not come in time. Without an edge, the step fails.',
};

/** The fields of `retry`, and of the params that merge calls, for the sections about them. */
export function sharedParams(name: 'retry' | 'flow'): string {
  const nodes = new Map(documentedNodes().map(node => [node.type, node.paramsSchema as FieldSchema]));
  if (name === 'retry') {
    return fieldTable({ properties: { retry: nodes.get('tool.call')?.properties?.retry ?? {} } });
  }
  const { debounce = {}, batch = {}, throttle = {} } = nodes.get('trigger.webhook')?.properties ?? {};
  return fieldTable({ properties: { debounce, batch, throttle } }, { debounce: 'literal' });
}
