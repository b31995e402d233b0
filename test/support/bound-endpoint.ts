import type { TSchema } from 'typebox';
import type { BoundEndpoint } from '../../src/http/binding.ts';

/** An endpoint that needs no services. Infers the types of its handler from the schemas beside it. */
export function endpoint<Query extends TSchema, Body extends TSchema, Reply extends TSchema>(
  definition: BoundEndpoint<Query, Body, Reply>,
): BoundEndpoint<Query, Body, Reply> {
  return definition;
}
