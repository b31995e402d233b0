import { formDataTooLarge } from '../errors.ts';
import type { InlineBodyLimits } from '../files/inline.ts';
import { type Endpoint, endpointWith, everyone } from '../http/endpoint.ts';
import { LargeResponse } from '../http/large-response.ts';
import { findApprovals, pageChunks, readApproval } from './approvals.ts';
import { readContext } from './context.ts';
import { type DecidingServices, decide } from './deciding.ts';
import { delegate } from './delegating.ts';
import { listApprovals } from './inbox.ts';
import * as schemas from './schemas.ts';
import { countApprovals } from './tallies.ts';

const access = { scope: 'service.workflow', tier: 'default' } as const;

const endpoint = endpointWith<DecidingServices>();

/** Assignees only need the approval itself: these endpoints do not check the permission of the account. */
export function approvalEndpoints(
  limits: schemas.ApprovalLimits,
  decisionBody: InlineBodyLimits,
): Endpoint<DecidingServices>[] {
  return [
    endpoint({
      path: '/api/v3/workflow/approval/find',
      summary: 'Finds approvals that the user may decide or has decided, newest first',
      ...access,
      body: schemas.findRequest(limits),
      reply: schemas.ApprovalPage,
      handle: async ({ files }, { caller, body }) =>
        new LargeResponse(pageChunks(caller, await findApprovals(files.database.query, caller, body, limits))),
    }),
    endpoint({
      path: '/api/v3/workflow/approval/count',
      summary: "Counts approvals that await the user's decision",
      ...access,
      tier: 'high',
      reply: schemas.PendingCount,
      handle: async ({ files }, { caller }) => ({
        pending: await countApprovals(files.database.query, caller.userId, ['pending']),
      }),
    }),
    endpoint({
      path: '/api/v3/workflow/approval/get',
      summary: 'Reads an approval, for users who may decide it or can read its workflow',
      ...access,
      body: schemas.ApprovalId,
      reply: schemas.Approval,
      handle: async ({ files }, { caller, body }) => readApproval(files.database.query, caller, body.approval_id),
    }),
    endpoint({
      path: '/api/v3/workflow/approval/decide',
      summary: 'Approves or rejects: the decision becomes the output of the step, and the run continues',
      ...access,
      body: schemas.decideRequest(limits),
      ...decisionBody,
      tooManyValues: () => formDataTooLarge(limits.dataCharacters),
      reply: schemas.Approval,
      handle: async (services, call) => decide(services, call.caller, call.body, call),
    }),
    endpoint({
      path: '/api/v1/approval/list',
      summary: 'Lists approvals that the user may decide or has decided, newest first, page by page',
      ...everyone,
      body: schemas.InboxRequest,
      reply: schemas.InboxPage,
      handle: ({ files }, { caller, body }) => listApprovals(files.database.query, caller, body),
    }),
    endpoint({
      path: '/api/v1/approval/context',
      summary: 'Reads who may decide an approval, and how far its run has come, without inputs and outputs',
      ...everyone,
      body: schemas.ApprovalId,
      reply: schemas.ApprovalContext,
      handle: ({ files }, { caller, body }) => readContext(files.database.query, caller, body.approval_id),
    }),
    endpoint({
      path: '/api/v1/approval/delegate',
      summary: "Passes the caller's part of an approval on to somebody else, who may read its workflow",
      ...everyone,
      body: schemas.DelegateRequest,
      reply: schemas.Approval,
      handle: (services, { caller, body }) => delegate(services, caller, body),
    }),
  ];
}
