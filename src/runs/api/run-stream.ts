/** Answers with the events of a run, from its start to its end or its pause. */
import type { Call } from '../../http/endpoint.ts';
import { replyWithStream } from '../../http/json-stream.ts';
import { type RunEvent, runEnded, runStarted, runWaits, type Watch } from '../executing/events.ts';
import type { Run } from '../schemas.ts';

export function replyWithRun(
  { response, log }: Pick<Call, 'response' | 'log'>,
  start: (watch: Watch) => Promise<Run>,
): Promise<void> {
  return replyWithStream<RunEvent>(response, log, async send => {
    const sent = new Set<RunEvent['type']>();
    const watch = (event: RunEvent) => {
      sent.add(event.type);
      send(event);
    };
    const ended = await start(watch);
    // Another request may have begun the run, or another process may have ended it.
    if (!sent.has('run_start')) send(runStarted(ended));
    if (sent.has('run_end') || sent.has('run_waiting')) return;
    if (ended.status === 'waiting') send(runWaits(ended, ended.steps));
    else send(runEnded(ended, { ...ended, output: ended.output_json }));
  });
}
