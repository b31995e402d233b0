/**
 * Every error text that a client can see: one constructor each, with its status. What is thrown as anything else is
 * our fault, is logged, and reaches the client as `internal error` alone.
 */

export class ApiError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

export const requestCutOff = () => new ApiError(400, 'the request was cut off');
export const hostMissing = () => new ApiError(400, 'the request names no host');

/** Input that does not fit. Booster endpoints leave the details out. */
export class ValidationError extends ApiError {}

export const apiKeyInvalid = () => new ApiError(401, 'API key is invalid');
/** Booster endpoints alone tell a missing key from an invalid one. */
export const apiKeyNotProvided = () => new ApiError(401, 'API key not provided');
export const permissionDenied = () => new ApiError(403, 'permission denied');
export const notAMember = () => new ApiError(403, 'User is not a member of the organization');
export const noOrganizationWrite = () => new ApiError(403, 'User does not have write permissions in the organization');
export const noWorkflowAccess = () => new ApiError(403, 'You do not have access to this workflow');
export const sharedWithout = (permission: string) =>
  new ApiError(403, `This workflow is shared with you without the '${permission}' permission`);
export const workflowNotFound = () => new ApiError(404, 'Workflow not found');
export const revisionNotFound = () => new ApiError(404, 'Revision not found');
export const noSuchWebhookTrigger = () => new ApiError(404, 'The published workflow has no such webhook trigger');
export const workflowNotValid = (errors: string) => new ApiError(422, `The workflow is not valid: ${errors}`);
export const workflowHasNoTrigger = () => new ApiError(422, 'The workflow has no trigger');
export const notATrigger = (id: string) => new ApiError(422, `'${id}' is not a trigger of the workflow`);
export const runInputTooLarge = (characters: number) =>
  new ApiError(422, `The run input is too large (at most ${characters} characters of JSON)`);
export const runNotFound = () => new ApiError(404, 'Workflow run not found');
export const runNotCancellable = (status: string) => new ApiError(422, `A ${status} run can not be cancelled`);
export const idempotencyKeyReused = () => new ApiError(422, 'The idempotency key was used with another request');
export const publishFirst = () => new ApiError(422, 'Publish the workflow first');
export const unsupportedExport = (version: string) =>
  new ApiError(422, `Unsupported workflow export format ${version}`);
export const tooManySteps = (count: number, most: number) =>
  new ApiError(422, `The workflow has too many steps (${count}, at most ${most})`);
export const unknownPath = () => new ApiError(404, 'not found');
export const entityNotFound = () => new ApiError(404, 'entity not found');
export const methodNotAllowed = (allowed: string) => new ApiError(405, 'method not allowed', { allow: allowed });
export const bodyTooLarge = (limitBytes: number) =>
  new ApiError(413, `the request body is larger than ${limitBytes} bytes`);
export const validationError = (where: string, what: string) =>
  new ValidationError(422, `validation error: ${where}: ${what}`);
export const emailTaken = (email: string) => new ApiError(422, `a user with the e-mail '${email}' already exists`);
export const stillInUse = (what: string) => new ApiError(422, `it can not be deleted while it has ${what}`);
export const notEnoughCredits = () => new ApiError(422, 'Not enough credits');
export const storageQuotaExceeded = () => new ApiError(422, 'storage quota exceeded');
export const organizationStorageQuotaExceeded = () => new ApiError(422, 'organization storage quota exceeded');
export const fileTooLarge = (limitBytes: number) =>
  new ApiError(422, `the file is larger than ${limitBytes / 2 ** 20} MB`);
export const fileNotFound = () => new ApiError(404, 'file not found');
export const inputFileNotFound = (key: string) =>
  new ApiError(404, `The file of the input '${key}' was not found or is not accessible`);
export const inputNotOneFile = (key: string) => new ApiError(422, `The input '${key}' must be one file`);
export const fileNotBase64 = () => new ApiError(422, 'The file is not valid base64 data');
export const rangeNotSatisfiable = (sizeBytes: number) =>
  new ApiError(416, 'the range is not within the file', { 'content-range': `bytes */${sizeBytes}` });
export const workflowLocked = () =>
  new ApiError(423, 'The workflow is being changed by another request', { 'retry-after': '1' });
export const runLocked = () => new ApiError(423, 'The run is being changed by another request', { 'retry-after': '1' });
export const tooManyRequests = (retryAfterSeconds: number) =>
  new ApiError(429, 'Too many requests', { 'retry-after': String(retryAfterSeconds) });
export const internalError = () => new ApiError(500, 'internal error');
export const stopping = () => new ApiError(503, 'the service is stopping', { 'retry-after': '1' });
/** To who waits for a run that a stopping process hands on. */
export const runGoesOn = (id: string) =>
  new ApiError(503, `the service is stopping, and the run ${id} goes on`, { 'retry-after': '1' });
export const unavailable = () => new ApiError(503, 'the service can not reach its database or storage');
