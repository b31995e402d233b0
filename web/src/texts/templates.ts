import { countCharacters } from './counts.ts';
import { formatNumber } from './locale.ts';

/** What the variables of a template mean. */
export const variables = {
  input: 'The input of the run',
  steps: 'The results of earlier steps',
  vars: 'Variables of the workflow and of its owner, as they are when the run begins',
  loop: 'The item of the loop around this step',
  workflow: 'The id and the name of the workflow',
  run: 'The id of the run',
  now: 'When the run started',
  secrets: 'Fields of credentials, which are put in only while the request is sent',
};

/** What its statements do. */
export const statements = {
  if: 'Writes a part only when something is true',
  elif: 'Another condition',
  else: 'Otherwise',
  endif: 'Ends if',
  for: 'Repeats a part for every entry of a list',
  endfor: 'Ends for',
  set: 'Gives a value a name',
  with: 'Gives a value a name inside of a part',
  endwith: 'Ends with',
  macro: 'A part that can be written several times',
  endmacro: 'Ends macro',
  filter: 'Filters a whole part',
  endfilter: 'Ends filter',
  raw: 'Leaves braces as they are',
  endraw: 'Ends raw',
};

export const definedAbove = 'defined above';
export const firstEntry = 'first entry';
export const itemOf = (id: string | number) => `Item of ${id}`;
export const dataEarlierSteps = 'Data of earlier steps';
export const filterData = 'Filter the data';
export const insertInto = (label: string | number) => `Insert into ${label}`;
export const insertIntoFieldChoose = 'Insert into field (choose a field first)';
export const noDataYet = (steps: string | number) => `No data yet of ${steps}`;
export const dragValueIntoField = (label: string | number) =>
  `Drag a value into a field, or press Enter to insert it into ${label}.`;
export const dragValueIntoFieldChoose = 'Drag a value into a field, or choose a field and press Enter on a value.';
export const ofItems = (count: string | number) => `of ${count}`;
export const notJSON = (message: string | number) => `This is not JSON: ${message}`;
export const templateTakesTooLong = 'the template takes too long';
export const noDataYetFor = (names: string | number) => `No data yet for ${names}`;
export const result = 'Result:';
export const emptyText = 'empty text';
export const counts = (isTrue: string | number) => `counts as ${isTrue}`;
export const showLess = 'Show less';
export const showCharacters = (shown: number, all: number) =>
  `Show ${shown < all ? `${formatNumber(shown)} of` : 'all'} ${countCharacters(all)}`;
export const whatStepSaysPeople = 'What the step says to people';
export const whetherSucceeded = 'Whether it succeeded';
export const successFailedSkipped = 'success, failed or skipped';
export const whyFailed = 'Why it failed';
export const listOfOne = 'list of 1';
export const list = (count: string | number) => `list of ${count}`;
export const fields = (fields: string | number) => `${fields} fields`;
