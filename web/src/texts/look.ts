import { formatNumber } from './locale.ts';

export * from './common.ts';

export const notCopied = 'The browser does not let this page copy. Select the text and copy it yourself.';
export const now = 'now';
export const ago = (text: string | number) => `${text} ago`;
export const inTime = (text: string | number) => `in ${text}`;
export const partNotLoaded =
  'This part of the page could not be loaded, because Heddle is away for a moment or was updated. Your work is kept.';
export const reloadPage = 'Reload the page';
export const couldNotShown = 'This could not be shown';
export const search = 'Search';
export const onlyBeginningValueStored = 'Only the beginning of this value is stored.';
export const showAllCharacters = (count: string | number) => `Show all ${count} characters`;
export const copyValue = 'Copy the value';
export const openEverything = 'Open everything in it';
export const closeEverything = 'Close everything in it';
export const nothingFound = 'nothing found';
export const previousMatch = 'Previous match';
export const nextMatch = 'Next match';
export const all = (value: string | number) => `All of ${value}`;
export const leastCharacters = (LEAST_CHARACTERS: string | number) => `At least ${LEAST_CHARACTERS} characters`;
export const moreCharacters = (missing: string | number) => `${missing} more characters`;
export const easyGuessSeveralWords = 'Easy to guess: several words are better';
export const fairLongerOneBetter = 'Fair: a longer one is better';
export const strong = 'Strong';
export const queued = 'Queued';
export const running = 'Running';
export const succeeded = 'Succeeded';
export const pages = 'Pages';
export const range = (from: number, to: number, total: number) => `${from}–${to} of ${formatNumber(total)}`;
export const previousPage = 'Previous page';
export const nextPage = 'Next page';
export const wholeText = 'All of the text';

export const saving = {
  unsaved: 'You have changes that are not saved.',
  leaveText: 'What you typed is lost when you leave this page.',
};
