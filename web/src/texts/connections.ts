/** The words that the pages of credentials, connectors and variables share. */
import * as words from './common.ts';
export const connectionTabs = {
  label: 'Kinds of connections',
  credentials: words.credentials,
  connectors: words.connectors,
  variables: words.variables,
};

/** Whom something belongs to. */
export const ownership = {
  ownerHint: 'What belongs to a group or an organization is there for all of its members.',
  belongs: 'Whom it belongs to',
  me: 'Me',
  groupOf: (name: string) => `Group: ${name}`,
  organizationOf: (name: string) => `Organization: ${name}`,
  sharingHint: 'Those who may use it need not see its values. Those who may change it can also share and delete it.',
  toolsHint:
    'Those who may use it can call its tools in steps and chats. Those who may change it can also share and delete it.',
  mayUse: 'may use it',
  mayChange: 'may change it',
};
