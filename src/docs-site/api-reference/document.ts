/** The parts of an OpenAPI document that the reference shows. */
import { isObject } from '../../platform/is-object.ts';

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ApiSchema;
  readonly items?: ApiSchema | boolean;
  readonly prefixItems?: readonly ApiSchema[];
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
  readonly example?: unknown;
}

interface Content {
  readonly schema?: ApiSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-scope'?: string | null;
  readonly 'x-rate-tier'?: string;
}

export interface ApiDocument {
  readonly info: { readonly version: string; readonly summary?: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, ApiSchema>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
}

/** One operation with where it is. */
export interface ApiEndpoint {
  readonly method: string;
  readonly path: string;
  readonly area: string;
  readonly operation: ApiOperation;
}

export function listEndpoints(document: ApiDocument): ApiEndpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      area: operation.tags?.[0] ?? 'other',
      operation,
    })),
  );
}

/** The name of the component that a schema refers to. */
export function componentName(schema: ApiSchema): string | undefined {
  return schema.$ref?.split('/').at(-1);
}

/** Follows the reference to a component. What is said beside the reference counts more. */
export function resolveSchema(document: ApiDocument, schema: ApiSchema): ApiSchema {
  const name = componentName(schema);
  if (name === undefined) return schema;
  const { $ref: _reference, ...own } = schema;
  return { ...document.components?.schemas?.[name], ...own };
}

export function resolveResponse(document: ApiDocument, response: Response): Response {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (document.components?.responses?.[name] ?? {});
}

/** Returns the schema if there is one, and not just `true`. */
export function toSchema(value: unknown): ApiSchema | undefined {
  return isObject(value) ? value : undefined;
}
