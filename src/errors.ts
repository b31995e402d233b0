/**
 * Every error text that a client can see, with its status: one constructor for each. Any other error is a fault of
 * ours. It is logged, and the client only sees `internal error`.
 */

export class ApiError extends Error {
  /** Names the error for programs, and stays when its text changes. */
  readonly code: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The field of the request that the error is about, as a JSON Pointer. */
  field: string | undefined;

  constructor(code: string, status: number, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }

  /** Says which field the error is about: its names, from the outside in. Without any, it is about no field. */
  at(...names: readonly string[]): this {
    this.field = names.length === 0 ? undefined : toPointer(names);
    return this;
  }

  /** The names of the error are those of a part of the request, which is called so. */
  within(name: string): this {
    if (this.field !== undefined) this.field = toPointer([name]) + this.field;
    return this;
  }
}

function toPointer(names: readonly string[]): string {
  return names.map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export const requestAborted = () => new ApiError('request_aborted', 400, 'the request was cut off');
export const notHttp = () => new ApiError('not_http', 400, 'the request is not valid HTTP');
export const headersTooLarge = () => new ApiError('headers_too_large', 431, 'the request is not valid HTTP');
export const expectationNotMet = () => new ApiError('expectation_not_met', 417, 'the expectation can not be met');
export const hostMissing = () => new ApiError('host_missing', 400, 'the request names no host');

/** The input is not valid. Booster endpoints leave the details out. */
export class ValidationError extends ApiError {
  withoutDetails(headers: Record<string, string>): ApiError {
    const error = new ApiError(this.code, this.status, 'validation error', headers);
    error.field = this.field;
    return error;
  }
}

export const apiKeyInvalid = () => new ApiError('api_key_invalid', 401, 'API key is invalid');
/** MCP clients learn from the challenge how to send the key. There is no authorization server that it could name. */
export const mcpKeyInvalid = (isSent: boolean) =>
  new ApiError('api_key_invalid', 401, 'API key is invalid', {
    'www-authenticate': `Bearer realm="Heddle"${isSent ? ', error="invalid_token", error_description="API key is invalid"' : ''}`,
  });
export const metricsTokenInvalid = () =>
  new ApiError('metrics_token_invalid', 401, 'The metrics need their token', {
    'www-authenticate': 'Bearer realm="Heddle metrics"',
  });
/** Only booster endpoints distinguish a missing key from an invalid one. */
export const apiKeyNotProvided = () => new ApiError('api_key_not_provided', 401, 'API key not provided');
/** The cookie of the console belongs to no session, or to one that was ended. */
export const sessionEnded = () => new ApiError('session_ended', 401, 'The session has ended');
export const wrongSignIn = () => new ApiError('wrong_sign_in', 401, 'The e-mail address or the password is wrong');
export const tooManySignIns = (retryAfterSeconds: number) =>
  new ApiError('too_many_sign_ins', 429, 'Too many attempts to sign in', { 'retry-after': String(retryAfterSeconds) });
export const signInBusy = () =>
  new ApiError('sign_in_busy', 503, 'too many people are signing in, try again', { 'retry-after': '2' });
export const currentPasswordWrong = () =>
  new ApiError('current_password_wrong', 422, 'The current password is wrong').at('current');
export const linkNotValid = () => new ApiError('link_not_valid', 404, 'This link is not valid any more');
export const lastAdministrator = () =>
  new ApiError(
    'last_administrator',
    422,
    'This is the last enabled administrator: make another user an administrator first',
  );
export const userDisabled = () => new ApiError('user_disabled', 422, 'The user is disabled: enable the user first');
export const permissionDenied = () => new ApiError('permission_denied', 403, 'permission denied');
export const notAnOrganizationMember = () =>
  new ApiError('not_an_organization_member', 403, 'User is not a member of the organization');
export const noOrganizationWritePermission = () =>
  new ApiError('no_organization_write_permission', 403, 'User does not have write permissions in the organization');
export const lastOwner = () =>
  new ApiError('last_owner', 422, 'An organization keeps an owner: name another one first');
export const noWorkflowAccess = () =>
  new ApiError('no_workflow_access', 403, 'You do not have access to this workflow');
export const missingSharePermission = (permission: string) =>
  new ApiError(
    'missing_share_permission',
    403,
    `This workflow is shared with you without the '${permission}' permission`,
  );
export const workflowNotFound = () => new ApiError('workflow_not_found', 404, 'Workflow not found');
export const revisionNotFound = () => new ApiError('revision_not_found', 404, 'Revision not found');
export const workflowChangedSince = (revisionId: string) =>
  new ApiError('workflow_changed_since', 409, `The workflow has changed since revision ${revisionId}`);
export const notAWebhook = (id: string) =>
  new ApiError('not_a_webhook', 422, `'${id}' is not a webhook trigger of the workflow`);
export const notAPoll = (id: string) =>
  new ApiError('not_a_poll', 422, `'${id}' is not a poll trigger of the workflow`);
/** A sentence for each problem of the params. */
export const pollNotValid = (errors: string) => new ApiError('poll_not_valid', 422, `The poll is not valid: ${errors}`);
export const pollingAlready = () =>
  new ApiError('polling_already', 409, 'The trigger is being polled at the moment, or was changed meanwhile');
export const webhookTriggerNotFound = () =>
  new ApiError('webhook_trigger_not_found', 404, 'The published workflow has no such webhook trigger');
export const workflowNotValid = (errors: string) =>
  new ApiError('workflow_not_valid', 422, `The workflow is not valid: ${errors}`);
export const workflowHasNoTrigger = () => new ApiError('workflow_has_no_trigger', 422, 'The workflow has no trigger');
export const notATrigger = (id: string) =>
  new ApiError('not_a_trigger', 422, `'${id}' is not a trigger of the workflow`);
export const runInputTooLarge = (characters: number) =>
  new ApiError('run_input_too_large', 422, `The run input is too large (at most ${characters} characters of JSON)`).at(
    'input',
  );
export const runNotFound = () => new ApiError('run_not_found', 404, 'Workflow run not found');
export const runSearchTooSlow = () =>
  new ApiError(
    'run_search_too_slow',
    422,
    'Counting these runs takes too long: choose a shorter time or other filters',
  );
export const stepNotFound = (nodeId: string) =>
  new ApiError('step_not_found', 404, `The run has no such step '${nodeId}'`);
export const runNotCancellable = (status: string) =>
  new ApiError('run_not_cancellable', 422, `A ${status} run can not be cancelled`);
export const runNotReplayable = (status: string) =>
  new ApiError('run_not_replayable', 422, `A ${status} run can not be replayed`);
export const runDidNotFail = () =>
  new ApiError('run_did_not_fail', 422, 'The run succeeded: replay it from the start, or from one of its steps');
export const runNotAFailure = (id: string) =>
  new ApiError('run_not_a_failure', 409, `The run ${id} is not a failure that somebody has to deal with`);
export const runFailureChanged = (id: string) =>
  new ApiError('run_failure_changed', 409, `Somebody else has changed the failure of the run ${id} meanwhile`);
export const assigneeMayNotSee = (name: string) =>
  new ApiError('assignee_may_not_see', 422, `There is no user '${name}' who may see all of these runs`).at('assignee');
export const notAStepOfRun = (id: string) =>
  new ApiError('not_a_step_of_run', 422, `The trigger does not lead to a step '${id}'`);
export const runDefinitionGone = () =>
  new ApiError(
    'run_definition_gone',
    404,
    'The definition that the run executed is gone, because the draft has changed often since then',
  );
export const stepOutputCut = (id: string) =>
  new ApiError(
    'step_output_cut',
    422,
    `The output of step '${id}' is needed, but only its beginning is kept: replay the run from the start`,
  );
export const replayOnlyAsItWas = () =>
  new ApiError(
    'replay_only_as_it_was',
    403,
    'Only the user of the run may replay it with the draft or with another input',
  );
export const tooManyRunsInBatch = (matching: number, most: number) =>
  new ApiError('too_many_runs_in_batch', 422, `The filters match ${matching} runs (at most ${most})`);
export const batchNotFound = () => new ApiError('batch_not_found', 404, 'Batch not found');
export const batchNotCancellable = (status: string) =>
  new ApiError('batch_not_cancellable', 422, `A ${status} batch can not be cancelled`);
export const pinNeedsHandle = (id: string, handles: readonly string[]) =>
  new ApiError('pin_needs_handle', 422, `The pin of step '${id}' must say its handle: one of ${handles.join(', ')}`);
export const pinWithoutHandles = (id: string) =>
  new ApiError('pin_without_handles', 422, `The pin of step '${id}' must not have a handle`);
export const pinsTooLarge = (characters: number) =>
  new ApiError('pins_too_large', 422, `The pins are too large (at most ${characters} characters of JSON)`);
export const dataOutputCut = (id: string) =>
  new ApiError(
    'data_output_cut',
    422,
    `Only the beginning of the output of step '${id}' is kept in that run: pin an output for it`,
  );
export const tooManyTests = (most: number) =>
  new ApiError('too_many_tests', 422, `A workflow has at most ${most} tests`);
export const testTooLarge = (characters: number) =>
  new ApiError('test_too_large', 422, `The test is too large (at most ${characters} characters of JSON)`);
export const testNameTaken = (name: string) =>
  new ApiError('test_name_taken', 422, `The workflow has a test '${name}' already`);
export const testsFailed = (problems: string) =>
  new ApiError('tests_failed', 422, `The workflow is not published, because its tests fail: ${problems}`);
export const runCanNotBecomeTest = (status: string) =>
  new ApiError(
    'run_can_not_become_test',
    422,
    `Only runs that have ended can become a test, and this one is ${status}`,
  );
export const pinOfUnknownStep = (id: string) =>
  new ApiError('pin_of_unknown_step', 422, `There is no step '${id}' to pin`);
export const idempotencyKeyReused = () =>
  new ApiError('idempotency_key_reused', 422, 'The idempotency key was used with another request');
/** The caller of a webhook learns no more of the run. */
export const calledRunFailed = () => new ApiError('called_run_failed', 500, 'The run failed');
export const calledRunCancelled = () => new ApiError('called_run_cancelled', 500, 'The run was cancelled');
export const formNotFound = () => new ApiError('form_not_found', 404, 'Form not found');
export const formClosed = () => new ApiError('form_closed', 410, 'The form is closed');
export const formResultGone = () => new ApiError('form_result_gone', 404, 'The result of the form is not available');
export const webhookNotFound = () => new ApiError('webhook_not_found', 404, 'Webhook not found');
export const runLinkNotFound = () =>
  new ApiError('run_link_not_found', 404, 'There is no such link, or its run was deleted');
export const runLinkEnded = () => new ApiError('run_link_ended', 422, 'The run has ended');
export const runLinkUsed = () => new ApiError('run_link_used', 422, 'The step was resumed already, by another call');
export const runLinkOver = () => new ApiError('run_link_over', 422, 'The step does not wait any more');
export const runStepNotWaiting = (id: string) =>
  new ApiError('run_step_not_waiting', 422, `The step '${id}' waits for no time, call or event at the moment`);
export const eventDataTooLarge = (characters: number) =>
  new ApiError(
    'event_data_too_large',
    422,
    `The data of the event is too large (at most ${characters} characters of JSON)`,
  );
export const tooManyKeptEvents = (most: number) =>
  new ApiError('too_many_kept_events', 422, `Too many events wait for somebody who waits for them (at most ${most})`);
export const workflowNotActive = () => new ApiError('workflow_not_active', 422, 'The workflow is not active');
export const scheduleNotFound = (nodeId: string) =>
  new ApiError('schedule_not_found', 404, `The published version has no schedule '${nodeId}'`);
export const tooManyTimes = (most: number) =>
  new ApiError('too_many_times', 422, `The schedule has more than ${most} times in this range`);
export const conditionNotMet = () =>
  new ApiError('condition_not_met', 409, 'The condition of the trigger is not met, so there is no run');
export const webhookNotActive = () =>
  new ApiError('webhook_not_active', 404, 'The workflow of this webhook is not active');
/** Also for passwords and tokens, so that a sender learns nothing about the check. */
export const signatureNotValid = (challenge?: string) =>
  new ApiError(
    'signature_not_valid',
    401,
    'The signature is not valid',
    challenge === undefined ? {} : { 'www-authenticate': challenge },
  );
export const senderAddressNotAllowed = () =>
  new ApiError('sender_address_not_allowed', 403, 'The address of the sender is not allowed');
export const senderNotCheckable = () =>
  new ApiError('sender_not_checkable', 503, 'The sender of the call can not be checked at the moment', {
    'retry-after': '60',
  });
export const runOutputTooLarge = (bytes: number) =>
  new ApiError(
    'run_output_too_large',
    500,
    `The output of the run is too large for an answer (at most ${bytes} bytes)`,
  );
export const tooManyFiles = (most: number) => new ApiError('too_many_files', 422, `Too many files (at most ${most})`);
export const tooManyQueuedRuns = (count: number) =>
  new ApiError('too_many_queued_runs', 429, `The workflow already has ${count} runs waiting`, { 'retry-after': '5' });
/** Counts the queued runs of all workflows of the user, whether a request, a schedule or a panel queued them. */
export const tooManyQueuedRunsOfUser = (count: number) =>
  new ApiError('too_many_queued_runs_of_user', 429, `The user of the workflow already has ${count} runs waiting`, {
    'retry-after': '5',
  });
/** The user already executes as many runs in this process as one user may. */
export const tooManyRuns = () =>
  new ApiError('too_many_runs', 429, 'Too many runs are under way', { 'retry-after': '5' });
export const mcpDecisionNotAllowed = () =>
  new ApiError('mcp_decision_not_allowed', 403, 'The key needs the scope service.mcp.approval to decide approvals');
export const approvalNotFound = () => new ApiError('approval_not_found', 404, 'Approval not found');
export const approvalAlreadyEnded = (status: string) =>
  new ApiError('approval_already_ended', 422, `The approval is ${status} already`);
export const approvalVoted = () =>
  new ApiError('approval_voted', 422, 'You have decided the approval already, and it waits for others');
/** Also for an unknown person, so that nobody learns who is there. */
export const approvalDelegateNotAllowed = () =>
  new ApiError('approval_delegate_not_allowed', 422, 'This person may not see the workflow of the approval').at(
    'user_id',
  );
export const approvalDelegateAsked = () =>
  new ApiError('approval_delegate_asked', 422, 'This person may decide the approval already').at('user_id');
export const approvalDelegateIsStarter = () =>
  new ApiError('approval_delegate_is_starter', 422, 'The user of the run may not decide the approval').at('user_id');
export const tooManyDelegations = (most: number) =>
  new ApiError('too_many_delegations', 422, `The approval was passed on too often (at most ${most} times)`);
export const approvalExpired = () => new ApiError('approval_expired', 422, 'The time to decide the approval is over');
export const approvalNotRejectable = () =>
  new ApiError('approval_not_rejectable', 422, 'The approval can not be rejected');
export const stepNotWaiting = (nodeId: string) =>
  new ApiError('step_not_waiting', 422, `Step '${nodeId}' of the run does not wait`);
export const formDataTooLarge = (characters: number) =>
  new ApiError('form_data_too_large', 422, `The form data is too large (at most ${characters} characters of JSON)`).at(
    'data',
  );
export const versionNotFound = (version: number) =>
  new ApiError('version_not_found', 404, `There is no version ${version} of the workflow`);
export const workflowNotPublished = () => new ApiError('workflow_not_published', 422, 'Publish the workflow first');
export const unsupportedExport = (version: string) =>
  new ApiError('unsupported_export', 422, `Unsupported workflow export format ${version}`);
export const tooManySteps = (count: number, most: number) =>
  new ApiError('too_many_steps', 422, `The workflow has too many steps (${count}, at most ${most})`);
export const operationDisabled = (operation: string, folder: string) =>
  new ApiError('operation_disabled', 403, `operation '${operation}' is disabled for folder '${folder}'`);
export const fileAlreadyExists = (path: string) =>
  new ApiError('file_already_exists', 409, `a file '${path}' already exists`);
export const pathWithoutFolder = () =>
  new ApiError('path_without_folder', 422, "path must start with a folder: '<folder>/<name>'");
export const folderNameInvalid = () =>
  new ApiError('folder_name_invalid', 422, "folder name can only contain letters, digits, '_' and '-'");
export const invalidPathSegment = (what: string) =>
  new ApiError('invalid_path_segment', 422, `path segments cannot ${what}`);
export const fileTypeNotAccepted = (folder: string, type: string) =>
  new ApiError('file_type_not_accepted', 422, `folder '${folder}' does not accept ${type} files`);
export const recordRequired = () =>
  new ApiError('record_required', 422, 'files in this folder must belong to a database record');
export const metadataNotAnObject = () => new ApiError('metadata_not_an_object', 422, 'metadata must be a JSON object');
export const metadataTooLarge = (bytes: number) =>
  new ApiError('metadata_too_large', 422, `metadata is larger than ${bytes} bytes`);
export const metadataKeyInvalid = () =>
  new ApiError('metadata_key_invalid', 422, "metadata keys cannot start with '$' or contain '.'");
export const folderFileLimitReached = (folder: string, files: number) =>
  new ApiError('folder_file_limit_reached', 403, `folder '${folder}' has reached the maximum of ${files} files`);
export const folderFull = (folder: string) => new ApiError('folder_full', 403, `folder '${folder}' is full`);
export const panelStorageFull = () => new ApiError('panel_storage_full', 403, 'the file storage of this panel is full');
export const dataNotBase64 = () => new ApiError('data_not_base64', 422, 'data is not valid base64');
export const directUploadUnavailable = () =>
  new ApiError('direct_upload_unavailable', 409, 'direct upload is not available, use the upload route');
export const uploadNotFound = () => new ApiError('upload_not_found', 404, 'upload not found');
export const fileNotUploaded = () => new ApiError('file_not_uploaded', 422, 'the file was not uploaded');
export const uploadedSizeDiffers = () =>
  new ApiError('uploaded_size_differs', 422, 'the uploaded file has another size than announced');
export const uploadedTypeDiffers = () =>
  new ApiError('uploaded_type_differs', 422, 'the uploaded file has another type than announced');
export const uploadFormChanged = () =>
  new ApiError('upload_form_changed', 403, 'the form is not the one of the upload');
export const linkExpired = () => new ApiError('link_expired', 403, 'the link has expired');
export const imageNotResizable = () => new ApiError('image_not_resizable', 422, 'the image can not be resized');
export const tooManyImageResizes = () =>
  new ApiError('too_many_image_resizes', 503, 'too many images are being resized', { 'retry-after': '1' });
export const deliveryNotRetryable = (state: string) =>
  new ApiError('delivery_not_retryable', 422, `a ${state} delivery can not be retried`);
export const webhookRemoved = () =>
  new ApiError('webhook_removed', 422, "its webhook is no longer in the panel's settings");
export const panelChangedSince = () =>
  new ApiError('panel_changed_since', 409, 'the panel was changed by somebody else meanwhile');
export const panelNotFound = () => new ApiError('panel_not_found', 404, 'panel not found');
export const databaseAccessNotAllowed = () =>
  new ApiError('database_access_not_allowed', 403, 'database access is not allowed for this panel');
export const recordNotFound = () => new ApiError('record_not_found', 404, 'Database record not found');
export const recordAlreadyExists = (key: string) =>
  new ApiError('record_already_exists', 409, `a record '${key}' already exists`);
export const recordChangedSince = () =>
  new ApiError('record_changed_since', 409, 'the record was changed by somebody else meanwhile');
export const keyInEarlierRow = (key: string) =>
  new ApiError('key_in_earlier_row', 422, `an earlier row has the key '${key}' too`);
export const recordsTooLarge = (bytes: number) =>
  new ApiError('records_too_large', 422, `the records that were found are larger than ${bytes} bytes: ask for fewer`);
export const recordInOtherCollection = (key: string, collection: string) =>
  new ApiError('record_in_other_collection', 422, `record '${key}' is not in collection '${collection}'`);
export const unknownPath = () => new ApiError('unknown_path', 404, 'not found');
/** Requests that rely on the cookie of the console come from its pages, and browsers say so. */
export const originRequired = () =>
  new ApiError(
    'origin_required',
    403,
    'a request with a session needs the header Origin of the console: programs use an API key',
  );
/** Says where the console is, because behind a proxy the reason may be a setting. */
export const notOurOrigin = (publicUrl: string) =>
  new ApiError(
    'not_our_origin',
    403,
    `requests from this origin are not allowed: the console is at ${publicUrl} (HEDDLE_PUBLIC_URL)`,
  );
export const originNotAllowed = () =>
  new ApiError('origin_not_allowed', 403, 'requests from this origin are not allowed');
export const entityNotFound = () => new ApiError('entity_not_found', 404, 'entity not found');
export const methodNotAllowed = (allowed: string) =>
  new ApiError('method_not_allowed', 405, 'method not allowed', { allow: allowed });
export const bodyTooLarge = (limitBytes: number) =>
  new ApiError('body_too_large', 413, `the request body is larger than ${limitBytes} bytes`);
/** `where` is the names of a field, from the outside in. A text has our own names, as `fields.name` or `filters[0]`. */
export const validationError = (where: string | readonly string[], what: string) =>
  new ValidationError('validation_error', 422, `validation error: ${[where].flat().join('.')}: ${what}`).at(
    ...(typeof where === 'string' ? readPlace(where) : where),
  );

/** What can be wrong with a request beside its fields: all of it, or a header. */
const NO_FIELDS = new Set(['request', 'body', 'querystring', 'params', 'headers', 'panel-id', 'Idempotency-Key']);

function readPlace(where: string): string[] {
  const names = where.split(/[.[\]]+/).filter(name => name !== '');
  return NO_FIELDS.has(names[0] ?? '') ? names.slice(1) : names;
}

export const emailAlreadyUsed = (email: string) =>
  new ApiError('email_already_used', 422, `a user with the e-mail '${email}' already exists`).at('email');
export const variableExists = (name: string) =>
  new ApiError('variable_exists', 409, `A variable named '${name}' exists already`).at('name');
export const variableChangedSince = () =>
  new ApiError('variable_changed_since', 409, 'the variable was changed by somebody else meanwhile');
export const tooManyVariables = (most: number) =>
  new ApiError('too_many_variables', 422, `There are too many variables (at most ${most})`);
export const variablesTooLong = (characters: number) =>
  new ApiError(
    'variables_too_long',
    422,
    `The values of all variables together are too long (at most ${characters} characters of JSON)`,
  );
export const tooManyWorkflowVariables = (most: number) =>
  new ApiError('too_many_workflow_variables', 422, `The workflow has too many values of its own (at most ${most})`);
export const sourceNameTaken = (name: string) =>
  new ApiError('source_name_taken', 409, `A connector or an MCP server named '${name}' exists already`).at('name');
export const nameReserved = (name: string) =>
  new ApiError('name_reserved', 422, `The name '${name}' is reserved`).at('name');
export const tooManyMcpServers = (most: number) =>
  new ApiError('too_many_mcp_servers', 422, `There are too many MCP servers (at most ${most})`);
export const ownAccountNotWanted = () =>
  new ApiError(
    'own_account_not_wanted',
    422,
    'The MCP server has a credential for everybody: only who may change it can replace that',
  );
export const mcpServerNeedsNoAccount = () =>
  new ApiError('mcp_server_needs_no_account', 422, 'The MCP server lets everybody in: it needs no account');
export const notAListedTool = (name: string) =>
  new ApiError('not_a_listed_tool', 422, `The MCP server lists no tool '${name}'`);
export const usedCredentialNotFound = () =>
  new ApiError('used_credential_not_found', 404, 'The credential was not found or you may not use it');
export const credentialNotConnectable = () =>
  new ApiError(
    'credential_not_connectable',
    422,
    "Only credentials of the kind 'oauth2_code' are connected to an account",
  );
export const connectionRefused = (reason: string) =>
  new ApiError('connection_refused', 422, `The credential can not be connected: ${reason}`);
export const connectionNotBegun = () =>
  new ApiError(
    'connection_not_begun',
    422,
    'This connection was not begun in this browser, has been finished, or took longer than 10 minutes: connect again',
  );
export const mcpConnectionRefused = (reason: string) =>
  new ApiError('mcp_connection_refused', 422, `The MCP server can not be connected: ${reason}`);
export const credentialChanged = () =>
  new ApiError('credential_changed', 409, 'The credential was changed while it was being connected: connect it again');
export const credentialExists = (name: string) =>
  new ApiError('credential_exists', 409, `A credential named '${name}' exists already`).at('name');
export const credentialNameIsId = () =>
  new ApiError('credential_name_is_id', 422, 'The name of a credential must not look like an id').at('name');
export const credentialChangedSince = () =>
  new ApiError('credential_changed_since', 409, 'The credential was changed by somebody else meanwhile');
export const credentialTooLarge = (bytes: number) =>
  new ApiError(
    'credential_too_large',
    422,
    `The fields of the credential are too large (at most ${bytes} bytes of JSON)`,
  ).at('fields');
export const tooManyCredentials = (most: number) =>
  new ApiError('too_many_credentials', 422, `There are too many credentials (at most ${most})`);
export const credentialHostInvalid = (problem: string) =>
  new ApiError('credential_host_invalid', 422, `The list of hosts is not valid: ${problem}`).at('hosts');
export const secretsNeededForHost = () =>
  new ApiError('secrets_needed_for_host', 422, 'To allow another host, enter the secret fields again').at('hosts');
export const secretsNeededForPlace = () =>
  new ApiError(
    'secrets_needed_for_place',
    422,
    'To allow templates another part of the request, enter the secret fields again',
  ).at('template_places');
export const secretsNeededForDestination = (field: string) =>
  new ApiError('secrets_needed_for_destination', 422, `To change '${field}', enter the secret fields again`).at(
    'fields',
    field,
  );
export const secretsNotReadable = () =>
  new ApiError(
    'secrets_not_readable',
    422,
    'The stored secrets can not be decrypted with the keys of this installation: enter all of them again',
  );
export const onlyAdministratorsRefer = () =>
  new ApiError('only_administrators_refer', 403, 'Only administrators may refer to secrets that are stored elsewhere');
export const oneOwnerOnly = () =>
  new ApiError('one_owner_only', 422, 'Give either an organization or a group, not both');
export const testNeedsUrl = () =>
  new ApiError('test_needs_url', 422, "Give the 'url' of an allowed host to test it with");
export const stillInUse = (what: string) =>
  new ApiError('still_in_use', 422, `it can not be deleted while it has ${what}`);
export const notEnoughCredits = () => new ApiError('not_enough_credits', 422, 'Not enough credits');
export const noModelConfigured = () => new ApiError('no_model_configured', 422, 'No AI model is configured');
export const modelNotFound = (id: string) => new ApiError('model_not_found', 422, `There is no model '${id}'`);
export const modelCannotUseTools = (id: string) =>
  new ApiError('model_cannot_use_tools', 422, `The model '${id}' can not use tools`);
export const modelFailed = (reason: string) => new ApiError('model_failed', 502, reason);
export const answerTimedOut = (seconds: number) =>
  new ApiError('answer_timed_out', 504, `The answer took longer than ${seconds} seconds`);
export const tooManyModelCalls = (calls: number) =>
  new ApiError('too_many_model_calls', 422, `The assistant has no answer after ${calls} calls of the model`);
export const answerViolatesSchema = (problem: string) =>
  new ApiError('answer_violates_schema', 422, `The answer of the model does not fit the schema: ${problem}`);
export const assistantNotFound = () =>
  new ApiError('assistant_not_found', 404, 'The assistant was not found or is not accessible');
export const conversationBusy = () =>
  new ApiError('conversation_busy', 423, 'the conversation is being answered by another request', {
    'retry-after': '1',
  });
export const answerStopped = () => new ApiError('answer_stopped', 422, 'The answer was stopped');
export const conversationDeleted = () => new ApiError('conversation_deleted', 422, 'The conversation was deleted');
export const storageQuotaExceeded = () => new ApiError('storage_quota_exceeded', 422, 'storage quota exceeded');
export const organizationStorageQuotaExceeded = () =>
  new ApiError('organization_storage_quota_exceeded', 422, 'organization storage quota exceeded');
export const fileTooLarge = (limitBytes: number) =>
  new ApiError('file_too_large', 422, `the file is larger than ${limitBytes / 2 ** 20} MB`);
export const contentTypeMismatch = (recognised: string, declared: string) =>
  new ApiError('content_type_mismatch', 422, `the file content is ${recognised}, not ${declared}`);
export const contentNotOfType = (declared: string) =>
  new ApiError('content_not_of_type', 422, `the file content is not ${declared}`);
export const fileNotFound = () => new ApiError('file_not_found', 404, 'file not found');
export const inputFileNotFound = (key: string) =>
  new ApiError('input_file_not_found', 404, `The file of the input '${key}' was not found or is not accessible`);
export const inputNotSingleFile = (key: string) =>
  new ApiError('input_not_single_file', 422, `The input '${key}' must be one file`);
export const fileNotBase64 = () => new ApiError('file_not_base64', 422, 'The file is not valid base64 data');
export const rangeNotSatisfiable = (sizeBytes: number) =>
  new ApiError('range_not_satisfiable', 416, 'the range is not within the file', {
    'content-range': `bytes */${sizeBytes}`,
  });
export const tooManyStreams = (most: number) =>
  new ApiError('too_many_streams', 429, `Too many live streams are open (at most ${most})`, { 'retry-after': '5' });
export const tooManyViews = (most: number) =>
  new ApiError('too_many_views', 422, `Too many saved views (at most ${most})`);
export const chooseJobs = () => new ApiError('choose_jobs', 422, "Give either the 'id' of a dead job or a 'kind'");
export const chooseDocumentSource = (names: readonly string[]) =>
  new ApiError('choose_document_source', 422, `Give exactly one of ${names.map(name => `'${name}'`).join(', ')}`);
export const chooseOperations = () =>
  new ApiError('choose_operations', 422, "Give exactly one of 'names', 'tag', 'text', 'all'");
/** A sentence about the document, or about what became of fetching it. */
export const documentNotReadable = (problem: string) => new ApiError('document_not_readable', 422, problem);
export const documentHasNoServer = () =>
  new ApiError('document_has_no_server', 422, "The document names no server: give 'base_url'");
export const tooManyConnectors = (most: number) =>
  new ApiError('too_many_connectors', 422, `Too many connectors (at most ${most})`);
export const tooManyEnabledOperations = (most: number) =>
  new ApiError(
    'too_many_enabled_operations',
    422,
    `Too many operations are enabled (at most ${most}): choose some of them`,
  );
export const enabledSchemasTooLarge = (characters: number) =>
  new ApiError(
    'enabled_schemas_too_large',
    422,
    `The schemas of the enabled operations are too large (at most ${characters} characters together)`,
  );
export const connectorChangedSince = () =>
  new ApiError('connector_changed_since', 409, 'the connector was changed by somebody else meanwhile');
export const connectorHasNoOwnAccounts = () =>
  new ApiError('connector_has_no_own_accounts', 422, 'The connector does not ask for accounts of its users');
export const refreshNotFound = () => new ApiError('refresh_not_found', 404, 'refresh not found');
export const galleryEntryNotFound = (slug: string) =>
  new ApiError('gallery_entry_not_found', 404, `There is no '${slug}' in the gallery`);
export const testMailFailed = (message: string) => new ApiError('test_mail_failed', 502, message);
/** A change of a builder was kept, undone, applied or dismissed before, perhaps in another tab. */
export const changeSettled = (kind: 'edit' | 'proposal', state: string) =>
  new ApiError(
    'change_settled',
    409,
    state === 'open'
      ? `This can not be done with ${kind === 'edit' ? 'an edit' : 'a proposal'}`
      : `The ${kind} is ${state} already`,
  );
export const proposalSettled = () =>
  new ApiError('proposal_settled', 409, 'The user has settled this proposal meanwhile');
export const workflowLocked = () =>
  new ApiError('workflow_locked', 423, 'The workflow is being changed by another request', { 'retry-after': '1' });
export const runLocked = () =>
  new ApiError('run_locked', 423, 'The run is being changed by another request', { 'retry-after': '1' });
/** A limit on how often something may be asked for, as the header fields for rate limits name it. */
export interface RatePolicy {
  name: string;
  quota: number;
  windowSeconds: number;
}
/** The fields of draft-ietf-httpapi-ratelimit-headers. */
export const rateHeaders = ({ name, quota, windowSeconds }: RatePolicy, left: number, resetSeconds: number) => ({
  'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`,
  ratelimit: `"${name}";r=${left};t=${resetSeconds}`,
});
/** The text is specified. The headers say which limit it was. */
export const tooManyRequests = (retryAfterSeconds: number, policy: RatePolicy) =>
  new ApiError('too_many_requests', 429, 'Too many requests', {
    'retry-after': String(retryAfterSeconds),
    ...rateHeaders(policy, 0, retryAfterSeconds),
  });
/** What a call that somebody waited for met, in words that were stored when it came. */
export const callRefused = (refusal: string) => new ApiError('call_refused', 422, refusal);
export const testTookTooLong = (seconds: number) =>
  new ApiError('test_took_too_long', 422, `The test took longer than ${seconds} seconds`);
export const internalError = () => new ApiError('internal_error', 500, 'internal error');
export const serviceStopping = () =>
  new ApiError('service_stopping', 503, 'the service is stopping', { 'retry-after': '1' });
/** The client waits for a run that a stopping process hands over to another process. */
export const runContinuesElsewhere = (id: string) =>
  new ApiError('run_continues_elsewhere', 503, `the service is stopping, and the run ${id} goes on`, {
    'retry-after': '1',
  });
export const tooManyLargeRequests = () =>
  new ApiError('too_many_large_requests', 503, 'too many large requests are under way, try again', {
    'retry-after': '1',
  });
export const serviceUnavailable = () =>
  new ApiError('service_unavailable', 503, 'the service can not reach its database or storage', { 'retry-after': '1' });
export const storageFull = () =>
  new ApiError('storage_full', 503, 'the disk of the service is full', { 'retry-after': '60' });
export const storageNotWritable = () =>
  new ApiError('storage_not_writable', 503, 'the service can not write to its storage', { 'retry-after': '60' });
export const databaseBusy = () =>
  new ApiError('database_busy', 503, 'the database of the service is busy', { 'retry-after': '1' });
