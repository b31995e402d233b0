import { formDataTooLarge } from '../errors.ts';
import { inlineBodyLimits } from '../files/inline.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { LargeResponse } from '../http/large-response.ts';
import { findApprovals, pageChunks, readApproval } from './approvals.ts';
import { readContext } from './context.ts';
import { type DecidingServices, decide } from './deciding.ts';
import { listApprovals } from './inbox.ts';
import * as schemas from './schemas.ts';
import { countApprovals } from './tallies.ts';

const access = { scope: 'service.workflow', tier: 'default' } as const;
const forConsole = { scope: '*', tier: 'default' } as const;

/** Assignees only need the approval itself: these endpoints do not check the permission of the account. */
export function approvalEndpoints(services: DecidingServices): Endpoint[] {
  const { files, limits, runLimits } = services;
  const db = files.database.query;
  const decisionBody = inlineBodyLimits(files.fileBytes, runLimits.inputCharacters);
  return [
    endpoint({
      path: '/api/v3/workflow/approval/find',
      summary: 'Finds approvals that the user may decide or has decided, newest first',
      ...access,
      body: schemas.findRequest(limits),
      reply: schemas.ApprovalPage,
      handle: async ({ caller, body }) =>
        new LargeResponse(pageChunks(caller, await findApprovals(db, caller, body, limits))),
    }),
    endpoint({
      path: '/api/v3/workflow/approval/count',
      summary: "Counts approvals that await the user's decision",
      ...access,
      tier: 'high',
      reply: schemas.PendingCount,
      handle: async ({ caller }) => ({ pending: await countApprovals(db, caller.userId, 'pending') }),
    }),
    endpoint({
      path: '/api/v3/workflow/approval/get',
      summary: 'Reads an approval, for users who may decide it or can read its workflow',
      ...access,
      body: schemas.ApprovalId,
      reply: schemas.Approval,
      handle: async ({ caller, body }) => readApproval(db, caller, body.approval_id),
    }),
    endpoint({
      path: '/api/v3/workflow/approval/decide',
      summary: 'Approves or rejects: the decision becomes the output of the step, and the run continues',
      ...access,
      body: schemas.decideRequest(limits),
      ...decisionBody,
      tooManyValues: () => formDataTooLarge(limits.dataCharacters),
      reply: schemas.Approval,
      handle: async call => decide(services, call.caller, call.body, call),
    }),
    endpoint({
      path: '/api/v1/approval/list',
      summary: 'Lists approvals that the user may decide or has decided, newest first, page by page',
      ...forConsole,
      body: schemas.InboxRequest,
      reply: schemas.InboxPage,
      handle: ({ caller, body }) => listApprovals(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/approval/context',
      summary: 'Reads who may decide an approval, and how far its run has come, without inputs and outputs',
      ...forConsole,
      body: schemas.ApprovalId,
      reply: schemas.ApprovalContext,
      handle: ({ caller, body }) => readContext(db, caller, body.approval_id),
    }),
  ];
}
