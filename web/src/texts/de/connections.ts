import * as words from './common.ts';
export const connectionTabs = {
  label: 'Arten von Verbindungen',
  credentials: words.credentials,
  connectors: words.connectors,
  variables: words.variables,
};

export const ownership = {
  ownerHint: 'Was einer Gruppe oder Organisation gehört, steht allen ihren Mitgliedern zur Verfügung.',
  belongs: 'Wem es gehört',
  me: 'Mir',
  groupOf: (name: string) => `Gruppe: ${name}`,
  organizationOf: (name: string) => `Organisation: ${name}`,
  sharingHint:
    'Wer sie verwenden darf, muss ihre Werte nicht sehen können. Wer sie ändern darf, kann sie auch teilen und löschen.',
  toolsHint:
    'Wer ihn verwenden darf, kann seine Werkzeuge in Schritten und Chats aufrufen. Wer ihn ändern darf, kann ihn auch teilen und löschen.',
  mayUse: 'darf verwenden',
  mayChange: 'darf ändern',
};
