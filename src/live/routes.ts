/** `/api/v1`: what the console learns by itself while it is open, who else is there, what is called how, and saved views. */
import Type from 'typebox';
import type { HeddleDatabase } from '../database.ts';
import { Accepted, accepted, type Endpoint, endpoint } from '../http/endpoint.ts';
import { replyWithStream } from '../http/json-stream.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import { LiveStream } from './event-schema.ts';
import { findByName } from './finding.ts';
import type { LiveStreams } from './live-streams.ts';
import { setPresence } from './presence.ts';
import { createView, deleteView, findViews } from './saved-views.ts';
import * as schemas from './schemas.ts';

export interface LiveServices {
  database: HeddleDatabase;
  live: LiveStreams;
  streams: OpenStreams;
}

const everyone = { scope: '*', tier: 'default' } as const;

export function liveEndpoints({ database, live, streams }: LiveServices): Endpoint[] {
  const db = database.query;
  return [
    endpoint({
      path: '/api/v1/live',
      summary: 'Answers with what changes for the user, for as long as a tab of the console is open',
      ...everyone,
      body: schemas.LiveRequest,
      reply: Type.Unsafe<void>({ description: 'chunks {timestamp, data, error}' }),
      stream: LiveStream,
      handle: call => {
        const { tab_id: tabId, workflow_id: workflowId } = call.body;
        return replyWithStream<schemas.LiveEvent>(call.response, call.log, send =>
          streams.keep(call, signal => live.stream(call.caller, { tabId, workflowId }, send, signal)),
        );
      },
    }),
    endpoint({
      path: '/api/v1/presence/set',
      summary: 'Says which workflow a tab of the console shows',
      ...everyone,
      workflowPermission: 'read',
      body: schemas.PresenceRequest,
      reply: Accepted,
      handle: async ({ caller, body: { tab_id, workflow_id } }) => {
        await setPresence(db, caller, { tabId: tab_id, workflowId: workflow_id });
        return accepted;
      },
    }),
    endpoint({
      path: '/api/v1/find',
      summary: 'Finds workflows, panels, files, assistants and conversations by their names, a few of each',
      ...everyone,
      body: schemas.FindRequest,
      reply: Type.Array(schemas.Found),
      handle: ({ caller, body }) => findByName(db, caller, body.text ?? ''),
    }),
    endpoint({
      path: '/api/v1/view/find',
      summary: "Finds the user's saved views, oldest first",
      ...everyone,
      body: schemas.ViewsRequest,
      reply: Type.Array(schemas.SavedView),
      handle: ({ caller, body }) => findViews(db, caller, body.page),
    }),
    endpoint({
      path: '/api/v1/view/create',
      summary: 'Saves a view under a name',
      ...everyone,
      body: schemas.ViewCreation,
      reply: schemas.SavedView,
      handle: ({ caller, body }) => createView(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/view/delete',
      summary: 'Deletes a saved view',
      ...everyone,
      body: schemas.ViewId,
      reply: Accepted,
      handle: async ({ caller, body }) => {
        await deleteView(db, caller, body.id);
        return accepted;
      },
    }),
  ];
}
