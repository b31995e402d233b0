import Type from 'typebox';
import type { Query } from '../../database.ts';
import { strict } from '../../nodes/param-schemas.ts';
import { defineTool, type Tool } from '../../tools/contract/tool.ts';
import { requireWorkflow, type WorkflowRow } from '../../workflows/access.ts';
import { isSameProcess } from '../../workflows/changes.ts';
import { emptyCredentials } from '../../workflows/credentials.ts';
import { readPublishedDefinition } from '../../workflows/publishing.ts';
import { listRevisions } from '../../workflows/revisions.ts';
import type { Catalog } from '../../workflows/schemas.ts';
import { builderLimits } from './builder-limits.ts';
import type { BuilderScope, BuilderServices } from './builder-services.ts';
import { abbreviate, presentDefinition, presentIssues, presentRevision } from './presentation.ts';

const noParams = Type.Object({}, strict);
const names = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { description, maxItems: builderLimits.named }));

export function readTool({ database: { query: db } }: BuilderServices, { caller, workflowId }: BuilderScope): Tool {
  return defineTool({
    name: 'workflow_read',
    title: 'Read the workflow',
    description:
      'Reads the workflow: name, description, definition (the draft, with nodes and edges), what is published and ' +
      'whether the draft differs from it, and whether it is active. Credentials in headers are shown empty.',
    inputSchema: Type.Object(
      { nodes: names('Ids of nodes to read alone, with their params, when the definition is too long.') },
      strict,
    ),
    call: async ({ nodes = [] }) => {
      const { workflow } = await requireWorkflow(db, caller, workflowId, 'read');
      const { definition, secretKeys } = emptyCredentials(workflow.definition);
      return {
        output: {
          name: workflow.name,
          description: workflow.description,
          ...presentDefinition(definition, nodes),
          ...(secretKeys.length > 0 && { empty_credentials: secretKeys.slice(0, builderLimits.issues) }),
          published_version: workflow.published_version,
          published_at: workflow.published_at?.toISOString() ?? null,
          active: workflow.active,
          draft_changed: await isDraftChanged(db, workflow),
        },
        text: 'Read the workflow',
      };
    },
  });
}

export function catalogTool({ checker }: BuilderServices, { caller }: BuilderScope): Tool {
  return defineTool({
    name: 'workflow_catalog',
    title: 'Look up node types and tools',
    description:
      'What workflows are made of. Without params: all node types, and all tools for tool.call, in a line each. ' +
      'With names: everything about these, with the JSON Schema of their params and the named outputs (handles).',
    inputSchema: Type.Object(
      {
        types: names('Node types, such as http.request.'),
        tools: names('Tools of tool.call, such as csv_read.'),
      },
      strict,
    ),
    call: async ({ types = [], tools = [] }) => {
      const catalog = await checker.catalog(caller);
      const isList = types.length === 0 && tools.length === 0;
      const output = isList ? catalogLines(catalog) : catalogParts(catalog, types, tools);
      return { output, text: isList ? 'Looked at the catalog' : `Looked up ${[...types, ...tools].join(', ')}` };
    },
  });
}

export function validateTool(
  { database: { query: db }, checker }: BuilderServices,
  { caller, workflowId }: BuilderScope,
): Tool {
  return defineTool({
    name: 'workflow_validate',
    title: 'Validate the workflow',
    description:
      'Validates the draft. Result: valid, and issues, each {severity, message, node_id, edge}. Only a valid draft can be run.',
    inputSchema: noParams,
    call: async () => {
      const { workflow } = await requireWorkflow(db, caller, workflowId, 'read');
      const issues = await checker.findIssues(db, caller, workflow.definition, workflow);
      const valid = !issues.some(({ severity }) => severity === 'error');
      return { output: { valid, ...presentIssues(issues) }, text: valid ? 'It is valid' : 'It is not valid' };
    },
  });
}

export function revisionsTool(
  { database: { query: db }, checker }: BuilderServices,
  { caller, workflowId }: BuilderScope,
): Tool {
  return defineTool({
    name: 'workflow_revisions',
    title: 'List revisions',
    description:
      'Lists the latest revisions of the draft, newest first, with what each changed against the one before. The ' +
      'first is the draft itself.',
    inputSchema: noParams,
    call: async () => {
      await requireWorkflow(db, caller, workflowId, 'read');
      const max = Math.min(builderLimits.revisions, checker.limits.revisions);
      const revisions = await listRevisions(db, workflowId, { revisions: max });
      return { output: revisions.map(presentRevision), text: `Listed ${revisions.length} revisions` };
    },
  });
}

async function isDraftChanged(db: Query, workflow: WorkflowRow): Promise<boolean> {
  if (workflow.published_version === null) return true;
  return !isSameProcess(workflow.definition, await readPublishedDefinition(db, workflow));
}

function catalogLines({ node_types, tools }: Catalog): Record<string, unknown> {
  const line = (name: string, description: string) => {
    const [sentence = ''] = description.split(/(?<=\.)\s/);
    return `${name}: ${abbreviate(sentence, builderLimits.summaryCharacters)}`;
  };
  return {
    node_types: node_types.map(({ type, description }) => line(type, description)),
    tools: tools.map(({ name, description }) => line(name, description)),
  };
}

function catalogParts(
  { node_types, tools }: Catalog,
  types: readonly string[],
  names: readonly string[],
): Record<string, unknown> {
  const foundTypes = node_types.filter(({ type }) => types.includes(type));
  const foundTools = tools.filter(({ name }) => names.includes(name));
  const found = new Set([...foundTypes.map(({ type }) => type), ...foundTools.map(({ name }) => name)]);
  const unknown = [...types, ...names].filter(name => !found.has(name));
  return {
    node_types: foundTypes,
    tools: foundTools.map(({ name, description, input_schema }) => ({ name, description, input_schema })),
    ...(unknown.length > 0 && { unknown }),
  };
}
