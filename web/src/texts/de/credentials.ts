import { formatNumber } from '../locale.ts';
import * as words from './common.ts';

export const credentials = {
  search: 'Zugangsdaten durchsuchen',
  searchPlaceholder: 'Name oder Host',
  hosts: 'Gehen an',
  moreHosts: (count: number) => `und ${count} weitere`,

  emptyTitle: 'Noch keine Zugangsdaten',
  emptyText:
    'Zugangsdaten sind ein Schlüssel, ein Passwort oder ein Konto, mit dem Schritte und Konnektoren andere Dienste aufrufen. Sie werden verschlüsselt gespeichert, gehen nur an die Hosts, die Sie nennen, und niemand kann sie wieder lesen, auch Sie nicht.',
  curl: (url: string) =>
    `curl "${url}/api/v1/credential/create" -H "uni-api-key: $KEY" -d '{"name": "stripe", "kind": "bearer", "hosts": ["api.stripe.com"], "fields": {"token": "…"}}'`,
  nothingFits: 'Keine passenden Zugangsdaten',
  nothingFitsText: 'Keine Zugangsdaten dieser Art, die Sie sehen können, haben das im Namen oder in den Hosts.',
  showAll: 'Alle Zugangsdaten anzeigen',

  all: 'Alle Zugangsdaten',
  notFound: 'Diese Zugangsdaten gibt es nicht',
  notFoundText: 'Vielleicht wurden sie gelöscht, oder sie sind nicht mit Ihnen geteilt.',
};

export const credentialStates = {
  ready: words.ready,
  connect: words.notConnected,
  reconnect: words.reconnect,
  rotate: 'Zu ersetzen',
};

export const credentialFields = {
  notNumber: 'Das ist keine Zahl.',
  notJson: 'Das ist kein JSON.',
  clear: (title: string) => `${title} leeren`,
  show: (title: string) => `${title} ein- oder ausblenden`,
};

export const hostsField = {
  placeholder: 'api.example.org',
  hint: 'Gesendet wird nur an diese Hosts, über https. *.example.org heißt: alle Namen unter example.org. Drücken Sie nach jedem die Eingabetaste.',
};

export const newCredential = {
  chooseTitle: 'Woran erkennt Sie der andere Dienst?',
  chooseText:
    'Seine Dokumentation sagt es, meist unter „Authentication“. Wenn er Ihnen einen einzelnen Schlüssel oder ein Token gibt, ist es wahrscheinlich ein Bearer-Token oder ein Header.',
  otherKind: 'Eine andere Art',
  aboutText: 'Schritte nennen den Namen. Vorlagen schreiben secrets.name.field, wo der Eigentümer das erlaubt.',
  nameHint: 'Am besten kurz und ohne Leerzeichen, etwa stripe oder crm_production.',
  descriptionHint: 'Wofür sie sind, und woher neue kommen, wenn sie enden.',
  values: 'Werte',
  valuesText:
    'Geheimnisse werden beim Speichern verschlüsselt. Niemand kann sie wieder lesen: Sie können nur ersetzt werden.',
  ownName: 'Name eines Felds',
  ownNameHint: 'etwa token',
  ownTwice: 'Diesen Namen gibt es zweimal.',
  ownBad: 'Nur Buchstaben, Ziffern und _, am Anfang ein Buchstabe.',
  showValue: (name: string) => `Wert von ${name === '' ? 'diesem Feld' : name} ein- oder ausblenden`,
  removeField: (name: string) => `${name === '' ? 'Feld' : name} entfernen`,
  externalHint:
    'Ein Geheimnis kann auch bei der Verwendung von außen gelesen werden: env:NAME, file:/pfad oder vault:pfad#feld.',
  where: 'Wohin sie gehen dürfen',
  whereText:
    'Wer die Zugangsdaten verwenden darf, kann sie nur an diese Hosts senden. So kann kein Workflow sie anderswohin tragen.',
  places: 'Wo Vorlagen sie einsetzen dürfen',
  placesHint:
    'Schritte, die die Zugangsdaten auswählen, brauchen das nicht. Eine Vorlage wie {{ secrets.stripe.token }} schon. Was in einem Inhalt steht, kann der Dienst veröffentlichen, der ihn bekommt.',
  placeNames: { url: 'in der Adresse', header: 'in Headern', body: 'im Inhalt' },
  reminder: 'Erinnerung',
  reminderText: 'Der Eigentümer wird daran erinnert, sie zu ersetzen. Mit den Zugangsdaten selbst geschieht nichts.',
  rotateAt: 'Zu ersetzen bis',
  createAndConnect: 'Erstellen und verbinden',
  connectLater: 'Als Nächstes melden Sie sich beim Anbieter an.',
  created: (name: string) => `Die Zugangsdaten ${name} wurden erstellt.`,
};

export const credentialPage = {
  test: 'Testen',
  rotate: 'Geheimnis ersetzen',
  disconnect: 'Trennen',
  readOnly: 'Sie sind zur Verwendung mit Ihnen geteilt. Sie können sie ansehen, aber nicht ändern.',
  adminOnly: 'Sie sehen sie als Administrator. Sie können sie teilen und löschen, aber nicht verwenden.',

  connectText: 'Sie können erst verwendet werden, wenn sich jemand beim Anbieter anmeldet.',
  reconnectText:
    'Der Anbieter akzeptiert sie nicht mehr. Schritte, die sie verwenden, schlagen fehl, bis sich jemand wieder anmeldet.',
  rotateText: 'Sie hätten inzwischen ersetzt werden sollen.',

  updated: words.changed,
  scopes: 'Berechtigungen',
  expires: 'Zugang endet',
  renewed: 'Er wird von selbst erneuert.',

  valuesText:
    'Geheimnisse können ersetzt, aber nicht gelesen werden. Was nicht geheim ist, kann gesehen und geändert werden.',
  noValues: 'Es gibt nichts zu sehen.',
  hint: (hint: string) => `endet mit ${hint.replace(/^•+/, '')}`,
  sources: {
    value: 'hier gespeichert, verschlüsselt',
    env: 'wird bei der Verwendung aus der Umgebung gelesen',
    file: 'wird bei der Verwendung aus einer Datei gelesen',
    vault: 'wird bei der Verwendung aus dem Vault gelesen',
  },

  again: 'Um ein anderes Ziel zu erlauben, geben Sie die geheimen Felder noch einmal ein',
  againWhy: 'So kann niemand ein Geheimnis an einen selbst gewählten Ort senden, ohne es zu kennen.',

  tryTitle: 'Ausprobieren',
  tryText: 'Sendet eine GET-Anfrage mit den Zugangsdaten an einen ihrer Hosts. Nur der Status wird gezeigt.',
  send: words.send,
  works: 'Es funktioniert',
  fails: 'Es funktioniert nicht',
  status: (status: number) => `Status ${status}`,

  users: 'Wer sie verwendet',
  usersText: 'Schritte, Konnektoren und MCP-Server, die sie nennen, und was in letzter Zeit damit gesendet wurde.',
  nobody: 'Nichts, was Sie sehen können, verwendet sie.',
  step: (id: string) => `Schritt ${id}`,
  onlyDraft: 'nur im Entwurf',
  onlyPublished: 'nur in der veröffentlichten Version',
  recent: 'In letzter Zeit',
  recentTable: 'Anfragen nach Stunden',
  where: 'Wo',
  host: 'Host',
  hour: 'Stunde',
  requests: 'Anfragen',
  inChat: 'ein Chat oder ein Test',
  hiddenWorkflow: 'ein Workflow, den Sie nicht sehen dürfen',
  refused: (count: number) => `(${formatNumber(count)} nicht gesendet)`,
  showMore: (count: number) => `${count} weitere anzeigen`,

  rotateTitle: (name: string) => `Geheimnis von ${name} ersetzen`,
  rotateExplained:
    'Läufe, die gerade ausgeführt werden, verwenden das neue mit ihrem nächsten Versuch. Was in Feldern steht, die Sie leer lassen, bleibt.',
  keep: 'Bleibt, wie es ist',
  nextReminder: 'An das Ersetzen erinnern bis',
  replace: 'Ersetzen',
  replaced: 'Das Geheimnis wurde ersetzt.',

  saved: 'Die Zugangsdaten wurden gespeichert.',
  disconnectTitle: (name: string) => `${name} trennen?`,
  disconnectText:
    'Das Konto wird vergessen, und Schritte, die die Zugangsdaten verwenden, schlagen fehl, bis jemand sie wieder verbindet.',
  deleteSectionText: 'Das Löschen lässt sich nicht rückgängig machen, und niemand kann die Werte vorher lesen.',
  deleteNothing: 'Nichts, was Sie sehen können, verwendet sie. Das lässt sich nicht rückgängig machen.',
  deleteStops: 'Das funktioniert dann nicht mehr:',
  deleteMore: (count: number) => (count === 1 ? 'und noch eines' : `und ${count} weitere`),
  deleted: (name: string) => `Die Zugangsdaten ${name} wurden gelöscht.`,
};

export const credentialPicker = {
  none: 'Es gibt noch keine Zugangsdaten',
  clear: 'Keine Zugangsdaten verwenden',
  nothingFits: 'Keine Zugangsdaten heißen so oder gehen an einen solchen Host.',
  unknown: (name: string) => `Zugangsdaten namens ${name} dürfen Sie nicht verwenden, oder es gibt sie nicht.`,
  notAllowed: (name: string, host: string) => `${name} dürfen nicht an ${host} gehen.`,
  notConnected: (name: string) => `${name} müssen verbunden werden, bevor sie verwendet werden können.`,
  create: 'Zugangsdaten erstellen',
};
