/**
 * `npm run bench -- trace` prints what one request waits for, as a timeline: a run of five pure steps, by `/workflow/run` and by
 * a webhook that answers with its result, on a warm process with nothing else to do. Looking at every promise makes all of
 * it slower, so the order and the number of waits count, and not their length.
 */
import { createFiveSteps } from './five-steps.ts';
import { KEY, latencies, startHeddle } from './load.ts';
import type { Wait } from './servers/traced-heddle.ts';
import { publishWebhook } from './webhook-workflow.ts';

const WARM_UP = 3_000;
/** What is shorter is no wait, but the time that the code itself takes. */
const SHORTEST_MS = 0.1;

export async function traceRuns(databaseUrl: string, dataFolder: string): Promise<void> {
  const heddle = await startHeddle(databaseUrl, dataFolder, { HEDDLE_RATE_LIMITS: 'off' }, 'traced-heddle');
  try {
    const input = { name: 'Ada', amount: 120 };
    const hook = await publishWebhook(heddle.url, { params: { reply: 'result' } });
    const request = { workflow_id: await createFiveSteps(heddle.url), input };
    await trace(heddle, 'Run of 5 pure steps', `${heddle.url}/api/v3/workflow/run`, { 'uni-api-key': KEY }, request);
    await trace(heddle, 'Webhook with the result of such a run', hook, {}, input);
  } finally {
    await heddle.stop();
  }
}

async function trace(
  { begin, end }: { begin(): void; end<Answer>(): Promise<Answer> },
  what: string,
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<void> {
  const text = JSON.stringify(body);
  await latencies(url, WARM_UP, headers, text);
  begin();
  const [tookMs = 0] = await latencies(url, 1, headers, text);
  const waits = await end<Wait[]>();
  // One line of code may wait for several promises that are one.
  const longest = new Map(waits.toSorted((one, other) => one.tookMs - other.tookMs).map(wait => [wait.what, wait]));
  const long = [...longest.values()]
    .filter(wait => wait.tookMs > SHORTEST_MS)
    .toSorted((one, other) => one.beganMs - other.beganMs);
  const origin = long[0]?.beganMs ?? 0;
  const lines = long.map(
    ({ what: place, beganMs, tookMs: ms }) =>
      `${(beganMs - origin).toFixed(2).padStart(8)} ms  ${ms.toFixed(2).padStart(6)} ms  ${place}`,
  );
  process.stdout.write(`${what}: ${tookMs.toFixed(2)} ms\n${lines.join('\n')}\n\n`);
}
