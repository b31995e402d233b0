/**
 * What each error of `src/errors.ts` means, and what to do about it. A test checks that none is missing. Where the names of
 * the arguments make no readable text, `values` are given.
 */

import { accountErrors, assistantErrors, connectionErrors } from './error-help-accounts.ts';
import { filesErrors, panelErrors } from './error-help-files.ts';
import { runErrors, workflowErrors } from './error-help-workflows.ts';

export type ErrorHelp = string | { readonly meaning: string; readonly values: readonly unknown[] };
export type ErrorGroup = Readonly<Record<string, ErrorHelp>>;

const requestErrors: ErrorGroup = {
  apiKeyInvalid:
    'The key is missing, unknown, disabled, or lacks the scope of the endpoint. Check the header `uni-api-key` and [the scopes](scopes.md) of the key.',
  apiKeyNotProvided: 'A booster endpoint was called without a key. Send it in the header `uni-api-key`.',
  mcpKeyInvalid: 'The same for MCP clients, with a `WWW-Authenticate` header that tells them how to send the key.',
  mcpDecisionNotAllowed: 'Give the key this scope, or decide in the console.',
  metricsTokenInvalid: 'Send `Authorization: Bearer` with the token of `HEDDLE_METRICS_TOKEN`.',
  permissionDenied:
    'The user may not do this: the endpoint is for administrators, or `permissions.workflow` of the user does not allow it.',
  validationError: {
    meaning:
      'A field is missing or has a wrong type or value; the text says which. Booster endpoints say only `validation error`.',
    values: ['/workflow_id', 'must be a string'],
  },
  bodyTooLarge: 'The body is over the limit of the endpoint. Send less, or upload files on their own.',
  unknownPath: 'There is no such path. Look for a typing error, and at the version: `/api/v3` or `/api/v1`.',
  entityNotFound: 'There is no such record, or it is somebody else’s. Both get the same answer.',
  methodNotAllowed: 'The path exists with another method, which the header `Allow` names. API endpoints take POST.',
  notHttp:
    'What was sent is not a request. Look for a client that speaks another protocol, such as TLS on a plain port.',
  headersTooLarge: 'The headers are over the limit of the service. Send fewer or smaller ones.',
  expectationNotMet: 'The header `Expect` asks for something that the service does not do. Leave it out.',
  hostMissing: 'The request has no `Host` header.',
  requestAborted: 'The connection ended before the whole body had arrived. Send the request again.',
  tooManyRequests:
    'The key made too many requests in this minute. Wait as long as `Retry-After` says; the `RateLimit` headers tell how much is left.',
  tooManyLargeRequests:
    'The service is reading as many large bodies as its memory allows. Try again after `Retry-After`.',
  tooManyStreams: 'The user has too many streams open. Close those that nobody reads.',
  internalError: 'A fault of Heddle. The log has a line with the `x-request-id` of the answer.',
  serviceStopping: 'This process is being stopped. Send the request again: another process answers.',
  serviceUnavailable: 'The service can not reach its database or storage. Try again, and tell the operator.',
  storageFull: 'There is no space left for what the request would store. Reading goes on. Tell the operator.',
  storageNotWritable:
    'The storage is read-only, or the service may not write to it. Reading goes on. Tell the operator.',
  databaseBusy: 'All connections to the database are in use. Try again after `Retry-After`.',
  idempotencyKeyReused: 'The same `Idempotency-Key` came with another body. Make a new key for each new request.',
};

export const errorGroups: Readonly<Record<string, ErrorGroup>> = {
  'Requests, keys and limits': requestErrors,
  'Workflows, triggers and tests': workflowErrors,
  'Runs, approvals and waiting': runErrors,
  Files: filesErrors,
  'Booster panels': panelErrors,
  'Credentials, connectors and variables': connectionErrors,
  'Assistants and models': assistantErrors,
  'Signing in, users and the console': accountErrors,
};
