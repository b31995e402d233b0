/** Turns what an authorization server answered, and what went wrong on the way, into an OauthProblem. */
import * as oauth from 'oauth4webapi';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import { parseRetryAfter } from '../../platform/outbound/retry-after.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';
import { OauthProblem } from './problem.ts';

/** Says that this grant, or this client, will not get a token any more. The last three are those of GitHub. */
const LOST: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'bad_refresh_token',
  'bad_verification_code',
  'incorrect_client_credentials',
]);
const TEMPORARY: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);
const DESCRIPTION_CHARACTERS = 200;
const NO_JSON = 'the server did not answer with JSON';

/** Any other error is a bug of ours, and is returned as it is. */
export function toOauthProblem(error: unknown, secrets: readonly string[]): unknown {
  if (error instanceof OutboundError) {
    const isLasting = error.reason === 'address' || error.reason === 'url' || error.reason === 'header';
    return new OauthProblem(isLasting ? 'configuration' : 'temporary', toClause(error.message), { cause: error });
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new OauthProblem('temporary', 'the server took too long to answer');
  }
  if (error instanceof oauth.ResponseBodyError) return toRefusal(error, secrets);
  if (error instanceof oauth.OperationProcessingError) {
    if (error.cause instanceof Response) return toStatusProblem(error.cause);
    if (error.code === oauth.PARSE_ERROR) return new OauthProblem('configuration', NO_JSON);
    return new OauthProblem('configuration', `the answer of the server is not valid: ${error.message}`);
  }
  if (error instanceof oauth.UnsupportedOperationError) return new OauthProblem('configuration', error.message);
  return error;
}

function toRefusal(error: oauth.ResponseBodyError, secrets: readonly string[]): OauthProblem {
  const { status, response } = error;
  const message = `the server answered ${describeRefusal(error.error, error.error_description, secrets)}`;
  if (LOST.has(error.error)) return new OauthProblem('grant', message);
  const isTemporary = TEMPORARY.has(error.error) || isTransientStatus(status);
  return isTemporary ? temporary(message, response.headers) : new OauthProblem('configuration', message);
}

function toStatusProblem({ status, headers }: Response): OauthProblem {
  if (status >= 200 && status < 300) return new OauthProblem('configuration', NO_JSON);
  const message = `the server answered with status ${status}`;
  if (status === 401) return new OauthProblem('grant', message);
  return isTransientStatus(status) ? temporary(message, headers) : new OauthProblem('configuration', message);
}

function temporary(message: string, headers: Headers): OauthProblem {
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'));
  return new OauthProblem('temporary', message, retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** Servers quote what they were sent, and whatever else they like. */
export function describeRefusal(code: string, description: string | undefined, secrets: readonly string[]): string {
  const text = description === undefined ? code : `${code} (${description})`;
  const hidden = secrets.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, '[secret]')), text);
  const printable = hidden.replace(/\p{Cc}+/gu, ' ');
  return printable.length > DESCRIPTION_CHARACTERS ? `${printable.slice(0, DESCRIPTION_CHARACTERS)}…` : printable;
}

function toClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
