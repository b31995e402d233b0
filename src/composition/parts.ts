/** The parts of the API: endpoints or links, beside where their services come from once everything is open. */
import type { Config } from '../configuration/config.ts';
import { type BoundEndpoint, type BoundLink, bindEndpoint, bindLink } from '../http/binding.ts';
import type { Endpoint, EndpointDescription, Link, LinkDescription } from '../http/endpoint.ts';
import type { ApiServices } from './api-services.ts';
import type { Areas } from './areas.ts';
import type { Platform } from './platform.ts';

/** What has been opened when the API is bound to it. */
export type Opened = Platform & Areas & ApiServices;

interface Part<Description, Bound> {
  /** What the part consists of in an installation with these settings. */
  list(config: Config): readonly Description[];
  bind(opened: Opened): readonly Bound[];
}

export type EndpointPart = Part<EndpointDescription, BoundEndpoint>;
export type LinkPart = Part<LinkDescription, BoundLink>;

/** A list, which may depend on the settings. */
type Listed<Item> = readonly Item[] | ((config: Config) => readonly Item[]);

export function endpoints<Services>(
  listed: Listed<Endpoint<Services>>,
  toServices: (opened: Opened) => NoInfer<Services>,
): EndpointPart {
  return createPart(listed, toServices, bindEndpoint);
}

export function links<Services>(
  listed: Listed<Link<Services>>,
  toServices: (opened: Opened) => NoInfer<Services>,
): LinkPart {
  return createPart(listed, toServices, bindLink);
}

function createPart<Item, Services, Bound>(
  listed: Listed<Item>,
  toServices: (opened: Opened) => Services,
  bind: (item: Item, services: Services) => Bound,
): Part<Item, Bound> {
  const list = typeof listed === 'function' ? listed : () => listed;
  return {
    list,
    bind(opened) {
      const services = toServices(opened);
      return list(opened.config).map(item => bind(item, services));
    },
  };
}
