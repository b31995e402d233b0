/** Panels and their settings. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  FileStorage,
  FolderSettings,
  OpenedPanel,
  Panel,
  PanelCreation,
  PanelList,
  PanelListQuery,
  PanelOwners,
  PanelSummary,
  PanelUpdate,
  Right,
  WatchingWorkflow,
  Webhook,
} from '../../../src/booster/panel-schemas.ts';
import { post, send } from './client.ts';

export type {
  FileStorage,
  FolderSettings,
  OpenedPanel,
  Panel,
  PanelListQuery,
  PanelOwners,
  PanelSummary,
  Right,
  WatchingWorkflow,
  Webhook,
};

/** The beginning of the keys of all lists. */
export const PANEL_LISTS = ['panel-list'];

export function panelsQuery(query: PanelListQuery = {}) {
  return queryOptions({
    queryKey: [...PANEL_LISTS, query],
    queryFn: ({ signal }) => post<PanelList>('v1/panel/list', query, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function panelQuery(id: string) {
  return queryOptions({
    queryKey: ['panel', id],
    queryFn: ({ signal }) => post<OpenedPanel>('v1/panel/open', { panel_id: id }, { signal }),
  });
}

export interface PanelUsage {
  files: number;
  /** Bytes. */
  size: number;
  /** Bytes; 0 when only the quota of the owner counts. */
  limit: number;
  /** Bytes of each folder. */
  folders: Record<string, number>;
}

export function panelUsageQuery(id: string) {
  return queryOptions({
    queryKey: ['panel-usage', id],
    queryFn: async ({ signal }): Promise<PanelUsage> => {
      const headers = { 'content-type': 'application/json', 'panel-id': id };
      const response = await send('v3/booster/storage/private/usage', '{}', headers, { signal });
      return response.json();
    },
  });
}

export const panelOwnersQuery = queryOptions({
  queryKey: ['panel-owners'],
  queryFn: ({ signal }) => post<PanelOwners>('v1/panel/owners', {}, { signal }),
  staleTime: 60_000,
});

export function createPanel(settings: PanelCreation): Promise<Panel> {
  return post('v1/panel/create', settings);
}

export function updatePanel(update: PanelUpdate): Promise<Panel> {
  return post('v1/panel/update', update);
}

export function deletePanel(id: string): Promise<string> {
  return post(`v1/panel/delete?entity_id=${id}`);
}

/** For whoever changed the settings or the contents of a panel. */
export async function refreshPanel(queryClient: QueryClient, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: PANEL_LISTS }),
    queryClient.invalidateQueries({ queryKey: panelQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: panelUsageQuery(id).queryKey }),
  ]);
}
