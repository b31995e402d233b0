/** The words of the upload tray. */

import { counted, formatNumber } from './locale.ts';

const files = (count: number): string => counted(count, 'file', 'files');

export const uploads = {
  title: 'Uploads',
  list: 'Uploaded files',
  total: 'All files',

  progress: (done: number, all: number) => `${formatNumber(done)} of ${files(all)}`,
  speed: (bytes: string) => `${bytes}/s`,
  left: (time: string) => `${time} left`,
  failed: (count: number) => `${formatNumber(count)} failed`,
  skipped: (count: number) => `${formatNumber(count)} skipped`,
  percent: (percent: number) => `${percent} %`,

  uploading: (count: number) => `Uploading ${files(count)}`,
  allPaused: (count: number) => `${files(count)} paused`,
  stored: (count: number) => `${files(count)} stored`,
  nothingStored: 'Nothing was stored',

  beginning: 'Starting',
  storing: 'Storing',
  isStored: 'Stored',
  storedAs: (name: string) => `Stored as ${name}`,
  isPaused: 'Paused',
  exists: 'Exists already',
  again: (losses: number) => `Try ${losses + 1}`,

  offline: 'Heddle can not be reached. The uploads continue when it is back.',
  signedOut: 'Your session has ended. The uploads continue when you have signed in.',
  limited: 'Heddle asks to wait for a moment. Then the uploads continue.',

  conflicts: (count: number) =>
    count === 1 ? 'A file exists already at its path.' : `${files(count)} exist already at their paths.`,
  overwrite: 'Overwrite',
  rename: 'Keep both',
  skip: 'Skip',
  overwriteAll: 'Overwrite all',
  renameAll: 'Keep both for all',
  skipAll: 'Skip all',
  overwriteForbidden: 'The rules of this folder do not allow to delete its files, so none can be overwritten',

  show: 'Show the files',
  hide: 'Hide the files',
  resume: 'Resume',
  of: (action: string, path: string) => `${action}: ${path}`,
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  retryAll: 'Try failed again',
  stopAll: 'Stop all',
  stopTitle: 'Stop uploading?',
  stopText: (count: number) =>
    `${files(count)} will not be uploaded. What is stored already stays, and no upload can be resumed after this.`,
  clear: 'Clear finished',

  unreadable: 'The file can not be read any more. It may have been moved or changed.',
  lostOften: (losses: number) => `The connection was lost ${losses} times while this file was sent`,
  answeredWith: (status: number) => `The service answered with status ${status}`,
  maybeStored: 'The answer to an earlier try was lost, so this may be the same file.',
};
