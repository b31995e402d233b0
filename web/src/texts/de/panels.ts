import { counted, formatNumber, LOCALE } from '../locale.ts';
import * as words from './common.ts';
import { joinWords } from './lists.ts';

export const panelHeader = {
  label: 'Teile des Panels',
  tabs: { files: words.files, records: words.records, settings: words.settings, deliveries: words.deliveries },
  notFound: 'Dieses Panel gibt es nicht',
  notFoundText: 'Vielleicht wurde es gelöscht, oder es ist nicht mit Ihnen geteilt.',
};

export const folderRules = {
  operations: { upload: 'hochladen', read: 'lesen', list: 'auflisten', update: 'ändern', delete: 'löschen' },
  who: {
    none: (what: readonly string[]) => `Niemand darf Dateien ${joinWords(what)}, auch nicht über die API.`,
    owner: (what: readonly string[]) => `Nur Eigentümer dürfen Dateien ${joinWords(what)}.`,
    users: (what: readonly string[]) => `Benutzer dürfen Dateien ${joinWords(what)}.`,
    public: (what: readonly string[]) => `Alle dürfen Dateien ${joinWords(what)}, ohne sich anzumelden.`,
  },
  anyType: 'Dateien jedes Typs werden angenommen.',
  noType: 'Keine Datei wird angenommen, weil die Liste der Typen leer ist.',
  types: (types: readonly string[]) => `Nur Dateien der Typen ${joinWords(types)} werden angenommen.`,
  fileLimit: (megabytes: number) => `eine Datei hat höchstens ${counted(megabytes, 'MB', 'MB')}`,
  filesLimit: (files: number) => `der Ordner enthält höchstens ${counted(files, 'Datei', 'Dateien')}`,
  totalLimit: (megabytes: number) => `der Ordner enthält höchstens ${counted(megabytes, 'MB', 'MB')}`,
  bothLimits: (files: number, megabytes: number) =>
    `der Ordner enthält höchstens ${counted(files, 'Datei', 'Dateien')} und ${counted(megabytes, 'MB', 'MB')}`,
  limits: (parts: readonly string[]) => {
    const text = joinWords(parts);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  },
  noLimits: 'Für ihre Größe und Anzahl gilt nur die Grenze des Panels.',
  keepDays: (days: number) => `Dateien werden nach ${counted(days, 'Tag', 'Tagen')} im Ordner gelöscht.`,
  keepForever: 'Dateien bleiben, bis jemand sie löscht.',
  publicLinks: 'Links zu Dateien laufen nie ab: Wer einen hat, kann die Datei immer öffnen.',
  expiringLinks: 'Links zu Dateien laufen nach einiger Zeit ab.',
  recordRequired: 'Jede Datei muss zu einem Datensatz gehören.',
  withRecord: 'Eine Datei wird zusammen mit ihrem Datensatz gelöscht.',
  withoutRecord: 'Eine Datei bleibt, wenn ihr Datensatz gelöscht wird.',
};

export const settingsProblems = {
  required: 'Hier fehlt etwas.',
  least: (least: number) => `Mindestens ${least}.`,
  most: (most: number) => `Höchstens ${formatNumber(most)}.`,
  type: (type: string) => `„${type}“ ist kein Typ: Schreiben Sie image/*, application/pdf oder .csv.`,
  knownFolder: 'Dieser Ordner hat schon Regeln.',
  folderName: 'Nur Buchstaben, Ziffern, _ und -.',
  url: 'Eine Adresse, die mit https:// oder http:// beginnt.',
  events: 'Wählen Sie mindestens ein Ereignis.',
};

export const settingsParts = {
  fields: {
    name: words.name,
    organization_id: 'Organisation',
    group_id: 'Gruppe',
    enabled: 'an oder aus',
    database: 'Datenbank',
  },
  storage: 'Dateispeicher',
  limit: 'Grenze der Dateien',
  folder: (name: string) => `Regeln des Ordners ${name}`,
  otherFolders: 'Regeln aller anderen Ordner',
  share: (email: string) => `Freigabe an ${email}`,
  groupShare: 'Freigabe an eine Gruppe',
  webhook: (url: string) => `Webhook ${url}`,
};

export const hazards = {
  folder: (name: string) => `im Ordner ${name}`,
  otherFolders: 'in allen anderen Ordnern',
  opened: (where: string, what: readonly string[]) =>
    `Alle werden Dateien ${where} ${joinWords(what)} können, ohne sich anzumelden.`,
  publicLinks: (where: string) =>
    `Links zu Dateien ${where} werden nie ablaufen: Wer einen hat, kann die Datei immer öffnen.`,
  deleted: (where: string, days: number) =>
    `Dateien ${where}, die seit mehr als ${counted(days, 'Tag', 'Tagen')} dort sind, werden gelöscht. Das lässt sich nicht rückgängig machen.`,
};

export const panels = {
  search: 'Panels durchsuchen',
  searchHint: 'Name oder Eigentümer',
  whose: 'Wessen Panels',
  columns: {
    name: words.name,
    owner: words.owner,
    files: words.files,
    storage: words.storage,
    records: words.records,
    changed: words.changed,
  },
  sharedWith: 'geteilt',
  files: (files: number) => counted(files, 'Datei', 'Dateien'),
  records: (records: number) => (records > 10_000 ? `${formatNumber(10_000)}+` : formatNumber(records)),
  noDatabase: 'keine Datenbank',
  nothingFits: 'Kein passendes Panel',
  nothingFitsText: 'Kein Panel, das Sie sehen können, passt zur Suche.',
  emptyTitle: 'Erstellen Sie ein erstes Panel',
  emptyText:
    'Ein Panel enthält die Datensätze und Dateien einer Anwendung. Workflows können starten, wenn sie sich ändern, und Webhooks sagen es anderen Programmen.',
  curl: (url: string) => `curl -X POST "${url}/api/v1/panel/create" -H "uni-api-key: $KEY" -d '{"name": "Shop"}'`,
};

export const createPanelDialog = {
  nameHint: 'Die Anwendung, für die es ist.',
  contents: 'Was es enthält',
  databaseHint: 'Eine Datenbank von JSON-Dokumenten in Sammlungen.',
  storageHint: 'Ordner mit eigenen Regeln.',
};

export const panelSettings = {
  readOnly: 'Sie dürfen dieses Panel verwenden, aber seine Einstellungen nicht ändern.',
  general: 'Allgemein',
  generalText: 'Ein ausgeschaltetes Panel antwortet niemandem, und Links zu seinen Dateien gelten nicht.',
  enabled: 'Das Panel ist eingeschaltet',
  owner: 'Erstellt von',
  organizationHint: 'Dann zählt ihr Speicherkontingent statt dem der Person, die es erstellt hat.',
  groupHint: 'Ihren Mitgliedern gehört das Panel auch.',
  unknownOwner: 'Eine, zu der Sie nicht gehören',
  database: 'Datenbank',
  databaseText: 'Datensätze sind JSON-Dokumente in Sammlungen. Das Ausschalten der Datenbank löscht nichts.',
  databaseSwitch: 'Das Panel hat eine Datenbank',
  storage: 'Dateispeicher',
  storageText:
    'Anwendungen verbergen die Dateien eines Panels, dessen Speicher aus ist. Die API liefert sie weiterhin.',
  storageSwitch: 'Das Panel speichert Dateien',
  limit: 'Grenze in MB',
  limitHint: 'Mit 0 zählt nur das Speicherkontingent des Eigentümers.',
  rules: 'Ordnerregeln',
  rulesText:
    'Jeder Ordner kann eigene Regeln haben. Die von „allen anderen Ordnern“ gelten für die übrigen. Andere Stufen als „Niemand“ sind für die Anwendung, die die Dateien zeigt: Die API erlaubt sie alle.',
  otherFolders: 'Alle anderen Ordner',
  followers: 'Ordner ohne eigene Regeln',
  followsOthers: 'folgt den Regeln aller anderen Ordner',
  followsNobody: 'hat keine Regeln: Nur die API und der Eigentümer verwenden ihn',
  ownRules: 'Regeln geben',
  ownRulesOf: (name: string) => `${name} eigene Regeln geben`,
  newFolder: 'Ordner',
  newFolderHint: 'rechnungen',
  addFolder: 'Regeln für einen Ordner hinzufügen',
  addOthers: 'Regeln für alle anderen Ordner hinzufügen',
  removeRulesOf: (name: string) => `Regeln von ${name} entfernen`,
  noRules: 'Es gibt noch keine Regeln: Nur die API und der Eigentümer verwenden die Ordner.',
  meaning: 'Was das bedeutet',
  editRulesOf: (name: string) => `Regeln von ${name} bearbeiten`,
  rights: 'Wer darf',
  right: {
    upload: words.upload,
    read: 'Lesen',
    list: 'Auflisten',
    update: words.change,
    delete: words.deleteAction,
  },
  levels: { none: words.nobody, owner: words.owner, users: words.users, public: 'Alle' },
  types: 'Angenommene Typen',
  typesHint: 'image/*, application/pdf, .csv',
  typesText: 'Leer: jeder Typ.',
  max_file_mb: 'MB pro Datei',
  max_files: words.files,
  max_total_mb: 'MB insgesamt',
  keep_days: 'Tage aufbewahren',
  public_links: 'Links laufen nie ab',
  record_required: 'Dateien müssen zu einem Datensatz gehören',
  keep_without_record: 'Dateien bleiben, wenn ihr Datensatz gelöscht wird',
  filesOf: (files: number, most: number) => `${formatNumber(files)} von ${counted(most, 'Datei', 'Dateien')}`,
  sharingText: 'Wer Zugriff hat, darf Datensätze und Dateien verwenden, wie die Ordnerregeln es sagen.',
  canUse: 'Darf es verwenden',
  canChange: 'Darf es ändern',
  webhooksText:
    'Heddle sendet an jede dieser Adressen ein Ereignis, mit ihrem Geheimnis signiert, und versucht es einen Tag lang immer wieder.',
  webhooksHidden: 'Nur wer das Panel ändern darf, sieht seine Webhooks.',
  noWebhooks: 'Noch erfährt niemand von Änderungen.',
  addWebhook: 'Webhook hinzufügen',
  webhook: (number: number) => `Webhook ${number}`,
  removeWebhook: (number: number) => `Webhook ${number} entfernen`,
  urlHint: 'https://example.org/hook',
  event: {
    'file.stored': 'Eine Datei wurde hochgeladen oder ersetzt.',
    'file.changed': 'Eine Datei wurde verschoben, oder sie hat andere Metadaten oder einen anderen Datensatz.',
    'file.deleted': 'Eine Datei wurde gelöscht, aus welchem Grund auch immer.',
    'record.created': 'Ein Datensatz wurde erstellt.',
    'record.changed': 'Die Daten eines Datensatzes wurden geändert.',
    'record.deleted': 'Ein Datensatz wurde gelöscht.',
  },
  secret: 'Geheimnis',
  secretText: 'Empfänger prüfen damit die Signatur, wie Standard Webhooks es beschreibt.',
  newSecretText: 'Beim Speichern entsteht ein neues Geheimnis.',
  hiddenSecret: '••••••••••••••••',
  newSecret: 'Neues Geheimnis erstellen',
  keepSecret: 'Jetziges Geheimnis behalten',
  seeDeliveries: 'Ansehen, was zugestellt wurde',
  watchingText: 'Sie starten, wenn sich Datensätze oder Dateien des Panels ändern.',
  watchesRecords: (collection: string, events: readonly string[]) =>
    `Datensätze ${joinWords(events)}${collection === '*' ? '' : ` in ${collection}`}`,
  watchesFiles: (folder: string, events: readonly string[]) =>
    `Dateien ${joinWords(events)}${folder === '*' ? '' : ` in ${folder}`}`,
  deletion: 'Panel löschen',
  deleteWhat: (files: string, records: string, webhooks: number) =>
    `${files}, ${records} und ${counted(webhooks, 'Webhook', 'Webhooks')} werden mitgelöscht, und alle Links zu den Dateien gelten nicht mehr. Es werden keine Ereignisse gesendet.`,
  deleteFiles: (files: number, size: string) => `${counted(files, 'Datei', 'Dateien')} (${size})`,
  deleteRecords: (records: number) =>
    records > 10_000 ? 'mehr als 10.000 Datensätze' : counted(records, 'Datensatz', 'Datensätze'),
  deleteWorkflows: (workflows: number) =>
    `${counted(workflows, 'Workflow wird', 'Workflows werden')} nicht mehr davon gestartet.`,
  deleteConfirm: (name: string) => `Zur Bestätigung ${name} eingeben`,
  invalid: 'Etwas stimmt noch nicht.',
  saveAction: 'Einstellungen speichern',
  saved: 'Die Einstellungen wurden gespeichert.',
  hazardTitle: 'Diese Regeln speichern?',
  changedTitle: 'Jemand anderes hat diese Einstellungen inzwischen geändert',
  changedText:
    'Ihre Änderungen bleiben erhalten. Wo Sie beide dasselbe geändert haben, wählen Sie, und speichern Sie dann noch einmal.',
  merged: (parts: readonly string[]) =>
    `Gespeichert, zusammen mit dem, was jemand anderes inzwischen geändert hat: ${joinWords(parts)}.`,
  takeTheirsOf: (part: string) => `Andere übernehmen: ${part}`,
  keepMineOf: (part: string) => `Meine behalten: ${part}`,
};

export const deliveries = {
  states: { waiting: words.waiting, delivered: 'Zugestellt', failed: words.failed, cancelled: words.cancelled },
  anyEvent: 'Alle Ereignisse',
  retryAll: (number: number) => `${formatNumber(number)} erneut versuchen`,
  retryAllTitle: 'Diese Zustellungen erneut versuchen?',
  retryAllText: (number: number, event: string | undefined) =>
    `${counted(number, 'Zustellung', 'Zustellungen')}${event === undefined ? '' : ` von ${event}`}, fehlgeschlagen oder abgebrochen, werden erneut gesendet, von jetzt an einen Tag lang. Zustellungen, deren Webhook entfernt wurde, werden ausgelassen.`,
  retriedAll: (number: number, leftOut: number) =>
    `${counted(number, 'Zustellung wird', 'Zustellungen werden')} erneut gesendet.${leftOut > 0 ? ` ${counted(leftOut, 'wurde', 'wurden')} ausgelassen, weil der Webhook entfernt wurde.` : ''}`,
  retryOf: (event: string, url: string) => `${event} an ${url} erneut versuchen`,
  retried: 'Es wird erneut gesendet.',
  columns: {
    state: words.state,
    event: words.event,
    subject: words.about,
    url: words.webhook,
    result: 'Letzte Antwort',
    time: words.time,
  },
  attempts: (number: number) => (number === 1 ? 'einmal versucht' : `${number}-mal versucht`),
  notTried: 'noch nicht versucht',
  answered: (status: number) => `Status ${status}`,
  file: (id: string) => `Datei ${id}`,
  record: (key: string) => `Datensatz ${key}`,
  emptyTitle: 'Noch wurde nichts gesendet',
  emptyText:
    'Wenn sich eine Datei oder ein Datensatz ändert, erfahren es die Webhooks des Panels. Das Log zeigt, was in den letzten Tagen gesendet wurde und was nicht gelungen ist.',
  emptyAction: 'Webhook einrichten',
  nothingFits: 'Keine passende Zustellung',
  nothingFitsText: 'Keine Zustellung der letzten Tage passt zu den Filtern.',
  showAll: 'Alle Zustellungen anzeigen',
  forWriters: 'Nur für alle, die das Panel ändern dürfen',
  forWritersText:
    'Die Adressen von Webhooks enthalten oft Geheimnisse, deshalb werden ihre Zustellungen nicht allen gezeigt.',
  curl: (url: string, id: string) =>
    `curl -X POST "${url}/api/v1/panel/update" -H "uni-api-key: $KEY" -d '{"id": "${id}", "webhooks": [{"url": "https://example.org/hook", "events": ["file.stored"]}]}'`,
};

const megabytes = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

export const storageUsage = {
  usedOf: (used: number, limit: number) =>
    `${used > 0 && used < 0.1 ? `< ${megabytes.format(0.1)}` : megabytes.format(used)} von ${megabytes.format(limit)} MB`,
};
