/** Panels and their settings. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  OpenedPanel,
  Panel,
  PanelCreation,
  PanelList,
  PanelListQuery,
  PanelOwners,
  PanelUpdate,
} from '../../../src/booster/panel-schemas.ts';
import { post } from './transport/client.ts';

export type * from '../../../src/booster/panel-schemas.ts';

/** The beginning of the keys of all lists. */
export const PANEL_LISTS = ['panel-list'];

/** The beginning of the keys of everything in a panel. */
export const panelKey = (id: string) => ['panel', id];
/** What changes with the settings or the contents of a panel. */
export const panelChanges = (id: string) => [PANEL_LISTS, panelKey(id)];

export function panelsQuery(query: PanelListQuery = {}) {
  return queryOptions({
    queryKey: [...PANEL_LISTS, query],
    queryFn: ({ signal }) => post<PanelList>('v1/panel/list', query, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function panelQuery(id: string) {
  return queryOptions({
    queryKey: [...panelKey(id), 'settings'],
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
    queryKey: [...panelKey(id), 'usage'],
    queryFn: ({ signal }) =>
      post<PanelUsage>('v3/booster/storage/private/usage', {}, { signal, headers: { 'panel-id': id } }),
  });
}

export const panelOwnersQuery = queryOptions({
  queryKey: [...PANEL_LISTS, 'owners'],
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
