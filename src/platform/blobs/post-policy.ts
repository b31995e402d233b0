/**
 * The signed forms by which S3 lets clients without credentials store an object: a policy tells what must be posted,
 * and a signature proves that the policy is ours (Signature Version 4, "Browser-based uploads using POST").
 */
import { createHmac } from 'node:crypto';

export interface PostedObject {
  bucket: string;
  /** The object's whole name. */
  key: string;
  contentType: string;
  sizeBytes: number;
  expiresAt: Date;
}

export interface PostSigner {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The fields that stand before the file in the form. S3 refuses a field without a condition and a condition without
 * its field, so conditions made of the fields let nothing be added to the form, changed or left out. (What follows the
 * file, and names that begin with `x-ignore-`, it does not heed.)
 */
export function signPostFields(object: PostedObject, signer: PostSigner, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const date = time.slice(0, 8);
  const pinned = {
    key: object.key,
    'Content-Type': object.contentType,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${signer.accessKeyId}/${date}/${signer.region}/s3/aws4_request`,
    'x-amz-date': time,
  };
  const conditions = [
    { bucket: object.bucket },
    ['content-length-range', object.sizeBytes, object.sizeBytes],
    ...Object.entries(pinned).map(([name, value]) => ({ [name]: value })),
  ];
  const policy = Buffer.from(JSON.stringify({ expiration: object.expiresAt.toISOString(), conditions }));
  const encoded = policy.toString('base64');
  return { ...pinned, policy: encoded, 'x-amz-signature': signPolicy(encoded, signer, date) };
}

/** `date` is the credential's, such as `20151229`. */
export function signPolicy(encodedPolicy: string, signer: Omit<PostSigner, 'accessKeyId'>, date: string): string {
  const scope = [date, signer.region, 's3', 'aws4_request'];
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${signer.secretAccessKey}`);
  return hmac(signingKey, encodedPolicy).toString('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
