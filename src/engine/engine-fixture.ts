/** A short notation for definitions, and node types, for the tests of the engine. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileExpression, compileTemplate } from '../templates/template.ts';
import type { Edge } from './definition.ts';
import { Graph, sortTopologically } from './graph.ts';
import type { NodeRules } from './node-rules.ts';
import { NodeTypes, type ValidationEnvironment, validateDefinition } from './validation.ts';

export const PANEL = '0197d1aa-0000-7000-8000-00000000000a';
export const ASSISTANT = '0197d1aa-0000-7000-8000-00000000000b';

/** Builds a definition from `{ a: 'step', b: ['step', { value: 1 }] }` and `'a > b, b.error > c'`. */
export function draft(nodes: Record<string, string | [type: string, params: unknown]>, edges = '') {
  return {
    nodes: Object.entries(nodes).map(([id, node]) => {
      const [type, params] = typeof node === 'string' ? [node, {}] : node;
      return { id, type, name: id, params, position: null };
    }),
    edges: readEdges(edges),
  };
}

export function readEdges(edges: string): Edge[] {
  const texts = edges.split(',').filter(text => text.trim() !== '');
  return texts.map(text => {
    const [from = '', target = ''] = text.split('>').map(end => end.trim());
    const [source = '', ...handle] = from.split('.');
    return { source, target, source_handle: handle.length > 0 ? handle.join('.') : null };
  });
}

/** Builds a graph of the nodes in the order in which the edges name them. */
export function parseGraph(edges: string, further: string[] = []): { graph: Graph; order: number[] } {
  const read = readEdges(edges);
  const graph = new Graph([...new Set([...read.flatMap(({ source, target }) => [source, target]), ...further])], read);
  return { graph, order: sortTopologically(graph).order };
}

export function nodeIndex(graph: Graph, id: string): number {
  const index = graph.index(id);
  if (index === undefined) throw new Error(`there is no node ${id}`);
  return index;
}

const any = { type: 'object' };
const base = { category: 'logic', terminal: false, handles: [], paramsSchema: any } as const;

const types: NodeRules[] = [
  { ...base, type: 'trigger', category: 'trigger', texts: { schema: 'schema', name: 'literal' } },
  {
    ...base,
    type: 'clock',
    category: 'trigger',
    texts: 'literal',
    schedule: ({ cron }) => (typeof cron === 'string' ? { cron, timezone: 'UTC' } : undefined),
  },
  { ...base, type: 'step', category: 'action', texts: { expression: 'expression', schema: 'schema' } },
  { ...base, type: 'branch', handles: ['true', 'false'], texts: { expression: 'expression' } },
  {
    ...base,
    type: 'choice',
    handles: ['otherwise'],
    openHandles: ['otherwise'],
    namedHandles: ({ names }) => (Array.isArray(names) ? names.filter(name => typeof name === 'string') : []),
    texts: { names: 'literal' },
  },
  {
    ...base,
    type: 'approval',
    handles: ['approved', 'rejected', 'timeout'],
    openHandles: ['rejected', 'timeout'],
    failingHandles: ['timeout'],
    texts: { form: 'form schema' },
  },
  {
    ...base,
    type: 'loop',
    handles: ['item', 'done'],
    bodyHandle: 'item',
    openHandles: ['done'],
    texts: { items: 'expression', collect: 'item template' },
  },
  { ...base, type: 'end', terminal: true },
  {
    ...base,
    type: 'user',
    resources: ({ tool, panel, assistant }) => ({
      tools: typeof tool === 'string' ? [tool] : [],
      panels: typeof panel === 'string' ? [panel] : [],
      assistants: typeof assistant === 'string' ? [assistant] : [],
    }),
  },
  {
    ...base,
    type: 'strict',
    texts: { code: 'literal', list: { code: 'literal' } },
    paramsSchema: {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 5 },
        count: { type: 'integer', minimum: 1, maximum: 3 },
        ratio: { type: 'number', exclusiveMinimum: 0 },
        flag: { type: 'boolean' },
        files: { type: ['string', 'array'], items: { type: 'string' }, minItems: 1 },
        code: { enum: ['a', 'b'] },
        mode: { enum: ['x', 'y'] },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        inner: { type: 'object', required: ['x'], additionalProperties: false, properties: { x: {} } },
        list: {
          type: 'array',
          items: { type: 'object', properties: { code: { type: 'number' }, n: { type: 'number' } } },
        },
        url: { type: 'string', pattern: '^https' },
      },
    },
  },
];

export const environment: ValidationEnvironment = {
  nodeTypes: new NodeTypes(types),
  templates: { template: compileTemplate, expression: compileExpression },
  knowsTool: name => (['search'].includes(name) ? 'yes' : 'no'),
  panels: new Set([PANEL]),
  assistants: new Set([ASSISTANT]),
  credentials: new Map([['shop', { fields: ['token'] }]]),
  workflows: new Map(),
  scheduleProblem: cron => (cron === 'often' ? 'that is too often' : undefined),
  variables: new Set(['color']),
  limits: { nodes: 200 },
};

/** Lists the issues, one line each: `error a: message`, `warning a > b: message`, `error: message`. */
export function listIssues(definition: unknown): string[] {
  return validateDefinition(definition, environment).map(({ severity, message, node_id, edge }) => {
    const handle = edge?.source_handle == null ? '' : `.${edge.source_handle}`;
    const place = edge ? ` ${edge.source}${handle} > ${edge.target}` : node_id === null ? '' : ` ${node_id}`;
    // The tests of the template language check its messages.
    return `${severity}${place}: ${message.replace(/(is not a valid (template|expression)): .+/s, '$1')}`;
  });
}

/** Defines a test for each definition and its expected issues. */
export function table(name: string, cases: [name: string, definition: unknown, issues: string[]][]): void {
  describe(name, () => {
    for (const [caseName, definition, expected] of cases) {
      test(caseName, () => assert.deepEqual(listIssues(definition), expected));
    }
  });
}

export const start = { start: 'trigger' } as const;

/** A step with the texts in its params. */
export function templateStep(value: unknown): [string, unknown] {
  return ['step', { value }];
}

export function expressionStep(expression: string): [string, unknown] {
  return ['step', { expression }];
}
