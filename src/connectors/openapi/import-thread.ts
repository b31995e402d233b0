/**
 * Reads an API description in a thread: text or bytes become an `ImportedApi`, which is nothing but data. Problems of
 * the document are `BadInput`, with a sentence for whoever gave it.
 */
import { isObject } from '../../platform/is-object.ts';
import { BadInput } from '../../tools/contract/bad-input.ts';
import { apiDocumentLimits } from './api-document-limits.ts';
import type { ImportedApi } from './contract.ts';
import { mapOperations } from './operations.ts';
import { applyOverlay, type OverlayAction } from './overlay.ts';
import { type DocumentObject, readOpenApiDocument } from './read-document.ts';
import { References } from './references.ts';
import { SchemaBook } from './schema-book.ts';
import { readSecurity } from './security.ts';
import { readBaseUrl } from './servers.ts';
import { Swagger } from './swagger.ts';
import { listTexts, toLine, toShortText } from './texts.ts';

export interface ImportInput {
  content: string | Uint8Array;
  /** Where the document comes from: relative addresses of servers begin there. */
  url?: string | null;
  /** Changes that are made before anything is read. */
  overlay?: readonly OverlayAction[];
}

export default function importApi({ content, url = null, overlay = [] }: ImportInput): ImportedApi {
  const document = applyOverlay(readOpenApiDocument(content), overlay);
  const format = readFormat(document);
  const references = new References(document, url);
  const swagger = format === 'swagger-2.0' ? new Swagger(document, references) : null;
  const frame = swagger ? swagger.upgradeFrame(url) : document;
  const book = new SchemaBook(document, references, format);
  const operations = mapOperations(document.paths, { references, book, documentUrl: url, swagger });
  const components = isObject(frame.components) ? frame.components : {};
  const security = readSecurity(components.securitySchemes, document.security, references, url);
  if (references.external.size > 0) throw refersToOthers([...references.external]);
  const info = isObject(document.info) ? document.info : {};
  return {
    title: toLine(info.title, apiDocumentLimits.titleCharacters) || 'API',
    version: toLine(typeof info.version === 'number' ? String(info.version) : info.version, 100),
    description: toShortText(info.description, apiDocumentLimits.descriptionCharacters),
    format,
    baseUrl: readBaseUrl(frame.servers, url),
    security,
    ...operations,
  };
}

function readFormat(document: DocumentObject): ImportedApi['format'] {
  // Unquoted in YAML, versions are numbers.
  const version = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  const [openapi, swagger] = [version(document.openapi), version(document.swagger)];
  if (/^3(\.0|$)/.test(openapi)) return 'openapi-3.0';
  // 3.2 only adds to 3.1.
  if (/^3\.[12]/.test(openapi)) return 'openapi-3.1';
  if (/^2(\.0|$)/.test(swagger)) return 'swagger-2.0';
  const found = toLine(openapi || swagger, 50);
  if (found !== '') throw new BadInput(`The document has version '${found}': 2.0, 3.0 and 3.1 can be read`);
  throw new BadInput("The document is no API description: it has neither 'openapi' nor 'swagger'");
}

function refersToOthers(references: readonly string[]): BadInput {
  return new BadInput(`The document refers to other documents (${listTexts(references, 5)}): bundle it into one first`);
}
