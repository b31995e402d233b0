import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const MOST_RETRIES = 3;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A refusal stays a refusal; only a service that is away is asked again.
        retry: (failures, error) => error instanceof ApiError && error.isTemporary && failures < MOST_RETRIES,
        refetchOnWindowFocus: true,
        // Browsers say that they are offline also where the service is in the same house, so we always ask it.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
}
