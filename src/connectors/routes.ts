/** `/api/v1/connector`: APIs that people connect, and which of their operations are tools. */
import { fixedLimits } from '../configuration/limits.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { requireConnector } from './access.ts';
import {
  type ConnectorServices,
  createConnector,
  deleteConnector,
  previewDocument,
  updateConnector,
} from './connectors.ts';
import type { GalleryEntry } from './gallery/entry.ts';
import { searchGallery } from './gallery/gallery.ts';
import { switchOperations } from './operations.ts';
import { findConnectors, findOperations, getConnector, getOperation } from './overview.ts';
import { setOwnAccount } from './own-accounts.ts';
import { applyRefresh, refreshConnector } from './refreshing.ts';
import * as schemas from './schemas.ts';
import { findUsesOfPrefix } from './uses.ts';

const access = { scope: '*', tier: 'default' } as const;
/** A document as a text of JSON is longer than itself. What is longer can be uploaded as a file. */
const withDocument = { ...access, bodyBytes: fixedLimits.requestBodies.textBytes };

export function connectorEndpoints(services: ConnectorServices): Endpoint[] {
  return [
    ...creationEndpoints(services),
    ...managingEndpoints(services),
    endpoint({
      path: '/api/v1/connector/gallery',
      summary: 'Lists APIs that are connected by choosing them',
      ...access,
      body: schemas.GalleryQuery,
      reply: schemas.Gallery,
      handle: async ({ body }) => ({ items: searchGallery(body.text ?? '').map(toGalleryItem) }),
    }),
    ...operationEndpoints(services),
    ...refreshEndpoints(services),
  ];
}

function creationEndpoints(services: ConnectorServices): Endpoint[] {
  const db = services.database.query;
  return [
    endpoint({
      path: '/api/v1/connector/preview',
      summary: 'Reads an OpenAPI document and says what a connector made from it would have',
      ...withDocument,
      body: schemas.DocumentSource,
      reply: schemas.Preview,
      handle: ({ caller, body, signal }) => previewDocument(services, caller, body, signal),
    }),
    endpoint({
      path: '/api/v1/connector/create',
      failures: [409],
      summary: 'Makes a connector from an OpenAPI document, so that the operations of the API become tools',
      ...withDocument,
      body: schemas.ConnectorCreation,
      reply: schemas.ConnectorDetails,
      handle: async ({ caller, body, signal }) =>
        getConnector(db, caller, await createConnector(services, caller, body, signal)),
    }),
  ];
}

function managingEndpoints(services: ConnectorServices): Endpoint[] {
  const db = services.database.query;
  return [
    endpoint({
      path: '/api/v1/connector/get',
      summary: 'Reads a connector with the tags of its operations',
      ...access,
      body: schemas.ConnectorId,
      reply: schemas.ConnectorDetails,
      handle: ({ caller, body }) => getConnector(db, caller, body.id),
    }),
    endpoint({
      path: '/api/v1/connector/find',
      summary: 'Finds connectors that the caller may use',
      ...access,
      body: schemas.ConnectorQuery,
      reply: schemas.ConnectorList,
      handle: ({ caller, body }) => findConnectors(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/connector/update',
      failures: [409],
      summary: 'Changes what is sent of a connector',
      ...access,
      body: schemas.ConnectorUpdate,
      reply: schemas.ConnectorDetails,
      handle: async ({ caller, body }) => {
        await updateConnector(services, caller, body);
        return getConnector(db, caller, body.id);
      },
    }),
    endpoint({
      path: '/api/v1/connector/uses',
      summary: 'Lists the workflows and assistants that use tools of a connector',
      ...access,
      body: schemas.ConnectorId,
      reply: schemas.ToolUses,
      handle: async ({ caller, body }) => {
        const { connector } = await requireConnector(db, caller, body.id);
        return findUsesOfPrefix(db, caller, connector.name);
      },
    }),
    endpoint({
      path: '/api/v1/connector/delete',
      summary: 'Deletes a connector and the accounts that were connected for it',
      ...access,
      body: schemas.ConnectorId,
      reply: schemas.ConnectorId,
      handle: async ({ caller, body }) => {
        await deleteConnector(db, caller, body.id);
        return { id: body.id };
      },
    }),
    endpoint({
      path: '/api/v1/connector/account',
      summary: "Sets the caller's own credential for a connector that asks everybody for one",
      ...access,
      body: schemas.AccountSetting,
      reply: schemas.ConnectorDetails,
      handle: async ({ caller, body }) => {
        await setOwnAccount(services.credentialStore, caller, body);
        return getConnector(db, caller, body.id);
      },
    }),
  ];
}

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

function operationEndpoints({ database: { query: db } }: ConnectorServices): Endpoint[] {
  return [
    endpoint({
      path: '/api/v1/connector/operations',
      summary: 'Finds operations of a connector, in the order of its document',
      ...access,
      body: schemas.OperationQuery,
      reply: schemas.OperationList,
      handle: ({ caller, body }) => findOperations(db, caller, body),
    }),
    endpoint({
      path: '/api/v1/connector/operation',
      summary: 'Reads an operation with the schema of its params',
      ...access,
      body: schemas.OperationId,
      reply: schemas.OperationDetails,
      handle: ({ caller, body }) => getOperation(db, caller, body.id, body.name),
    }),
    endpoint({
      path: '/api/v1/connector/enable',
      summary: 'Chooses which operations of a connector are tools',
      ...access,
      body: schemas.OperationSwitch,
      reply: schemas.Switched,
      handle: ({ caller, body }) => switchOperations(db, caller, body),
    }),
  ];
}

function refreshEndpoints(services: ConnectorServices): Endpoint[] {
  const db = services.database.query;
  return [
    endpoint({
      path: '/api/v1/connector/refresh',
      summary: 'Reads the document of a connector again and says what would change',
      ...withDocument,
      body: schemas.RefreshRequest,
      reply: schemas.Refresh,
      handle: ({ caller, body, signal }) => refreshConnector(services, caller, body, signal),
    }),
    endpoint({
      path: '/api/v1/connector/refresh/apply',
      summary: 'Applies the changes that a refresh has shown',
      ...access,
      body: schemas.RefreshApplication,
      reply: schemas.ConnectorDetails,
      handle: async ({ caller, body }) => {
        await applyRefresh(db, caller, body.id, body.refresh_id);
        return getConnector(db, caller, body.id);
      },
    }),
  ];
}
