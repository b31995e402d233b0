import { countSteps } from './counts.ts';

export {
  form,
  input,
  runAgain,
  startedByHand as startedHand,
  table,
  theCurrentDraft as currentDraft,
  timeline,
} from './common.ts';

export const inputMustObjectName = 'The input must be an object: {"name": "value"}';
export const itemsSteps = 'Items and steps';
export const item = 'Item';
export const itemOf = (name: string | number) => `Item of ${name}`;
export const itemState = (value: string | number, count: string | number, state: string | number) =>
  `Item ${value} of ${count}: ${state}`;
export const previousItem = (name: string | number) => `Previous item of ${name}`;
export const done = (done: string | number) => `${done} done`;
export const itemBegun = (value: string | number, count: string | number) => `item ${value} · ${count} begun`;
export const itemOfTotal = (value: string | number, total: string | number) => `item ${value} of ${total}`;
export const failed = (failed: string | number) => `${failed} failed`;
export const squares = (value: string | number, value2: string | number) => `squares ${value} to ${value2}`;
export const nextItem = (name: string | number) => `Next item of ${name}`;
export const firstFailed = 'First failed';
export const notBegun = 'not begun';
export const stepsComputeAgain = (steps: number) =>
  `${countSteps(steps)} that only ${steps === 1 ? 'computes' : 'compute'} will run again`;
export const stepsTakenOver = (steps: number) => `${countSteps(steps)} will be taken over with the result of this run`;
export const from = 'From';
export const startEveryStepRuns = 'The start: every step runs again';
export const whereFailedWhatHad = 'Where it failed: what had succeeded stays as it was';
export const stepEverythingBehind = 'A step, and everything behind it';
export const stepRun = 'Step to run from';
export const definition = 'Definition';
export const draftThen = 'The draft as it was then';
export const versionAsItWas = (version: string | number) => `Version ${version}, as it was`;
export const versionPublishedNow = 'The version that is published now';
export const asItWas = 'As it was';
export const edited = 'Edited';
export const keysSentOtherServices = 'Keys that are sent to other services';
export const sameReceiverRemembersThem = 'The same: a receiver that remembers them does nothing twice';
export const newOnesEverythingDone = 'New ones: everything is done again';
export const findingOutWhatWill = 'Finding out what will happen again';
export const whatWillHappen = 'What will happen';
export const nothingHappensOutsideHeddle = 'Nothing happens outside of Heddle.';
export const stepsReachOutHeddle = 'These steps reach out of Heddle and will happen again:';
export const inputAs = 'Input as';
export const jsonObjectFileFile = 'A JSON object. A file is {file_id}, or {filename, mime_type, data} with base64.';
export const runQueuedStepsAppear = 'The run is queued. Its steps appear here as soon as it starts.';
export const noStepBegun = 'No step has begun.';
export const noStepMatchesOutputs = 'No step matches. Outputs are searched in their first 2,000 characters.';
export const pinned = 'pinned';
export const tries = (length: string | number) => `${length} tries`;
export const work = 'at work';
export const pauseBeforeNextTry = 'pause before the next try';
export const stepSkippedSoNothing = 'The step was skipped, so nothing was rendered.';
export const inputShownWhenStep = 'The input is shown when the step has ended.';
export const definitionNoSuchStep = 'The definition has no such step.';
export const definitionRunExecutedNot = 'The definition that this run executed is not stored any more.';
export const recordChanged = 'record changed';
export const fileChanged = 'file changed';
export const runEnded = 'end of a run';
export const newItem = 'new item';
export const formSent = 'form';
export const answers = 'Answers';
export const characters = (count: string | number) => `${count} characters`;
export const failedTry = 'failed try';
export const emptyList = 'empty list';
export const countedList = (count: number, entries: string) => `${count}: ${entries}`;
export const list = (entries: string) => `${entries} …`;
export const succeededAfter = (duration: string) => `Succeeded after ${duration}`;
export const cancelledAfter = (duration: string) => `Cancelled after ${duration}`;
export const failedAfter = (duration: string) => `Failed after ${duration}`;
/** Where: the name of the step, and its items if it is in a loop. */
export const failedIn = (where: string, duration: string) => `Failed in ${where}, after ${duration}`;
export const itemNumber = (value: number) => `item ${value}`;
export const runDidNotStart = 'The run did not start';
