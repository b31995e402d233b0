/**
 * Swagger 2.0 in the words of 3.0. The upgrader changes its argument, copies it several times, and gives up on the whole
 * document when one part is malformed. It is asked about each param once, which is what is difficult; bodies and replies
 * are only put in another place. References to `#/definitions` stay as they are, because the document answers them.
 */
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { isObject } from '../../platform/is-object.ts';
import type { DocumentObject } from './read-document.ts';
import type { References } from './references.ts';
import { Unmappable } from './texts.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'];

export class Swagger {
  readonly #document: DocumentObject;
  readonly #references: References;
  /** Params are shared by many operations. */
  readonly #upgraded = new WeakMap<object, DocumentObject>();

  constructor(document: DocumentObject, references: References) {
    this.#document = document;
    this.#references = references;
  }

  /** Returns the operation as 3.0 has it, with the params of its path. */
  upgradeOperation(operation: DocumentObject, pathParameters: readonly unknown[]): DocumentObject {
    const own = Array.isArray(operation.parameters) ? operation.parameters : [];
    const parameters = mergeParameters([...pathParameters, ...own].map(each => this.#references.resolve(each)));
    const fields = parameters.filter(each => each.in === 'formData');
    const body = parameters.find(each => each.in === 'body');
    const consumes = listTypes(operation.consumes) ?? listTypes(this.#document.consumes);
    const produces = listTypes(operation.produces) ?? listTypes(this.#document.produces) ?? [JSON_TYPE];
    return {
      ...operation,
      parameters: parameters
        .filter(each => each.in !== 'formData' && each.in !== 'body')
        .map(each => this.#upgradeParameter(each)),
      requestBody: body ? toBody(body, consumes) : fields.length > 0 ? this.#toForm(fields, consumes) : undefined,
      responses: this.#upgradeResponses(operation.responses, produces),
    };
  }

  /** Returns servers and security schemes as 3.0 has them. */
  upgradeFrame(documentUrl: string | null): DocumentObject {
    const { host, basePath, schemes, securityDefinitions } = this.#document;
    const named = Array.isArray(schemes) ? schemes.filter(scheme => scheme === 'https' || scheme === 'http') : [];
    const own = documentUrl?.startsWith('http:') ? 'http' : 'https';
    return upgrade({
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

  #upgradeParameter(parameter: DocumentObject): DocumentObject {
    const known = this.#upgraded.get(parameter);
    if (known) return known;
    // Fields of forms are written like params of a query.
    const given = parameter.in === 'formData' ? { ...parameter, in: 'query' } : parameter;
    const { paths } = upgrade({ paths: { '/': { get: { parameters: [given] } } } });
    const path = isObject(paths) ? paths['/'] : undefined;
    const operation = isObject(path) ? path.get : undefined;
    const list = isObject(operation) ? operation.parameters : undefined;
    const upgraded: unknown = Array.isArray(list) ? list[0] : undefined;
    if (!isObject(upgraded)) throw unreadable();
    // The description of a field belongs to its schema.
    const isField = parameter.in === 'formData' && isObject(upgraded.schema);
    if (isField) upgraded.schema = { ...Object(upgraded.schema), description: parameter.description };
    this.#upgraded.set(parameter, upgraded);
    return upgraded;
  }

  #toForm(fields: readonly DocumentObject[], consumes: readonly string[] | undefined): DocumentObject {
    const upgraded = fields.map(field => {
      if (typeof field.name !== 'string') throw unreadable();
      const { schema, style, explode } = this.#upgradeParameter(field);
      return { name: field.name, schema, encoding: style === undefined ? undefined : { style, explode } };
    });
    const schema = {
      type: 'object',
      properties: Object.fromEntries(upgraded.map(field => [field.name, field.schema])),
      required: fields.filter(({ required }) => required === true).map(({ name }) => name),
    };
    const encoding = Object.fromEntries(upgraded.flatMap(each => (each.encoding ? [[each.name, each.encoding]] : [])));
    const types = consumes?.filter(type => FORM_TYPES.includes(type)) ?? [];
    const content = (types.length > 0 ? types : FORM_TYPES).map(type => [type, { schema, encoding }]);
    return { content: Object.fromEntries(content), required: schema.required.length > 0 };
  }

  #upgradeResponses(responses: unknown, produces: readonly string[]): DocumentObject {
    if (!isObject(responses)) return {};
    return Object.fromEntries(
      Object.entries(responses).flatMap(([status, given]) => {
        const response = this.#references.resolve(given);
        if (!isObject(response)) return [];
        const { headers, schema } = response;
        const content = schema === undefined ? {} : Object.fromEntries(produces.map(type => [type, { schema }]));
        return [[status, { headers, content }]];
      }),
    );
  }
}

function toBody(body: DocumentObject, consumes: readonly string[] | undefined): DocumentObject {
  const { schema, required, description } = body;
  const content = Object.fromEntries((consumes ?? [JSON_TYPE]).map(type => [type, { schema }]));
  return { content, required, description };
}

function listTypes(types: unknown): string[] | undefined {
  const texts = Array.isArray(types) ? types.filter(type => typeof type === 'string') : [];
  return texts.length > 0 ? texts : undefined;
}

function upgrade(document: DocumentObject): DocumentObject {
  const upgraded: unknown = upgradeFromTwoToThree(structuredClone({ swagger: '2.0', ...document }));
  return isObject(upgraded) ? upgraded : {};
}

function unreadable(): Unmappable {
  return new Unmappable('It has a param that can not be read');
}

/** Params of the operation replace those of its path; there is one body at most. */
function mergeParameters(parameters: readonly unknown[]): DocumentObject[] {
  const merged = new Map<string, DocumentObject>();
  for (const each of parameters) {
    if (!isObject(each) || typeof each.in !== 'string') throw unreadable();
    merged.set(each.in === 'body' ? 'body' : `${each.in} ${each.name}`, each);
  }
  return [...merged.values()];
}
