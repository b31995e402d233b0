/** The records of panels. */

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  CollectionSummary,
  DeletionReply,
  ExportBody,
  ExportReply,
  FileOfRecord,
  ImportBody,
  ImportReply,
  SaveBody,
} from '../../../src/booster/records/console-schemas.ts';
import type { BoosterRecord } from '../../../src/booster/records/schemas.ts';
import type { QueryBody } from '../../../src/query/query-body.ts';
import { panelKey } from './panels.ts';
import { type PostOptions, post } from './transport/client.ts';

export type { BoosterRecord, CollectionSummary, ExportBody, ExportReply, ImportBody, ImportReply };

export const RECORDS_PATH = '/api/v3/booster/database/private';
export const PAGE_RECORDS = 100;

/** Calls an endpoint of a panel's database or storage, which names the panel in a header. */
function postToPanel<Reply>(panelId: string, path: string, body: unknown, options: PostOptions = {}): Promise<Reply> {
  return post(`v3/booster/${path}`, body, { ...options, headers: { 'panel-id': panelId } });
}

/** Whoever deleted some reads only the lists again: a record that is still open for a moment can not be read. */
export const recordListsKey = (panelId: string) => [...panelKey(panelId), 'record lists'];
const recordsKey = (panelId: string) => [...panelKey(panelId), 'record'];
export const recordChanges = (panelId: string) => [recordListsKey(panelId), recordsKey(panelId)];

export function collectionsQuery(panelId: string) {
  return queryOptions({
    queryKey: [...recordListsKey(panelId), 'collections'],
    queryFn: ({ signal }) => post<CollectionSummary[]>('v1/record/collections', { panel_id: panelId }, { signal }),
  });
}

interface RecordsQuery {
  collection: string;
  params: Pick<QueryBody, 'filters' | 'sort_key' | 'sort_order'>;
}

export function recordsQuery(panelId: string, { collection, params }: RecordsQuery) {
  return infiniteQueryOptions({
    queryKey: [...recordListsKey(panelId), 'page', collection, params],
    queryFn: ({ pageParam, signal }) =>
      postToPanel<BoosterRecord[]>(
        panelId,
        'database/private/find',
        { collection, params: { ...params, limit_from: pageParam, limit_to: pageParam + PAGE_RECORDS } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, from) => (last.length < PAGE_RECORDS ? undefined : from + PAGE_RECORDS),
    retry: false,
  });
}

export function recordCountQuery(panelId: string, { collection, params: { filters } }: RecordsQuery) {
  return queryOptions({
    queryKey: [...recordListsKey(panelId), 'count', collection, filters],
    queryFn: ({ signal }) =>
      postToPanel<number>(
        panelId,
        'database/private/count',
        { collection, params: filters ? { filters } : {} },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function recordQuery(panelId: string, key: string) {
  return queryOptions({
    queryKey: [...recordsKey(panelId), key],
    queryFn: ({ signal }) => readRecord(panelId, key, signal),
    retry: false,
  });
}

export function readRecord(panelId: string, key: string, signal?: AbortSignal): Promise<BoosterRecord> {
  return postToPanel(panelId, 'database/private/get', { key }, signal ? { signal } : {});
}

export function createRecord(
  panelId: string,
  record: { collection: string; data: Readonly<Record<string, unknown>> },
): Promise<BoosterRecord> {
  return postToPanel(panelId, 'database/private/create', record);
}

export function saveRecord(body: SaveBody): Promise<BoosterRecord> {
  return post('v1/record/save', body);
}

export function deleteRecords(panelId: string, keys: readonly string[]): Promise<DeletionReply> {
  return post('v1/record/delete', { panel_id: panelId, keys });
}

export function importRecords(body: ImportBody, signal?: AbortSignal): Promise<ImportReply> {
  return post('v1/record/import', body, { signal });
}

export function exportRecords(body: ExportBody, signal?: AbortSignal): Promise<ExportReply> {
  return post('v1/record/export', body, { signal });
}

/** The files that belong to a record. */
export function recordFilesQuery(panelId: string, key: string) {
  return queryOptions({
    queryKey: [...recordsKey(panelId), key, 'files'],
    queryFn: ({ signal }) => post<FileOfRecord[]>('v1/record/files', { panel_id: panelId, key }, { signal }),
  });
}
