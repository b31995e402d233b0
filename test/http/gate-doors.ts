/** Every door through which files come into the service, each told in the same way what happened at it. */
import assert from 'node:assert/strict';
import type { Approval } from '../../src/approvals/schemas.ts';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import type { OpenPlace } from '../support/outside-places.ts';
import { createWorkflow, outputOf, resultOf } from '../support/runs.ts';
import type { Person, Reply, TestService } from '../support/service.ts';
import { APPROVAL, approvalIdOf, asking, waitingRun } from './approval-workflows.ts';
import { doors as panelDoors } from './booster-doors.ts';
import { makePanel } from './booster-panels.ts';
import { formOf, send } from './file-uploads.ts';
import { publishHook } from './webhook-calls.ts';

export interface Incoming {
  content: string | Uint8Array<ArrayBuffer>;
  /** Its ending is of this type. */
  name: string;
  /** As its sender says. */
  type: string;
}

export interface Owner {
  person: Person;
  /** Whose storage it takes, if not the person's. */
  organization_id: string | null;
}

/** A file, or why there is none. */
export type Outcome = { type: string; size: number } | { status: number; detail: string };

export interface GateDoor {
  name: string;
  /** Whether who sends a file says of what type it is: otherwise its name alone does. */
  declares: boolean;
  /** Whether an organization can own what comes in here. */
  organizations: boolean;
  enter(owner: Owner, incoming: Incoming): Promise<Outcome>;
}

const RUN = '/api/v3/workflow/run';
/** Of a step that failed, which is no HTTP error. */
export const FAILED = 200;

export function gateDoors(service: TestService, openPlace: OpenPlace): GateDoor[] {
  const run = async ({ person, organization_id }: Owner, definition: ReturnType<typeof chain>, input = {}) => {
    const workflow_id = await createWorkflow(service, definition, person.key, { organization_id });
    return service.call(RUN, { workflow_id, input }, person.key);
  };
  return [
    ...panelDoors.map(({ name, store }) => ({
      name: `a panel’s, by ${name}`,
      declares: true,
      organizations: true,
      async enter({ person, organization_id }: Owner, { content, name, type }: Incoming) {
        const panel = await makePanel(service, person, {}, { organization_id });
        return outcomeOf(await store(panel, { path: `docs/${name}`, content, type }));
      },
    })),
    {
      name: 'a user’s own',
      declares: true,
      organizations: false,
      async enter({ person }, { content, name, type }) {
        return outcomeOf(await send(service, person, formOf(content, name, type)));
      },
    },
    {
      name: 'the input of a run',
      declares: true,
      organizations: true,
      async enter(owner, { content, name: filename, type: mime_type }) {
        const definition = chain(node('done', 'output', { value: '{{ input.doc }}' }));
        const [start] = definition.nodes;
        assert.ok(start);
        start.params = { input_schema: { type: 'object', properties: { doc: { type: 'object', format: 'file' } } } };
        const doc = { filename, mime_type, data: Buffer.from(content).toString('base64') };
        const reply = await run(owner, definition, { doc });
        return reply.status === 200 ? attachmentOutcome(resultOf(reply.body as Run)) : outcomeOf(reply);
      },
    },
    {
      name: 'the body of a webhook call',
      declares: true,
      organizations: true,
      async enter({ person, organization_id }, { content, name, type: content_type }) {
        const hook = await publishHook(service, person, undefined, { organization_id });
        const reply = await hook.send({ doc: { name, content_type, data: Buffer.from(content).toString('base64') } });
        if (reply.status !== 200) return outcomeOf(reply);
        const run = await hook.run((reply.body as { run_id: string }).run_id);
        return attachmentOutcome(JSON.parse(run.input_json).body.doc);
      },
    },
    {
      name: 'the form of an approval',
      declares: true,
      organizations: true,
      async enter({ person, organization_id }, { content, name: filename, type: mime_type }) {
        const form_schema = { type: 'object', properties: { doc: { type: 'object', format: 'file' } } };
        const definition = asking({ assignees: [person.id], form_schema });
        const waiting = await waitingRun(service, definition, person, organization_id ? { organization_id } : {});
        const data = { doc: { filename, mime_type, data: Buffer.from(content).toString('base64') } };
        const decision = { approval_id: approvalIdOf(waiting), decision: 'approve', data };
        const reply = await service.call(`${APPROVAL}/decide`, decision, person.key);
        return reply.status === 200 ? attachmentOutcome((reply.body as Approval).decision_data.doc) : outcomeOf(reply);
      },
    },
    {
      name: 'the result of a tool',
      declares: false,
      organizations: true,
      async enter(owner, { content, name: filename }) {
        const params = { base64: Buffer.from(content).toString('base64'), as: 'file', filename };
        const reply = await run(owner, chain(node('make', 'tool.call', { tool: 'base64_decode', params })));
        return stepOutcome(reply, run => (outputOf(run, 'make') as { file: unknown }).file);
      },
    },
    {
      name: 'the reply to a request',
      declares: true,
      organizations: true,
      async enter(owner, { content, name, type }) {
        const place = openPlace((_request, response) => {
          const disposition = `attachment; filename="${name}"`;
          response.writeHead(200, { 'content-type': type, 'content-disposition': disposition }).end(content);
        });
        const reply = await run(owner, chain(node('ask', 'http.request', { method: 'GET', url: place.url })));
        return stepOutcome(reply, run => (outputOf(run, 'ask') as { body: unknown }).body);
      },
    },
  ];
}

function outcomeOf({ status, body }: Reply): Outcome {
  const { detail, content_type: type, size } = Object(body);
  return status === 200 ? { type, size } : { status, detail };
}

function stepOutcome({ status, body }: Reply, fileOf: (run: Run) => unknown): Outcome {
  assert.equal(status, 200, JSON.stringify(body));
  const run = body as Run;
  return run.status === 'success' ? attachmentOutcome(fileOf(run)) : { status: FAILED, detail: run.error };
}

function attachmentOutcome(file: unknown): Outcome {
  const { content_type: type, size } = file as Attachment;
  return { type, size };
}
