/** Every way in which files enter the service (a door), with a uniform outcome so that one test fits all of them. */
import assert from 'node:assert/strict';
import type { Approval } from '../../src/approvals/schemas.ts';
import type { Attachment } from '../../src/nodes/step.ts';
import type { Run } from '../../src/runs/schemas.ts';
import { chain, node } from '../support/definitions.ts';
import type { OpenPlace } from '../support/outside-places.ts';
import { createWorkflow, readResult, readStepOutput } from '../support/runs.ts';
import type { Person, Reply, TestService } from '../support/service.ts';
import { APPROVAL, asking, findApprovalId, waitingRun } from './approval-workflows.ts';
import { doors as panelDoors } from './booster-doors.ts';
import { makePanel } from './booster-panels.ts';
import { createFileForm, send } from './file-uploads.ts';
import { publishHook } from './webhook-calls.ts';

export interface Incoming {
  content: string | Uint8Array<ArrayBuffer>;
  /** The extension of the name matches the type. */
  name: string;
  /** The type that the sender declares. */
  type: string;
}

export interface Owner {
  person: Person;
  /** The organization whose storage the file uses; null if it uses the person's. */
  organization_id: string | null;
}

/** The stored file, or the reason why it was refused. */
export type Outcome = { type: string; size: number } | { status: number; detail: string };

export interface GateDoor {
  name: string;
  /** Whether the sender declares the type of a file. Otherwise only its name shows the type. */
  declares: boolean;
  /** Whether an organization can own the files that enter here. */
  organizations: boolean;
  enter(owner: Owner, incoming: Incoming): Promise<Outcome>;
}

const RUN = '/api/v3/workflow/run';
/** The HTTP status when a step of a run failed, which is not an HTTP error. */
export const FAILED = 200;

export function gateDoors(service: TestService, openPlace: OpenPlace): GateDoor[] {
  const run = async ({ person, organization_id }: Owner, definition: ReturnType<typeof chain>, input = {}) => {
    const workflow_id = await createWorkflow(service, definition, person.key, { organization_id });
    return service.call(RUN, { workflow_id, input }, person.key);
  };
  return [
    ...panelDoors.map(({ name, store }) => ({
      name: `a panel file, by ${name}`,
      declares: true,
      organizations: true,
      async enter({ person, organization_id }: Owner, { content, name, type }: Incoming) {
        const panel = await makePanel(service, person, {}, { organization_id });
        return toOutcome(await store(panel, { path: `docs/${name}`, content, type }));
      },
    })),
    {
      name: 'a user’s own',
      declares: true,
      organizations: false,
      async enter({ person }, { content, name, type }) {
        return toOutcome(await send(service, person, createFileForm(content, name, type)));
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
        return reply.status === 200 ? toAttachmentOutcome(readResult(reply.body as Run)) : toOutcome(reply);
      },
    },
    {
      name: 'the body of a webhook call',
      declares: true,
      organizations: true,
      async enter({ person, organization_id }, { content, name, type: content_type }) {
        const hook = await publishHook(service, person, undefined, { organization_id });
        const reply = await hook.send({ doc: { name, content_type, data: Buffer.from(content).toString('base64') } });
        if (reply.status !== 200) return toOutcome(reply);
        const run = await hook.run((reply.body as { run_id: string }).run_id);
        return toAttachmentOutcome(JSON.parse(run.input_json).body.doc);
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
        const decision = { approval_id: findApprovalId(waiting), decision: 'approve', data };
        const reply = await service.call(`${APPROVAL}/decide`, decision, person.key);
        return reply.status === 200
          ? toAttachmentOutcome((reply.body as Approval).decision_data.doc)
          : toOutcome(reply);
      },
    },
    {
      name: 'the result of a tool',
      declares: false,
      organizations: true,
      async enter(owner, { content, name: filename }) {
        const params = { base64: Buffer.from(content).toString('base64'), as: 'file', filename };
        const reply = await run(owner, chain(node('make', 'tool.call', { tool: 'base64_decode', params })));
        return toStepOutcome(reply, run => (readStepOutput(run, 'make') as { file: unknown }).file);
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
        return toStepOutcome(reply, run => (readStepOutput(run, 'ask') as { body: unknown }).body);
      },
    },
  ];
}

function toOutcome({ status, body }: Reply): Outcome {
  const { detail, content_type: type, size } = Object(body);
  return status === 200 ? { type, size } : { status, detail };
}

function toStepOutcome({ status, body }: Reply, readFile: (run: Run) => unknown): Outcome {
  assert.equal(status, 200, JSON.stringify(body));
  const run = body as Run;
  return run.status === 'success' ? toAttachmentOutcome(readFile(run)) : { status: FAILED, detail: run.error };
}

function toAttachmentOutcome(file: unknown): Outcome {
  const { content_type: type, size } = file as Attachment;
  return { type, size };
}
