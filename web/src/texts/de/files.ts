import { counted, formatNumber, plural } from '../locale.ts';
import * as words from './common.ts';

const countFiles = (count: number) => counted(count, 'Datei', 'Dateien');

export const files = {
  folders: 'Ordner',
  allFolders: 'Alle Ordner',
  count: countFiles,
  openFolder: (name: string) => `Ordner ${name} aufklappen`,
  closeFolder: (name: string) => `Ordner ${name} zuklappen`,
  noFolders: 'keine Unterordner',
  you: 'Sie sind hier',
  usageLabel: 'Speicher des Panels',
  search: 'In diesem Ordner suchen',
  searchPlaceholder: 'Teil des Namens',
  grid: 'Raster',
  uploadFolder: 'Einen Ordner',
  folderInfo: 'Über diesen Ordner',
  dropHere: (directory: string) => `Legen Sie Dateien und Ordner hier ab, um sie in ${directory} zu speichern`,
  dropAtTop: 'Legen Sie Ordner ab, um sie mit ihren Dateien zu speichern',
  chooseFolderFirst: 'Jede Datei gehört in einen Ordner. Öffnen Sie einen Ordner, oder legen Sie einen ganzen ab.',
  mayNotUpload: 'Die Regeln dieses Ordners nehmen keine Uploads an',

  name: words.name,
  type: words.type,
  size: 'Größe',
  updated: words.changed,
  selectAll: 'Alle Dateien dieser Liste auswählen',
  filesOf: (directory: string) => `Dateien von ${directory}`,
  foldersOfPanel: 'Ordner des Panels',
  loading: 'wird gelesen',
  sort: 'Reihenfolge',
  orders: {
    name: { ascending: 'Nach Name', descending: 'Nach Name, ab Z' },
    type: { ascending: 'Nach Typ', descending: 'Nach Typ, ab Z' },
    size: { ascending: 'Kleinste zuerst', descending: 'Größte zuerst' },
    updated: { ascending: 'Älteste zuerst', descending: 'Neueste zuerst' },
  },
  sortBy: (column: string) => `Nach ${column} sortieren`,
  summary: (folders: number, count: number) =>
    [...(folders > 0 ? [counted(folders, 'Ordner', 'Ordner')] : []), countFiles(count)].join(', '),
  keys: 'Pfeiltasten bewegen, Leertaste wählt aus, Eingabetaste öffnet, F2 benennt um, Entf löscht',

  emptyPanel: 'Noch keine Dateien',
  emptyPanelText:
    'Ein Panel bewahrt die Dateien einer Anwendung in Ordnern auf. Legen Sie hier einen Ordner ab, oder erstellen Sie einen und laden Sie Dateien hinein.',
  emptyFolder: 'Hier ist nichts',
  emptyFolderText:
    'Legen Sie Dateien hier ab, oder laden Sie sie hoch. Einen Ordner gibt es nur, solange er eine Datei enthält.',
  emptyReadOnlyText: 'Dieser Ordner enthält keine Dateien. Einen Ordner gibt es nur, solange er eine Datei enthält.',
  nothingFound: 'Keine passende Datei',
  nothingFoundText: 'Kein Name in diesem Ordner enthält, was Sie suchen. Unterordner werden nicht durchsucht.',
  curl: (origin: string, panelId: string, directory: string) =>
    `curl -X POST "${origin}/api/v3/booster/storage/private/upload" -H "uni-api-key: $KEY" -H "panel-id: ${panelId}" -F "path=${directory}/" -F "file=@invoice.pdf"`,

  selected: (count: number) => `${countFiles(count)} ausgewählt`,
  selectedLabel: 'Ausgewählte Dateien',

  closeDetails: 'Details schließen',
  gone: 'Diese Datei gibt es nicht mehr',
  goneText: 'Sie wurde gelöscht, oder ihr Ordner darf nicht gelesen werden.',
  noPreview: (type: string) => `Dateien des Typs ${type} haben hier keine Vorschau.`,
  notReadable: 'Die Regeln dieses Ordners lassen niemanden seine Dateien lesen.',
  previewFailed: 'Die Vorschau konnte nicht geladen werden',
  onlyBeginning: (bytes: string) => `Nur die ersten ${bytes} werden gezeigt`,
  tooLargePreview: 'Diese Datei ist zu groß für eine Vorschau. Laden Sie sie herunter, um sie zu sehen.',
  openTab: 'In neuem Tab öffnen',
  download: 'Herunterladen',
  path: 'Pfad',
  sha256: 'SHA-256',
  copySha: 'SHA-256 kopieren',
  uploadedBy: 'Hochgeladen von',
  unknownUploader: 'unbekannt',
  expires: 'Wird gelöscht',
  never: 'nie von selbst',

  link: 'Link',
  lifetime: 'Wie lange der Link gilt',
  minutes: (minutes: number) => lifetimeWord(minutes),
  permanentHint: 'Er gilt für alle, bis die Datei gelöscht wird oder der Ordner keine öffentlichen Links mehr hat.',
  linkHint: 'Wer den Link hat, kann die Datei bis dahin sehen.',
  createLink: 'Link kopieren',
  linkCopied: 'Der Link ist in der Zwischenablage',
  asDownload: 'Als Download',

  metadata: 'Metadaten',
  editMetadata: 'Metadaten bearbeiten',
  metadataText: 'Metadaten als JSON',
  metadataHint: 'Ein JSON-Objekt. Schlüssel haben keine Punkte und beginnen nicht mit $.',
  notObject: 'Metadaten müssen ein JSON-Objekt sein, etwa {"year": 2026}',
  badKey: (key: string) => `Der Schlüssel ${key} beginnt mit $ oder hat einen Punkt`,

  noRecord: 'keiner',
  linkRecord: 'Mit einem Datensatz verknüpfen',
  unlinkRecord: 'Vom Datensatz lösen',
  openRecord: (collection: string, key: string) => `${collection} ${key.slice(0, 8)}`,
  recordKey: 'Schlüssel des Datensatzes',

  renameTitle: (name: string) => `${name} umbenennen`,
  newName: 'Neuer Name',
  moveTitle: (count: number) => `${countFiles(count)} verschieben`,
  moveTo: 'Verschieben nach',
  moveHint: 'Ein Ordner, und Unterordner hinter Schrägstrichen. Es muss sie noch nicht geben.',
  moveHere: 'Hierher verschieben',
  moved: (count: number, directory: string) => `${countFiles(count)} nach ${directory} verschoben`,
  deleteTitle: (count: number) => `${countFiles(count)} löschen?`,
  deleteOne: (name: string) => `${name} wird endgültig gelöscht, und Links darauf gelten sofort nicht mehr.`,
  deleteMany: (count: number) =>
    `${countFiles(count)} werden endgültig gelöscht, und Links darauf gelten sofort nicht mehr.`,
  deleted: (count: number) => `${countFiles(count)} gelöscht`,
  progress: (done: number, total: number) => `${formatNumber(done)} von ${formatNumber(total)} fertig`,
  failures: (count: number) => `${countFiles(count)} ${plural(count, 'konnte', 'konnten')} nicht geändert werden`,
  moreFailures: (count: number) => `und ${formatNumber(count)} weitere`,

  newFolderName: 'Name des Ordners',
  newFolderHint:
    'Einen Ordner gibt es nur, solange er eine Datei enthält: Andere sehen ihn, wenn Sie die erste hochgeladen haben.',
  newTopHint: "Buchstaben, Ziffern, '_' und '-'.",
  folderNameInvalid: "Der Name eines Ordners kann nur Buchstaben, Ziffern, '_' und '-' enthalten",
  segmentInvalid: `Ein Name kann keines der Zeichen / \\ : * ? " < > | # % ' und keine Leerzeichen an den Enden haben`,

  rulesOf: (folder: string) => `Regeln von ${folder}`,
  rulesOthers: 'Das sind die Regeln für alle Ordner ohne eigene.',
  rulesNone: 'Dieser Ordner hat keine Regeln.',
  changeRules: 'Regeln ändern',
  inThisFolder: 'In diesem Ordner',
  ofFiles: (count: number, most: number) => `${formatNumber(count)} von ${countFiles(most)}`,
  fileLimit: 'Dateien des Ordners',
  sizeLimit: 'Größe des Ordners',
  topText: 'Wählen Sie einen Ordner, um seine Dateien und Regeln zu sehen.',
};

function lifetimeWord(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'Tag', 'Tage');
  if (minutes % 60 === 0) return counted(minutes / 60, 'Stunde', 'Stunden');
  return counted(minutes, 'Minute', 'Minuten');
}
