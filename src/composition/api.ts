/** The API of a process: its endpoints and links with their services, and who may call them how often. */
import path from 'node:path';
import { MEGABYTE } from '../configuration/limits.ts';
import type { BoundEndpoint, BoundLink } from '../http/binding.ts';
import { type BodyServices, createBodyServices } from '../http/request-body.ts';
import { type ApiServices, openApiServices } from './api-services.ts';
import type { Areas } from './areas.ts';
import { ENDPOINTS } from './endpoints.ts';
import { LINKS } from './links.ts';
import type { Platform } from './platform.ts';

export interface Api extends Pick<ApiServices, 'identities' | 'rateLimiter' | 'streams'> {
  /** What reading the bodies of requests may cost. */
  bodies: BodyServices;
  endpoints: readonly BoundEndpoint[];
  links: readonly BoundLink[];
}

export async function openApi(platform: Platform, areas: Areas, closing: AsyncDisposableStack): Promise<Api> {
  const services = await openApiServices(platform, closing);
  const { identities, rateLimiter, streams } = services;
  const { http, service } = platform.config;
  const bodies = createBodyServices({
    folder: path.join(service.dataFolder, 'bodies'),
    memoryBytes: http.requestMegabytes * MEGABYTE,
    diskBytes: http.requestDiskMegabytes * MEGABYTE,
  });
  const opened = { ...platform, ...areas, ...services };
  return {
    ...{ identities, rateLimiter, bodies, streams },
    endpoints: ENDPOINTS.flatMap(part => part.bind(opened)),
    links: LINKS.flatMap(part => part.bind(opened)),
  };
}
