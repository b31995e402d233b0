/** Signature Version 4 of AWS, for requests whose query is empty. */
import { createHmac, hash } from 'node:crypto';

export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of keys that were lent for some hours. */
  sessionToken?: string | undefined;
}

interface SignedRequest {
  method: string;
  /** As it is sent, without a query. */
  path: string;
  host: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

interface SigningScope {
  region: string;
  /** Such as `sqs`. */
  service: string;
  now: Date;
}

/** Returns the given headers, and those that prove who sends them. */
export function signAwsRequest(
  { method, path, host, headers, body }: SignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
  { region, service, now }: SigningScope,
): Record<string, string> {
  const time = toAwsTime(now);
  const all = {
    ...headers,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const signed = Object.entries({ ...all, host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = [method, path, '', lines, names, hash('sha256', body, 'hex')].join('\n');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', request, 'hex')].join('\n');
  const signature = hmacSha256(deriveSigningKey(secretAccessKey, scope), text).toString('hex');
  const credential = `${accessKeyId}/${scope.join('/')}`;
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Such as `20150830T123600Z`. */
export function toAwsTime(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** The scope has the date, the region, the service and `aws4_request`. */
export function deriveSigningKey(secretAccessKey: string, scope: readonly string[]): string | Buffer {
  return scope.reduce<string | Buffer>(hmacSha256, `AWS4${secretAccessKey}`);
}

export function hmacSha256(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
