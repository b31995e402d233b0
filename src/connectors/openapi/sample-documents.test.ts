import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sampleDocuments } from '../../../test/fixtures/more-openapi-documents.ts';
import { createRandom } from '../../../test/fixtures/openapi-documents.ts';
import { makeInput } from '../../../test/fixtures/valid-input.ts';
import { isObject } from '../../platform/is-object.ts';
import { createForeignCheck } from '../../tools/contract/foreign-params.ts';
import type { Tool } from '../../tools/contract/tool.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import type { ImportedApi, ImportedOperation } from './contract.ts';
import importApi from './import-thread.ts';

function parseSchema(operation: ImportedOperation) {
  return JSON.parse(operation.inputSchema) as { properties: Record<string, unknown>; required?: string[] };
}

function createTool(operation: ImportedOperation): Tool {
  const { name, title, description } = operation;
  const call = () => Promise.reject(new Error('It is only checked'));
  return { name, title, description, inputSchema: parseSchema(operation), call };
}

suite('documents in the shapes of large public ones', () => {
  const documents = sampleDocuments();
  for (const { name, text, operations } of documents) {
    let api: ImportedApi | undefined;
    /** Reads it for the first test that wants it. */
    const read = (): ImportedApi => {
      api ??= importApi({ content: text });
      return api;
    };

    test(`${name}: every operation is mapped, or is too large`, () => {
      const { operations: mapped, skipped, skippedCount } = read();
      assert.equal(mapped.length + skippedCount, operations);
      assert.deepEqual(
        [...new Set(skipped.map(({ reason }) => reason))],
        name === 'docusign-like' ? ['Its schema has more than 200,000 characters'] : [],
      );
      assert.ok(mapped.length > operations / 2);
      assert.equal(new Set(mapped.map(each => each.name)).size, mapped.length);
      for (const operation of mapped) {
        assert.match(operation.name, /^[a-z0-9_]{1,48}$/);
        assert.ok(operation.inputSchema.length <= apiDocumentLimits.schemaCharacters);
        assert.doesNotMatch(
          operation.inputSchema,
          /"(pattern|nullable|readOnly|discriminator|example|xml|x-[a-z-]+)":/,
        );
      }
    });

    test(`${name}: the plan covers each property of the input once`, () => {
      for (const operation of read().operations) {
        const { params, body } = operation.plan;
        const planned = [...params.map(({ property }) => property), ...(body ? [body.property] : [])];
        assert.deepEqual(planned.toSorted(), Object.keys(parseSchema(operation).properties).toSorted());
        for (const property of Object.keys(parseSchema(operation).properties)) {
          assert.match(property, /^[A-Za-z0-9_.-]{1,64}$/);
        }
      }
    });

    test(`${name}: the schemas are checked by this service, and accept valid inputs`, () => {
      const random = createRandom(7);
      for (const operation of read().operations.filter((_, index) => index % 13 === 0)) {
        const tool = createTool(operation);
        const check = createForeignCheck();
        const params = makeInput(parseSchema(operation), random);
        assert.ok(isObject(params));
        assert.deepEqual(check(tool, { params, printed: {} }).problems, [], `${tool.name} ${JSON.stringify(params)}`);
        const [problem = ''] = check(tool, { params: { ...params, surplus: 1 }, printed: {} }).problems;
        assert.match(problem, /surplus/, `${tool.name} is not checked`);
      }
    });
  }

  test('names do not depend on the order of paths', () => {
    const sort = (text: string, direction: number) => {
      const document = JSON.parse(text);
      const paths = Object.entries(document.paths).sort(([a], [b]) => (a < b ? -direction : direction));
      return importApi({ content: JSON.stringify({ ...document, paths: Object.fromEntries(paths) }) });
    };
    for (const { text } of documents.filter(({ name }) => name.startsWith('kubernetes'))) {
      const byPlace = (api: ImportedApi) =>
        Object.fromEntries(api.operations.map(({ method, path, name }) => [`${method} ${path}`, name]).sort());
      assert.deepEqual(byPlace(sort(text, 1)), byPlace(sort(text, -1)));
    }
  });
});
