import type { ErrorGroup } from './error-help.ts';

export const workflowErrors: ErrorGroup = {
  workflowNotFound: 'There is no such workflow, or it was deleted.',
  noWorkflowAccess: 'The workflow is not shared with you, or only for reading. Ask its owner to share it with `write`.',
  missingSharePermission: 'The workflow is shared with you without this permission. Ask its owner for it.',
  notAnOrganizationMember:
    'You are not a member of the organization to which this belongs. Ask an administrator to add you.',
  noOrganizationWritePermission:
    'Your role in the organization does not suffice: operators run workflows, and editors create, change and publish.',
  lastOwner: 'Make another member an owner, or ask an administrator of the installation.',
  workflowLocked: 'Another request is changing the workflow. Try again after `Retry-After`.',
  workflowChangedSince: 'Somebody saved meanwhile. Read the workflow again and merge.',
  workflowNotValid: {
    meaning: 'The definition has errors, which follow. `/api/v3/workflow/validate` lists them one by one.',
    values: ["Step 'a' has the unknown type 'b'"],
  },
  workflowHasNoTrigger: 'Nothing begins a run. Add a node such as `trigger.manual`.',
  notATrigger: 'The `trigger_node_id` names a node that is no trigger, or that does not exist.',
  tooManySteps:
    'The definition has more nodes than the installation allows (`HEDDLE_WORKFLOW_NODES`). Move a part into another workflow and use `workflow.run`.',
  workflowNotPublished: 'The workflow has no published version. Publish it first.',
  workflowNotActive: 'The workflow is switched off. Activate it.',
  versionNotFound: 'The version was never published, or it is gone.',
  revisionNotFound: 'The revision is older than those that are kept, or belongs to another workflow.',
  unsupportedExport: 'The export document has a format that this version does not read. Export it again, or upgrade.',
  notAWebhook: 'The node is no webhook trigger of the workflow.',
  webhookTriggerNotFound: 'The published version has no webhook trigger with this id. Publish the draft.',
  webhookNotFound:
    'The URL belongs to no webhook: it was mistyped, replaced by a new one, or its workflow was deleted.',
  webhookNotActive: 'The workflow of the webhook is switched off. Activate it.',
  signatureNotValid:
    'The call does not prove who sent it. Compare the secret on both sides and the scheme: see [signatures](signatures.md).',
  senderAddressNotAllowed:
    'The webhook takes calls only from the addresses in `verify.addresses`. Behind a proxy, `HEDDLE_TRUST_PROXY` must name it.',
  senderNotCheckable: 'The public keys of the sender could not be fetched. The sender may try again.',
  originNotAllowed:
    'A web page of another origin called. Add its origin to `cors` of the webhook, or to `embed` of the form.',
  notAPoll: 'The node is no poll trigger of the workflow.',
  pollNotValid: { meaning: 'The params of the poll have these errors.', values: ["'every' is required"] },
  calledRunFailed: 'The run of the call failed. Its page in the console says why; callers do not learn it.',
  calledRunCancelled: 'Somebody cancelled the run of the call.',
  callRefused: {
    meaning: 'The call that somebody waited for could not run the draft. The text says why.',
    values: ['The workflow is not valid: …'],
  },
  pollingAlready: 'The trigger is being polled at the moment. Try again in a few seconds.',
  scheduleNotFound: 'The published version has no schedule with this node id.',
  tooManyTimes: 'The range contains too many times of the schedule. Choose a shorter one.',
  conditionNotMet: 'The expression `when` of the trigger is false for this time of a backfill, so no run was made.',
  formNotFound: 'The address belongs to no form.',
  formClosed: 'The workflow of the form is switched off.',
  formResultGone: 'The result of a form is shown only for a while, and only in the browser that sent it.',
  tooManyTests: 'Delete tests that are not needed any more.',
  testTooLarge: 'Give the test smaller inputs and pins.',
  testNameTaken: 'Tests of a workflow have different names.',
  testTookTooLong: 'The test was broken off. Look for a step that waits, or for a loop over many items.',
  testsFailed: {
    meaning:
      'The settings ask for passing tests before a publication. Run the tests, and mend the workflow or the tests.',
    values: ["'greets': the output is not equal"],
  },
  runCanNotBecomeTest: 'Wait until the run has ended.',
};

export const runErrors: ErrorGroup = {
  runNotFound: 'There is no such run, it was deleted after its time, or you may not see it.',
  runLocked: 'Another request is changing the run. Try again after `Retry-After`.',
  runInputTooLarge: 'Give large data as a file instead of as input.',
  runOutputTooLarge: 'A webhook can not answer with so much. Return less, or a file with `webhook.reply`.',
  inputFileNotFound: 'The id of a file in the input names no file of yours. Upload it first.',
  inputNotSingleFile: 'The field of the input takes exactly one file, not a list.',
  fileNotBase64: 'The `data` of a file in the input is no base64.',
  tooManyFiles: 'Send fewer files in one call.',
  tooManyRuns:
    'You already have as many runs under way as one user may. Wait for some of them, or start runs without waiting.',
  tooManyQueuedRuns: 'The queue of the workflow is full. Try again later, or allow more runs at once.',
  tooManyQueuedRunsOfUser: 'All workflows of the user together have too many queued runs. Try again later.',
  runContinuesElsewhere:
    'The process that you were waiting at stops. The run goes on: read it with `/api/v3/workflow/runs/get`.',
  runSearchTooSlow: 'Narrow the time, or filter by workflow or status.',
  stepNotFound: 'The run has no step with this node id and iteration.',
  runNotCancellable: 'The run has ended already.',
  runNotAFailure:
    'The run did not fail, failed in a way that nobody has to deal with, or a newer attempt stands for it now. Read the list again.',
  runFailureChanged: 'Somebody was faster. Read the failure again, and decide with what it says now.',
  assigneeMayNotSee:
    'Failures are assigned to people who see the runs: those who may change the workflow, and the user of the run.',
  runNotReplayable: 'Only runs that have ended can be repeated.',
  runDidNotFail: 'There is no failed step from which it could go on. Name a step, or begin at the start.',
  notAStepOfRun: 'The trigger of the run does not lead to the step from which you want to repeat it.',
  runDefinitionGone: 'The draft of that time is not kept any more. Run the workflow anew.',
  stepOutputCut: 'Of long outputs only the beginning is kept after the end of a run. Repeat the run from the start.',
  replayOnlyAsItWas: 'You may repeat somebody else’s run only unchanged, because it executes with their rights.',
  tooManyRunsInBatch: 'Choose filters that match fewer runs.',
  batchNotFound: 'There is no such batch, or it is older than 30 days.',
  batchNotCancellable: 'The batch has ended already.',
  pinNeedsHandle: {
    meaning: 'The step has several outputs. Say in the pin by which of them the run goes on.',
    values: ['check', ['true', 'false']],
  },
  pinWithoutHandles: 'The step has only the default output. Leave `handle` out.',
  pinsTooLarge: 'Pin smaller outputs.',
  pinOfUnknownStep: 'The pin names a step that the definition does not have.',
  dataOutputCut: 'Of that run only the beginning of this output is kept. Pin an output for the step.',
  approvalNotFound: 'There is no such approval, or it is not yours to see.',
  approvalAlreadyEnded: 'Somebody decided before, or the time was over. Read the approval again.',
  approvalExpired: 'The time to decide is over, and the run went on without a decision.',
  approvalNotRejectable: 'The step only collects a form (`allow_reject: false`). Send the form.',
  stepNotWaiting: 'The step of the run has gone on already, perhaps because the run was cancelled.',
  formDataTooLarge: 'Give large data as files.',
  runLinkNotFound: 'The link of a waiting step is wrong, or its run was deleted.',
  runLinkEnded: 'The run has ended, so nothing waits for the call.',
  runLinkUsed: 'The first call counts. Send the same `Idempotency-Key` to get the same answer for a repeated call.',
  runLinkOver: 'The time in which the call had to come is over.',
  runStepNotWaiting: 'The step does not wait at the moment, so it can not be resumed.',
  eventDataTooLarge: 'Send less data with the event, or the id of a file.',
  tooManyKeptEvents:
    'Events that nobody waits for are kept for 24 hours. Send fewer of them, or check that somebody waits.',
  notEnoughCredits: 'The user or organization has no credits left for AI steps. An administrator can add some.',
};
