/** The types of the client are those of the service. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import { API_VERSIONS, generatedFile, generateErrorCodes, generateTypes } from '../../packages/client/generate.ts';
import { testService } from '../support/service.ts';

const service = await testService();

suite('the types of the client', () => {
  for (const version of API_VERSIONS) {
    test(`are fresh for ${version} (node packages/client/generate.ts writes them)`, async () => {
      const reply = await fetch(`${service.url}/api/${version}/openapi.json`);
      const types = await generateTypes((await reply.json()) as Parameters<typeof generateTypes>[0]);
      // Not `assert.equal`, whose comparison of two long texts takes minutes.
      assert.ok(types === (await readFile(generatedFile(version), 'utf8')), `${generatedFile(version)} is not fresh`);
    });
  }

  test('have every code of an error', async () => {
    assert.equal(generateErrorCodes(), await readFile(generatedFile('error-codes'), 'utf8'));
  });
});
