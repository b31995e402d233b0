/** What the docs promise for each way in which a run begins, under each rule. */
import type { RuleName } from './run-beginning-rules.ts';
import type { BeginningName } from './run-beginnings.ts';

export type Expectation =
  /** What the rule sees. */
  | string
  /** Why the rule says nothing about the beginning. */
  | { never: string };

type Row = Record<RuleName, Expectation>;

export const NO_PARAM = { never: 'The type of the trigger has no such param.' };

const atOnce = { never: 'It begins at once in the process that has the connection, and stands in no queue.' };

const notStarter = { 'not the starter': 'the owner' };

const webhookRow: Row = {
  ...notStarter,
  'limit, queue': 'held',
  'limit, skip': 'skipped',
  'limit, replace': 'replaced',
  'limit, cancel': 'cancelled',
  priority: 'ahead',
  labels: 'labelled',
  when: 'no run',
  debounce: '2 calls together',
  batch: '2 calls together',
  throttle: 'later',
  dedupe: 'once',
  'full queue of the user': '429 The user of the workflow already has 20 runs waiting',
  inactive: '404 The workflow of this webhook is not active',
  unpublished: { never: 'Only a published workflow has the trigger.' },
  deleted: '404 Webhook not found',
  'no rights': 'failed: The run can not be executed on behalf of its user: the user has no access to the workflow',
};

const eventRow: Row = {
  ...webhookRow,
  dedupe: { never: 'Nobody can send an event again. A process that dies is tested by the crash tests.' },
  'full queue of the user': 'no run',
  inactive: 'no run',
  deleted: 'no run',
};

const draftRow: Row = {
  ...notStarter,
  'limit, queue': 'not limited',
  'limit, skip': 'not limited',
  'limit, replace': 'not limited',
  'limit, cancel': 'not limited',
  priority: atOnce,
  labels: 'labelled',
  when: NO_PARAM,
  debounce: NO_PARAM,
  batch: NO_PARAM,
  throttle: NO_PARAM,
  dedupe: 'once',
  'full queue of the user': 'begun',
  inactive: 'begun',
  unpublished: 'begun',
  deleted: '404 Workflow not found',
  'no rights': '403 You do not have access to this workflow',
};

const startRow: Row = {
  ...draftRow,
  'limit, queue': 'held',
  'limit, skip': 'held',
  'limit, replace': 'held',
  'limit, cancel': 'cancelled',
  priority: 'ahead',
  'full queue of the user': '429 The user of the workflow already has 20 runs waiting',
  unpublished: '422 Publish the workflow first',
};

const notValid = "422 The workflow is not valid: Step 'call': the workflow '<id>' does not exist or may not be used";

const childRow: Row = {
  ...startRow,
  dedupe: { never: 'A step that is executed again finds its run. The crash tests try it.' },
  'full queue of the user': 'The user of the workflow already has 20 runs waiting',
  unpublished: "The workflow '<cell>' is not published",
  deleted: notValid,
  'no rights': notValid,
};

const replayRow: Row = {
  ...startRow,
  dedupe: { never: 'Somebody who repeats a run twice wants two runs.' },
  unpublished: 'begun',
  deleted: '404 Workflow run not found',
};

const batchWaits = { never: 'A batch goes on when the queue has room again, and nothing is decided before that.' };

const scheduleRow: Row = { ...eventRow, debounce: NO_PARAM, batch: NO_PARAM, throttle: NO_PARAM };

const notTogether = { never: 'It repeats one run, and is never put together with another.' };

export const expectations: Record<BeginningName, Row> = {
  'a run of the draft': draftRow,
  'a test of the draft': { ...draftRow, dedupe: { never: 'A test takes no key.' } },
  'a start that waits': { ...startRow, priority: atOnce, 'full queue of the user': 'begun' },
  'a start that does not wait': startRow,
  'a start of the draft that does not wait': { ...startRow, unpublished: 'begun' },
  'a tool of an MCP client': {
    ...startRow,
    priority: atOnce,
    'full queue of the user': 'begun',
    unpublished: 'begun',
    deleted: "there is no tool 'run_<cell>'",
    'no rights': "there is no tool 'run_<cell>'",
  },
  'a step that waits': childRow,
  'a step that does not wait': childRow,
  'a replay': replayRow,
  'a batch of replays': {
    ...replayRow,
    'full queue of the user': batchWaits,
    deleted: 'no run',
    'no rights': 'You do not have access to this workflow',
  },
  'a call of a webhook': webhookRow,
  'a call of a webhook that replies': webhookRow,
  'a call of a webhook that replies, without a key': {
    ...webhookRow,
    dedupe: { never: 'Two calls without a key are two calls.' },
  },
  'a call that somebody waits for': {
    ...draftRow,
    when: 'begun',
    debounce: '2 runs',
    batch: '2 runs',
    throttle: 'at once',
    dedupe: { never: 'Whoever waits is told of one call, and has to wait again for another.' },
    'full queue of the user': '422 The user of the workflow already has 20 runs waiting',
    inactive: { never: 'The draft runs in any case. It is tried with a workflow that is not published.' },
  },
  'a retry': {
    ...replayRow,
    when: { never: 'It repeats a run that met the condition.' },
    debounce: notTogether,
    batch: notTogether,
    throttle: notTogether,
    'full queue of the user': 'no run',
    inactive: 'no run',
    unpublished: webhookRow.unpublished,
    deleted: 'no run',
    'no rights': 'no run',
  },
  'a form': {
    ...webhookRow,
    debounce: NO_PARAM,
    batch: NO_PARAM,
    throttle: NO_PARAM,
    'full queue of the user': '429 Too many answers arrive at the moment. Please try again in a little while.',
    inactive: '410',
    deleted: '404',
  },
  'a schedule': scheduleRow,
  'a backfill': {
    ...scheduleRow,
    when: 'The condition of the trigger is not met, so there is no run',
    dedupe: 'once',
    'full queue of the user': batchWaits,
    inactive: '422 The workflow is not active',
    deleted: draftRow.deleted,
    'no rights': draftRow['no rights'],
  },
  'a poll': {
    ...eventRow,
    batch: { never: 'The batch of a poll puts together what one poll finds. The tests of polls try it.' },
    dedupe: 'once',
    inactive: '422 The workflow is not active',
    deleted: draftRow.deleted,
    'no rights': draftRow['no rights'],
  },
  'a message of a broker': { ...eventRow, dedupe: 'once' },
  'a row of a database': { ...eventRow, batch: NO_PARAM },
  'a record of a panel': eventRow,
  'a file of a panel': eventRow,
  'the end of another run': eventRow,
};
