/** Reads small documents. */
import assert from 'node:assert/strict';
import type { ImportedApi, ImportedOperation } from './contract.ts';
import importApi from './import-thread.ts';

export type Json = Record<string, unknown>;

export function read(document: Json, url: string | null = null): ImportedApi {
  return importApi({ content: JSON.stringify({ openapi: '3.0.3', paths: {}, ...document }), url });
}

/** Reads a document with one operation. */
export function readOne(operation: Json, { path = '/a', method = 'post', ...document }: Json = {}): ImportedOperation {
  const api = read({ paths: { [String(path)]: { [String(method)]: operation } }, ...document });
  assert.ok(api.operations[0], JSON.stringify(api.skipped));
  return api.operations[0];
}

export function schemaOf(operation: ImportedOperation | undefined) {
  return JSON.parse(operation?.inputSchema ?? '');
}

export function bodySchema(schema: unknown, document: Json = {}) {
  const operation = readOne({ requestBody: { content: { 'application/json': { schema } } } }, document);
  const { properties, $defs } = schemaOf(operation);
  return $defs ? { body: properties.body, $defs } : properties.body;
}
