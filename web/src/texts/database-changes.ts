/** Triggers that follow the log of a database. */
import { counted } from './locale.ts';

export const databases = 'Database changes';
export const notFollowed = 'no change yet';
export const lastChange = (time: string | number) => `last change ${time}`;
export const keptLog = (megabytes: number) =>
  `The database keeps ${counted(megabytes, 'MB', 'MB')} of its log for this trigger.`;
