export const connectionTabs = {
  title: 'Verbindungen',
  label: 'Arten von Verbindungen',
  credentials: 'Zugangsdaten',
  connectors: 'Konnektoren',
  variables: 'Variablen',
};

export const ownership = {
  owner: 'Eigentümer',
  ownerHint: 'Was einer Gruppe oder Organisation gehört, steht allen ihren Mitgliedern zur Verfügung.',
  belongs: 'Wem es gehört',
  me: 'Mir',
  you: 'Sie',
  group: 'Gruppe',
  groupOf: (name: string) => `Gruppe: ${name}`,
  organization: 'Organisation',
  organizationOf: (name: string) => `Organisation: ${name}`,
  sharing: 'Teilen',
  sharingHint:
    'Wer sie verwenden darf, muss ihre Werte nicht sehen können. Wer sie ändern darf, kann sie auch teilen und löschen.',
  toolsHint:
    'Wer ihn verwenden darf, kann seine Werkzeuge in Schritten und Chats aufrufen. Wer ihn ändern darf, kann ihn auch teilen und löschen.',
  mayUse: 'darf verwenden',
  mayChange: 'darf ändern',
};

export const banner = { dismiss: 'Ausblenden' };
