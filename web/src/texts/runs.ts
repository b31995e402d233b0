import { formatNumber, LOCALE } from './locale.ts';

/** How far runs are that were started again or cancelled together. */
export interface BatchProgress {
  action: 'replay' | 'cancel' | 'backfill';
  status: 'running' | 'done' | 'cancelled';
  succeeded: number;
  total: number;
  refused: number;
}

export * from './common.ts';
export { copied as copiedDone, step as stepLabel, until as toLabel } from './common.ts';

export const selectedRuns = 'Selected runs';
export const allRunsFitSelected = 'All runs that fit are selected';
export const selected = (runs: string | number) => `${runs} selected`;
export const selectAllFit = 'Select all that fit';
export const cancelRuns = 'Cancel runs';
export const stepFailed = 'From the step that failed';
export const whatHadSucceededTaken = 'What had succeeded is taken over and not done again.';
export const start = 'From the start';
export const everyStepExecutedAgain = 'Every step is executed again, with the same input.';
export const versionEachRunExecuted = 'The version that each run executed';
export const publishedVersion = 'The published version';
export const countingRuns = 'Counting the runs';
export const back = 'Back';
export const runRunsAgain = (runs: string | number) => `Run ${runs} again`;
export const cancelCounted = (runs: string | number) => `Cancel ${runs}`;
export const whereTheyBegin = 'Where they begin';
export const whatTheyExecute = 'What they execute';
export const howFarCome = 'How far it has come';
export const batchProgress = ({ action, status, succeeded, total, refused }: BatchProgress) => {
  const verb = { replay: 'started again', cancel: 'cancelled', backfill: 'started' }[action];
  const refusals = refused > 0 ? `, ${formatNumber(refused)} refused` : '';
  const end = { running: '', cancelled: '. Stopped before the end', done: '. Done' }[status];
  return `${formatNumber(succeeded)} of ${formatNumber(total)} ${verb}${refusals}${end}`;
};
export const refusedTitle = 'Refused';
export const letGo = 'Let it go on';
export const noRuns = 'No runs';
export const failed = (format: string | number) => `${format} failed`;
export const cancelled = (format: string | number) => `${format} cancelled`;
export const notEnded = (format: string | number) => `${format} not ended`;
export const searchRuns = 'Search runs';
export const searchIdErrorInput = 'Search id, error, input';
export const whose = 'Whose runs';
export const whoseTeam = 'Of the team';
export const whoseMine = 'Only mine';
export const anyVersion = 'Any version';
export const whatKnownLastPage = (UNREACHABLE: string | number) =>
  `${UNREACHABLE}. This is what was known last; the page goes on by itself when the service is back.`;
export const showFailedStep = 'Show the failed step';
export const showResult = 'Show the result';
export const runWaits = 'The run waits';
export const waitsAndMore = (wait: string, more: number) => `${wait}, and ${more} more`;
export const loadingCanvas = 'Loading the canvas';
export const canvasRun = 'Canvas of the run';
export const runsOverTime = (summary: string | number) => `Runs over time. ${summary}`;
export const to = (counts: string | number, clock: string | number, clock2: string | number) =>
  `${counts}, ${clock} to ${clock2}`;
export const run = (shortId: string | number) => `run ${shortId}`;
export const whatSentAlreadyMay =
  'What it has sent already may have happened. Steps that are under way are stopped and count as failed. The run stays here and can be run again.';
export const cancelRunQuestion = 'Cancel this run?';
export const cancelRun = 'Cancel the run';
export const stepsFilesConversationsApprovals =
  'Its steps, and the files, conversations and approvals that they made, are deleted too. This can not be undone.';
export const deleteRun = 'Delete this run?';
export const workedAndWaited = (worked: string, waited: string) => `${worked} + ${waited} waiting`;
export const aboutRun = 'About the run';
export const versionNumber = (version: string | number) => `version ${version}`;
export const startedAt = (exact: string | number) => `Started ${exact}`;
export const fromTo = (exact: string | number, exact2: string | number) => `${exact} to ${exact2}`;
export const queued = (duration: string | number) => `${duration} queued`;
/** A run without a place in any of its limits shows them all. */
export const waitsForPlace = (places: readonly { limit: number; used: number }[]) =>
  ['waits for a place', places.map(({ limit, used }) => `${used} of ${limit} in use`).join(', ')]
    .filter(Boolean)
    .join(': ');
export const beginsAt = (time: string | number) => `begins ${time}`;
export const heldForPlace = 'waits for a place';
export const heldForTime = 'begins later';
export const replayOf = (run: string | number) => `again of ${run}`;
export const copied = (what: string | number) => `${what} copied`;
export const moreAboutRun = 'More about this run';
export const id = 'The id was';
export const copyJSON = 'Copy as JSON';
export const runWas = 'The run was';
export const copyInput = 'Copy the input';
export const input = 'The input was';
export const command = 'The command was';
export const outputsStepsShownTheir =
  'Outputs of steps are shown in their first 2,000 characters; a step has all of its own.';
export const copyRunJSON = 'Copy the run as JSON';
export const runJSON = 'The run as JSON';
export const selectAllLoadedRuns = 'Select all loaded runs';
export const startedColumn = 'Started';
export const duration = 'Duration';
export const showNewRuns = (runs: number) => `Show ${runs} new ${runs === 1 ? 'run' : 'runs'}`;
export const showManyNewRuns = 'Show many new runs';
export const lookingMore = 'Looking for more';
export const searchedBackFound = (clock: string | number, runs: string | number) =>
  `Searched back to ${clock}, ${runs} found.`;
export const theseAreAllOf = (runs: string | number) => `These are all of ${runs}.`;
export const readingRun = 'Reading the run';
export const runHeddle = (workflow_name: string | number) => `${workflow_name} · run · Heddle`;
export const definitionRunExecutedNot =
  'The definition that this run executed is not stored any more, so there is nothing to draw. The timeline and the data of the steps are complete.';
export const selectRun = (id: string | number) => `Select run ${id}`;
export const step = (name: string | number) => `Step ${name}`;
export const backSteps = 'Back to the steps';
export const stepNotBegun = 'This step has not begun.';
export const stepNotBegunInItem = 'This step has not begun in this item.';
export const itemOfTotal = (value: string | number, value2: string | number) => `item ${value} of ${value2}`;
export const previousItemStep = (name: string | number) => `Previous item of ${name} in this step`;
export const itemOfTotalIn = (item: number, total: number, loop: string) => `item ${item} of ${total} of ${loop}`;
export const nextItemStep = (name: string | number) => `Next item of ${name} in this step`;
export const tries = (length: string | number) => `${length} tries`;
export const pinnedNotExecuted = 'pinned, not executed';
export const continued = (handle: string | number) => `continued at ${handle}`;
export const copyError = 'Copy the error';
export const inputRendered = 'Input as rendered';
export const files = (length: string | number) => `Files ${length}`;
export const conversation = 'Conversation';
export const openEditorData = 'Open in editor with this data';
export const runAgainHere = 'Run again from here';
export const stepJSON = 'Step as JSON';
export const inputJSON = 'Input as JSON';
export const requestCurl = 'Its request as curl';
export const readStepCurl = 'Read this step as curl';
export const canvas = 'Canvas';
export const failedOnly = 'Failed only';
export const allTypes = 'All types';
export const types = (count: string | number) => `${count} types`;
export const showAllTypes = 'Show all types';
export const findNamesErrorsOutputs = 'Find in names, errors and outputs';
export const findPlaceholder = 'Find in names, errors, outputs';
export const clearSearch = 'Clear the search';
export const otherRun = 'Other run';
export const hand = 'By hand';
export const byReplay = 'Again';
export const startedAnything = 'Started by anything';
export const startedHand = 'Started by hand';
export const startedAutomatically = 'Started automatically';
export const recordChanged = 'Record changed';
export const fileChanged = 'File changed';
export const lastHour = 'Last hour';
export const last7Days = 'Last 7 days';
export const last30Days = 'Last 30 days';
export const until = (clock: string | number) => `Until ${clock}`;
export const since = (clock: string | number) => `Since ${clock}`;
export const timeRange = (clock: string | number, clock2: string | number) => `${clock} to ${clock2}`;
export const noRunFits = 'No run fits';
export const noRunYoursFits = 'No run of yours fits the search and the filters.';
export const showAllRuns = 'Show all runs';
export const nothingRunYet = 'Nothing has run yet';
export const runsYouStartAppear =
  'Runs that you start appear here, and those that webhooks and schedules start for you.';
export const readingConversation = 'Reading the conversation';
export const creditsOf = (credits: string | number) => `${credits} credits`;
export const iteration = 'Iteration';
export const finished = 'Finished';
export const continuedAt = 'Continued at';
export const idempotencyKey = 'Idempotency key';
export const keyIfNew = 'Key, if new';
export const triesTitle = 'Tries';
export const no = 'No.';
export const after = 'After';
export const ended = 'Ended with';
export const readingFiles = 'Reading the files';
export const renderingInput = 'Rendering the input';
export const stepNoParams = 'The step has no params.';
export const renderedAgainDataRun = 'Rendered again from the data of this run';
export const copyInputJSON = 'Copy the input as JSON';
export const copyNamed = (name: string | number) => `Copy ${name}`;
export const readingOutput = 'Reading the output';
export const onlyFirstStored = (sizeOf: string | number) => `Only the first ${sizeOf} are stored`;
export const copyOutputJSON = 'Copy the output as JSON';
export const stepNoOutputYet = 'The step has no output yet.';
export const stepSkippedBecauseNo = 'The step was skipped, because no branch led to it.';
export const stepNoOutput = 'The step has no output.';
export const beforeBeginning = 'This is before the beginning';
export const showTime = 'Show this time';
export const views = 'Views';
export const allRuns = 'All runs';
export const saveManageViews = 'Save and manage views';
export const savedViews = 'Saved views';
export const namePresentFilters = 'Name for the present filters';
export const deleteView = (name: string | number) => `Delete the view ${name}`;
export const creditsSpent = (amount: number) =>
  `${amount.toLocaleString(LOCALE, { maximumFractionDigits: 2 })} ${amount === 1 ? 'credit' : 'credits'}`;
export const draftVersion = 'draft';
export const copyValue = (name: string) => `Copy: ${name}`;
export const trySuccess = 'success';
export const timeIs = (time: string) => `Time: ${time}`;

export const triedAgain = (time: string | number) => `tried again ${time}`;
export function runsWithLabel(name: string, value: string): string {
  return `Runs with ${name}: ${value}`;
}
export function withoutLabel(name: string, value: string): string {
  return `Any ${name}, not only ${value}`;
}
export const cancelRetry = 'Cancel retry';
export const cancelRetryOfRun = 'Do not try the run again?';
export const failureCountsThen = 'The run stays failed, and those who hear of failures are told.';
