import { counted } from '../locale.ts';
import * as words from './common.ts';

const KINDS = { added: 'hinzugefügt', changed: 'geändert', removed: 'entfernt' };

export const builder = {
  title: words.builder,
  open: 'Builder: den Workflow im Gespräch ändern',
  close: 'Builder schließen',
  newConversation: 'Neue Unterhaltung',
  placeholder: 'Was soll sich ändern?',
  message: 'Nachricht an den Builder',
  proposeOnly: 'Nur vorschlagen',
  proposeHint:
    'Der Builder ändert nichts von selbst: Sie sehen, was er ändern würde, und übernehmen oder verwerfen es.',
  emptyTitle: 'Sagen Sie, was der Workflow tun soll',
  emptyText:
    'Der Builder liest, ändert und testet diesen Workflow mit Ihren Rechten. Sie sehen jede Änderung im Vergleich und können sie rückgängig machen.',
  readOnlyText: 'Sie dürfen diesen Workflow nur lesen. Der Builder kann ihn also erklären, aber nicht ändern.',
  examples: [
    'Erkläre, was dieser Workflow tut',
    'Füge einen Schritt hinzu, der mir das Ergebnis per Mail schickt',
    'Warum ist der letzte Lauf fehlgeschlagen?',
  ],
  credits: (count: string) => `bisher ${count} Credits`,
  unread: 'Die Änderung wird gelesen …',
  gone: 'Diese Änderung ist nicht mehr gespeichert. Vielleicht steht sie noch im Verlauf des Workflows.',
  edited: (summary: string) => `Geändert: ${summary}`,
  proposed: (summary: string) => `Vorschlag: ${summary}`,
  steps: (count: number, kind: 'added' | 'changed' | 'removed') =>
    `${counted(count, 'Schritt', 'Schritte')} ${KINDS[kind]}`,
  connections: (count: number) => `${counted(count, 'Verbindung', 'Verbindungen')} geändert`,
  notes: (count: number) => `${counted(count, 'Notiz', 'Notizen')} geändert`,
  moved: (count: number) => `${counted(count, 'Schritt', 'Schritte')} verschoben`,
  renamed: (name: string) => `Name: ${name}`,
  described: words.descriptionInText,
  nothing: 'nichts',
  keep: 'Behalten',
  undo: words.undo,
  apply: words.apply,
  dismiss: 'Verwerfen',
  show: 'Auf der Zeichenfläche zeigen',
  details: 'Unterschiede',
  states: {
    open: '',
    kept: 'Behalten',
    undone: 'Rückgängig gemacht',
    applied: 'Übernommen',
    dismissed: 'Verworfen',
  },
  undoEntry: 'Änderung des Builders rückgängig machen',
  applyEntry: 'Vorschlag des Builders übernehmen',
  keptMine: (places: string) => `Sie haben inzwischen dasselbe geändert, deshalb bleibt Ihre Fassung: ${places}.`,
  leftOver: 'Noch nicht entschieden',
  leftOverText: 'Aus früheren Unterhaltungen oder aus einer Antwort, die abgebrochen ist.',
  changedNothing: 'Diese Antwort hat nichts geändert.',
  difference: 'Was der Builder geändert hat, auf der Zeichenfläche',
  proposal: 'Was der Builder vorschlägt, auf der Zeichenfläche',
  back: 'Zurück zum Editor',
};
