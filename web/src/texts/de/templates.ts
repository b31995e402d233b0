import { formatNumber } from '../locale.ts';
import { countCharacters } from './counts.ts';

/** What the variables of a template mean. */
export const variables = {
  input: 'Die Eingabe des Laufs',
  steps: 'Die Ergebnisse früherer Schritte',
  vars: 'Variablen des Workflows und seines Eigentümers, wie sie beim Beginn des Laufs sind',
  loop: 'Das Element der Schleife um diesen Schritt',
  workflow: 'Die Id und der Name des Workflows',
  run: 'Die Id des Laufs',
  now: 'Wann der Lauf begonnen hat',
  secrets: 'Felder von Zugangsdaten, die erst beim Senden der Anfrage eingesetzt werden',
};

/** What its statements do. */
export const statements = {
  if: 'Schreibt einen Teil nur, wenn etwas wahr ist',
  elif: 'Eine weitere Bedingung',
  else: 'Andernfalls',
  endif: 'Beendet if',
  for: 'Wiederholt einen Teil für jeden Eintrag einer Liste',
  endfor: 'Beendet for',
  set: 'Gibt einem Wert einen Namen',
  with: 'Gibt einem Wert innerhalb eines Teils einen Namen',
  endwith: 'Beendet with',
  macro: 'Ein Teil, der mehrmals geschrieben werden kann',
  endmacro: 'Beendet macro',
  filter: 'Filtert einen ganzen Teil',
  endfilter: 'Beendet filter',
  raw: 'Lässt Klammern, wie sie sind',
  endraw: 'Beendet raw',
};

export const definedAbove = 'oben definiert';
export const firstEntry = 'erster Eintrag';
export const itemOf = (id: string | number) => `Element von ${id}`;
export const dataEarlierSteps = 'Daten früherer Schritte';
export const filterData = 'Daten filtern';
export const insertInto = (label: string | number) => `In ${label} einfügen`;
export const insertIntoFieldChoose = 'In ein Feld einfügen (wählen Sie zuerst ein Feld)';
export const noDataYet = (steps: string | number) => `Noch keine Daten von ${steps}`;
export const dragValueIntoField = (label: string | number) =>
  `Ziehen Sie einen Wert in ein Feld, oder fügen Sie ihn mit der Eingabetaste in ${label} ein.`;
export const dragValueIntoFieldChoose =
  'Ziehen Sie einen Wert in ein Feld, oder wählen Sie ein Feld und drücken Sie auf einem Wert die Eingabetaste.';
export const ofItems = (count: string | number) => `von ${count}`;
export const notJSON = (message: string | number) => `Das ist kein JSON: ${message}`;
export const templateTakesTooLong = 'die Vorlage dauert zu lange';
export const noDataYetFor = (names: string | number) => `Noch keine Daten für ${names}`;
export const result = 'Ergebnis:';
export const emptyText = 'leerer Text';
export const counts = (isTrue: string | number) => `gilt als ${isTrue}`;
export const showLess = 'Weniger anzeigen';
export const showCharacters = (shown: number, all: number) =>
  `${shown < all ? `${formatNumber(shown)} von` : 'Alle'} ${countCharacters(all)} anzeigen`;
export const whatStepSaysPeople = 'Was der Schritt Menschen sagt';
export const whetherSucceeded = 'Ob er erfolgreich war';
export const successFailedSkipped = 'success, failed oder skipped';
export const whyFailed = 'Warum er fehlgeschlagen ist';
export const listOfOne = 'Liste mit 1 Eintrag';
export const list = (count: string | number) => `Liste mit ${count} Einträgen`;
export const fields = (fields: string | number) => `${fields} Felder`;
