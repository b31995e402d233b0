/** Triggers that poll a source. */
import { counted, formatNumber } from './locale.ts';

export const times = 'When it polls';
export const seconds = 'Every so many seconds';
export const cron = 'By a cron expression';
export const preview = 'Show what it finds now';
export const refresh = 'Look again';
export const found = (count: number) => (count === 1 ? 'One item' : `${formatNumber(count)} items`);
export const shownFirst = (count: number) => `The first ${count} of them:`;
export const isCut = 'cut';
export const noItems = 'The source lists no items.';
export const nextCursor = 'Cursor of the next poll';
export const polls = 'Polls';
export const notPolled = 'not polled yet';
export const polled = (time: string | number) => `polled ${time}`;
export const next = (time: string | number) => `Next poll ${time}`;
export const behind = (time: string) => `Since ${time} there may be items that started no run yet.`;
export const pollNow = 'Poll now';
export const started = (count: number) => (count === 1 ? 'One item started a run' : `${count} items started runs`);
export const nothingNew = 'There is nothing new';
export const skipped = (count: number) =>
  count === 1 ? 'One item existed already' : `${formatNumber(count)} items existed already`;

/** Triggers that listen to something outside. */
export const listening = 'Listening';
export const listens = (time: string | number) => `listens since ${time}`;
export const connecting = 'connecting …';
export const notListening = 'not listening';
export const lastMessage = (time: string | number) => `Last message ${time}`;
/** Of its replication slot. */
export const keptLog = (megabytes: number) => `The database keeps ${counted(megabytes, 'MB', 'MB')} of its log for it.`;
