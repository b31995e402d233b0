import type { Scope } from '../../../../src/http/endpoint.ts';
import * as words from './common.ts';

export interface ScopeWords {
  label: string;
  allows: string;
}

export const scopeWords: Readonly<Record<Exclude<Scope, '*'>, ScopeWords>> = {
  'service.workflow': {
    label: 'Workflows ausführen',
    allows:
      'Workflows lesen und ausführen, Läufe lesen, Freigaben entscheiden und Workflows als Werkzeuge eines MCP-Clients verwenden.',
  },
  'service.mcp.approval': {
    label: 'Mit MCP freigeben',
    allows: 'Einen MCP-Client die Freigaben entscheiden lassen, die auf Sie warten.',
  },
  'service.workflow.write': {
    label: 'Workflows ändern',
    allows: 'Workflows erstellen, ändern, veröffentlichen, teilen und löschen, und Läufe löschen.',
  },
  'service.booster.storage': {
    label: 'Dateien von Panels lesen',
    allows: 'Dateien von Panels auflisten und herunterladen und Links zu ihnen erstellen.',
  },
  'service.booster.storage.write': {
    label: 'Dateien von Panels ändern',
    allows: 'Dateien von Panels hochladen, verschieben und löschen.',
  },
  'service.booster.database': {
    label: 'Datensätze von Panels lesen',
    allows: 'Datensätze von Panels finden und lesen.',
  },
  'service.booster.database.write': {
    label: 'Datensätze von Panels ändern',
    allows: 'Datensätze von Panels erstellen, ändern und löschen.',
  },
  'service.chat': { label: words.chat, allows: 'Nachrichten an Assistenten senden und die Modelle auflisten.' },
  'service.conversation': { label: words.conversations, allows: 'Ihre Unterhaltungen lesen und löschen.' },
  'service.assistant': { label: 'Assistenten lesen', allows: 'Assistenten finden und ihre Einstellungen lesen.' },
  'service.assistant.write': { label: 'Assistenten ändern', allows: 'Assistenten erstellen, ändern und löschen.' },
};

export const everything: ScopeWords = {
  label: 'Alles',
  allows:
    'Alles, was Sie selbst dürfen, einschließlich der ganzen /api/v1: weitere Schlüssel, und für Administratoren alle Konten.',
};

export const andMore = (labels: string, more: number) => `${labels} und ${more} weitere`;
