import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signAwsRequest } from './aws-signature.ts';

suite('a request signed for AWS', () => {
  // `post-vanilla` and `post-header-key-sort` of the test suite that AWS published.
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const scope = { region: 'us-east-1', service: 'service', now: new Date('2015-08-30T12:36:00Z') };
  const request = { method: 'POST', path: '/', host: 'example.amazonaws.com', headers: {}, body: '' };

  test('has the signature of the published examples', () => {
    const headers = signAwsRequest(request, keys, scope);
    assert.equal(headers['x-amz-date'], '20150830T123600Z');
    assert.equal(
      headers.authorization,
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, ' +
        'Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    );
    const sorted = signAwsRequest({ ...request, headers: { 'My-Header1': 'value1' } }, keys, scope);
    assert.match(
      sorted.authorization ?? '',
      /SignedHeaders=host;my-header1;x-amz-date, Signature=c5410059b04c1ee005303aed/,
    );
  });

  test('has the token of lent keys in what is signed', () => {
    const { authorization, 'x-amz-security-token': token } = signAwsRequest(
      request,
      { ...keys, sessionToken: 'lent' },
      scope,
    );
    assert.equal(token, 'lent');
    assert.match(authorization ?? '', /SignedHeaders=host;x-amz-date;x-amz-security-token,/);
  });
});
