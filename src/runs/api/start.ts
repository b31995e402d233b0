import { type Call, type Endpoint, type EndpointDescription, endpointWith } from '../../http/endpoint.ts';
import { IdempotencyHeader, streaming } from '../../http/stream-schema.ts';
import type { Tracer } from '../../platform/traces/tracer.ts';
import { RunStream } from '../event-schema.ts';
import type { Watch } from '../executing/events.ts';
import { Run, RunRequest, RunStartRequest } from '../schemas.ts';
import { type RequestKey, readRequestKey } from '../starting/idempotency.ts';
import { type SettledRun, type StartingCall, startRun } from '../starting/start.ts';
import { type RequestedStartServices, startRequestedRun } from '../starting/start-request.ts';
import { settledReply } from './read-runs.ts';
import { replyWithRun } from './run-stream.ts';

/** The limits of a body that contains the input of a run with files. */
export type InputBody = Pick<EndpointDescription, 'bodyBytes' | 'longStringBytes' | 'tooManyValues'>;

/** Whoever may run a draft may start a run of the published version. */
const settings = {
  scope: 'service.workflow',
  tier: 'default',
  workflowPermission: 'write',
  failures: [423],
  shownHeaders: IdempotencyHeader,
} as const;

const endpoint = endpointWith<RequestedStartServices>();

export function startEndpoints(inputBody: InputBody): Endpoint<RequestedStartServices>[] {
  return [
    endpoint({
      path: '/api/v3/workflow/run',
      summary: 'Runs the draft, and answers when the run has ended or pauses',
      ...settings,
      body: RunRequest,
      ...inputBody,
      reply: Run,
      handle: async (services, call) => settledReply(services, call.caller, await startDraft(services, call)),
    }),
    endpoint({
      path: '/api/v3/workflow/run/stream',
      summary: 'Runs the draft, and answers with its events as they happen: JSON objects one after another',
      ...settings,
      body: RunRequest,
      ...inputBody,
      ...streaming(RunStream),
      handle: (services, call) => replyWithRun(call, async watch => (await startDraft(services, call, watch)).run),
    }),
    endpoint({
      path: '/api/v1/run/start',
      summary: 'Runs the published version or the draft, and answers when the run has ended or at once',
      ...settings,
      body: RunStartRequest,
      ...inputBody,
      reply: Run,
      handle: async (services, request) => {
        const started = await startForCall(services.tracer, request, call =>
          startRequestedRun(services, request.caller, request.body, { key: readKey(request), call }),
        );
        return settledReply(services, request.caller, started);
      },
    }),
  ];
}

function startDraft(
  services: RequestedStartServices,
  request: Call<unknown, RunRequest>,
  watch?: Watch,
): Promise<SettledRun> {
  return startForCall(services.tracer, request, call =>
    startRun(services, request.caller, request.body, { key: readKey(request), call, watch }),
  );
}

/** Starts a run with what the request says beside its body, and notes the run for the log line of the request. */
export async function startForCall(
  tracer: Tracer,
  { request, signal, longTexts }: Call,
  start: (call: StartingCall) => Promise<SettledRun>,
): Promise<SettledRun> {
  const started = await start({ signal, longTexts, traceContext: tracer.receive(request.headers) });
  request.startedRun = started.run.id;
  return started;
}

function readKey({ caller, body, request }: Call<unknown, { workflow_id: string }>): RequestKey | undefined {
  return readRequestKey(request.headers['idempotency-key'], {
    workflowId: body.workflow_id,
    senderId: caller.userId,
    requestHash: request.bodyHash,
  });
}
