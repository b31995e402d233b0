/** Sends the requests of steps and tools, and says what became of them. */

import { fixedLimits } from '../configuration/limits.ts';
import { JsonTooDeep, JsonTooLarge } from '../platform/json/errors.ts';
import { stringifyJson } from '../platform/json/stringify.ts';
import { STATUS_CODES } from '../platform/node-http.ts';
import { OutboundError, type OutboundReply } from '../platform/outbound/outbound.ts';
import { StepError, type StepHttp, type StepHttpRequest } from './step.ts';

/** Problems of the network become errors that a retry may solve. A reply with an error status is a reply. */
export async function sendRequest(request: StepHttpRequest, http: StepHttp): Promise<OutboundReply> {
  try {
    return await http.request(request);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const retryable = error.reason === 'timeout' || error.reason === 'network';
    throw new StepError(error.message, { retryable, cause: error });
  }
}

/** Such as `404 Not Found`. */
export function statusLine({ status }: Pick<OutboundReply, 'status'>): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

export async function toJsonBody(body: unknown, signal: AbortSignal): Promise<string> {
  try {
    return await stringifyJson(body, { limitCharacters: fixedLimits.run.valueCharacters, signal });
  } catch (error) {
    if (!(error instanceof JsonTooLarge || error instanceof JsonTooDeep)) throw error;
    throw new StepError(`The body can not be sent: ${error.message}`, { cause: error });
  }
}
