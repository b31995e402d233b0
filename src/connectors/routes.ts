/** `/api/v1/connector`: APIs that people connect, and which of their operations are tools. */
import { fixedLimits } from '../configuration/limits.ts';
import { endpointWith, everyone } from '../http/endpoint.ts';
import { type ConnectorServices, createConnector, previewDocument, updateConnector } from './connectors.ts';
import type { GalleryEntry } from './gallery/entry.ts';
import { searchGallery } from './gallery/gallery.ts';
import { switchOperations } from './operations.ts';
import { findConnectors, findOperations, getConnector, getOperation } from './overview.ts';
import { setOwnAccount } from './own-accounts.ts';
import { applyRefresh, refreshConnector } from './refreshing.ts';
import * as schemas from './schemas.ts';
import { deleteSource, requireSource } from './sources.ts';
import { findUsesOfPrefix } from './uses.ts';

/** A document as a text of JSON is longer than itself. What is longer can be uploaded as a file. */
const withDocument = { ...everyone, bodyBytes: fixedLimits.requestBodies.textBytes };

const endpoint = endpointWith<ConnectorServices>();

export const connectorEndpoints = [
  endpoint({
    path: '/api/v1/connector/preview',
    summary: 'Reads an OpenAPI document and says what a connector made from it would have',
    ...withDocument,
    body: schemas.DocumentSource,
    reply: schemas.Preview,
    handle: (services, { caller, body, signal }) => previewDocument(services, caller, body, signal),
  }),
  endpoint({
    path: '/api/v1/connector/create',
    failures: [409],
    summary: 'Makes a connector from an OpenAPI document, so that the operations of the API become tools',
    ...withDocument,
    body: schemas.ConnectorCreation,
    reply: schemas.ConnectorDetails,
    handle: async (services, { caller, body, signal }) =>
      getConnector(services.database.query, caller, await createConnector(services, caller, body, signal)),
  }),
  endpoint({
    path: '/api/v1/connector/get',
    summary: 'Reads a connector with the tags of its operations',
    ...everyone,
    body: schemas.ConnectorId,
    reply: schemas.ConnectorDetails,
    handle: ({ database }, { caller, body }) => getConnector(database.query, caller, body.id),
  }),
  endpoint({
    path: '/api/v1/connector/find',
    summary: 'Finds connectors that the caller may use',
    ...everyone,
    body: schemas.ConnectorQuery,
    reply: schemas.ConnectorList,
    handle: ({ database }, { caller, body }) => findConnectors(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/connector/update',
    failures: [409],
    summary: 'Changes what is sent of a connector',
    ...everyone,
    body: schemas.ConnectorUpdate,
    reply: schemas.ConnectorDetails,
    handle: async (services, { caller, body }) => {
      await updateConnector(services, caller, body);
      return getConnector(services.database.query, caller, body.id);
    },
  }),
  endpoint({
    path: '/api/v1/connector/uses',
    summary: 'Lists the workflows and assistants that use tools of a connector',
    ...everyone,
    body: schemas.ConnectorId,
    reply: schemas.ToolUses,
    handle: async ({ database: { query: db } }, { caller, body }) => {
      const { source } = await requireSource(db, caller, 'connector', body.id);
      return findUsesOfPrefix(db, caller, source.name);
    },
  }),
  endpoint({
    path: '/api/v1/connector/delete',
    summary: 'Deletes a connector and the accounts that were connected for it',
    ...everyone,
    body: schemas.ConnectorId,
    reply: schemas.ConnectorId,
    handle: async ({ database }, { caller, body }) => {
      await deleteSource(database.query, caller, 'connector', body.id);
      return { id: body.id };
    },
  }),
  endpoint({
    path: '/api/v1/connector/account',
    summary: "Sets the caller's own credential for a connector that asks everybody for one",
    ...everyone,
    body: schemas.AccountSetting,
    reply: schemas.ConnectorDetails,
    handle: async ({ database, credentialStore }, { caller, body }) => {
      await setOwnAccount(credentialStore, caller, body);
      return getConnector(database.query, caller, body.id);
    },
  }),
  endpoint({
    path: '/api/v1/connector/gallery',
    summary: 'Lists APIs that are connected by choosing them',
    ...everyone,
    body: schemas.GalleryQuery,
    reply: schemas.Gallery,
    handle: async (_services, { body }) => ({ items: searchGallery(body.text ?? '').map(toGalleryItem) }),
  }),
  endpoint({
    path: '/api/v1/connector/operations',
    summary: 'Finds operations of a connector, in the order of its document',
    ...everyone,
    body: schemas.OperationQuery,
    reply: schemas.OperationList,
    handle: ({ database }, { caller, body }) => findOperations(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/connector/operation',
    summary: 'Reads an operation with the schema of its params',
    ...everyone,
    body: schemas.OperationId,
    reply: schemas.OperationDetails,
    handle: ({ database }, { caller, body }) => getOperation(database.query, caller, body.id, body.name),
  }),
  endpoint({
    path: '/api/v1/connector/enable',
    summary: 'Chooses which operations of a connector are tools',
    ...everyone,
    body: schemas.OperationSwitch,
    reply: schemas.Switched,
    handle: ({ database }, { caller, body }) => switchOperations(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/connector/refresh',
    summary: 'Reads the document of a connector again and says what would change',
    ...withDocument,
    body: schemas.RefreshRequest,
    reply: schemas.Refresh,
    handle: (services, { caller, body, signal }) => refreshConnector(services, caller, body, signal),
  }),
  endpoint({
    path: '/api/v1/connector/refresh/apply',
    summary: 'Applies the changes that a refresh has shown',
    ...everyone,
    body: schemas.RefreshApplication,
    reply: schemas.ConnectorDetails,
    handle: async ({ database: { query: db } }, { caller, body }) => {
      await applyRefresh(db, caller, body.id, body.refresh_id);
      return getConnector(db, caller, body.id);
    },
  }),
];

function toGalleryItem(entry: GalleryEntry): schemas.Gallery['items'][number] {
  const { slug, title, description, categories, documentUrl, baseUrl, docsUrl, credential } = entry;
  return {
    ...{ slug, title, description },
    categories: [...categories],
    document_url: documentUrl,
    base_url: baseUrl,
    docs_url: docsUrl,
    auth: [credential.kind],
    credential: { ...credential, hosts: [...credential.hosts], fields: structuredClone(credential.fields) },
  };
}
