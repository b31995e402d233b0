/** `/api/v1/builder`: what the console shows of a builder's changes. */
import Type from 'typebox';
import type { HeddleDatabase } from '../../database.ts';
import { endpointWith, workflowReaders } from '../../http/endpoint.ts';
import { BuilderChange, ChangeId, ChangeSettling, OpenChange, OpenChangesRequest } from './change-schemas.ts';
import { listOpenChanges, readChange, settleChange } from './changes.ts';

const endpoint = endpointWith<{ database: HeddleDatabase }>();

export const builderEndpoints = [
  endpoint({
    path: '/api/v1/builder/change/open',
    summary: "Lists what the user's builder changed or proposed and is not settled yet, oldest first",
    ...workflowReaders,
    body: OpenChangesRequest,
    reply: Type.Array(OpenChange),
    handle: ({ database }, { caller, body }) => listOpenChanges(database.query, caller, body.workflow_id),
  }),
  endpoint({
    path: '/api/v1/builder/change/get',
    summary: "Returns what the user's builder changed or proposed: the workflow before and after",
    ...workflowReaders,
    body: ChangeId,
    reply: BuilderChange,
    handle: ({ database }, { caller, body }) => readChange(database.query, caller, body.change_id),
  }),
  endpoint({
    path: '/api/v1/builder/change/settle',
    failures: [409],
    summary: 'Records that the user kept, undid, applied or dismissed a change. It does not change the workflow',
    ...workflowReaders,
    body: ChangeSettling,
    reply: BuilderChange,
    handle: ({ database }, { caller, body }) => settleChange(database.query, caller, body),
  }),
];
