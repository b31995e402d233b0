/** Connectors: APIs whose operations are tools, made from the descriptions that the APIs publish. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  AccountSetting,
  Connector,
  ConnectorCreation,
  ConnectorDetails,
  ConnectorList,
  ConnectorUpdate,
  DocumentSource,
  OperationDetails,
  OperationList,
  OperationQuery,
  OperationSwitch,
  Preview,
  Refresh,
  RefreshRequest,
  Switched,
  ToolUses,
} from '../../../src/connectors/schemas.ts';
import { CATALOG } from './catalog.ts';
import { post, postForm } from './transport/client.ts';

export type * from '../../../src/connectors/schemas.ts';

/** The beginning of the keys of everything about connectors. */
export const CONNECTORS = ['connectors'] as const;
/** Their tools are in the catalog of the editor, too. */
export const CONNECTOR_CHANGES = [CONNECTORS, CATALOG];

/** The most that the API lists at once. */
const MOST = 100;
/** How many operations are read at once. */
export const OPERATIONS_PAGE = 100;

export function connectorsQuery(text: string) {
  return queryOptions({
    queryKey: [...CONNECTORS, 'list', text],
    queryFn: ({ signal }) =>
      post<ConnectorList>('v1/connector/find', { ...(text !== '' && { text }), limit: MOST }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function connectorQuery(id: string) {
  return queryOptions({
    queryKey: [...CONNECTORS, 'one', id],
    queryFn: ({ signal }) => post<ConnectorDetails>('v1/connector/get', { id }, { signal }),
  });
}

export type OperationFilter = Pick<OperationQuery, 'text' | 'tag' | 'enabled'>;

export function operationsQuery(id: string, filter: OperationFilter, page: number) {
  return queryOptions({
    queryKey: [...CONNECTORS, 'operations', id, filter, page],
    queryFn: ({ signal }) =>
      post<OperationList>(
        'v1/connector/operations',
        { id, ...filter, skip: page * OPERATIONS_PAGE, limit: OPERATIONS_PAGE },
        { signal },
      ),
  });
}

export function operationQuery(id: string, name: string) {
  return queryOptions({
    queryKey: [...CONNECTORS, 'operation', id, name],
    queryFn: ({ signal }) => post<OperationDetails>('v1/connector/operation', { id, name }, { signal }),
  });
}

export function previewDocument(source: DocumentSource): Promise<Preview> {
  return post('v1/connector/preview', source);
}

export function createConnector(creation: ConnectorCreation): Promise<Connector> {
  return post('v1/connector/create', creation);
}

export function updateConnector(update: ConnectorUpdate): Promise<Connector> {
  return post('v1/connector/update', update);
}

/** Who would miss the tools of a connector or an MCP server. */
export function toolUsesQuery(kind: 'connector' | 'mcp-server', id: string) {
  return queryOptions({
    queryKey: [...CONNECTORS, 'uses', kind, id],
    queryFn: ({ signal }) => post<ToolUses>(`v1/${kind}/uses`, { id }, { signal }),
    staleTime: 0,
  });
}

export async function deleteConnector(id: string): Promise<void> {
  await post('v1/connector/delete', { id });
}

/** Sets the user's own credential for a connector that asks everybody for one. */
export function setOwnAccount(setting: AccountSetting): Promise<ConnectorDetails> {
  return post('v1/connector/account', setting);
}

export function switchOperations(change: OperationSwitch): Promise<Switched> {
  return post('v1/connector/enable', change);
}

export function prepareRefresh(request: RefreshRequest): Promise<Refresh> {
  return post('v1/connector/refresh', request);
}

export function applyRefresh(id: string, refreshId: string): Promise<Connector> {
  return post('v1/connector/refresh/apply', { id, refresh_id: refreshId });
}

/** Uploads a description, and returns the id by which the API reads it. */
export async function uploadDocument(file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file, file.name);
  const { file_id } = await postForm<{ file_id: string }>('v1/file/upload', form);
  return file_id;
}
