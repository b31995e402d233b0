import type { Operator } from '../../../../src/query/query-body.ts';
import { counted, formatNumber } from '../locale.ts';
import * as words from './common.ts';

const records = (count: number) => counted(count, 'Datensatz', 'Datensätze');

export const recordsPage = {
  collections: 'Sammlungen',
  records,
  shown: (count: number) => formatNumber(count),
  noDatabase: 'Dieses Panel hat keine Datenbank',
  noDatabaseText:
    'In seinen Einstellungen sind Datensätze ausgeschaltet. Wer das Panel ändern darf, kann sie einschalten.',
  toSettings: 'Einstellungen öffnen',
  empty: 'Noch keine Datensätze',
  emptyText:
    'Datensätze sind JSON-Dokumente in benannten Sammlungen, für die Daten Ihrer Anwendung. Eine Sammlung gibt es, sobald ein Datensatz darin ist.',
  emptyReader: 'Datensätze erscheinen hier, sobald jemand, der das Panel ändern darf, einen erstellt.',
  emptyCollection: 'Diese Sammlung ist leer',
  emptyCollectionText: 'Ihr letzter Datensatz wurde gelöscht, oder sie hatte nie einen.',
  nothingFits: 'Kein passender Datensatz',
  nothingFitsText: 'Kein Datensatz dieser Sammlung passt zu den Filtern.',
  showAll: 'Alle Datensätze anzeigen',
};

export const recordTable = {
  label: (collection: string) => `Datensätze von ${collection}`,
  sortBy: (name: string) => `Nach ${name} sortieren`,
  selectAll: 'Alle geladenen Datensätze auswählen',
  select: (key: string) => `Datensatz ${key} auswählen`,
  open: (key: string) => `Datensatz ${key} öffnen`,
  more: 'Weitere werden gelesen',
  all: (count: number) => `Das sind alle (${records(count)}).`,
  noColumns: 'Die Datensätze haben noch keine Felder.',
  chooseColumns: 'Gezeigte Spalten',
};

export const bulk = {
  label: 'Ausgewählte Datensätze',
  selected: (count: number) => `${formatNumber(count)} ausgewählt`,
  deleteTitle: (count: number) => `${records(count)} löschen?`,
  deleteText:
    'Das lässt sich nicht rückgängig machen. Dateien, die zu einem Datensatz gehören, werden mitgelöscht, außer in Ordnern, die sie behalten.',
  deleted: (count: number) => `${records(count)} ${count === 1 ? 'wurde' : 'wurden'} gelöscht.`,
  partly: (deleted: number, message: string) => `${formatNumber(deleted)} gelöscht. Die anderen nicht: ${message}`,
};

export const columnTypes = {
  notNumber: (cell: string) => `„${cell}“ ist keine Zahl`,
  notBoolean: (cell: string) => `„${cell}“ ist weder wahr noch falsch`,
  notJson: (cell: string) => `„${cell}“ ist kein JSON`,
  names: { text: words.text, number: words.number, boolean: words.trueOrFalse, json: words.json },
};

export const filterRows = {
  field: 'Wählen Sie ein Feld: key, created, updated oder data.<Name>',
  list: 'Geben Sie mindestens einen Wert ein, jeden in einer eigenen Zeile',
  boolean: 'Wählen Sie wahr oder falsch',
  time: 'Geben Sie Datum und Uhrzeit ein',
  key: 'Geben Sie den ganzen Schlüssel eines Datensatzes ein',
};

export const filterBuilder = {
  open: (count: number) => (count === 0 ? 'Filtern' : `Filter (${formatNumber(count)})`),
  label: 'Filterbedingungen',
  condition: (number: number) => `Bedingung ${number}`,
  add: 'Bedingung hinzufügen',
  apply: 'Anwenden',
  clear: 'Alle entfernen',
  and: 'und',
  where: 'wo',
  operator: 'Bedingung',
  type: 'Typ des Werts',
  values: 'Werte, einer in jeder Zeile',
  remove: (row: number) => `Bedingung ${row} entfernen`,
  all: 'Ein Datensatz wird gefunden, wenn alle Bedingungen wahr sind. Für „einen von mehreren Werten“ gibt es „ist einer von“.',
  json: 'Filter als JSON',
  copyJson: 'Filter kopieren',
  curl: 'Dasselbe über die API',
  false: 'falsch',
  operators: {
    '==': 'ist',
    '!=': 'ist nicht',
    '<': 'ist kleiner als',
    '<=': 'ist höchstens',
    '>': 'ist größer als',
    '>=': 'ist mindestens',
    in: 'ist einer von',
    not_in: 'ist keiner von',
    contains: 'enthält',
    regex: 'passt zum Muster',
  } satisfies Record<Operator, string>,
  types: {
    text: words.text,
    number: words.number,
    boolean: words.trueOrFalse,
    empty: 'Nichts',
    json: words.json,
    time: words.time,
    key: words.key,
  },
  data: 'Felder der Daten',
  record: 'Der Datensatz',
};

export const recordDraft = {
  object: 'Die Daten eines Datensatzes sind ein JSON-Objekt',
  twice: 'Ein anderes Feld hat diesen Namen',
  kinds: { text: words.text, number: words.number, boolean: words.trueOrFalse, null: 'Nichts', json: words.json },
};

export const recordPanel = {
  close: 'Datensatz schließen',
  dates: (created: string | number, changed: string | number) => `erstellt ${created} · geändert ${changed}`,
  mode: 'Bearbeiten als',
  fieldName: 'Name des Felds',
  nameTaken: 'Dieses Feld gibt es schon',
  noFields: 'Der Datensatz hat keine Felder.',
  revert: 'Änderungen verwerfen',
  saved: 'Der Datensatz wurde gespeichert.',
  createdNotice: 'Der Datensatz wurde erstellt.',
  unsaved: 'Noch nicht gespeichert',
  deleteTitle: 'Diesen Datensatz löschen?',
  collectionHint: 'Ein neuer Name macht eine neue Sammlung.',
  offeredHint: 'Andere Datensätze der Sammlung haben diese Felder. Die, die Sie nicht ausfüllen, werden ausgelassen.',
  conflict: 'Jemand anderes hat diesen Datensatz inzwischen geändert',
  conflictText: 'Diese Änderung ist schon gespeichert. Ihre ist noch hier und nicht gespeichert.',
  theirs: 'Andere',
  mine: 'Ihre',
  removed: 'entfernt',
  onlyTheirs: 'von Ihnen nicht geändert',
  saveMine: 'Meine auch speichern',
  noFiles: 'Zu diesem Datensatz gehört keine Datei.',
  filesOff: 'Der Speicher dieses Panels ist aus.',
  upload: 'Dateien hochladen',
  uploadFolder: 'In den Ordner',
  workflows: 'Workflows, die ihn beobachten',
  noWorkflows: 'Kein veröffentlichter Workflow startet, wenn sich ein Datensatz dieser Sammlung ändert.',
  on: 'an',
  events: (names: readonly string[]) => `bei ${names.join(' oder ')}`,
};

export const importPlan = {
  oneKey: 'Nur eine Spalte kann der Schlüssel des Datensatzes sein.',
  noField: 'Verwenden Sie mindestens eine Spalte als Feld.',
  unnamed: 'Jedes Feld braucht einen Namen.',
  twice: (name: string) => `Zwei Spalten werden zum Feld „${name}“.`,
  cell: (field: string, problem: string) => `${field}: ${problem}`,
  tooManyCells: (cells: number, columns: number) =>
    `die Zeile hat ${formatNumber(cells)} Zellen, aber die erste Zeile nennt ${formatNumber(columns)}`,
  notJson: 'das ist kein JSON',
  notObject: 'das ist kein JSON-Objekt',
};

export const importDialog = {
  title: 'Datensätze importieren',
  chooseText:
    'CSV mit einer ersten Zeile von Namen, JSON mit einem Array von Objekten, oder ein Objekt in jeder Zeile. In jeder Größe.',
  drop: 'oder hier ablegen',
  collection: 'In die Sammlung',
  existing: 'Wenn es einen Schlüssel mit anderen Daten gibt',
  refuse: 'Zeile ablehnen',
  update: 'Datensatz ändern',
  separators: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator' },
  columns: 'Spalten der Datei',
  column: 'Spalte',
  use: 'Verwendung',
  uses: { field: words.field, key: 'Schlüssel des Datensatzes', skip: 'Auslassen' },
  roleOf: (name: string) => `Verwendung von ${name}`,
  nameOf: (name: string) => `Feld für ${name}`,
  examples: 'Beispiele',
  items: (count: number) => `Die Datei beginnt mit ${counted(count, 'Objekt', 'Objekten')} wie diesen.`,
  nothing: 'Diese Datei hat keine Zeilen.',
  back: 'Andere Datei',
  continue: 'Fortsetzen',
  progress: 'Fortschritt des Imports',
  counts: ({ created, updated, unchanged, refused }: Record<'created' | 'updated' | 'unchanged' | 'refused', number>) =>
    [
      `${formatNumber(created)} erstellt`,
      ...(updated > 0 ? [`${formatNumber(updated)} geändert`] : []),
      ...(unchanged > 0 ? [`${formatNumber(unchanged)} gab es schon`] : []),
      `${formatNumber(refused)} abgelehnt`,
    ].join(' · '),
  states: {
    running: 'Wird importiert',
    paused: 'Pausiert. Setzen Sie fort, wo er angehalten hat, oder schließen Sie: Was erstellt wurde, bleibt.',
    done: words.done,
    failed: 'Der Import ist vorzeitig beendet. Was erstellt wurde, bleibt.',
  },
  refusedRows: 'Abgelehnte Zeilen',
  row: 'Zeile',
  reason: 'Grund',
  moreRefused: (count: number) => `${formatNumber(count)} weitere stehen im Bericht.`,
  report: 'Bericht herunterladen',
  reportName: 'abgelehnte-zeilen.csv',
};

export const refusedReport = { row: 'Zeile', reason: 'Grund', item: 'Element' };

export const exportDialog = {
  title: 'Datensätze exportieren',
  format: 'Format',
  formats: { csv: 'CSV' },
  filtered: (count: string) => `Von den Filtern gefunden: ${count}.`,
  everything: (count: string) => `Die ganze Sammlung: ${count}.`,
  order: 'Sie werden in der Reihenfolge geschrieben, in der sie erstellt wurden.',
  allFields: 'Alle Felder, die gefunden werden',
  shownFields: 'Die gezeigten Spalten',
  withKeys: 'Mit Schlüssel und Zeiten',
  excelSafe: 'Sicher für Excel',
  excelSafeText:
    'Texte, die mit = + - @ beginnen, bekommen einen Apostroph, damit keine Tabellenkalkulation sie als Formel ausführt.',
  progress: 'Fortschritt des Exports',
  written: (records: number, total: number) => `${formatNumber(records)} von ${formatNumber(Math.max(records, total))}`,
  done: (count: number) => `${records(count)} geschrieben. Der Browser speichert die Datei.`,
};
