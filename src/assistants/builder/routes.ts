/** `/api/v1/builder`: what the console shows of a builder's changes. */
import Type from 'typebox';
import type { HeddleDatabase } from '../../database.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { BuilderChange, ChangeId, ChangeSettling, OpenChange, OpenChangesRequest } from './change-schemas.ts';
import { listOpenChanges, readChange, settleChange } from './changes.ts';

const readers = { scope: '*', tier: 'default', workflowPermission: 'read' } as const;

export function builderEndpoints({ database: { query: db } }: { database: HeddleDatabase }): Endpoint[] {
  return [
    endpoint({
      path: '/api/v1/builder/change/open',
      summary: "Lists what the user's builder changed or proposed and is not settled yet, oldest first",
      ...readers,
      body: OpenChangesRequest,
      reply: Type.Array(OpenChange),
      handle: ({ caller, body }) => listOpenChanges(db, caller, body.workflow_id),
    }),
    endpoint({
      path: '/api/v1/builder/change/get',
      summary: "Returns what the user's builder changed or proposed: the workflow before and after",
      ...readers,
      body: ChangeId,
      reply: BuilderChange,
      handle: ({ caller, body }) => readChange(db, caller, body.change_id),
    }),
    endpoint({
      path: '/api/v1/builder/change/settle',
      failures: [409],
      summary: 'Records that the user kept, undid, applied or dismissed a change. It does not change the workflow',
      ...readers,
      body: ChangeSettling,
      reply: BuilderChange,
      handle: ({ caller, body }) => settleChange(db, caller, body),
    }),
  ];
}
