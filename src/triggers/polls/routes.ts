import { recordAuditAlone } from '../../audit/record.ts';
import { notAPoll, pollingAlready, workflowNotActive } from '../../errors.ts';
import { endpointWith, workflowWriters } from '../../http/endpoint.ts';
import { requireWorkflow, workflowSubject } from '../../workflows/access.ts';
import { POLL_TRIGGER } from '../../workflows/poll-states.ts';
import type { Polls } from './polls.ts';
import { type PreviewServices, previewPoll } from './preview.ts';
import { PollNowReply, PollNowRequest, PollPreview, PollPreviewRequest } from './schemas.ts';

export interface PollEndpointServices extends PreviewServices {
  polls: Polls;
}

const endpoint = endpointWith<PollEndpointServices>();

export const pollEndpoints = [
  endpoint({
    path: '/api/v1/trigger/poll_now',
    failures: [409],
    summary: 'Polls the source of a published trigger at once',
    ...workflowWriters,
    body: PollNowRequest,
    reply: PollNowReply,
    async handle({ database, polls }, { caller, body: { workflow_id, node_id } }) {
      const { workflow } = await requireWorkflow(database.query, caller, workflow_id, 'write');
      const trigger = await database.query
        .selectFrom('workflow_triggers')
        .select('id')
        .where('workflow_id', '=', workflow_id)
        .where('node_id', '=', node_id)
        .where('type', '=', POLL_TRIGGER)
        .executeTakeFirst();
      if (!trigger) throw notAPoll(node_id);
      if (!workflow.active) throw workflowNotActive();
      const outcome = await polls.pollNow(trigger.id);
      if (!outcome) throw pollingAlready();
      const event = { action: 'workflow.poll', subject: workflowSubject(workflow), details: { node_id } } as const;
      await recordAuditAlone(database.query, caller, event);
      return outcome;
    },
  }),
  endpoint({
    path: '/api/v1/trigger/poll_preview',
    summary: 'Shows what a poll would find, without storing anything',
    ...workflowWriters,
    body: PollPreviewRequest,
    reply: PollPreview,
    handle: (services, { caller, body, signal }) => previewPoll(services, caller, body, signal),
  }),
];
