import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { ApiError } from '../errors.ts';
import type { LongTextLookup } from '../platform/memory/long-text.ts';
import type { Caller } from './caller.ts';
import { about, named } from './described.ts';
import type { FailureStatus } from './failure-statuses.ts';
import type { LargeResponse } from './large-response.ts';
import type { BodyServices, BodyWatch } from './request-body.ts';

/** What a key may be used for. No scope includes another, except `*`, which allows everything. */
export const SCOPES = [
  'service.workflow',
  'service.workflow.write',
  'service.mcp.approval',
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

/** Whether a path belongs to the part of the API whose errors differ: missing keys, and input that is not valid. */
export function isBoosterPath(path: string): boolean {
  return path.startsWith('/api/v3/booster/');
}

/** The requests of an API key are counted per tier of endpoints, and webhook calls per IP address. */
export type Tier = 'default' | 'high' | 'low' | 'webhook';

/**
 * All about one endpoint but what it does. Its schemas serve the validation, the TypeScript types and the OpenAPI
 * document.
 */
export interface EndpointDescription<
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  path: string;
  summary: string;
  /** More about it for the API description, in Markdown. */
  description?: string;
  /** The scope that a key needs. Endpoints under /api/v1 belong to the app itself and need `*`, but for the one that starts runs. */
  scope: Scope;
  /** Needs neither a key nor a session: it is how people sign in. Its requests are counted per IP address. */
  anyone?: true;
  /** Only for administrators. */
  admin?: boolean;
  /** What the account of the caller must be allowed to do with workflows. */
  workflowPermission?: 'read' | 'write';
  tier: Tier;
  query?: Query;
  body?: Body;
  reply: Reply;
  /** The type of a reply that is not JSON. */
  replyType?: string;
  /** A header of the answer names the runs that the request started. */
  startsRuns?: true;
  /** One object of a streamed reply. */
  stream?: TSchema;
  /** Statuses of refusals that do not follow from the input and the access. */
  failures?: readonly FailureStatus[];
  /** A request and a reply for the API description, where those that it makes from the schemas say too little. */
  example?: { request?: unknown; reply?: unknown };
  /** The largest body, when it differs from the general limit. */
  bodyBytes?: number;
  /** Longer strings of the body are stored on disk, and the handler finds them in `Call.longTexts`. */
  longStringBytes?: number;
  /** Replaces the general refusal of a body with too many values. */
  tooManyValues?: () => ApiError;
  /** Headers beside the key. */
  headers?: TSchema;
  /** Headers that the handler reads itself: they are described, and not validated. */
  shownHeaders?: TSchema;
  /** The input is a multipart form with these fields. It may have any size: the handler reads it as it arrives. */
  form?: TSchema;
}

/** An endpoint as its area declares it. Its services come with each call, so that it is there while nothing is open. */
export interface Endpoint<
  in Services,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> extends EndpointDescription<Query, Body, Reply> {
  handle(services: Services, call: Call<Static<Query>, Static<Body>>): Promise<Static<Reply> | LargeResponse>;
}

/** Fixes the services of endpoints. What it returns infers the types of a handler from the schemas beside it. */
export function endpointWith<Services>() {
  return <Query extends TSchema, Body extends TSchema, Reply extends TSchema>(
    definition: Endpoint<Services, Query, Body, Reply>,
  ): Endpoint<Services> => definition;
}

/** What the API description says about a link. */
interface LinkReference {
  /** Where the path alone would give it the name of another operation. */
  operationId?: string;
  summary: string;
  description?: string;
  /** Who may use it, where the address does not carry the permission. */
  access?: string;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  tier: Tier;
  params?: TSchema;
  query?: TSchema;
  headers?: TSchema;
  body?: TSchema;
  bodyType?: string;
  form?: TSchema;
  /** 200 by default. */
  status?: number;
  /** Without it, the reply has no body. */
  reply?: TSchema;
  replyType?: string;
  failures?: readonly FailureStatus[];
  example?: { request?: unknown; reply?: unknown };
}

/** What `admit` of a link found out, besides what is its own. */
export interface Admission {
  /** On whose behalf the body is read. By default nobody's. */
  bodyOwner?: string;
  bodyWatch?: BodyWatch | undefined;
}

/** All about one link but what it does. */
export interface LinkDescription {
  /** GET includes HEAD. */
  method: 'GET' | 'POST';
  /** Further methods, which `admit` may refuse. */
  otherMethods?: readonly string[];
  path: string;
  /** Whether pages of other origins may use it. */
  cors: boolean;
  /** Its entry in the API reference. Links that only the service itself creates have none. */
  reference?: LinkReference;
}

export interface LinkHandlers<in Services, Admitted = unknown> {
  /**
   * Reads the body of a POST that is not a form; the result becomes `request.body`. Without it, a POST accepts a form of
   * any size, which the handler reads as it arrives.
   */
  readBody?(services: Services, request: FastifyRequest, bodies: BodyServices, admitted: Admitted): Promise<unknown>;
  /** Refuses a request before its body is read. What it returns is given to the others. */
  admit?(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Admitted>;
  /** Answers with something other than JSON when the request is refused. The reply has its status and headers already. */
  errorReply?(
    services: Services,
    refusal: ApiError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>;
  handle(services: Services, request: FastifyRequest, reply: FastifyReply, admitted: Admitted): Promise<FastifyReply>;
}

/** A route that needs no key, because its URL carries the permission. */
export interface Link<in Services, Admitted = unknown> extends LinkDescription, LinkHandlers<Services, Admitted> {}

/** Fixes the services of links. What it returns infers the type of what `admit` returns for the functions beside it. */
export function linkWith<Services>() {
  return <Admitted extends Admission>(
    definition: Link<Services, Admitted> & Required<Pick<Link<Services, Admitted>, 'admit'>>,
  ): Link<Services> => definition;
}

/** One request whose caller is known and whose input is valid. */
export interface Call<Query = unknown, Body = unknown> {
  /** Endpoints for anyone have no caller, and must not ask for it. */
  caller: Caller;
  query: Query;
  body: Body;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
  /** The long strings of the body, when the endpoint has `longStringBytes`. */
  longTexts: LongTextLookup;
  /** For endpoints that do more than read and return JSON. */
  request: FastifyRequest;
  response: FastifyReply;
}

/** Who may call the endpoints of the app itself. */
export const everyone = { scope: '*', tier: 'default' } as const;
export const administrators = { ...everyone, admin: true } as const;
/** Those whose account may read, or change, workflows. */
export const workflowReaders = { ...everyone, workflowPermission: 'read' } as const;
export const workflowWriters = { ...everyone, workflowPermission: 'write' } as const;

/** The `uuid` format of JSON Schema validators also accepts `urn:uuid:`, which PostgreSQL does not. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
export const Uuid = Type.String({ format: 'uuid', pattern: UUID_PATTERN });
/** A file in a form. */
export const FormFile = Type.String({ format: 'binary' });
export const EntityQuery = Type.Object({ entity_id: about('The id of what is to be read or deleted.', Uuid) });
/** Stands beside the text of each refusal in a reply. */
export const ErrorCode = about('The name of the error, which stays when its text changes.', Type.String());
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const Accepted = named(
  'Accepted',
  Type.Object({ accepted: about('Always true: a request that is not accepted gets an error.', Type.Literal(true)) }),
);
export const accepted: Static<typeof Accepted> = { accepted: true };
