/** What administrators see of the service itself. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  Health,
  Installation,
  InstallationProcess,
  JobChoice,
  JobList,
  JobsRequest,
} from '../../../src/installation/schemas.ts';
import { post } from './transport/client.ts';

export type * from '../../../src/installation/schemas.ts';

const REFRESH_MS = 10_000;

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => post<Installation>('v1/installation/get', {}, { signal }),
  refetchInterval: REFRESH_MS,
});

/** The service itself remembers the result for some seconds. */
export const healthQuery = queryOptions({
  queryKey: ['installation-health'],
  queryFn: ({ signal }) => post<Health>('v1/installation/check', {}, { signal }),
});

export const processesQuery = queryOptions({
  queryKey: ['installation-processes'],
  queryFn: ({ signal }) => post<InstallationProcess[]>('v1/installation/processes', {}, { signal }),
  refetchInterval: REFRESH_MS,
});

/** The beginning of the keys of all lists of jobs. */
export const JOB_LISTS = ['installation-jobs'];

export function jobsQuery(request: JobsRequest) {
  return queryOptions({
    queryKey: [...JOB_LISTS, request],
    queryFn: ({ signal }) => post<JobList>('v1/installation/jobs', request, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function retryJobs(choice: JobChoice): Promise<{ count: number }> {
  return post('v1/installation/jobs/retry', choice);
}

export function deleteJobs(choice: JobChoice): Promise<{ count: number }> {
  return post('v1/installation/jobs/delete', choice);
}

export function sendTestMail(): Promise<{ to: string }> {
  return post('v1/installation/mail/test');
}
