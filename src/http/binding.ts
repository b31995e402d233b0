/** Endpoints and links with their services, as the server calls them. */
import type { Static, TSchema } from 'typebox';
import type { Call, Endpoint, EndpointDescription, Link, LinkDescription, LinkHandlers } from './endpoint.ts';
import type { LargeResponse } from './large-response.ts';

export interface BoundEndpoint<
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> extends EndpointDescription<Query, Body, Reply> {
  handle(call: Call<Static<Query>, Static<Body>>): Promise<Static<Reply> | LargeResponse>;
}

type Bound<Handler> = Handler extends (services: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;
type BoundHandlers = { [Name in keyof LinkHandlers<never>]: Bound<LinkHandlers<never>[Name]> };

export interface BoundLink extends LinkDescription, BoundHandlers {}

export function bindEndpoint<Services>(endpoint: Endpoint<Services>, services: Services): BoundEndpoint {
  return { ...endpoint, handle: call => endpoint.handle(services, call) };
}

export function bindLink<Services>(link: Link<Services>, services: Services): BoundLink {
  const { readBody, admit, errorReply, handle, ...description } = link;
  const bind =
    <Rest extends unknown[], Result>(handler: (services: Services, ...rest: Rest) => Result) =>
    (...rest: Rest) =>
      handler(services, ...rest);
  return {
    ...description,
    ...(readBody && { readBody: bind(readBody) }),
    ...(admit && { admit: bind(admit) }),
    ...(errorReply && { errorReply: bind(errorReply) }),
    handle: bind(handle),
  };
}
