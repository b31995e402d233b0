/** `/api/v1`: what the console learns by itself while it is open, who else is there, what is called how, and saved views. */
import Type from 'typebox';
import type { HeddleDatabase } from '../database.ts';
import { Accepted, accepted, endpointWith, everyone } from '../http/endpoint.ts';
import { replyWithStream } from '../http/json-stream.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import { streaming } from '../http/stream-schema.ts';
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

const endpoint = endpointWith<LiveServices>();

export const liveEndpoints = [
  endpoint({
    path: '/api/v1/live',
    summary: 'Answers with what changes for the user, for as long as a tab of the console is open',
    ...everyone,
    body: schemas.LiveRequest,
    ...streaming(LiveStream),
    handle: ({ live, streams }, call) => {
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
    handle: async ({ database }, { caller, body: { tab_id, workflow_id } }) => {
      await setPresence(database.query, caller, { tabId: tab_id, workflowId: workflow_id });
      return accepted;
    },
  }),
  endpoint({
    path: '/api/v1/find',
    summary: 'Finds workflows, panels, files, assistants and conversations by their names, a few of each',
    ...everyone,
    body: schemas.SearchRequest,
    reply: Type.Array(schemas.Found),
    handle: ({ database }, { caller, body }) => findByName(database.query, caller, body.text ?? ''),
  }),
  endpoint({
    path: '/api/v1/view/find',
    summary: "Finds the user's saved views, oldest first",
    ...everyone,
    body: schemas.ViewsRequest,
    reply: Type.Array(schemas.SavedView),
    handle: ({ database }, { caller, body }) => findViews(database.query, caller, body.page),
  }),
  endpoint({
    path: '/api/v1/view/create',
    summary: 'Saves a view under a name',
    ...everyone,
    body: schemas.ViewCreation,
    reply: schemas.SavedView,
    handle: ({ database }, { caller, body }) => createView(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/view/delete',
    summary: 'Deletes a saved view',
    ...everyone,
    body: schemas.ViewId,
    reply: Accepted,
    handle: async ({ database }, { caller, body }) => {
      await deleteView(database.query, caller, body.id);
      return accepted;
    },
  }),
];
