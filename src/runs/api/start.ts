/** `/api/v1/run/start`: what an application starts runs with. */
import { runInputTooLarge } from '../../errors.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { IdempotencyHeader } from '../../http/stream-schema.ts';
import { Run, RunStartRequest } from '../schemas.ts';
import { readRequestKey } from '../starting/idempotency.ts';
import { type RequestedStartServices, startRequestedRun } from '../starting/start-request.ts';
import { settledReply } from './read-runs.ts';
import type { InputBody } from './replay.ts';

export function startEndpoint(services: RequestedStartServices, body: InputBody): Endpoint {
  const { limits, tracer } = services;
  return endpoint({
    path: '/api/v1/run/start',
    failures: [423],
    summary: 'Runs the published version or the draft, and answers when the run has ended or at once',
    // Whoever may run a draft with `/api/v3/workflow/run` may start a run here.
    scope: 'service.workflow',
    tier: 'default',
    workflowPermission: 'write',
    body: RunStartRequest,
    ...body,
    tooManyValues: () => runInputTooLarge(limits.inputCharacters),
    reply: Run,
    shownHeaders: IdempotencyHeader,
    handle: async ({ caller, body, request, signal, longTexts }) => {
      const key = readRequestKey(request.headers['idempotency-key'], {
        workflowId: body.workflow_id,
        senderId: caller.userId,
        requestHash: request.bodyHash,
      });
      const call = { signal, longTexts, traceContext: tracer.receive(request.headers) };
      const started = await startRequestedRun(services, caller, body, { key, call });
      request.startedRun = started.run.id;
      return settledReply(services, caller, started);
    },
  });
}
