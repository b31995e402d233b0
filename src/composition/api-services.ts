/** What several endpoints and links share. */
import { fixedLimits } from '../configuration/limits.ts';
import { type Identities, openIdentities } from '../http/authentication.ts';
import { type OpenStreams, openStreams } from '../http/open-streams.ts';
import { createRateLimiter, type RateLimited } from '../http/rate-limit.ts';
import { type LiveStreams, openLiveStreams } from '../live/live-streams.ts';
import { openStoredReplies, type StoredReplies } from '../triggers/webhooks/replies.ts';
import type { Platform } from './platform.ts';

export interface ApiServices extends RateLimited {
  identities: Identities;
  /** The streams that clients keep open. */
  streams: OpenStreams;
  live: LiveStreams;
  replies: StoredReplies;
}

export async function openApiServices(platform: Platform, opened: AsyncDisposableStack): Promise<ApiServices> {
  const { config, log, database, listener } = platform;
  const identities = await openIdentities(database, listener);
  opened.defer(() => identities.close());
  const rateLimiter = config.http.rateLimits ? createRateLimiter(database, config.http.requestsPerMinute) : undefined;
  const onError = (err: unknown) => log.error({ err }, 'with the streams of clients');
  const streams = await openStreams({ database, listener, mostPerUser: fixedLimits.live.streams, onError });
  opened.defer(() => streams.stop());
  const live = await openLiveStreams({ database, listener, onError });
  opened.defer(() => live.close());
  const replies = await openStoredReplies(database, listener);
  opened.defer(() => replies.close());
  return { identities, rateLimiter, streams, live, replies };
}
