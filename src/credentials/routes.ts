/** `/api/v1/credential`: credentials, of which nobody gets a value back. */
import { endpointWith, everyone } from '../http/endpoint.ts';
import { listCredentials, requireVisible, toCredential } from './access.ts';
import type { CredentialUses } from './contract.ts';
import { type CredentialStore, createCredential, deleteCredential, updateCredential } from './credentials.ts';
import { CREDENTIAL_KINDS, type CredentialKind, credentialKinds } from './kinds.ts';
import * as schemas from './schemas.ts';
import type { SecretReader } from './sealed-fields.ts';
import { testCredential } from './testing.ts';
import { findCredentialUsers } from './users.ts';

export interface CredentialEndpointServices extends CredentialStore {
  uses: CredentialUses;
  secrets: SecretReader;
}

const endpoint = endpointWith<CredentialEndpointServices>();

export const credentialEndpoints = [
  endpoint({
    path: '/api/v1/credential/kinds',
    summary: 'Lists the kinds of credentials and their fields',
    ...everyone,
    body: schemas.NoParams,
    reply: schemas.Kinds,
    handle: async () => ({ kinds: CREDENTIAL_KINDS.map(describeKind) }),
  }),
  endpoint({
    path: '/api/v1/credential/create',
    failures: [409],
    summary: 'Creates a credential',
    ...everyone,
    body: schemas.CredentialCreation,
    reply: schemas.Credential,
    handle: (services, { caller, body }) => createCredential(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/credential/update',
    failures: [409],
    summary: 'Changes what is sent of a credential; another host needs the secret fields again',
    ...everyone,
    body: schemas.CredentialUpdate,
    reply: schemas.Credential,
    handle: (services, { caller, body }) => updateCredential(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/credential/get',
    summary: 'Reads a credential, without its secrets',
    ...everyone,
    body: schemas.CredentialId,
    reply: schemas.Credential,
    handle: async ({ database }, { caller, body }) => {
      const { row, rights } = await requireVisible(database.query, caller, body.id);
      return toCredential(row, rights);
    },
  }),
  endpoint({
    path: '/api/v1/credential/find',
    summary: 'Finds credentials by their names, without their secrets',
    ...everyone,
    body: schemas.CredentialQuery,
    reply: schemas.CredentialList,
    handle: ({ database }, { caller, body }) => listCredentials(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/credential/delete',
    summary: 'Deletes a credential; steps, connectors and MCP servers that use it fail from then on',
    ...everyone,
    body: schemas.CredentialId,
    reply: schemas.CredentialId,
    handle: ({ database }, { caller, body }) => deleteCredential(database, caller, body.id),
  }),
  endpoint({
    path: '/api/v1/credential/test',
    summary: 'Sends a GET request with a credential to one of its hosts, and says what status came back',
    ...everyone,
    body: schemas.CredentialTest,
    reply: schemas.CredentialTestResult,
    handle: (services, { caller, body, signal }) => testCredential(services, caller, body, signal),
  }),
  endpoint({
    path: '/api/v1/credential/uses',
    summary: 'Lists who uses a credential, and who sent it where in the last weeks',
    ...everyone,
    body: schemas.CredentialId,
    reply: schemas.CredentialUsers,
    handle: ({ database }, { caller, body }) => findCredentialUsers(database.query, caller, body.id),
  }),
];

function describeKind(kind: CredentialKind): schemas.KindDescription {
  const { title, description, fields, hasOwnFields, connectable } = credentialKinds[kind];
  return {
    ...{ kind, title, description, connectable },
    own_fields: hasOwnFields,
    fields: fields.map(({ isDestination: _destination, isKey: _key, choices, ...field }) => {
      return { ...field, ...(choices && { choices: [...choices] }) };
    }),
  };
}
