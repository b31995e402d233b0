import { counted } from '../locale.ts';

export const databases = 'Datenbankänderungen';
export const notFollowed = 'noch keine Änderung';
export const lastChange = (time: string | number) => `letzte Änderung ${time}`;
export const keptLog = (megabytes: number) =>
  `Die Datenbank hebt für diesen Auslöser ${counted(megabytes, 'MB', 'MB')} ihres Logs auf.`;
