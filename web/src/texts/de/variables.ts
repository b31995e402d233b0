import type { VariableType } from '../../../../src/variables/schemas.ts';
import * as words from './common.ts';

const TYPES: Readonly<Record<VariableType, string>> = {
  text: words.text,
  number: words.number,
  boolean: words.yesOrNo,
  json: words.json,
};

export const variables = {
  types: TYPES,
  search: 'Variablen durchsuchen',
  searchPlaceholder: 'Name oder Beschreibung',
  allOwners: 'Alle Eigentümer',
  emptyTitle: 'Noch keine Variablen',
  emptyText:
    'Was viele Workflows gemeinsam haben, etwa eine Adresse oder eine Grenze, steht hier an einer Stelle. Schritte lesen es als {{ vars.name }} und sehen eine Änderung mit dem nächsten Lauf, ohne dass etwas veröffentlicht wird.',
  curl: (url: string) =>
    `curl "${url}/api/v1/variable/create" -H "uni-api-key: $KEY" -d '{"name": "shop_url", "type": "text", "value": "https://shop.example.org"}'`,
  nothingFits: 'Keine passende Variable',
  nothingFitsText: 'Versuchen Sie es mit weniger Wörtern oder einem anderen Eigentümer.',
  showAll: 'Alle Variablen anzeigen',
};

export const variableDialog = {
  title: (name: string) => `Variable ${name}`,
  loading: 'Die Variable wird geladen',
  nameHint: (name: string) => `Vorlagen lesen sie als {{ vars.${name || 'name'} }}`,
  nameProblem: 'Buchstaben, Ziffern und _, und keine Ziffer am Anfang',
  descriptionHint: 'Wofür sie ist, und was von ihr abhängt',
  ownerHint: 'Workflows einer Organisation sehen deren Variablen, alle anderen die der Person, die sie erstellt hat.',
  me: 'Ich',
  notSecret:
    'Werte sind nicht geheim: Wer einen Workflow ändern darf, kann sie lesen. Bewahren Sie Passwörter und Schlüssel als Zugangsdaten auf.',
  readOnly: 'Mitglieder mit Schreibzugriff auf die Organisation können sie ändern.',
  created: (name: string) => `${name} wurde erstellt`,
  saved: 'Die nächsten Läufe sehen die Änderung',
  oldName: (name: string, workflows: readonly string[]) => `Verweisen noch auf vars.${name}: ${workflows.join(', ')}`,
  users: 'Verwendet von',
  unused: 'Kein Workflow, den Sie sehen können, verweist darauf.',
  deleteText: 'Schritte, die ohne Standardwert darauf verweisen, schlagen von da an fehl.',
  deleteUsed: (count: number) =>
    count === 1
      ? 'Ein Workflow verweist darauf und schlägt ohne Standardwert fehl.'
      : `${count} Workflows verweisen darauf und schlagen ohne Standardwert fehl.`,
  deleted: (name: string) => `${name} wurde gelöscht`,
};

export const valueField = {
  yes: 'Ja',
  no: 'Nein',
  notANumber: 'Das ist keine Zahl',
};

export const workflowVariables = {
  title: 'Variablen dieses Workflows',
  close: 'Variablen schließen',
  about:
    'Was {{ vars.name }} in diesem Workflow bedeutet. Ein eigener Wert ersetzt den des Eigentümers, vom nächsten Lauf an.',
  filter: 'Variablen filtern',
  filterPlaceholder: 'Name oder Wert',
  source: { user: 'vom Eigentümer', organization: 'von der Organisation', workflow: 'von diesem Workflow' },
  instead: (value: string) => `statt ${value}`,
  change: (name: string) => `Wert von ${name} für diesen Workflow festlegen`,
  changeShort: 'Für diesen Workflow festlegen',
  edit: (name: string) => `Wert von ${name} ändern`,
  remove: (name: string) => `Wert von ${name} aus diesem Workflow entfernen`,
  removeShort: 'Entfernen',
  reset: (name: string) => `Für ${name} den Wert des Eigentümers verwenden`,
  resetShort: 'Zurücksetzen',
  add: 'Wert hinzufügen',
  none: 'Dieser Workflow sieht noch keine Variablen. Fügen Sie einen Wert nur für ihn hinzu, oder Variablen für alle Ihre Workflows.',
  nothingFits: 'Keine passende Variable.',
  all: 'Alle Variablen',
};
