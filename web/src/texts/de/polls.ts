import { counted, formatNumber } from '../locale.ts';

export const times = 'Wann abgefragt wird';
export const seconds = 'Alle so viele Sekunden';
export const cron = 'Nach einem Cron-Ausdruck';
export const preview = 'Zeigen, was jetzt gefunden wird';
export const refresh = 'Noch einmal nachsehen';
export const found = (count: number) => (count === 1 ? 'Ein Element' : `${formatNumber(count)} Elemente`);
export const shownFirst = (count: number) => `Die ersten ${count} davon:`;
export const isCut = 'gekürzt';
export const noItems = 'Die Quelle listet keine Elemente auf.';
export const nextCursor = 'Cursor der nächsten Abfrage';
export const polls = 'Abfragen';
export const notPolled = 'noch nicht abgefragt';
export const polled = (time: string | number) => `abgefragt ${time}`;
export const next = (time: string | number) => `Nächste Abfrage ${time}`;
export const behind = (time: string) => `Seit ${time} kann es Elemente geben, die noch keinen Lauf gestartet haben.`;
export const pollNow = 'Jetzt abfragen';
export const started = (count: number) =>
  count === 1 ? 'Ein Element hat einen Lauf gestartet' : `${count} Elemente haben Läufe gestartet`;
export const nothingNew = 'Es gibt nichts Neues';
export const skipped = (count: number) =>
  count === 1 ? 'Ein Element gab es schon' : `${formatNumber(count)} Elemente gab es schon`;

/** Trigger, die außerhalb lauschen. */
export const listening = 'Lauschen';
export const listens = (time: string | number) => `lauscht seit ${time}`;
export const connecting = 'verbindet sich …';
export const notListening = 'lauscht nicht';
export const lastMessage = (time: string | number) => `Letzte Nachricht ${time}`;
export const keptLog = (megabytes: number) =>
  `Die Datenbank hebt dafür ${counted(megabytes, 'MB', 'MB')} ihres Logs auf.`;
