import { formatNumber } from './locale.ts';

export {
  actions,
  builder,
  change,
  close,
  closeThePanel as closePanel,
  connect,
  data,
  deleteAction as deleteSelection,
  discard,
  empty as emptyValue,
  everywhere,
  issues,
  keepMine,
  mine,
  move,
  note,
  output,
  params,
  publish,
  settings,
  steps as stepsTitle,
  takeTheirs,
  text,
  tools,
  undo,
  variables as openVariables,
  workflow,
} from './common.ts';

export const paste = (steps: string | number) => `Paste ${steps}`;
export const duplicate = (steps: string | number) => `Duplicate ${steps}`;
export const deleteNamed = (value: string | number) => `Delete ${value}`;
export const tidyUp = 'Tidy up';
export const add = (value: string | number) => `Add ${value}`;
export const addNote = 'Add a note';
export const resizeNote = 'Resize a note';
export const step = 'a step';
export const steps = (count: string | number) => `${count} steps`;
export const removedOneChangedOther = 'Removed by one, changed by the other';
export const pinnedOutput = 'Pinned output';
export const removeStep = 'Remove the step';
export const keepStep = 'Keep the step';
export const chooseBetweenTwoVersions = 'Choose between two versions';
export const somebodyElseChangedSame = 'Somebody else changed the same';
export const chooseWhatStaysEverything =
  'Choose what stays. Everything else is merged already, and nothing is saved before.';
export const show = 'Show';
export const keepAllMine = 'Keep all mine';
export const takeAllTheirs = 'Take all theirs';
export const theirsComparedMine = 'Theirs, compared with mine';
export const stepsMoved = (count: string | number) => `${count} steps moved`;
export const connection = (kind: string | number) => `connection ${kind}`;
export const most64LettersDigits = 'At most 64 letters, digits and _, and no digit at the start';
export const thereStepAlready = (newId: string | number) => `There is a step ${newId} already`;
export const thereNoSuchStep = 'There is no such step';
export const stepCanNotLead = 'A step can not lead to itself';
export const nothingCanLeadTrigger = 'Nothing can lead to a trigger';
export const nothingCanFollowStep = 'Nothing can follow this step';
export const stepNoSuchOutput = 'The step has no such output';
export const stepsConnectedAlready = 'The steps are connected already';
export const workflowCanNotCycles = 'A workflow can not have cycles';
export const allWorkflows = 'All workflows';
export const readOnly = 'Read only';
export const renameWorkflow = 'Rename the workflow';
export const nameWorkflow = 'Name of the workflow';
export const nothingUndo = 'Nothing to undo';
export const nothingRedo = 'Nothing to redo';
export const redo = 'Redo';
export const openingWorkflow = 'Opening the workflow';
export const writeNote = 'Write a note';
export const stepNamed = (displayName: string | number) => `Step ${displayName}`;
export const edit = (id: string | number) => `Edit ${id}`;
export const rename = (id: string | number) => `Rename ${id}`;
export const editor = 'Editor';
export const moreOfWorkflow = 'Builder, settings and history';
export const addStep = 'Add a step';
export const tidyUpShiftL = 'Tidy up (Shift L)';
export const showCanvas = 'Show the canvas';
export const showList = 'Show as a list';
export const keys = 'Keys (?)';
export const oneEntryDefinitionCan =
  'One entry of this definition can not be shown, and is left out with the next change.';
export const entriesDefinitionCanNot = (count: string | number) =>
  `${count} entries of this definition can not be shown, and are left out with the next change.`;
export const workflowEmpty = 'This workflow is empty';
export const beginsTriggerWhatStarts = 'It begins with a trigger: what starts it. The other steps follow.';
export const addTrigger = 'Add a trigger';
export const keysEditor = 'Keys of the editor';
export const walkChoose = 'Walk and choose';
export const walkStepStep = 'Walk from step to step';
export const openStep = 'Open the step';
export const closeEndSelection = 'Close, or end the selection';
export const selectEverything = 'Select everything';
export const shiftDrag = 'Shift drag';
export const selectBox = 'Select with a box';
export const ctrlClick = 'Ctrl click';
export const addSelection = 'Add to the selection';
export const fitWorkflowIntoView = 'Fit the workflow into view';
export const addStepAfterSelected = 'Add a step after the selected one';
export const moveWhatSelected = 'Move what is selected';
export const tidyUpAllWhat = 'Tidy up all, or what is selected';
export const duplicateSelection = 'Duplicate';
export const copyCutPasteJSON = 'Copy, cut, paste as JSON';
export const tryStep = 'Try';
export const testStep = 'Test the step';
export const pinOutputStepEnd = 'Pin the output of the step, or end it';
export const goAnything = 'Go to anything';
export const showKeys = 'Show this list';
export const unsavedChanges = 'Unsaved changes';
export const browserChangesWereNot = (clock: string | number) =>
  `This browser has changes from ${clock} that were not saved.`;
export const addThem = 'Add them';
export const addStepAfter = (displayName: string | number) => `Add a step after ${displayName}`;
export const itemsDone = (done: string | number, total: string | number) => `${done} of ${total}`;
export const outputPinned = 'Output pinned';
export const endBranch = 'The end of its branch';
export const thenStep = (value: string | number) => `Then ${value}`;
export const markdownHeadingsListsBold = 'Markdown: headings, lists, bold, code';
export const deleteNote = 'Delete the note';
export const triggers = 'Triggers';
export const logic = 'Logic';
export const tool = (name: string | number) => `tool ${name}`;
export const searchStepsTools = 'Search steps and tools';
export const stepsTools = 'Steps and tools';
export const moreTools = (count: number) => `and ${formatNumber(count)} more: search for them`;
export const nothingCalled = 'Nothing is called that.';
export const gives = (output: string | number) => `Gives ${output}`;
export const youAnotherTab = 'You, in another tab';
export const here = (name: string | number) => `${name} is here`;
export const youWorkflowOpenAnother = 'You have this workflow open in another tab';
export const isHere = (name: string) => `${name} is here`;
export const areHere = (names: string) => `${names} are here`;
export const dataRun = (clock: string | number) => `Data of run ${clock}`;
export const dataNoRun = 'Data: no run';
export const dataOfRun = 'Data of a run';
export const resultsTemplatesShownData = 'Results of templates are shown with the data of';
export const workflowNotRunYet = 'This workflow has not run yet';
export const tryNow = 'Try now';
export const saved = 'Saved';
export const savedAt = (clock: string | number) => `Saved ${clock}`;
export const notSaved = (why: string | number) => `Not saved: ${why}`;
export const youMayLookWorkflow = 'You may look at this workflow, but not change it.';
export const saving = 'Saving';
export const choicesMake = (count: string | number) => `${count} choices to make`;
export const somebodyElseChangedSameChoose = 'Somebody else changed the same. Choose what stays.';
export const youSignedOut = 'you are signed out';
export const signAgainSave = 'Sign in again to save.';
export const triedAgainYourNext = 'It is tried again with your next change.';
export const triedAgainUntilSucceeds = 'It is tried again until it succeeds.';
export const yourChangesKeptBrowser = 'Your changes are kept in this browser.';
export const unfinishedJson = 'unfinished JSON';
export const unfinishedJsonIn = (steps: string) =>
  `What is typed as JSON is not complete yet, in ${steps}. It is kept in this tab.`;
export const openAgainToSave =
  'Your changes are kept in this browser. They are saved when you open the workflow here again.';
export const leftIsLost = 'The browser could not keep your changes.';
export const browserCanNotKeep = 'This browser can not keep your changes, so leave the page open.';
export const selection = 'Selection';
export const testStepKey = 'Test the step (.)';
export const endPinP = 'End the pin (P)';
export const pinOutputP = 'Pin the output (P)';
export const addStepAfterTab = 'Add a step after it (Tab)';
export const duplicateCtrlD = 'Duplicate (Ctrl D)';
export const deleteDelete = 'Delete (Delete)';
export const widthPanel = 'Width of the panel';
export const docs = 'Docs';
export const stepNoParams = 'This step has no params.';
export const stepsWorkflow = 'Steps of the workflow';
export const chooseBetweenVersions = 'Choose between versions';
export const chooseMine = (what: string) => `${what} (mine)`;
export const chooseTheirs = (what: string) => `${what} (theirs)`;
export const stepMoved = '1 step moved';
export const undoWhat = (what: string) => `Undo: ${what}`;
export const redoWhat = (what: string) => `Redo: ${what}`;
export const openSettings = 'Settings and tests';
export const openStepWide = 'Open the step with its data and its output beside it';
export const sideBySide = 'Data, params and output side by side';
export const besideCanvas = 'Only the panel beside the canvas';
export const leadRight = 'Lead to the right';
export const leadDown = 'Lead down';
