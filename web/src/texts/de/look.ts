import { formatNumber } from '../locale.ts';

export * from './common.ts';

export const notCopied =
  'Der Browser lässt diese Seite nicht kopieren. Markieren Sie den Text und kopieren Sie ihn selbst.';
export const now = 'jetzt';
export const ago = (text: string | number) => `vor ${text}`;
export const inTime = (text: string | number) => `in ${text}`;
export const partNotLoaded =
  'Dieser Teil der Seite konnte nicht geladen werden, weil Heddle gerade nicht da ist oder aktualisiert wurde. Ihre Arbeit bleibt erhalten.';
export const reloadPage = 'Seite neu laden';
export const couldNotShown = 'Das konnte nicht angezeigt werden';
export const search = 'Suchen';
export const onlyBeginningValueStored = 'Nur der Anfang dieses Werts ist gespeichert.';
export const showAllCharacters = (count: string | number) => `Alle ${count} Zeichen anzeigen`;
export const copyValue = 'Wert kopieren';
export const openEverything = 'Alles darin aufklappen';
export const closeEverything = 'Alles darin zuklappen';
export const nothingFound = 'nichts gefunden';
export const previousMatch = 'Vorheriger Treffer';
export const nextMatch = 'Nächster Treffer';
export const all = (value: string | number) => `${value} vollständig`;
export const leastCharacters = (LEAST_CHARACTERS: string | number) => `Mindestens ${LEAST_CHARACTERS} Zeichen`;
export const moreCharacters = (missing: string | number) => `Noch ${missing} Zeichen`;
export const easyGuessSeveralWords = 'Leicht zu erraten: Mehrere Wörter sind besser';
export const fairLongerOneBetter = 'Mittel: Ein längeres ist besser';
export const strong = 'Stark';
export const queued = 'Eingereiht';
export const running = 'Läuft';
export const succeeded = 'Erfolgreich';
export const pages = 'Seiten';
export const range = (from: number, to: number, total: number) => `${from}–${to} von ${formatNumber(total)}`;
export const previousPage = 'Vorherige Seite';
export const nextPage = 'Nächste Seite';
export const wholeText = 'Der ganze Text';

export const saving = {
  unsaved: 'Sie haben Änderungen, die nicht gespeichert sind.',
  leaveText: 'Was Sie eingegeben haben, geht verloren, wenn Sie diese Seite verlassen.',
};
