import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signPolicy, signPostFields } from './post-policy.ts';

/** From Amazon's published example of an upload by POST with Signature Version 4. */
const signer = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

suite('the policy of a posted form', () => {
  test("has the signature of Amazon's example", () => {
    const policy = [
      '{ "expiration": "2015-12-30T12:00:00.000Z",',
      '  "conditions": [',
      '    {"bucket": "sigv4examplebucket"},',
      '    ["starts-with", "$key", "user/user1/"],',
      '    {"acl": "public-read"},',
      '    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},',
      '    ["starts-with", "$Content-Type", "image/"],',
      '    {"x-amz-meta-uuid": "14365123651274"},',
      '    {"x-amz-server-side-encryption": "AES256"},',
      '    ["starts-with", "$x-amz-meta-tag", ""],',
      '',
      '    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},',
      '    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},',
      '    {"x-amz-date": "20151229T000000Z" }',
      '  ]',
      '}',
    ].join('\r\n');
    const encoded = Buffer.from(policy).toString('base64');

    assert.equal(
      signPolicy(encoded, signer, '20151229'),
      '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
    );
  });

  const object = {
    bucket: 'sigv4examplebucket',
    key: 'user/user1/0123',
    contentType: 'text/plain; charset="utf-8"',
    sizeBytes: 1_234,
    expiresAt: new Date('2015-12-30T12:00:00.000Z'),
  };
  const {
    policy = '',
    'x-amz-signature': signature,
    ...pinned
  } = signPostFields(
    object,
    signer,
    // East of Greenwich it is already the 30th.
    new Date('2015-12-29T23:59:59.999Z'),
  );

  test('comes with the fields that it needs, in UTC', () => {
    assert.deepEqual(pinned, {
      key: 'user/user1/0123',
      'Content-Type': 'text/plain; charset="utf-8"',
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      'x-amz-credential': 'AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request',
      'x-amz-date': '20151229T235959Z',
    });
  });

  test('fixes the bucket, the size and every field', () => {
    assert.deepEqual(JSON.parse(Buffer.from(policy, 'base64').toString()), {
      expiration: '2015-12-30T12:00:00.000Z',
      conditions: [
        { bucket: 'sigv4examplebucket' },
        ['content-length-range', 1_234, 1_234],
        ...Object.entries(pinned).map(([name, value]) => ({ [name]: value })),
      ],
    });
  });

  test('is signed for the date of its credential', () => {
    assert.equal(signature, signPolicy(policy, signer, '20151229'));
  });
});
