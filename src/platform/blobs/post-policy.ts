/**
 * Creates the signed forms with which clients without credentials store an object in S3: a policy says what must be
 * posted, and a signature proves that the policy is ours (Signature Version 4, "Browser-based uploads using POST").
 */
import { deriveSigningKey, hmacSha256, toAwsTime } from '../aws-signature.ts';

interface PostedObject {
  bucket: string;
  /** The full name of the object. */
  key: string;
  contentType: string;
  sizeBytes: number;
  expiresAt: Date;
}

interface PostSigner {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Creates the fields that precede the file in the form. S3 refuses a field without a condition and a condition without
 * its field, so conditions for all fields allow nothing in the form to be added, changed or omitted. (S3 ignores what
 * follows the file, and names that begin with `x-ignore-`.)
 */
export function signPostFields(object: PostedObject, signer: PostSigner, now: Date): Record<string, string> {
  const time = toAwsTime(now);
  const date = time.slice(0, 8);
  const fields = {
    key: object.key,
    'Content-Type': object.contentType,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${signer.accessKeyId}/${date}/${signer.region}/s3/aws4_request`,
    'x-amz-date': time,
  };
  const conditions = [
    { bucket: object.bucket },
    ['content-length-range', object.sizeBytes, object.sizeBytes],
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
  ];
  const policy = Buffer.from(JSON.stringify({ expiration: object.expiresAt.toISOString(), conditions }));
  const encoded = policy.toString('base64');
  return { ...fields, policy: encoded, 'x-amz-signature': signPolicy(encoded, signer, date) };
}

/** `date` is the date of the credential, such as `20151229`. */
export function signPolicy(encodedPolicy: string, signer: Omit<PostSigner, 'accessKeyId'>, date: string): string {
  const scope = [date, signer.region, 's3', 'aws4_request'];
  return hmacSha256(deriveSigningKey(signer.secretAccessKey, scope), encodedPolicy).toString('hex');
}
