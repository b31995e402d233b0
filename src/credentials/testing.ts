/** Tries a credential: sends a request with it to one of its hosts, and reports only the status of the answer. */

import { recordAuditAlone } from '../audit/record.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { HeddleDatabase } from '../database.ts';
import { permissionDenied, testNeedsUrl } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { StepError } from '../nodes/step.ts';
import { STATUS_CODES } from '../platform/node-http.ts';
import { OutboundError } from '../platform/outbound/outbound.ts';
import { requireVisible } from './access.ts';
import type { CredentialUses } from './contract.ts';
import { credentialSubject } from './credential-audit.ts';
import { credentialKinds } from './kinds.ts';
import type { CredentialTest, CredentialTestResult } from './schemas.ts';
import { readFields, type SecretReader } from './sealed-fields.ts';
import type { CredentialRow } from './tables.ts';
import { parseHost } from './use/hosts.ts';

interface TestServices {
  database: HeddleDatabase;
  uses: Pick<CredentialUses, 'open'>;
  secrets: SecretReader;
}

const REPLY_BYTES = 64 * 1024;
const REDIRECTS = 5;

export async function testCredential(
  services: TestServices,
  caller: Caller,
  { id, url }: CredentialTest,
  signal: AbortSignal,
): Promise<CredentialTestResult> {
  const { row, rights } = await requireVisible(services.database.query, caller, id);
  if (!rights.use) throw permissionDenied();
  const result = await tryCredential(services, caller, row, url, signal);
  const details = { ok: result.ok, status: result.status };
  await recordAuditAlone(services.database.query, caller, {
    action: 'credential.test',
    subject: credentialSubject(row),
    details,
  });
  return result;
}

async function tryCredential(
  services: TestServices,
  caller: Caller,
  row: CredentialRow,
  url: string | undefined,
  signal: AbortSignal,
): Promise<CredentialTestResult> {
  try {
    if (!credentialKinds[row.kind].apply) {
      await readFields(services.secrets, row, signal);
      return { ok: true, status: null, message: 'All fields can be read' };
    }
    const status = await send(services, caller, row, url ?? firstUrl(row.hosts), signal);
    return { ok: status < 400, status, message: `The server answered ${statusLine(status)}` };
  } catch (error) {
    if (error instanceof StepError) return { ok: false, status: null, message: error.message };
    if (!(error instanceof OutboundError)) throw error;
    // Whoever answers with more than we read has accepted the credential.
    const status = error.reason === 'too_large' ? (error.status ?? null) : null;
    const isOk = status !== null && status < 400;
    return { ok: isOk, status, message: isOk ? `The server answered ${statusLine(status)}` : error.message };
  }
}

async function send(
  { uses }: TestServices,
  { userId, email }: Caller,
  { id }: CredentialRow,
  url: string,
  signal: AbortSignal,
): Promise<number> {
  const use = uses.open({
    user: { id: userId, email },
    runId: null,
    workflowId: null,
    nodeId: null,
    markers: new Map(),
    signal,
  });
  const { status } = await use.request({
    url,
    headers: { 'User-Agent': 'Heddle' },
    credentials: [id],
    timeoutMs: fixedLimits.credential.testSeconds * 1000,
    limitBytes: REPLY_BYTES,
    maxRedirects: REDIRECTS,
    signal,
  });
  return status;
}

/** A wildcard does not say which host to ask. */
function firstUrl(hosts: readonly string[]): string {
  const first = hosts.map(parseHost).find(({ wildcard }) => !wildcard);
  if (!first) throw testNeedsUrl();
  return `${first.scheme}://${first.name}:${first.port}/`;
}

function statusLine(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}
