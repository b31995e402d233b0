/** The OpenAPI documents: complete, valid, and good enough to generate a client from. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { suite, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTypescript, { astToString } from '../packages/client/node_modules/openapi-typescript/dist/index.mjs';
import { describeApi } from '../src/composition/described-api.ts';
import { API_VERSIONS } from '../src/http/openapi/openapi.ts';
import { isObject } from '../src/platform/is-object.ts';
import { contradictsType, repeatsName } from './support/descriptions.ts';

interface Finding {
  code: string;
  message: string;
  path: readonly string[];
}

interface Linter {
  setRuleset(ruleset: object): void;
  run(document: object): Promise<Finding[]>;
}

// Imported without their types, which declare parts of the DOM for the whole program.
const require = createRequire(import.meta.url);
const { Spectral }: { Spectral: new () => Linter } = require('@stoplight/spectral-core');
const { oas }: { oas: object } = require('@stoplight/spectral-rulesets');

const documents = await Promise.all(
  API_VERSIONS.map(async api => ({ api, document: JSON.parse(JSON.stringify(await describeApi(api))) })),
);

/** Calls `visit` with every object of the document, and with the way to it. Examples are no part of it. */
function walk(value: unknown, visit: (value: Record<string, unknown>, way: readonly string[]) => void): void {
  const walkOn = (each: unknown, way: readonly string[]): void => {
    if (Array.isArray(each)) for (const [index, element] of each.entries()) walkOn(element, [...way, String(index)]);
    if (!isObject(each)) return;
    visit(each, way);
    for (const [name, inner] of Object.entries(each)) {
      if (name !== 'example' && name !== 'examples' && name !== 'default') walkOn(inner, [...way, name]);
    }
  };
  walkOn(value, []);
}

interface Field {
  place: string;
  name: string;
  schema: Record<string, unknown>;
}

/** Lists the fields of all schemas, and the parameters. */
function listFields(document: unknown): Field[] {
  const fields: Field[] = [];
  walk(document, (each, way) => {
    const place = way.join('.');
    const isSchema = way.at(-1) !== 'properties' && isObject(each.properties);
    for (const [name, schema] of isSchema ? Object.entries(Object(each.properties)) : []) {
      if (isObject(schema)) fields.push({ place: `${place}.${name}`, name, schema });
    }
    if (typeof each.in === 'string') fields.push({ place, name: String(each.name), schema: each });
  });
  assert.ok(fields.length > 100, 'the fields are found');
  return fields;
}

const toLine = ({ place, schema }: Field) => `${place}: ${schema.description}`;

test('descriptions that say nothing or something wrong are recognised', () => {
  for (const [name, description] of [
    ['id', 'The id of the run.'],
    ['workflow_id', 'The id of the workflow.'],
    ['kind', 'What kind of kind it is.'],
    ['items', 'The users of this page.'],
    ['created_at', 'When it was created.'],
    ['description', 'What the connector is for.'],
  ] as const) {
    assert.ok(repeatsName(name, description), description);
  }
  for (const [name, description] of [
    ['id', 'The id by which it is named, such as `local/small`.'],
    ['node_id', 'The id of the step.'],
    ['size', 'The size in bytes.'],
    ['organization_id', 'The id of the organization that it belongs to; null: none.'],
  ] as const) {
    assert.ok(!repeatsName(name, description), description);
  }
  assert.ok(contradictsType({ type: 'array', description: 'How many failed.' }));
  assert.ok(contradictsType({ type: 'integer', description: 'When it was created, and by whom.' }));
  assert.ok(!contradictsType({ type: ['string', 'null'], description: 'The link; null: there is none.' }));
});

for (const { api, document } of documents) {
  suite(`the description of ${api}`, () => {
    const fields = listFields(document);

    // A field whose name says it all needs no description: one that repeats the name hides those that say something.
    test('says of no field only what its name says already', () => {
      const empty = fields.filter(({ name, schema: { description } }) =>
        typeof description === 'string' ? repeatsName(name, description) : false,
      );
      assert.deepEqual(empty.map(toLine), []);
    });

    test('says of no field what its type contradicts', () => {
      assert.deepEqual(fields.filter(({ schema }) => contradictsType(schema)).map(toLine), []);
    });

    test('names every schema that is used by several operations', () => {
      const uses = new Map<string, string[]>();
      walk(document.paths, (each, way) => {
        if (each.type !== 'object' || Object.keys(Object(each.properties)).length < 3) return;
        const text = JSON.stringify(each);
        uses.set(text, [...(uses.get(text) ?? []), way.join(' ')]);
      });
      assert.deepEqual(
        [...uses.values()].filter(places => places.length > 1),
        [],
      );
    });

    test('gives every operation examples that are valid', () => {
      const places: { place: string; schema: object; example: unknown }[] = [];
      walk(document.paths, ({ schema, example }, way) => {
        if (!isObject(schema) || way.includes('multipart/form-data')) return;
        if (example !== undefined || Object.keys(schema).length > 0) {
          places.push({ place: way.join(' '), schema, example });
        }
      });
      const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
      // In one document with the components, of which each is compiled once for all that refer to it.
      ajv.addSchema({ $id: 'api:', components: document.components, used: places.map(({ schema }) => schema) });
      const problems = places.flatMap(({ place, example }, index) => {
        if (example === undefined) return [`${place} has no example`];
        const validate = ajv.getSchema(`api:#/used/${index}`);
        return validate?.(example) ? [] : [`${place}: ${ajv.errorsText(validate?.errors)}`];
      });
      assert.ok(places.length > 100, 'the examples are found');
      assert.deepEqual(problems, []);
    });

    test('passes the linter of Redocly', async () => {
      // The examples are validated above.
      const config = await createConfig({
        extends: ['recommended'],
        rules: { 'no-invalid-media-type-examples': 'off' },
      });
      const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: `${api}.json`, config });
      assert.deepEqual(
        found.map(({ ruleId, message }) => `${ruleId}: ${message}`),
        [],
      );
    });

    test('passes the linter Spectral', async () => {
      const spectral = new Spectral();
      // The examples are validated above, and here they would take a minute.
      spectral.setRuleset({
        extends: [oas],
        rules: { 'oas3-valid-media-example': 'off', 'oas3-valid-schema-example': 'off' },
      });
      const found = await spectral.run(document);
      assert.deepEqual(
        found.map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`),
        [],
      );
    });
  });
}

const PROGRAM = `
import type { components, operations, paths } from './v3.ts';

type Schemas = components['schemas'];
declare function call<Path extends keyof paths>(
  path: Path,
  body: paths[Path] extends { post: { requestBody?: { content: { 'application/json': infer Body } } } } ? Body : never,
): Promise<
  paths[Path] extends { post: { responses: { 200: { content: { 'application/json': infer Reply } } } } } ? Reply : never
>;

const workflow: Schemas['Workflow'] = await call('/api/v3/workflow/create', {
  name: 'Invoices',
  definition: {
    nodes: [
      { id: 'start', type: 'trigger.manual' },
      { id: 'ask', type: 'human.approval', params: { title: 'Pay {{ input.amount }}?', assignees: ['ada@example.org'] } },
    ],
    edges: [{ source: 'start', target: 'ask' }, { source: 'ask', target: 'start', source_handle: 'approved' }],
    settings: { retry: { attempts: 3 } },
  },
  sharing: [{ user_email: 'bob@example.org' }],
});
const run: Schemas['Run'] = await call('/api/v3/workflow/run', {
  workflow_id: workflow.id,
  input: { amount: 120, lines: [{ text: 'paper' }] },
});
const [step]: Schemas['Step'][] = run.steps;
const ended: boolean = run.status === 'success' || step?.status === 'failed';
const failed: Schemas['Run'][] = await call('/api/v3/workflow/runs/find', {
  filters: [['status', '==', 'failed'], ['created.timestamp', '>=', 1767225600000]],
  sort_key: 'created.timestamp',
  limit_to: 20,
});
const approval: Schemas['Approval'] = await call('/api/v3/workflow/approval/decide', {
  approval_id: failed[0]?.id ?? '',
  decision: 'approve',
  data: { amount: 110 },
});
const upload: operations['boosterStoragePrivateUpload']['requestBody']['content']['multipart/form-data'] = {
  file: 'the bytes',
  path: 'invoices/',
};
const file: Schemas['StoredFile'] = await call('/api/v3/booster/storage/private/upload-b64', {
  path: 'invoices/1.pdf',
  data: 'JVBERi0=',
  metadata: { customer: 'Ada' },
});
const message: Schemas['Message'] = await call('/api/v3/chat', { message: 'Hello', files: [{ file_id: file.id }] });
const headers: operations['workflowRun']['parameters']['header'] = { 'Idempotency-Key': 'invoice-1042' };
const panel: operations['boosterDatabasePrivateCreate']['parameters']['header'] = { 'panel-id': file.id };
const refusal: operations['workflowRun']['responses'][422]['content']['application/json']['detail'] = 'text';
const event: Schemas['RunStreamObject'] = { timestamp: 1, data: '', error: null };
const value: unknown = workflow.definition?.nodes?.[0]?.params?.['title'];
export { approval, ended, event, headers, message, panel, refusal, upload, value };

// @ts-expect-error A filter is a triple.
await call('/api/v3/workflow/find', { filters: [['name', '==']] });
// @ts-expect-error There is no such operator.
await call('/api/v3/workflow/find', { filters: [['name', 'like', 'a']] });
// @ts-expect-error A workflow has a name.
await call('/api/v3/workflow/create', { definition: {} });
`;

test('a program with the main calls compiles with the types of openapi-typescript', async t => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'heddle-types-'));
  t.after(() => rm(folder, { recursive: true }));
  const v3 = documents.find(({ api }) => api === 'v3')?.document;
  const types = await openapiTypescript(v3, { defaultNonNullable: false });
  await writeFile(path.join(folder, 'v3.ts'), astToString(types));
  await writeFile(path.join(folder, 'program.ts'), PROGRAM);
  const compiler = createRequire(import.meta.resolve('../packages/client/package.json')).resolve('typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const modules = ['--target', 'esnext', '--module', 'preserve', '--allowImportingTsExtensions'];
  // The program needs nothing of a browser, whose types are larger than those of the API.
  const libraries = ['--lib', 'esnext', '--skipLibCheck'];
  const args = [compiler, ...options, ...modules, ...libraries, path.join(folder, 'program.ts')];
  try {
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    assert.fail(String(Object(error).stdout));
  }
});
