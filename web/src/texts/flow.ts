/** The settings and tests of a workflow. */

import * as words from './common.ts';
import { countTests } from './counts.ts';

export const flow = {
  close: words.close,
  settings: words.settings,
  tests: words.tests,
  views: 'What is shown',
};

export const workflowSettings = {
  about: 'What holds for the runs of this workflow as a whole. Changes count from the next publication on.',
  change: 'Change settings',
  groups: {
    concurrency: 'How many runs at once',
    failures: 'When runs fail',
    runs: words.runs,
    tool: 'As a tool',
    publishing: 'Publishing',
  },
  keepByStatus: 'Keep runs for different times by their status',
  keepByStatusAbout: 'For example failed runs for longer than those that succeeded.',
  alert: 'Tell people when automatic runs fail',
  alertAbout: 'By default the owner is told at once, and then at most once an hour.',
};

export const workflowTests = {
  about:
    'A test gives the workflow an input and the results of its effects, and checks what comes out. Nothing is sent and no run is stored.',
  none: 'There are no tests yet.',
  noneHow: 'Open a run and choose “Make a test” in its menu, or add one here.',
  add: 'Add a test',
  runAll: 'Run all tests',
  run: (name: string) => `Run ${name}`,
  edit: (name: string) => `Edit ${name}`,
  editShort: words.edit,
  delete: (name: string) => `Delete ${name}`,
  deleteShort: words.deleteAction,
  deleteTitle: 'Delete the test?',
  deleteText: (name: string) => `“${name}” is deleted for everybody who works on this workflow.`,
  passed: 'Passed',
  failed: words.failed,
  notRun: 'Not run yet',
  ended: (passed: number, failed: number) =>
    failed === 0 ? `${countTests(passed)} passed` : `${countTests(failed)} failed`,
  name: words.name,
  content: words.test,
  contentAbout:
    'trigger_node_id, input, pins (results of steps by their ids, id[2] for the third item of a loop) and expect (status, output, error, steps).',
  save: words.save,
  notJson: 'This is not valid JSON.',
  notObject: 'This must be an object with input, pins and expect.',
  list: words.tests,
};

export const makeTest = {
  item: 'Make a test',
  made: (name: string) => `The test “${name}” was added to the workflow`,
};

export const versions = {
  title: 'Earlier versions',
  show: 'Show earlier versions',
  version: (version: number) => `Version ${version}`,
  publishAgain: 'Publish again',
  publishAgainOf: (version: number) => `Publish version ${version} again`,
  askTitle: (version: number) => `Publish version ${version} again?`,
  askText: 'It becomes the next version and starts to run at once. The draft stays as it is.',
  published: (version: number) => `Version ${version} is published again`,
};

export const backfill = {
  open: 'Make up for missed times',
  title: 'Make up for missed times',
  about: 'Starts a run for each time of the schedule in this range. Times that have a run already are left out.',
  from: words.from,
  to: 'Until',
  again: 'Also repeat times that have a run already',
  start: 'Start the runs',
  started: 'The runs are being started',
  invalid: 'Enter a time such as 2026-03-01 08:00.',
};
