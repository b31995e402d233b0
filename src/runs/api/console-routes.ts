/** `/api/v1/run`: the runs that the caller sees, as the console lists, shows and watches them. */
import Type from 'typebox';
import type { HeddleDatabase } from '../../database.ts';
import { endpointWith, workflowReaders } from '../../http/endpoint.ts';
import { replyWithStream } from '../../http/json-stream.ts';
import type { OpenStreams } from '../../http/open-streams.ts';
import { streaming } from '../../http/stream-schema.ts';
import { RunStream } from '../event-schema.ts';
import type { RunEvent } from '../executing/events.ts';
import type { RunLimits } from '../run-limits.ts';
import { RunId, Step } from '../schemas.ts';
import { countRuns, readRunStats } from './count-runs.ts';
import { listRuns } from './list-runs.ts';
import * as schemas from './list-schemas.ts';
import { readRunDetails, readStep } from './read-run.ts';
import type { RunWatchers } from './run-watchers.ts';

export interface RunConsoleServices {
  database: HeddleDatabase;
  limits: RunLimits;
  watchers: RunWatchers;
  streams: OpenStreams;
}

const endpoint = endpointWith<RunConsoleServices>();

export const runConsoleEndpoints = [
  endpoint({
    path: '/api/v1/run/list',
    summary: 'Lists the runs of the user and of the workflows that they may change, newest first, without their steps',
    ...workflowReaders,
    body: schemas.RunListRequest,
    reply: schemas.RunPage,
    handle: ({ database }, { caller, body }) => listRuns(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/run/count',
    summary: 'Counts the runs that a list contains',
    ...workflowReaders,
    body: schemas.RunFilters,
    reply: Type.Integer(),
    handle: ({ database }, { caller, body }) => countRuns(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/run/stats',
    summary: 'Counts the runs that a list contains over time and by status',
    ...workflowReaders,
    body: schemas.RunStatsRequest,
    reply: schemas.RunStats,
    handle: ({ database }, { caller, body }) => readRunStats(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/run/get',
    summary: 'Reads a run with its steps and the beginnings of their outputs',
    ...workflowReaders,
    body: RunId,
    reply: schemas.RunDetails,
    handle: ({ database, limits }, { caller, body }) => readRunDetails(database.query, limits, caller, body.run_id),
  }),
  endpoint({
    path: '/api/v1/run/step',
    summary: 'Reads a step of a run with its whole stored output',
    ...workflowReaders,
    body: schemas.StepRequest,
    reply: Step,
    handle: ({ database, limits }, { caller, body }) => readStep(database.query, limits, caller, body),
  }),
  endpoint({
    path: '/api/v1/run/watch',
    summary: 'Answers with the events of a run from its beginning until it has ended: JSON objects one after another',
    ...workflowReaders,
    // Whoever may start runs and read them may watch them.
    scope: 'service.workflow',
    body: RunId,
    ...streaming(RunStream),
    handle: ({ watchers, streams }, call) =>
      replyWithStream<RunEvent>(call.response, call.log, send =>
        streams.keep(call, signal => watchers.watch(call.caller, call.body.run_id, send, signal)),
      ),
  }),
];
