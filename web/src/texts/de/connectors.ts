import { formatNumber } from '../locale.ts';
import * as words from './common.ts';

export const connectors = {
  search: 'Konnektoren durchsuchen',
  searchPlaceholder: 'Titel oder Name',
  table: 'Konnektoren und MCP-Server',
  own: 'von jeder Person eigene',
  hidden: 'nicht mit Ihnen geteilt',
  state: words.state,
  onlyFirst: (count: number) => `Von jeder Art werden nur die ersten ${count} gezeigt. Suchen Sie nach den anderen.`,

  emptyTitle: 'Noch keine Konnektoren',
  emptyText:
    'Ein Konnektor macht aus der API eines anderen Dienstes Werkzeuge: aus der Galerie, aus ihrer OpenAPI-Beschreibung oder von einem MCP-Server. Schritte, Assistenten und Chats können sie dann aufrufen.',
  curl: (url: string) =>
    `curl "${url}/api/v1/connector/create" -H "uni-api-key: $KEY" -d '{"name": "petstore", "url": "https://petstore3.swagger.io/api/v3/openapi.json"}'`,
  nothingFits: 'Kein passender Konnektor',
  nothingFitsText: 'Kein Konnektor oder MCP-Server, den Sie sehen können, hat das im Titel oder Namen.',
  showAll: 'Alle Konnektoren anzeigen',

  all: 'Alle Konnektoren',
  notFound: 'Diesen Konnektor gibt es nicht',
  notFoundText: 'Vielleicht wurde er gelöscht, oder er ist nicht mit Ihnen geteilt.',
};

export const serverStates = {
  ready: words.ready,
  unreachable: 'Nicht erreichbar',
  connect: words.notConnected,
  off: words.off,
};

export const newConnector = {
  label: 'Woher er kommt',
  starts: { gallery: 'Galerie', document: 'OpenAPI-Beschreibung', mcp: words.mcpServer },

  search: 'Galerie durchsuchen',
  searchPlaceholder: 'Name eines Dienstes, oder was er tut',
  categories: 'Kategorien',
  category: (name: string) =>
    /^(ai|crm)$/.test(name) ? name.toUpperCase() : `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  galleryText: 'Wählen Sie einen Dienst und fügen Sie seinen Schlüssel ein. Alles andere ist bekannt.',
  nothingFits: 'Nichts in der Galerie passt.',
  useDescription: 'Die meisten Dienste veröffentlichen eine OpenAPI-Beschreibung: Verwenden Sie diese.',
  anotherService: 'Ein anderer Dienst',
  description: 'Seine Dokumentation',

  aboutText: 'Die Werkzeuge des Konnektors beginnen mit seinem Namen, etwa github_list_issues. Der Name bleibt.',
  nameHint: 'Kleinbuchstaben, Ziffern und _',
  nameInvalid: 'Kleinbuchstaben, Ziffern und _, am Anfang ein Buchstabe.',
  titleHint: 'Was in Listen steht.',

  documentText: 'OpenAPI 3.1, 3.0 oder Swagger 2.0, als JSON oder YAML, bis zu 20 MB.',
  sources: { url: words.url, file: words.file, text: words.text },
  sourceLabel: 'Wo die Beschreibung ist',
  url: 'URL der Beschreibung',
  urlPlaceholder: 'https://api.example.org/openapi.json',
  file: 'Datei mit der Beschreibung',
  otherFile: 'Andere Datei auswählen',
  noFile: 'Es ist keine Datei ausgewählt.',
  text: 'Die Beschreibung selbst',

  found: 'Was gefunden wurde',
  operations: (count: number) => (count === 1 ? 'Eine Operation' : `${formatNumber(count)} Operationen`),
  apiVersion: (version: string) => `Version ${version}`,
  formats: { 'swagger-2.0': 'Swagger 2.0', 'openapi-3.0': 'OpenAPI 3.0', 'openapi-3.1': 'OpenAPI 3.1' },
  skipped: (count: number) =>
    count === 1
      ? 'Eine Operation kann kein Werkzeug werden'
      : `${formatNumber(count)} Operationen können keine Werkzeuge werden`,
  which: 'Welche Operationen',
  whichText:
    'Eingeschaltete Operationen sind Werkzeuge. Die großer APIs wählt man am besten nach Themen; jede kann später umgeschaltet werden.',
  untagged: 'ohne Thema',
  allOn: 'Alle sind eingeschaltet.',
  tagsHint: 'Mehr als 100 Operationen: Wählen Sie die Themen, die Sie jetzt brauchen. Gar keines ist auch in Ordnung.',
  tag: (name: string, count: number) => `${name} (${formatNumber(count)})`,
  baseUrlHint: 'Woran die Pfade der Operationen angehängt werden.',
  otherHosts: (count: number) =>
    count === 1
      ? 'Eine Operation hat einen eigenen Server'
      : `${formatNumber(count)} Operationen haben einen eigenen Server`,
  otherHostsText:
    'Mit einer anderen Basis-URL werden Aufrufe dieser Operationen abgewiesen, wenn der Konnektor den Host nicht erlaubt.',
  ownAddress: 'Jeder Kunde hat eine eigene Adresse.',
  documentAddress: 'Leer: die Adresse, die die Beschreibung nennt.',
  baseUrlNeeded: 'Die Beschreibung sagt nicht, wo die API ist: Geben Sie ihre Basis-URL ein.',

  accessText: 'Mit welchen Zugangsdaten die API aufgerufen wird.',
  choices: {
    new: 'Neue Zugangsdaten',
    existing: 'Vorhandene Zugangsdaten',
    own: 'Jede Person verbindet eigene',
    none: 'Keine: Die API ist offen',
  },
  hiddenCredential: 'Andere, die nicht mit Ihnen geteilt sind',
  allFields: 'Alle Felder zeigen',
  noCredential: 'Sie haben keine Zugangsdaten, die Sie verwenden dürfen.',
  hosts: (hosts: string) => `Sie gehen nur an ${hosts}.`,
  noHosts: 'Der Host ist bekannt, sobald es eine Basis-URL gibt.',
  ownText: 'Wer den Konnektor verwendet, braucht dafür eigene Zugangsdaten.',

  openServer: 'Keine: Der Server ist offen',
  serverAccessText:
    'Mit welchen Zugangsdaten der Server aufgerufen wird. Bei vielen Servern meldet man sich im Browser an.',
  serverOwnText: 'Jede Person meldet sich mit dem eigenen Konto beim Server an und sieht, was er ihr zeigt.',
  serverPlaceholder: 'https://mcp.example.org/mcp',
  ready: 'Alles ist da.',
  serverText: 'Wo der Server Streamable HTTP spricht. Was er verlangt, wird beim Erstellen geprüft.',
  serverUrl: 'URL des Servers',

  created: (title: string) => `Der Konnektor ${title} wurde erstellt.`,
  serverCreated: (title: string) => `Der MCP-Server ${title} wurde hinzugefügt.`,
  credentialMade: (name: string) =>
    `Die Zugangsdaten ${name} wurden schon erstellt. Sie sind unten ausgewählt, damit sie nicht zweimal entstehen.`,
};

export const connectorPage = {
  facts: { read: 'Beschreibung gelesen' },
  apiOf: (title: string, version: string) => (version === '' ? title : `${title}, Version ${version}`),
  openCredential: 'Zugangsdaten öffnen',
  credentialNotReady: (name: string) =>
    `Die Zugangsdaten ${name} funktionieren zurzeit nicht, deshalb schlagen Aufrufe fehl.`,
  readOnly: 'Er ist zur Verwendung mit Ihnen geteilt. Sie können ihn ansehen, aber nicht ändern.',
  adminOnly: 'Sie sehen ihn als Administrator. Sie können ihn teilen und löschen, aber nicht verwenden.',

  on: (on: number, all: number) => `${formatNumber(on)} von ${formatNumber(all)} sind eingeschaltet`,
  shown: (count: number) => `${formatNumber(count)} gezeigt`,
  search: 'Operationen durchsuchen',
  searchPlaceholder: 'Name, Pfad oder was sie tut',
  tag: 'Thema',
  allTags: 'Alle Themen',
  tagOf: (name: string, enabled: number, count: number) => `${name} (${enabled} von ${count} an)`,
  which: 'Welche',
  turnOn: (count: number) => (count === 1 ? 'Einschalten' : `Alle ${formatNumber(count)} einschalten`),
  turnOff: (count: number) => (count === 1 ? 'Ausschalten' : `Alle ${formatNumber(count)} ausschalten`),
  switched: (count: number) =>
    count === 1 ? 'Eine Operation wurde umgeschaltet.' : `${count} Operationen wurden umgeschaltet.`,
  switchOf: (title: string) => `${title} ist ein Werkzeug`,
  open: (title: string) => `${title} öffnen`,
  deprecated: 'veraltet',
  nothingFits: 'Keine passende Operation.',
  skipped: (count: number) =>
    count === 1
      ? 'Eine Operation der Beschreibung kann kein Werkzeug werden'
      : `${formatNumber(count)} Operationen der Beschreibung können keine Werkzeuge werden`,

  tool: 'Name des Werkzeugs',
  copyTool: 'Namen des Werkzeugs kopieren',
  params: 'Sein Formular',
  paramsText: 'Wonach ein Schritt mit diesem Werkzeug fragt.',
  noParams: 'Es braucht keine Parameter.',
  paging: words.paging,
  pages: 'Ein Schritt kann alle Seiten dieser Liste lesen.',

  settingsText: 'Wie die API aufgerufen wird.',
  allowedHosts: 'Andere Hosts',
  allowedHostsHint:
    'Hosts, an die Operationen mit eigenen Servern gehen dürfen, obwohl die Basis-URL nicht die der Beschreibung ist.',
  rate: 'Ratenbegrenzung',
  rateText:
    'Aufrufe warten, so dass alle Prozesse zusammen nicht mehr machen. Ohne Grenze bremsen nur die Antworten der API selbst.',
  seconds: 'Sekunden',
  rateNumbers: 'Die Ratenbegrenzung braucht Zahlen.',
  paramNeeded: 'Das Blättern braucht den Namen eines Parameters.',
  nextNeeded: 'Das Blättern muss wissen, wo der nächste Cursor steht.',
  credentialNeeded: 'Wählen Sie Zugangsdaten.',
  rateHalf: 'Nötig sind beide Zahlen oder keine.',
  paginationText: 'Wie die nächste Seite einer Liste angefordert wird, wo eine Operation es nicht selbst sagt.',
  pagingKind: 'Wie geblättert wird',
  kinds: {
    none: 'Wie jede Operation es sagt',
    link: 'Nach dem Header Link',
    cursor: 'Nach einem Cursor in der Antwort',
    page: 'Nach Seitenzahlen',
    offset: 'Nach Offsets',
  },
  param: 'Parameter',
  next: 'Wo der nächste Cursor steht (JMESPath)',
  first: 'Erste Seite',
  items: 'Wo die Liste steht (JMESPath)',
  itemsHint: 'Leer, wenn die Antwort selbst die Liste ist.',

  refreshTitle: 'Beschreibung noch einmal lesen',
  refreshFrom: (url: string) => `Von ${url}`,
  refreshText: 'Nichts ändert sich, bevor Sie gesehen haben, was sich ändern würde.',
  same: 'Nichts hat sich geändert.',
  added: (count: number) => `${formatNumber(count)} neu`,
  removed: (count: number) => `${formatNumber(count)} entfallen`,
  changed: (count: number) => `${formatNumber(count)} geändert`,
  unchanged: (count: number) => `${formatNumber(count)} bleiben, wie sie sind.`,
  parts: { params: 'Parameter', description: words.description, path: 'Pfad' },
  used: 'Diese Schritte verwenden Operationen, die entfallen sind, und werden fehlschlagen:',
  usedBy: (tool: string, workflow: string) => `${tool} in ${workflow}`,
  applied: 'Der Konnektor wurde aktualisiert.',

  saved: 'Der Konnektor wurde gespeichert.',
  deleteSectionText: 'Seine Werkzeuge sind sofort weg. Seine Zugangsdaten bleiben.',
  deleteText: (prefix: string) =>
    `Schritte und Assistenten, die Werkzeuge verwenden, die mit ${prefix}_ beginnen, schlagen fehl. Das lässt sich nicht rückgängig machen.`,
  usesNow: 'Sie werden jetzt verwendet von:',
  moreUses: (count: number) => `und ${count} weiteren`,
  deleted: (title: string) => `${title} wurde gelöscht.`,
};

export const serverPage = {
  check: 'Jetzt prüfen',
  checked: 'Der Server hat geantwortet.',
  connect: 'Ihr Konto verbinden',
  connectAgain: 'Anderes Konto verbinden',
  connectText:
    'Der Server verlangt ein Konto. Seine Werkzeuge können verwendet werden, sobald Sie Ihres verbunden haben.',
  unreachable: 'Der Server ist nicht erreichbar oder hat nicht wie erwartet geantwortet.',
  offText: 'Er ist aus: Seine Werkzeuge können nicht verwendet werden.',
  facts: { checkedAt: 'Geprüft' },
  toolsText: 'Was der Server anbietet. Was aus ist, kann in Schritten und Chats nicht verwendet werden.',
  noTools: 'Der Server hat keine Werkzeuge aufgelistet.',
  leftOut: (count: number) =>
    count === 1
      ? 'Ein Werkzeug ist zu groß und wurde ausgelassen.'
      : `${count} Werkzeuge sind zu viele oder zu groß und wurden ausgelassen.`,
  searchPlaceholder: 'Name oder was es tut',
  switchOf: (title: string) => `${title} kann verwendet werden`,
  turnAllOn: 'Alle einschalten',
  turnAllOff: 'Alle ausschalten',
  settingsText: 'Wo der Server ist, und wie sich Heddle dort anmeldet.',
  enabledHint: 'Ob seine Werkzeuge verwendet werden können.',
  saved: 'Der MCP-Server wurde gespeichert.',
  notFound: 'Diesen MCP-Server gibt es nicht',
};

export const ownAccount = {
  title: 'Ihr Konto',
  text: 'Alle verwenden diesen Konnektor mit eigenen Zugangsdaten. Niemand sonst kann Ihre verwenden.',
  saved: 'Ihr Konto ist gespeichert.',
  replace: 'Ein anderes verwenden',
};
