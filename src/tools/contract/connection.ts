/** Parts that tools share which speak another protocol than HTTP: params of the server, fields of the credential. */

import type { PermittedConnection } from '../../nodes/step.ts';
import { StepError } from '../../nodes/step.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { ToolContext } from './tool.ts';

/** Throws a StepError when the server may not be reached, or when the credential does not allow it. */
export async function permitConnection(
  target: { host: string; port: number; isEncrypted: boolean; credential: string },
  { connect, signal }: ToolContext,
): Promise<PermittedConnection> {
  try {
    return await connect({ ...target, signal });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new StepError(error.message, { retryable: error.reason === 'network', cause: error });
  }
}

/** Returns the first of these fields that the credential has. */
export function requireField(fields: PermittedConnection['fields'], credential: string, ...names: string[]): string {
  const found = names.map(name => fields[name]).find(value => value !== undefined && value !== '');
  if (found !== undefined) return found;
  throw new StepError(`The credential '${credential}' has no field '${names.join("' or '")}'`);
}

const REFUSED = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const UNTRUSTED = /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Says in one sentence why there is no connection, or returns undefined when the error is about something else. */
export function connectionProblem(error: unknown, host: string): string | undefined {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'ECONNREFUSED') return `The connection to '${host}' was refused`;
  if (REFUSED.test(code)) return `The connection to '${host}' was broken off`;
  if (UNTRUSTED.test(code)) return `No trusted connection to '${host}' is possible (${code})`;
  return undefined;
}
