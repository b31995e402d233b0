/** Maps the operations of a document. What is malformed loses its operation alone, with the reason. */
import { isObject } from '../../platform/is-object.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import { BODY_PROPERTY, mapBody } from './bodies.ts';
import type { ImportedApi, ImportedOperation, PlannedParam } from './contract.ts';
import { nameProperties } from './input-names.ts';
import { nameOperations, toTitle } from './operation-names.ts';
import { guessPaging, readPaging } from './paging.ts';
import { mapParameters } from './parameters.ts';
import type { DocumentObject } from './read-document.ts';
import type { References } from './references.ts';
import { readReply } from './replies.ts';
import type { SchemaBook, SchemaDefinition } from './schema-book.ts';
import { readBaseUrl } from './servers.ts';
import type { Swagger } from './swagger.ts';
import { cleanText, toLine, toShortText, Unmappable } from './texts.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Made once, because there may be a million of them. */
const TOO_MANY = `The document has more than ${apiDocumentLimits.operations.toLocaleString('en')} operations`;

export interface OperationSources {
  references: References;
  book: SchemaBook;
  documentUrl: string | null;
  /** Reads operations of Swagger 2.0. Null for everything newer. */
  swagger: Swagger | null;
}

interface FoundOperation {
  method: string;
  path: string;
  pathItem: DocumentObject;
  operation: DocumentObject;
  operationId: unknown;
}

type Skips = Pick<ImportedApi, 'skipped' | 'skippedCount'>;

export function mapOperations(
  paths: unknown,
  sources: OperationSources,
): Pick<ImportedApi, 'operations' | 'skipped' | 'skippedCount'> {
  const skips: Skips = { skipped: [], skippedCount: 0 };
  const found = findOperations(paths, sources, skips);
  const names = nameOperations(found);
  const operations = found.flatMap((each, index) => {
    try {
      return [mapOperation(each, names[index] ?? '', sources)];
    } catch (error) {
      skip(skips, each, toReason(error));
      return [];
    }
  });
  return { operations, ...skips };
}

function findOperations(paths: unknown, { references }: OperationSources, skips: Skips): FoundOperation[] {
  const found: FoundOperation[] = [];
  const items = isObject(paths) ? paths : {};
  for (const path in items) {
    if (path.startsWith('x-')) continue;
    try {
      const pathItem = references.resolve(items[path]);
      if (!isObject(pathItem)) throw new Unmappable('Its path is no object');
      for (const method of METHODS) {
        if (pathItem[method] === undefined) continue;
        const place = { method: method.toUpperCase(), path };
        try {
          const operation = references.resolve(pathItem[method]);
          const problem = findProblem(place, operation, found.length);
          if (problem !== undefined || !isObject(operation)) skip(skips, place, problem ?? 'It is no object');
          else found.push({ ...place, path: toPath(path), pathItem, operation, operationId: operation.operationId });
        } catch (error) {
          skip(skips, place, toReason(error));
        }
      }
    } catch (error) {
      skip(skips, { method: '*', path }, toReason(error));
    }
  }
  return found;
}

function findProblem({ method, path }: { method: string; path: string }, operation: unknown, count: number) {
  if (count >= apiDocumentLimits.operations) return TOO_MANY;
  if (!isObject(operation)) return 'It is no object';
  if (method === 'TRACE') return 'Requests with the method TRACE are not sent';
  if (path.length > apiDocumentLimits.pathCharacters || path === '__proto__' || /\p{Cc}|\p{Cs}/u.test(path)) {
    return 'Its path can not be read';
  }
  return undefined;
}

/** Some documents tell operations of one path apart by a fragment, which is never sent. */
function toPath(path: string): string {
  const [sent = ''] = path.split('#');
  return sent.startsWith('/') ? sent : `/${sent}`;
}

function skip(skips: Skips, { method, path }: { method: string; path: string }, reason: string): void {
  skips.skippedCount++;
  if (skips.skipped.length < apiDocumentLimits.listedSkips) {
    skips.skipped.push({ method, path: toLine(path, apiDocumentLimits.titleCharacters), reason });
  }
}

function toReason(error: unknown): string {
  if (error instanceof Unmappable) return error.message;
  // A stack overflow: the limits of depth should come first, but nobody knows every document.
  return error instanceof RangeError ? 'It is nested too deeply' : 'It can not be read';
}

function mapOperation(found: FoundOperation, name: string, sources: OperationSources): ImportedOperation {
  const { references, book, documentUrl } = sources;
  book.requireRoom();
  const { method, path, pathItem } = found;
  const { operation, parameters } = readOperation(found, sources);
  const uses = new Set<SchemaDefinition>();
  const params = mapParameters(parameters, path, sources, uses);
  const requestBody = mapBody(operation.requestBody, sources, uses);
  // Servers ignore such a body, and many documents have one by accident.
  const body = requestBody?.plan.required || (method !== 'GET' && method !== 'HEAD') ? requestBody : null;
  const properties = nameProperties(
    params.map(({ plan }) => plan),
    body ? [BODY_PROPERTY] : [],
  );
  const named = params.map((param, index) => ({ ...param, property: properties[index] ?? param.plan.name }));
  const planned: PlannedParam[] = named.map(({ property, plan }) => ({ property, ...plan }));
  const reply = readReply(operation.responses, references);
  const required = named.filter(each => each.required).map(({ property }) => property);
  if (body?.plan.required) required.push(BODY_PROPERTY);
  const inputSchema = {
    type: 'object',
    properties: Object.fromEntries([
      ...named.map(({ property, schema }) => [property, schema]),
      ...(body ? [[BODY_PROPERTY, body.schema]] : []),
    ]),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  const paging = readPaging(operation['x-heddle-paging'], planned);
  return {
    name,
    method,
    path: cleanText(path),
    title: toTitle(operation.summary ?? pathItem.summary, name),
    description: toShortText(operation.description ?? operation.summary, apiDocumentLimits.descriptionCharacters),
    tags: readTags(operation.tags),
    deprecated: operation.deprecated === true,
    inputSchema: book.print(inputSchema, uses),
    plan: {
      baseUrl: readBaseUrl(operation.servers ?? pathItem.servers, documentUrl),
      params: planned,
      body: body?.plan ?? null,
      reply: reply.kind,
    },
    paging: paging === undefined ? guessPaging(method, named, reply, references) : paging,
  };
}

/** Returns the operation in the words of 3.0, and its params with those of the path first. */
function readOperation(
  { operation, pathItem }: FoundOperation,
  { swagger }: OperationSources,
): { operation: DocumentObject; parameters: unknown[] } {
  const shared = Array.isArray(pathItem.parameters) ? pathItem.parameters : [];
  if (shared.length > apiDocumentLimits.parameters) {
    throw new Unmappable(`It has more than ${apiDocumentLimits.parameters} params`);
  }
  if (!swagger) return { operation, parameters: [...shared, ...listOf(operation.parameters)] };
  const upgraded = swagger.upgradeOperation(operation, shared);
  return { operation: upgraded, parameters: listOf(upgraded.parameters) };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readTags(tags: unknown): string[] {
  const texts = listOf(tags)
    .slice(0, apiDocumentLimits.tags)
    .map(tag => toLine(tag, apiDocumentLimits.tagCharacters));
  return [...new Set(texts.filter(tag => tag !== ''))];
}
