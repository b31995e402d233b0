/** Explains why a server returned no result, in words that reveal no secret. */
import type * as Sdk from '@modelcontextprotocol/client';
import type { McpServerSettings } from '../../configuration/mcp-servers.ts';
import { StepError } from '../../nodes/step.ts';
import { errorMessage } from '../../platform/error-details.ts';
import { isTransientStatus } from '../../platform/outbound/transient-status.ts';
import { toolLimits } from '../contract/tool-limits.ts';

/** A server in the words of failures and results. */
export interface ServerLabel {
  readonly name: string;
  /** How long a call may take without progress. */
  readonly timeoutSeconds: number;
  /** What must not be repeated of what the server says. */
  readonly secrets: readonly string[];
}

export function toServerLabel(settings: McpServerSettings): ServerLabel {
  const { name, timeoutSeconds } = settings;
  return { name, timeoutSeconds, secrets: collectSecrets(settings) };
}

/** The message was not sent, so the server has not done what it requests. */
export class MessageNotSent extends Error {}

/** The answer to a call was interrupted. */
export class AnswerBrokenOff extends Error {}

/** Returns what failed on the way to a server, to follow "can not be reached: ". */
export function describeConnectionProblem(sdk: typeof Sdk, server: ServerLabel, error: unknown): string {
  if (sdk.SdkHttpError.isInstance(error)) return `it answered with status ${error.status}`;
  if (sdk.SdkError.isInstance(error) && error.code === sdk.SdkErrorCode.RequestTimeout)
    return 'it did not answer in time';
  const code = findSystemCode(error);
  if (code === 'ENOENT' || code === 'EACCES') return `its command can not be started (${code})`;
  return code ?? withoutSecrets(server, errorMessage(error));
}

export function unreachable({ name }: ServerLabel, problem: string, cause?: unknown): StepError {
  return new StepError(`The MCP server '${name}' can not be reached: ${problem}`, { retryable: true, cause });
}

export function callFailure(sdk: typeof Sdk, server: ServerLabel, error: unknown, elapsedMs: number): StepError {
  const { name, timeoutSeconds } = server;
  const title = `The MCP server '${name}'`;
  if (sdk.SdkHttpError.isInstance(error)) {
    const retryable = isTransientStatus(error.status);
    return new StepError(`${title} answered with status ${error.status}`, { retryable, cause: error });
  }
  if (sdk.ProtocolError.isInstance(error)) {
    const retryable = error.code === sdk.ProtocolErrorCode.InternalError;
    return new StepError(`${title} refused the call: ${withoutSecrets(server, error.message)}`, { retryable });
  }
  if (sdk.SdkError.isInstance(error) && error.code === sdk.SdkErrorCode.RequestTimeout) {
    const isWhole = elapsedMs >= toolLimits.mcp.callMs;
    const seconds = isWhole ? toolLimits.mcp.callMs / 1000 : timeoutSeconds;
    return new StepError(`${title} did not answer within ${seconds} seconds`, { retryable: true });
  }
  const isLost = sdk.SdkError.isInstance(error) && error.code === sdk.SdkErrorCode.ConnectionClosed;
  if (
    isLost ||
    error instanceof AnswerBrokenOff ||
    error instanceof MessageNotSent ||
    findSystemCode(error) !== undefined
  ) {
    const problem = describeConnectionProblem(sdk, server, error);
    return new StepError(`The connection to the MCP server '${name}' was lost: ${problem}`, {
      retryable: true,
    });
  }
  const problem = withoutSecrets(server, errorMessage(error));
  return new StepError(`${title} gave no valid result: ${problem}`, { cause: error });
}

/** Whether the server has certainly not started to process the request, so that it can be sent again. */
export function isUndelivered(sdk: typeof Sdk, error: unknown): boolean {
  if (error instanceof MessageNotSent) return true;
  if (sdk.SdkHttpError.isInstance(error)) return error.status === 404 || error.status === 400;
  return UNCONNECTED.has(findSystemCode(error) ?? '');
}

const UNCONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Masks our own credentials in what a server says, because callers read it. */
export function withoutSecrets({ secrets }: Pick<ServerLabel, 'secrets'>, text: string): string {
  let clean = text.trim();
  for (const secret of secrets) clean = clean.replaceAll(secret, '***');
  const { errorCharacters } = toolLimits.mcp;
  return clean.length > errorCharacters ? `${clean.slice(0, errorCharacters)}…` : clean;
}

const LEAST_SECRET_CHARACTERS = 6;

function collectSecrets(settings: McpServerSettings): string[] {
  const values =
    settings.kind === 'http'
      ? [...Object.values(settings.headers), ...new URL(settings.url).searchParams.values()]
      : Object.entries(settings.env).flatMap(([name, value]) => (SECRET_NAME.test(name) ? [value] : []));
  // A server may repeat only the token of 'Bearer abc'.
  const parts = values.flatMap(value => [value, ...value.split(/\s+/)]);
  return parts.filter(part => part.length >= LEAST_SECRET_CHARACTERS && !/^(bearer|basic)$/i.test(part));
}

const SECRET_NAME = /key|token|secret|pass|auth|credential|dsn|url/i;

/** Returns the first error code of the system or of undici in the chain of causes. */
function findSystemCode(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && /^E[A-Z]+|^UND_ERR/.test(each.code)) return each.code;
  }
  return undefined;
}
