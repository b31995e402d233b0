/** `/api/v1/run/test`: runs the draft with given results, or only a part of it. */
import Type from 'typebox';
import { type Call, type Endpoint, endpointWith, workflowWriters } from '../../http/endpoint.ts';
import type { Watch } from '../executing/events.ts';
import { Run } from '../schemas.ts';
import type { SettledRun, StartServices } from '../starting/start.ts';
import { startTestRun } from '../starting/test-run.ts';
import { settledReply } from './read-runs.ts';
import { TestRequest } from './replay-schemas.ts';
import { replyWithRun } from './run-stream.ts';
import { type InputBody, startForCall } from './start.ts';

export function testRunEndpoint(inputBody: InputBody): Endpoint<StartServices> {
  return endpointWith<StartServices>()({
    path: '/api/v1/run/test',
    failures: [423],
    summary: 'Runs the draft with given results of steps, up to one step, or one step alone',
    ...workflowWriters,
    body: TestRequest,
    ...inputBody,
    reply: Type.Unsafe<Run | undefined>({
      anyOf: [Run, { description: 'with `stream`: chunks {timestamp, data, error}' }],
    }),
    handle: async (services, call) => {
      if (!call.body.stream) return settledReply(services, call.caller, await startTest(services, call));
      await replyWithRun(call, async watch => (await startTest(services, call, watch)).run);
      return undefined;
    },
  });
}

function startTest(services: StartServices, request: Call<unknown, TestRequest>, watch?: Watch): Promise<SettledRun> {
  const { stream: _, ...requested } = request.body;
  return startForCall(services.tracer, request, call =>
    startTestRun(services, request.caller, requested, { call, watch }),
  );
}
