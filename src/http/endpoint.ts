import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

import Type, { type Static, type TSchema } from 'typebox';
import type { Tier } from '../configuration/limits.ts';
import type { ApiError } from '../errors.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import type { Caller } from './caller.ts';
import type { LargeResponse } from './large-response.ts';
import type { BodyServices } from './request-body.ts';

/** What a key may be allowed. Scopes do not include one another; `*` allows everything. */
export const SCOPES = [
  'service.workflow',
  'service.workflow.write',
  'service.booster.storage',
  'service.booster.storage.write',
  'service.booster.database',
  'service.booster.database.write',
  'service.chat',
  'service.conversation',
  'service.assistant',
  'service.assistant.write',
  '*',
] as const;
export type Scope = (typeof SCOPES)[number];

export function isAllowed({ scopes }: Caller, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has('*');
}

/** One endpoint in one place. Its schemas are the validation, the TypeScript types and the OpenAPI document. */
export interface Endpoint<
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  path: string;
  summary: string;
  /** The scope that a key needs. Endpoints under /api/v1 are the app's own and ask for `*`. */
  scope: Scope;
  /** Only for administrators. */
  admin?: boolean;
  tier: Tier;
  query?: Query;
  body?: Body;
  reply: Reply;
  /** The largest body, where it is not the general limit. */
  bodyBytes?: number;
  /** Strings in the body with more bytes are kept on disk, and the handler finds them in `Call.longTexts`. */
  longStringBytes?: number;
  /** The answer to a body with more values than can be gone through, where it is not the general one. */
  tooManyValues?: () => ApiError;
  /** Headers beside the key. */
  headers?: TSchema;
  /** Its input is a multipart form with these fields, of whatever size: the handler reads it as it comes. */
  form?: TSchema;
  handle(call: Call<Static<Query>, Static<Body>>): Promise<Static<Reply> | LargeResponse>;
}

/** What is reached by a link that carries its own permission: no key is asked for. */
export interface Link {
  /** GET is HEAD too. */
  method: 'GET' | 'POST';
  path: string;
  /** Whether pages of other origins may use it. */
  cors: boolean;
  /**
   * Of a POST that is no form: reads what is sent, which becomes `request.body`. `admit` has set `request.bodyOwner`
   * before. Without it, a POST takes a form, of whatever size, which the handler reads as it comes.
   */
  readBody?(request: FastifyRequest, services: BodyServices): Promise<unknown>;
  /** What the API's reference says of it. Links that only the service itself makes are not in there. */
  reference?: { summary: string; tier: Tier; reply: TSchema };
  /** Refuses what is not to be had, before a body is read. */
  admit?(request: FastifyRequest): Promise<void>;
  handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** One request, with its caller known and its input checked. */
export interface Call<Query = unknown, Body = unknown> {
  caller: Caller;
  query: Query;
  body: Body;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
  /** Long strings of the body, where the endpoint asks for them. */
  longTexts: LongTextLookup;
  /** For endpoints that are more than JSON in, JSON out. */
  request: FastifyRequest;
  response: FastifyReply;
}

/** Infers the types of the handler from the schemas beside it. */
export function endpoint<Query extends TSchema, Body extends TSchema, Reply extends TSchema>(
  definition: Endpoint<Query, Body, Reply>,
): Endpoint<Query, Body, Reply> {
  return definition;
}

/** The `uuid` format of JSON Schema validators also takes `urn:uuid:`, which PostgreSQL does not. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
export const Uuid = Type.String({ format: 'uuid', pattern: UUID_PATTERN });
/** In a form. */
export const FormFile = Type.String({ format: 'binary' });
export const EntityQuery = Type.Object({ entity_id: Uuid });
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const Accepted = Type.Object({ accepted: Type.Literal(true) });
export const accepted: Static<typeof Accepted> = { accepted: true };
