/** The words of the page of a panel's files. */

import * as words from './common.ts';
import { counted, formatNumber } from './locale.ts';

const countFiles = (count: number) => counted(count, 'file', 'files');

export const files = {
  folders: 'Folders',
  allFolders: 'All folders',
  count: countFiles,
  openFolder: (name: string) => `Open the folder ${name}`,
  closeFolder: (name: string) => `Close the folder ${name}`,
  noFolders: 'no sub-folders',
  you: 'You are here',
  usageLabel: 'Storage of the panel',
  search: 'Find in this folder',
  searchPlaceholder: 'part of the name',
  grid: 'Grid',
  uploadFolder: 'A folder',
  folderInfo: 'About this folder',
  dropHere: (directory: string) => `Drop files and folders to store them in ${directory}`,
  dropAtTop: 'Drop folders to store them with their files',
  chooseFolderFirst: 'Every file belongs to a folder. Open a folder, or drop a whole folder.',
  mayNotUpload: 'The rules of this folder do not accept uploads',

  name: words.name,
  type: words.type,
  size: 'Size',
  updated: words.changed,
  selectAll: 'Select all files of this list',
  filesOf: (directory: string) => `Files of ${directory}`,
  foldersOfPanel: 'Folders of the panel',
  loading: 'is being read',
  sort: 'Order',
  orders: {
    name: { ascending: 'By name', descending: 'By name, from Z' },
    type: { ascending: 'By type', descending: 'By type, from Z' },
    size: { ascending: 'Smallest first', descending: 'Largest first' },
    updated: { ascending: 'Oldest first', descending: 'Newest first' },
  },
  sortBy: (column: string) => `Sort by ${column.toLowerCase()}`,
  summary: (folders: number, count: number) =>
    [...(folders > 0 ? [counted(folders, 'folder', 'folders')] : []), countFiles(count)].join(', '),
  keys: 'Arrows move, Space selects, Enter opens, F2 renames, Delete deletes',

  emptyPanel: 'No files yet',
  emptyPanelText:
    'A panel keeps the files of an application in folders. Drop a folder here, or make one and upload into it.',
  emptyFolder: 'Nothing is here',
  emptyFolderText: 'Drop files here, or upload them. A folder exists only while it holds a file.',
  emptyReadOnlyText: 'This folder holds no files. A folder exists only while it holds a file.',
  nothingFound: 'No file fits',
  nothingFoundText: 'No name in this folder contains what you look for. Sub-folders are not searched.',
  curl: (origin: string, panelId: string, directory: string) =>
    `curl -X POST "${origin}/api/v3/booster/storage/private/upload" -H "uni-api-key: $KEY" -H "panel-id: ${panelId}" -F "path=${directory}/" -F "file=@invoice.pdf"`,

  selected: (count: number) => `${countFiles(count)} selected`,
  selectedLabel: 'Selected files',

  closeDetails: 'Close the details',
  gone: 'This file is gone',
  goneText: 'It was deleted, or its folder may not be read.',
  noPreview: (type: string) => `Files of the type ${type} have no preview here.`,
  notReadable: 'The rules of this folder do not let anybody read its files.',
  previewFailed: 'The preview could not be loaded',
  onlyBeginning: (bytes: string) => `Only the first ${bytes} are shown`,
  tooLargePreview: 'This file is too large for a preview. Download it to see it.',
  openTab: 'Open in a new tab',
  download: 'Download',
  path: 'Path',
  sha256: 'SHA-256',
  copySha: 'Copy the SHA-256',
  uploadedBy: 'Uploaded by',
  unknownUploader: 'unknown',
  expires: 'Deleted',
  never: 'never by itself',

  link: 'Link',
  lifetime: 'How long the link works',
  minutes: (minutes: number) => lifetimeWord(minutes),
  permanentHint: 'It works for everybody until the file is deleted or the folder has no public links any more.',
  linkHint: 'Whoever has the link can see the file until then.',
  createLink: 'Copy a link',
  linkCopied: 'The link is in the clipboard',
  asDownload: 'As a download',

  metadata: 'Metadata',
  editMetadata: 'Edit the metadata',
  metadataText: 'Metadata as JSON',
  metadataHint: 'A JSON object. Keys have no dots and do not begin with $.',
  notObject: 'Metadata must be a JSON object, such as {"year": 2026}',
  badKey: (key: string) => `The key ${key} begins with $ or has a dot`,

  noRecord: 'none',
  linkRecord: 'Link to a record',
  unlinkRecord: 'Unlink from the record',
  openRecord: (collection: string, key: string) => `${collection} ${key.slice(0, 8)}`,
  recordKey: 'Key of the record',

  renameTitle: (name: string) => `Rename ${name}`,
  newName: 'New name',
  moveTitle: (count: number) => `Move ${countFiles(count)}`,
  moveTo: 'Move to',
  moveHint: 'A folder, and sub-folders after slashes. They need not exist yet.',
  moveHere: 'Move here',
  moved: (count: number, directory: string) => `${countFiles(count)} moved to ${directory}`,
  deleteTitle: (count: number) => `Delete ${countFiles(count)}?`,
  deleteOne: (name: string) => `${name} is deleted for good, and its links are dead at once.`,
  deleteMany: (count: number) => `${countFiles(count)} are deleted for good, and their links are dead at once.`,
  deleted: (count: number) => `${countFiles(count)} deleted`,
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} done`,
  failures: (count: number) => `${countFiles(count)} could not be changed`,
  moreFailures: (count: number) => `and ${formatNumber(count)} more`,

  newFolderName: 'Name of the folder',
  newFolderHint:
    'A folder exists only while it holds a file: it appears for others when you have uploaded the first one.',
  newTopHint: "Letters, digits, '_' and '-'.",
  folderNameInvalid: "folder name can only contain letters, digits, '_' and '-'",
  segmentInvalid: `A name can not have any of / \\ : * ? " < > | # % ' and no space at its ends`,

  rulesOf: (folder: string) => `Rules of ${folder}`,
  rulesOthers: 'These are the rules for all folders without their own.',
  rulesNone: 'This folder has no rules.',
  changeRules: 'Change the rules',
  inThisFolder: 'In this folder',
  ofFiles: (count: number, most: number) => `${formatNumber(count)} of ${countFiles(most)}`,
  fileLimit: 'Files of the folder',
  sizeLimit: 'Size of the folder',
  topText: 'Choose a folder to see its files and its rules.',
};

function lifetimeWord(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day', 'days');
  if (minutes % 60 === 0) return counted(minutes / 60, 'hour', 'hours');
  return counted(minutes, 'minute', 'minutes');
}
