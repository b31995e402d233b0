import { counted, formatNumber, plural } from '../locale.ts';

const files = (count: number): string => counted(count, 'Datei', 'Dateien');

export const uploads = {
  title: 'Uploads',
  list: 'Hochgeladene Dateien',
  total: 'Alle Dateien',

  progress: (done: number, all: number) => `${formatNumber(done)} von ${files(all)}`,
  speed: (bytes: string) => `${bytes}/s`,
  left: (time: string) => `noch ${time}`,
  failed: (count: number) => `${formatNumber(count)} fehlgeschlagen`,
  skipped: (count: number) => `${formatNumber(count)} übersprungen`,
  percent: (percent: number) => `${percent} %`,

  uploading: (count: number) => `${files(count)} ${plural(count, 'wird', 'werden')} hochgeladen`,
  allPaused: (count: number) => `${files(count)} pausiert`,
  stored: (count: number) => `${files(count)} gespeichert`,
  nothingStored: 'Nichts wurde gespeichert',

  beginning: 'Beginnt',
  storing: 'Wird gespeichert',
  isStored: 'Gespeichert',
  storedAs: (name: string) => `Gespeichert als ${name}`,
  isPaused: 'Pausiert',
  exists: 'Gibt es schon',
  again: (losses: number) => `Versuch ${losses + 1}`,

  offline: 'Heddle ist nicht erreichbar. Die Uploads gehen weiter, wenn es wieder da ist.',
  signedOut: 'Ihre Sitzung ist beendet. Die Uploads gehen weiter, wenn Sie sich angemeldet haben.',
  limited: 'Heddle bittet um einen Moment Geduld. Dann gehen die Uploads weiter.',

  conflicts: (count: number) =>
    count === 1 ? 'Unter diesem Pfad gibt es schon eine Datei.' : `${files(count)} gibt es unter ihren Pfaden schon.`,
  overwrite: 'Überschreiben',
  rename: 'Beide behalten',
  skip: 'Überspringen',
  overwriteAll: 'Alle überschreiben',
  renameAll: 'Immer beide behalten',
  skipAll: 'Alle überspringen',
  overwriteForbidden:
    'Die Regeln dieses Ordners erlauben nicht, Dateien zu löschen, also kann keine überschrieben werden',

  show: 'Dateien zeigen',
  hide: 'Dateien ausblenden',
  resume: 'Fortsetzen',
  of: (action: string, path: string) => `${action}: ${path}`,
  pauseAll: 'Alle pausieren',
  resumeAll: 'Alle fortsetzen',
  retryAll: 'Fehlgeschlagene noch einmal versuchen',
  stopAll: 'Alle anhalten',
  stopTitle: 'Hochladen anhalten?',
  stopText: (count: number) =>
    `${files(count)} ${plural(count, 'wird', 'werden')} nicht hochgeladen. Was schon gespeichert ist, bleibt. Danach kann kein Upload fortgesetzt werden.`,
  clear: 'Fertige entfernen',

  unreadable: 'Die Datei kann nicht mehr gelesen werden. Vielleicht wurde sie verschoben oder geändert.',
  lostOften: (losses: number) => `Die Verbindung ist beim Senden dieser Datei ${losses}-mal abgebrochen`,
  answeredWith: (status: number) => `Der Dienst hat mit dem Status ${status} geantwortet`,
  maybeStored: 'Die Antwort auf einen früheren Versuch ging verloren, vielleicht ist das also dieselbe Datei.',
};
