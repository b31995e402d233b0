/** `heddle workflow`, but for running: list, show, publish, export, import, test and delete. */
import { writeFile } from 'node:fs/promises';
import type { Workflow } from '@heddle/client';
import { isObject } from '../platform/is-object.ts';
import { Answer, type Invocation } from './command.ts';
import { type Connection, withConnection } from './connecting.ts';
import { endWith } from './exit-codes.ts';
import { parseJson, readCount, readText } from './inputs.ts';
import { note } from './output.ts';
import { ago, toHumanReadable } from './print.ts';
import { confirm } from './prompt.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_LISTED = 20;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function listWorkflows(invocation: Invocation): Promise<unknown> {
  const text = invocation.option('text');
  const limit = readCount('limit', invocation.option('limit'), DEFAULT_LISTED);
  const found = await withConnection(invocation, ({ client }) =>
    client.workflows.find({
      ...(text !== undefined && { filters: [['name', 'regex', `(?i)${escapeForRegex(text)}`]] }),
      sort_key: 'updated.timestamp',
      sort_order: -1,
      limit_to: limit,
    }),
  );
  const rows = found.map(({ id, name, published_version, active, last_run, updated }) => ({
    id,
    name,
    version: published_version ?? 'draft',
    active,
    last_run: last_run?.status ?? null,
    updated: ago(updated.timestamp),
  }));
  const forPrograms = found.map(({ definition: _, ...workflow }) => workflow);
  return new Answer(forPrograms, rows.length > 0 ? toHumanReadable(rows) : 'There are no workflows.');
}

export async function showWorkflow(invocation: Invocation): Promise<unknown> {
  return withConnection(invocation, async connection => {
    const { client } = connection;
    const workflow = await requireWorkflow(connection, invocation.argument('WORKFLOW'));
    const { issues } = await client.call('/api/v3/workflow/validate', { workflow_id: workflow.id });
    const deployment = workflow.permissions.write
      ? await client.call('/api/v3/workflow/deployment', { workflow_id: workflow.id })
      : undefined;
    const { nodes, edges } = Object(workflow.definition);
    const lines = {
      id: workflow.id,
      name: workflow.name,
      description: workflow.description || null,
      steps: `${Array.isArray(nodes) ? nodes.length : 0}, with ${Array.isArray(edges) ? edges.length : 0} edges`,
      published: workflow.published_version === null ? 'never' : `version ${workflow.published_version}`,
      active: workflow.active,
      ...(deployment && { draft: deployment.draft_changed ? 'changed since it was published' : 'as published' }),
      last_run: workflow.last_run && `${workflow.last_run.status}, ${workflow.last_run.run_id}`,
      updated: ago(workflow.updated.timestamp),
    };
    const triggers = deployment?.triggers.map(
      ({ node_id, type, url }) => `trigger    ${node_id} (${type}) ${url ?? ''}`,
    );
    const problems = issues.map(({ severity, message }) => `${severity.padEnd(9)}  ${message}`);
    const text = [toHumanReadable(lines), ...(triggers ?? []), ...problems].map(line => line.trimEnd()).join('\n');
    const { signing_secret: _, ...shown } = deployment ?? { signing_secret: '' };
    return new Answer({ ...workflow, issues, ...(deployment && { deployment: shown }) }, text);
  });
}

export async function publishWorkflow(invocation: Invocation): Promise<unknown> {
  return withConnection(invocation, async connection => {
    const { id, name } = await requireWorkflow(connection, invocation.argument('WORKFLOW'));
    const text = invocation.option('note');
    const request = { workflow_id: id, ...(text !== undefined && { note: text }) };
    const published = await connection.client.call('/api/v3/workflow/publish', request);
    const { signing_secret: _, ...shown } = published;
    const urls = published.triggers.flatMap(({ node_id, url }) => (url ? [`  ${node_id}: ${url}`] : []));
    return new Answer(shown, [`Published '${name}' as version ${published.published_version}.`, ...urls].join('\n'));
  });
}

export async function exportWorkflow(invocation: Invocation): Promise<unknown> {
  return withConnection(invocation, async connection => {
    const { id } = await requireWorkflow(connection, invocation.argument('WORKFLOW'));
    const document = await connection.client.call('/api/v3/workflow/export', { workflow_id: id });
    const text = JSON.stringify(document, null, 2);
    const file = invocation.option('output');
    if (file === undefined) return new Answer(document, text);
    await writeFile(file, `${text}\n`);
    return new Answer({ file }, `Written to ${file}.`);
  });
}

export async function importWorkflow(invocation: Invocation): Promise<unknown> {
  const file = invocation.argument('FILE');
  const document = parseJson(await readText(file), file);
  if (!isObject(document)) throw new UsageError(`${file} must be an exported workflow`);
  // The examples of the console wrap their document.
  const data = isObject(document.document) ? document.document : document;
  const name = invocation.option('name');
  const imported = await withConnection(invocation, ({ client }) =>
    client.call('/api/v3/workflow/import', { data, ...(name !== undefined && { new_name: name }) }),
  );
  for (const key of imported.secret_keys) note(`missing: the credential for ${key}`);
  for (const { severity, message } of imported.issues) note(`${severity}: ${message}`);
  const { id, name: created } = imported.workflow;
  return new Answer(imported, `Created '${created}' (${id}).`);
}

export async function testWorkflow(invocation: Invocation): Promise<unknown> {
  return withConnection(
    invocation,
    async connection => {
      const { id, name } = await requireWorkflow(connection, invocation.argument('WORKFLOW'));
      const version = invocation.flag('published') ? 'published' : 'draft';
      const result = await connection.client.call('/api/v1/workflow/test', { workflow_id: id, version });
      if (result.failed > 0) endWith('bad');
      const lines = result.results.flatMap(each => [
        `${each.passed ? '✓' : '✗'} ${each.name} (${Math.round(each.duration_ms)} ms)`,
        ...each.problems.map(problem => `    ${problem}`),
      ]);
      const sum =
        result.results.length === 0 ? `'${name}' has no tests.` : `${result.passed} passed, ${result.failed} failed`;
      return new Answer(result, [...lines, sum].join('\n'));
    },
    { isLong: true },
  );
}

export async function deleteWorkflow(invocation: Invocation): Promise<unknown> {
  return withConnection(invocation, async connection => {
    const { id, name } = await requireWorkflow(connection, invocation.argument('WORKFLOW'));
    if (!invocation.flag('yes')) await confirm(`Delete '${name}' with all its runs?`, '--yes');
    await connection.client.workflows.delete(id);
    return new Answer({ id }, `Deleted '${name}'.`);
  });
}

/** Finds a workflow by its id or its name. */
export async function requireWorkflow({ client }: Connection, reference: string): Promise<Workflow> {
  if (UUID.test(reference)) return client.workflows.get(reference);
  const found = await client.workflows.find({ filters: [['name', '==', reference]], limit_to: 10 });
  const [only, another] = found;
  if (only && !another) return only;
  if (only) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new UsageError(`several workflows are named '${reference}': use an id (${ids})`);
  }
  throw new UsageError(`there is no workflow '${reference}': see 'heddle workflow list'`, 'missing');
}

function escapeForRegex(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');
}
