/** One entity of each kind, which the requests of the hostile tests name and change. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, type Definition, edge, node } from '../support/definitions.ts';
import { createWorkflow, runOnce } from '../support/runs.ts';
import type { Person, TestService } from '../support/service.ts';
import { findApprovalId } from './approval-workflows.ts';
import { makePanel } from './booster-panels.ts';
import { createFileForm, upload } from './file-uploads.ts';

export type Ids = Readonly<Record<string, string>>;

/** A description of an API with this text wherever one can be. */
export function describedApi(text: string): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: text, version: text, description: text },
    servers: [{ url: 'https://api.example.org', description: text }],
    paths: {
      '/orders': {
        get: {
          operationId: 'listOrders',
          summary: text,
          description: text,
          tags: [text],
          parameters: [{ name: 'state', in: 'query', description: text, schema: { type: 'string', enum: [text] } }],
          responses: { 200: { description: text } },
        },
      },
    },
  });
}

/** A definition with this text wherever one can be, which can be saved. */
export function definitionWith(text: string): Definition & Record<string, unknown> {
  const step = {
    ...node('show', 'transform', { value: { [text]: text } }),
    name: text,
    notes: text,
    description: text,
  };
  return {
    ...chain(step),
    editor: { notes: [{ id: 'note', text, x: 0, y: 0, width: 100, height: 100 }], [text]: text },
  };
}

const FORM = { type: 'object', properties: { note: { type: 'string' } } };

/** Waits for a decision behind a webhook and a manual trigger. */
function asking(assignee: string): Definition {
  const nodes = [
    node('start', 'trigger.manual'),
    node('hook', 'trigger.webhook'),
    node('ask', 'human.approval', { title: 'Pay?', assignees: [assignee], form_schema: FORM }),
    node('done', 'output', { value: '{{ steps.ask.output }}' }),
  ];
  return {
    nodes,
    edges: [
      edge('start', 'ask'),
      edge('hook', 'ask'),
      edge('ask', 'done', 'approved'),
      edge('ask', 'done', 'rejected'),
    ],
  };
}

/** Creates the entities of this person. Returns their ids by the names that requests use. */
export async function installEntities(service: TestService, person: Person): Promise<Ids> {
  const ask = <Answer = { id: string }>(path: string, body: object) => service.ask<Answer>(path, body, person.key);
  const workflow_id = await createWorkflow(service, asking(person.email), person.key);
  await ask('/api/v3/workflow/publish', { workflow_id });
  await ask('/api/v3/workflow/activate', { workflow_id, active: true });
  const run = await ask<Run>('/api/v3/workflow/run', { workflow_id });
  assert.equal(run.status, 'waiting', run.error);
  const [revision] = await ask<{ id: string }[]>('/api/v3/workflow/revisions', { workflow_id });
  const [notification] = await ask<{ id: string }[]>('/api/v1/notification/find', {});
  const panel = await makePanel(service, person, { things: {} });
  const { key: record } = await panel.record();
  const stored = await panel.upload({ path: 'things/a.txt' });
  const file = await upload(service, person, createFileForm('x'));
  const view = await ask('/api/v1/view/create', { name: 'view', page: 'runs', search: '' });
  const variable = await ask('/api/v1/variable/create', { name: 'colour', type: 'text', value: 'red' });
  const credential = await ask('/api/v1/credential/create', {
    name: 'token',
    kind: 'bearer',
    hosts: ['api.example.org'],
    fields: { token: 'tok-0123456789' },
  });
  const connector = await ask('/api/v1/connector/create', { name: 'shop', document: describedApi('shop') });
  const assistant = await ask('/api/v3/assistant/create', { name: 'assistant' });
  const conversation_id = randomUUID();
  await ask('/api/v3/chat', { message: 'Hello', conversation_id });
  const server = await ask('/api/v1/mcp-server/create', { name: 'calc', url: 'http://127.0.0.1:9/mcp' });
  const edited = await createWorkflow(service, chain(), person.key);
  const ended = await runOnce(service, chain(node('done', 'output', { value: '{{ input }}' })), {}, person.key);
  const { id: test } = await ask('/api/v1/workflow/test/create', { workflow_id, name: 'test', expect: {} });
  return {
    workflow_id,
    run_id: run.id,
    revision_id: revision?.id ?? '',
    base_revision_id: revision?.id ?? '',
    approval_id: findApprovalId(run),
    panel_id: panel.id,
    'panel-id': panel.id,
    credential_id: credential.id,
    conversation_id,
    file_id: file.file_id,
    key: record,
    user_id: person.id,
    tab_id: randomUUID(),
    'user.id': (await service.person()).id,
    'key.id': (await service.ask<{ id: string }[]>('/api/v1/key/find')).at(-1)?.id ?? '',
    'organization.id': await service.organization(),
    'group.id': await service.group(),
    'notification.id': notification?.id ?? '',
    'panel.id': panel.id,
    'booster.id': stored.id,
    'file.id': file.id,
    'view.id': view.id,
    'variable.id': variable.id,
    'credential.id': credential.id,
    'connector.id': connector.id,
    'assistant.id': assistant.id,
    'conversation.id': conversation_id,
    'mcp-server.id': server.id,
    'workflow.id': edited,
    ended_run_id: ended.id,
    'workflow.test.id': test,
  };
}
