/** What pickers choose from. */
import { queryOptions } from '@tanstack/react-query';
import type { SchedulePreview } from '../../../src/engine/schedule.ts';
import type { ScheduleDays } from '../../../src/engine/schedule-days.ts';
import type { ListQuery, WorkflowList } from '../../../src/workflows/console-schemas.ts';
import { ASSISTANTS } from './assistants.ts';
import { PANEL_LISTS } from './panels.ts';
import { PEOPLE } from './people.ts';
import { post } from './transport/client.ts';
import { WORKFLOWS } from './workflows.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface FoundPerson extends Named {
  readonly email: string;
}

const STALE_MS = 60_000;
/** More than anybody scrolls through; the pickers search in them. */
const MOST = 200;
/** The longest page of a list of workflows. */
const PAGE = 100;

export const panelsQuery = queryOptions({
  queryKey: [...PANEL_LISTS, 'picker'],
  queryFn: ({ signal }) => post<Named[]>('v1/panel/find', { limit: MOST, sort_key: 'name' }, { signal }),
  staleTime: STALE_MS,
});

export const assistantsQuery = queryOptions({
  queryKey: [...ASSISTANTS, 'picker'],
  queryFn: ({ signal }) => post<Named[]>('v3/assistant/find', { limit: MOST, sort_key: 'name' }, { signal }),
  staleTime: STALE_MS,
});

/** Those that the user may read, by name. */
export const readableWorkflowsQuery = queryOptions({
  queryKey: [...WORKFLOWS, 'picker', 'read'],
  queryFn: async ({ signal }) => {
    const query = { sort: 'name', limit: MOST } satisfies ListQuery;
    return (await post<WorkflowList>('v1/workflow/list', query, { signal })).items;
  },
  staleTime: STALE_MS,
});

/** Those that the user may run, by name. */
export const workflowsQuery = queryOptions({
  queryKey: [...WORKFLOWS, 'picker', 'run'],
  queryFn: async ({ signal }) => {
    const found: Named[] = [];
    for (let skip = 0; skip < MOST; skip += PAGE) {
      const query = { sort: 'name', skip, limit: PAGE } satisfies ListQuery;
      const { items } = await post<WorkflowList>('v1/workflow/list', query, { signal });
      found.push(...items.filter(({ permissions }) => permissions.run));
      if (items.length < PAGE) break;
    }
    return found;
  },
  staleTime: STALE_MS,
});

export function peopleQuery(text: string) {
  return queryOptions({
    queryKey: [...PEOPLE, 'picker', text],
    queryFn: ({ signal }) => post<FoundPerson[]>('v1/people/find', { text, limit: 20 }, { signal }),
    staleTime: STALE_MS,
  });
}

export function peopleByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...PEOPLE, 'ids', ...ids],
    queryFn: ({ signal }) => post<FoundPerson[]>('v1/people/find', { ids }, { signal }),
    staleTime: STALE_MS,
    enabled: ids.length > 0,
  });
}

interface AskedSchedule {
  readonly cron: string;
  readonly timezone: string;
  readonly days?: ScheduleDays | undefined;
  /** Whose variables have the holidays. */
  readonly workflow_id?: string | undefined;
}

export function scheduleQuery(schedule: AskedSchedule) {
  return queryOptions({
    queryKey: ['schedule', schedule],
    queryFn: ({ signal }) => post<SchedulePreview>('v1/schedule/preview', schedule, { signal }),
    staleTime: STALE_MS,
    enabled: schedule.cron.trim() !== '',
  });
}
