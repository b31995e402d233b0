import { countIssues, countRuns } from './counts.ts';
import { counted, formatNumber } from './locale.ts';

export * from './common.ts';

/** Says what was done with all of them, or with some of them. */
const whatWas = (verb: string) => (done: number, all: number) =>
  done === all
    ? `${counted(done, 'workflow was', 'workflows were')} ${verb}.`
    : `${formatNumber(done)} of ${formatNumber(all)} workflows were ${verb}.`;

export const turn = 'Turn on';
export const turnOff = 'Turn off';
export const share = 'Share';
export const selectedWorkflows = 'Selected workflows';
export const selected = (count: string | number) => `${count} selected`;
export const moreFailed = (value: string | number) => `${value} more failed`;
export const copyNamed = (value: string | number) => `Copy ${value}`;
export const copyName = (name: string | number) => `Copy of ${name}`;
export const credentialsFill = (value: string | number) => `Credentials to fill in: ${value}.`;
export const copyYoursNotShared = 'The copy is yours, is not shared, and is not published.';
export const nameCopy = 'Name of the copy';
export const newWorkflow = 'New workflow';
export const orStartExample = 'Or start from an example';
export const createEmpty = 'Create empty';
export const deleteCounted = (count: string | number) => `Delete ${count}`;
export const whatGoesWithOne = 'This can not be undone. What goes with it:';
export const whatGoesWithMany = 'This can not be undone. What goes with them:';
export const more = (more: string | number) => `${more} more`;
export const issuesToLookAt = (issues: number) => `${countIssues(issues)} to look at.`;
export const imported = (name: string | number) => `${name} was imported.`;
export const dropImport = 'Drop to import';
export const neverPublished = 'Never published';
export const changedLast = 'Changed last';
export const runLast = 'Run last';
export const failingCounted = (total: string | number) => `Failing (${total})`;
export const failingOnly = 'Failing';
export const searchWorkflows = 'Search workflows';
export const searchNameTextStep = 'Search name, text, step, tool';
export const whoseWorkflows = 'Whose workflows';
export const trigger = 'Trigger';
export const anyTrigger = 'Any trigger';
export const sort = 'Sort by';
export const noRunsLastDay = 'No runs in the last day';
export const runsOfLastDay = (total: number, failed: number) =>
  `${countRuns(total)} in the last day, ${failed === 0 ? 'none' : failed} failed`;
export const allRunsFilesApprovals = 'All runs, with the files, approvals and conversations that their steps created.';
export const allRevisionsPublishedVersions = 'All revisions and published versions.';
export const formsClose = (forms: number) =>
  forms === 1 ? 'The page of the form disappears.' : `The pages of ${forms} forms disappear.`;
export const webhooksStop = (webhooks: number) =>
  webhooks === 1 ? 'The webhook URL stops working.' : `${webhooks} webhook URLs stop working.`;
export const schedulesEnd = (schedules: number) =>
  `${schedules === 1 ? 'The schedule' : `${schedules} schedules`} will not fire again.`;
export const runsWaitForDecision = (waiting: number) =>
  `${countRuns(waiting)} that ${waiting === 1 ? 'waits' : 'wait'} for a decision.`;
export const runsWait = (waiting: number) => `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`;
export const neverRun = 'never run';
export const isOn = (name: string | number) => `${name} is on`;
export const bySchedule = 'by schedule';
export const noTrigger = 'No trigger';
export const published = (count: string | number) => `Published ${count}`;
export const shareDialog = 'Share…';
export const copyDialog = 'Copy…';
export const selectAll = 'Select all';
export const publishedColumn = 'Published';
export const failedColumn = 'Failed';
export const lastRun = 'Last run';
export const turnedOn = whatWas('turned on');
export const turnedOff = whatWas('turned off');
export const noWorkflowYouCan = 'No workflow that you can see fits the search and the filters.';
export const showAllWorkflows = 'Show all workflows';
export const nothingSharedYouYet = 'Nothing is shared with you yet';
export const workflowsOthersShareYou =
  'Workflows that others share with you appear here. Your account may read workflows, but not create any.';
export const startExample = 'Start from an example';
export const workflowGraphStepsForm =
  'A workflow is a graph of steps that a form, a webhook or a schedule starts. Each example runs as it is. You can also drop an exported workflow here.';
export const deletedDone = whatWas('deleted');
export const sharedDone = whatWas('shared');
export const fileNotJson = (file: string) => `${file} is not JSON`;
export const fileWithoutWorkflow = (file: string) => `${file} contains no workflow`;
export const fileNoExport = (file: string) => `${file} is not an export of workflows`;
export const takeTour = 'Take the tour';
export const tourText = 'In three minutes you build a small workflow, run it, break it and mend it.';
