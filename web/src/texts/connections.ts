/** The words that the pages of credentials, connectors and variables share. */
export const connectionTabs = {
  title: 'Connections',
  label: 'Kinds of connections',
  credentials: 'Credentials',
  connectors: 'Connectors',
  variables: 'Variables',
};

/** Whom something belongs to. */
export const ownership = {
  owner: 'Owner',
  ownerHint: 'What belongs to a group or an organization is there for all of its members.',
  belongs: 'Whom it belongs to',
  me: 'Me',
  you: 'You',
  group: 'Group',
  groupOf: (name: string) => `Group: ${name}`,
  organization: 'Organization',
  organizationOf: (name: string) => `Organization: ${name}`,
  sharing: 'Sharing',
  sharingHint: 'Those who may use it need not see its values. Those who may change it can also share and delete it.',
  toolsHint:
    'Those who may use it can call its tools in steps and chats. Those who may change it can also share and delete it.',
  mayUse: 'may use it',
  mayChange: 'may change it',
};

/** What is changed and not saved yet. */
export const banner = { dismiss: 'Dismiss' };
