/** The words of the page of records. */

import type { Operator } from '../../../src/query/query-body.ts';
import * as words from './common.ts';
import { counted, formatNumber } from './locale.ts';

const records = (count: number) => counted(count, 'record', 'records');

export const recordsPage = {
  collections: 'Collections',
  records,
  shown: (count: number) => formatNumber(count),
  noDatabase: 'This panel has no database',
  noDatabaseText: 'Its settings switch records off. Whoever may change the panel can switch them on.',
  toSettings: 'Open the settings',
  empty: 'No records yet',
  emptyText:
    'Records are JSON documents in named collections, for the data of your application. A collection exists as soon as ' +
    'there is a record in it.',
  emptyReader: 'Records appear here as soon as somebody who may change the panel creates one.',
  emptyCollection: 'This collection is empty',
  emptyCollectionText: 'Its last record was deleted, or it never had one.',
  nothingFits: 'No record fits',
  nothingFitsText: 'No record of this collection fits the filters.',
  showAll: 'Show all records',
};

export const recordTable = {
  label: (collection: string) => `Records of ${collection}`,
  sortBy: (name: string) => `Sort by ${name}`,
  selectAll: 'Select all loaded records',
  select: (key: string) => `Select record ${key}`,
  open: (key: string) => `Open record ${key}`,
  more: 'Reading more',
  all: (count: number) => `These are all of ${records(count)}.`,
  noColumns: 'The records have no fields yet.',
  chooseColumns: 'Columns to show',
};

export const bulk = {
  label: 'Selected records',
  selected: (count: number) => `${formatNumber(count)} selected`,
  deleteTitle: (count: number) => `Delete ${records(count)}?`,
  deleteText:
    'This can not be undone. Files that belong to a record are deleted with it, except in folders that keep them.',
  deleted: (count: number) => `${records(count)} ${count === 1 ? 'was' : 'were'} deleted.`,
  partly: (deleted: number, message: string) => `${formatNumber(deleted)} deleted. The others were not: ${message}`,
};

export const columnTypes = {
  notNumber: (cell: string) => `'${cell}' is not a number`,
  notBoolean: (cell: string) => `'${cell}' is not true or false`,
  notJson: (cell: string) => `'${cell}' is not JSON`,
  names: { text: words.text, number: words.number, boolean: words.trueOrFalse, json: words.json },
};

export const filterRows = {
  field: 'Choose a field: key, created, updated, or data.<name>',
  list: 'Enter at least one value, each in its own line',
  boolean: 'Choose true or false',
  time: 'Enter a date and a time',
  key: 'Enter the whole key of a record',
};

export const filterBuilder = {
  open: (count: number) => (count === 0 ? 'Filter' : `Filter (${formatNumber(count)})`),
  label: 'Filters',
  condition: (number: number) => `Condition ${number}`,
  add: 'Add a condition',
  apply: 'Apply',
  clear: 'Remove all',
  and: 'and',
  where: 'where',
  operator: 'Condition',
  type: 'Type of the value',
  values: 'Values, one in each line',
  remove: (row: number) => `Remove condition ${row}`,
  all: 'A record is found if all conditions are true. For “one of several values” use “is one of”.',
  json: 'Filters as JSON',
  copyJson: 'Copy the filters',
  curl: 'The same by the API',
  false: 'false',
  operators: {
    '==': 'is',
    '!=': 'is not',
    '<': 'is less than',
    '<=': 'is at most',
    '>': 'is more than',
    '>=': 'is at least',
    in: 'is one of',
    not_in: 'is none of',
    contains: 'contains',
    regex: 'matches the pattern',
  } satisfies Record<Operator, string>,
  types: {
    text: words.text,
    number: words.number,
    boolean: words.trueOrFalse,
    empty: 'Nothing',
    json: words.json,
    time: words.time,
    key: words.key,
  },
  data: 'Fields of the data',
  record: 'The record',
};

export const recordDraft = {
  object: 'The data of a record is a JSON object',
  twice: 'Another field has this name',
  kinds: { text: words.text, number: words.number, boolean: words.trueOrFalse, null: 'Null', json: words.json },
};

export const recordPanel = {
  close: 'Close the record',
  dates: (created: string | number, changed: string | number) => `created ${created} · changed ${changed}`,
  mode: 'Edit as',
  fieldName: 'Name of the field',
  nameTaken: 'There is such a field already',
  noFields: 'The record has no fields.',
  revert: 'Discard changes',
  saved: 'The record was saved.',
  createdNotice: 'The record was created.',
  unsaved: 'Not saved yet',
  deleteTitle: 'Delete this record?',
  collectionHint: 'A new name makes a new collection.',
  offeredHint: 'Other records of the collection have these fields. Those that you do not fill in are left out.',
  conflict: 'Somebody else changed this record meanwhile',
  conflictText: 'Their change is saved already. Yours is still here, and is not saved.',
  theirs: 'Theirs',
  mine: 'Yours',
  removed: 'removed',
  onlyTheirs: 'not changed by you',
  saveMine: 'Save mine too',
  noFiles: 'No file belongs to this record.',
  filesOff: 'The storage of this panel is off.',
  upload: 'Upload files',
  uploadFolder: 'To the folder',
  workflows: 'Workflows that watch it',
  noWorkflows: 'No published workflow starts when a record of this collection changes.',
  on: 'on',
  events: (names: readonly string[]) => `when ${names.join(' or ')}`,
};

export const importPlan = {
  oneKey: 'Only one column can be the key of the record.',
  noField: 'Use at least one column as a field.',
  unnamed: 'Every field needs a name.',
  twice: (name: string) => `Two columns become the field '${name}'.`,
  cell: (field: string, problem: string) => `${field}: ${problem}`,
  tooManyCells: (cells: number, columns: number) =>
    `the row has ${formatNumber(cells)} cells, but the first line names ${formatNumber(columns)}`,
  notJson: 'this is not JSON',
  notObject: 'this is not a JSON object',
};

export const importDialog = {
  title: 'Import records',
  chooseText: 'CSV with a first line of names, JSON with an array of objects, or one object in each line. Of any size.',
  drop: 'or drop it here',
  collection: 'Into the collection',
  existing: 'If a key exists with other data',
  refuse: 'Refuse the row',
  update: 'Change the record',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' },
  columns: 'Columns of the file',
  column: 'Column',
  use: 'Use',
  uses: { field: words.field, key: 'Key of the record', skip: 'Leave out' },
  roleOf: (name: string) => `Use of ${name}`,
  nameOf: (name: string) => `Field for ${name}`,
  examples: 'Examples',
  items: (count: number) => `The file begins with ${counted(count, 'object', 'objects')} such as these.`,
  nothing: 'This file has no rows.',
  back: 'Another file',
  continue: 'Continue',
  progress: 'Progress of the import',
  counts: ({ created, updated, unchanged, refused }: Record<'created' | 'updated' | 'unchanged' | 'refused', number>) =>
    [
      `${formatNumber(created)} created`,
      ...(updated > 0 ? [`${formatNumber(updated)} changed`] : []),
      ...(unchanged > 0 ? [`${formatNumber(unchanged)} were there already`] : []),
      `${formatNumber(refused)} refused`,
    ].join(' · '),
  states: {
    running: 'Importing',
    paused: 'Paused. Continue where it stopped, or close: what was created stays.',
    done: words.done,
    failed: 'The import ended early. What was created stays.',
  },
  refusedRows: 'Refused rows',
  row: 'Row',
  reason: 'Reason',
  moreRefused: (count: number) => `${formatNumber(count)} more are in the report.`,
  report: 'Download the report',
  reportName: 'refused-rows.csv',
};

export const refusedReport = { row: 'row', reason: 'reason', item: 'item' };

export const exportDialog = {
  title: 'Export records',
  format: 'Format',
  formats: { csv: 'CSV' },
  filtered: (count: string) => `The ${count} that the filters find.`,
  everything: (count: string) => `All ${count} of the collection.`,
  order: 'They are written in the order in which they were created.',
  allFields: 'All fields that are found',
  shownFields: 'The columns that are shown',
  withKeys: 'With key and times',
  excelSafe: 'Safe for Excel',
  excelSafeText: 'Texts that begin with = + - @ get an apostrophe, so that no spreadsheet runs them as a formula.',
  progress: 'Progress of the export',
  written: (records: number, total: number) => `${formatNumber(records)} of ${formatNumber(Math.max(records, total))}`,
  done: (count: number) => `${records(count)} written. The browser saves the file.`,
};
