/**
 * Swagger 2.0 in the words of 3.0, one operation at a time. The upgrader changes its argument, and gives up on the whole
 * document when one part is malformed; with a document of one operation only that one is lost. References to
 * `#/definitions` stay as they are, because the original document still answers them.
 */
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { isObject } from '../../platform/is-object.ts';
import type { DocumentObject } from './read-document.ts';
import type { References } from './references.ts';
import { Unmappable } from './texts.ts';

export class Swagger {
  readonly #document: DocumentObject;
  readonly #references: References;

  constructor(document: DocumentObject, references: References) {
    this.#document = document;
    this.#references = references;
  }

  /** Returns the operation as 3.0 has it, with the params of its path. */
  upgradeOperation(operation: DocumentObject, pathParameters: readonly unknown[]): DocumentObject {
    const { consumes, produces } = this.#document;
    const own = Array.isArray(operation.parameters) ? operation.parameters : [];
    const parameters = mergeParameters([...pathParameters, ...own].map(each => this.#references.resolve(each)));
    const one = {
      swagger: '2.0',
      ...(Array.isArray(consumes) && { consumes }),
      paths: {
        '/': {
          get: {
            ...operation,
            parameters: parameters.map(checkParameter),
            responses: this.#resolveResponses(operation.responses),
            // The upgrader prefers those of the document, contrary to the specification.
            produces: listTypes(operation.produces) ?? listTypes(produces) ?? ['application/json'],
          },
        },
      },
    };
    const upgraded = readUpgraded(upgrade(one));
    const needsForm = parameters.some(each => isObject(each) && each.in === 'formData' && each.required === true);
    if (!needsForm || !isObject(upgraded.requestBody)) return upgraded;
    return { ...upgraded, requestBody: { ...upgraded.requestBody, required: true } };
  }

  /** Returns servers and security schemes as 3.0 has them. */
  upgradeFrame(documentUrl: string | null): DocumentObject {
    const { host, basePath, schemes, securityDefinitions } = this.#document;
    const named = Array.isArray(schemes) ? schemes.filter(scheme => scheme === 'https' || scheme === 'http') : [];
    const own = documentUrl?.startsWith('http:') ? 'http' : 'https';
    return upgrade({
      swagger: '2.0',
      ...(typeof host === 'string' && { host }),
      ...(typeof basePath === 'string' && { basePath }),
      schemes: named.length === 0 ? [own] : named.toSorted().reverse(),
      ...(isObject(securityDefinitions) && {
        securityDefinitions: Object.fromEntries(
          Object.entries(securityDefinitions).filter(([name, each]) => name !== '__proto__' && isObject(each)),
        ),
      }),
    });
  }

  #resolveResponses(responses: unknown): DocumentObject {
    if (!isObject(responses)) return {};
    return Object.fromEntries(
      Object.entries(responses).flatMap(([status, response]) => {
        const resolved = this.#references.resolve(response);
        // Examples are not needed, and may be long.
        return isObject(resolved) ? [[status, { ...resolved, examples: undefined }]] : [];
      }),
    );
  }
}

function listTypes(types: unknown): unknown[] | undefined {
  return Array.isArray(types) && types.length > 0 ? types : undefined;
}

function upgrade(document: DocumentObject): DocumentObject {
  const upgraded: unknown = upgradeFromTwoToThree(structuredClone(document));
  return isObject(upgraded) ? upgraded : {};
}

function readUpgraded({ paths }: DocumentObject): DocumentObject {
  const path = isObject(paths) ? paths['/'] : undefined;
  const operation = isObject(path) ? path.get : undefined;
  if (!isObject(operation)) throw new Unmappable('It can not be read as Swagger 2.0');
  return operation;
}

function checkParameter(parameter: unknown): unknown {
  if (!isObject(parameter) || typeof parameter.in !== 'string')
    throw new Unmappable('It has a param that can not be read');
  return parameter;
}

/** Params of the operation replace those of its path; there is one body at most. */
function mergeParameters(parameters: readonly unknown[]): unknown[] {
  const merged = new Map<unknown, unknown>();
  for (const each of parameters) {
    const key = !isObject(each) ? each : each.in === 'body' ? 'body' : `${each.in} ${each.name}`;
    merged.set(key, each);
  }
  return [...merged.values()];
}
