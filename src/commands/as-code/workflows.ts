import { isObject } from '../../platform/is-object.ts';
import type { Connection } from '../connecting.ts';
import { UsageError } from '../usage-error.ts';
import { comparable, type Document, type Kind, pick } from './kind.ts';

const AT_ONCE = 8;

/** The drafts of workflows with their tests. Credentials stand there by name, and secret headers are empty. */
export const workflows: Kind = {
  name: 'workflow',
  folder: 'workflows',
  fields: ['id', 'name', 'description', 'organization_id', 'sharing', 'group_sharing', 'definition', 'tests'],
  // The order of fields in a form, for example, is that of its members.
  ordered: ['definition'],
  async list(connection) {
    const found: Record<string, unknown>[] = [];
    for await (const workflow of connection.client.workflows.each()) {
      if (workflow.permissions.write) found.push(workflow);
    }
    return inBatches(found, async workflow => ({
      id: String(workflow.id),
      name: String(workflow.name),
      version: Number(Object(workflow.updated).timestamp),
      document: await toDocument(connection, workflow),
    }));
  },
  async create(connection, document) {
    const { name, description = '', definition = {}, tests = [], organization_id = null } = document;
    const data = { version: '1.0', workflow: { name, description, definition }, tests };
    const created = Object(await connection.call('/api/v3/workflow/import', { data, organization_id }));
    const { id } = Object(created.workflow);
    await share(connection, String(id), document, {});
    return String(id);
  },
  async update(connection, { id, document: before }, document) {
    const opened = Object(await connection.call('/api/v1/workflow/open', { workflow_id: id }));
    // The plan was made from what the service had then. What is saved is based on what it has now.
    const present = await toDocument(connection, opened.workflow);
    if (comparable(workflows, present) !== comparable(workflows, before)) {
      throw new UsageError(`the workflow '${document.name}' was changed by somebody else at this moment: try again`);
    }
    const { name, description = '', definition } = document;
    if (isChanged(document, before, ['name', 'description', 'definition'])) {
      await connection.call('/api/v1/workflow/save', {
        workflow_id: id,
        base_revision_id: opened.revision_id,
        base_updated: opened.updated,
        name,
        description,
        definition: withKept(definition, Object(opened.workflow).definition),
      });
    }
    await share(connection, id, document, before);
    if (isChanged(document, before, ['tests'])) await saveTests(connection, id, asList(document.tests));
  },
  async delete(connection, { id }) {
    await connection.client.workflows.delete(id);
  },
};

async function toDocument(connection: Connection, workflow: Record<string, unknown>): Promise<Document> {
  const exported = Object(await connection.call('/api/v3/workflow/export', { workflow_id: workflow.id }));
  const { name, description, definition } = Object(exported.workflow);
  return {
    ...pick(workflow, ['id', 'organization_id', 'sharing', 'group_sharing']),
    ...{ name, description, definition, tests: exported.tests },
  };
}

async function share(connection: Connection, id: string, document: Document, before: Document): Promise<void> {
  if (!isChanged(document, before, ['sharing', 'group_sharing'])) return;
  const { sharing = [], group_sharing = [] } = document;
  await connection.call('/api/v3/workflow/update', { id, sharing, group_sharing });
}

/** Tests are known by their names. */
async function saveTests(
  connection: Connection,
  workflow_id: string,
  wanted: Record<string, unknown>[],
): Promise<void> {
  const listed = await connection.call('/api/v1/workflow/test/list', { workflow_id });
  const present = asList(Array.isArray(listed) ? listed : Object(listed).items);
  const defaults = { trigger_node_id: null, input: {}, pins: {}, expect: {} };
  for (const test of wanted) {
    const known = present.find(({ name }) => name === test.name);
    const content = { ...defaults, ...test };
    if (known) await connection.call('/api/v1/workflow/test/update', { id: known.id, ...content });
    else await connection.call('/api/v1/workflow/test/create', { workflow_id, ...content });
  }
  for (const { id, name } of present) {
    if (!wanted.some(test => test.name === name)) await connection.call('/api/v1/workflow/test/delete', { id });
  }
}

/** Files have neither the values of secret headers nor the pinned results of the editor. Both stay as they are. */
export function withKept(definition: unknown, present: unknown): unknown {
  if (!isObject(definition) || !isObject(present)) return definition;
  const before = new Map(asList(present.nodes).map(node => [node.id, node]));
  const nodes = Array.isArray(definition.nodes)
    ? definition.nodes.map(node => (isObject(node) ? withKeptHeaders(node, before.get(node.id)) : node))
    : definition.nodes;
  const { pins } = Object(present.editor);
  return {
    ...definition,
    ...(nodes !== undefined && { nodes }),
    ...(pins !== undefined && { editor: { ...Object(definition.editor), pins } }),
  };
}

function withKeptHeaders(node: Record<string, unknown>, before: Record<string, unknown> | undefined): unknown {
  const { headers } = Object(node.params);
  const known = Object(Object(before?.params).headers);
  if (!isObject(headers)) return node;
  const kept = Object.entries(headers).map(([name, value]) => [name, value === '' ? (known[name] ?? '') : value]);
  return { ...node, params: { ...Object(node.params), headers: Object.fromEntries(kept) } };
}

function isChanged(document: Document, before: Document, fields: readonly string[]): boolean {
  return comparable(workflows, pick(document, fields)) !== comparable(workflows, pick(before, fields));
}

function asList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(map))));
  }
  return results;
}
