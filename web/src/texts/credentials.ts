/** The words of the pages of credentials. */

import * as words from './common.ts';
import { formatNumber } from './locale.ts';

export const credentials = {
  search: 'Search credentials',
  searchPlaceholder: 'Name or host',
  hosts: 'Goes to',
  moreHosts: (count: number) => `and ${count} more`,

  emptyTitle: 'No credentials yet',
  emptyText:
    'A credential is a key, password or account with which steps and connectors call other services. It is stored encrypted, goes only to the hosts that you name, and nobody can read it again, not even you.',
  curl: (url: string) =>
    `curl "${url}/api/v1/credential/create" -H "uni-api-key: $KEY" -d '{"name": "stripe", "kind": "bearer", "hosts": ["api.stripe.com"], "fields": {"token": "…"}}'`,
  nothingFits: 'No credential fits',
  nothingFitsText: 'No credential that you can see is of this kind with this in its name or hosts.',
  showAll: 'Show all credentials',

  all: 'All credentials',
  notFound: 'There is no such credential',
  notFoundText: 'It may have been deleted, or it is not shared with you.',
};

export const credentialStates = {
  ready: words.ready,
  connect: words.notConnected,
  reconnect: words.reconnect,
  rotate: 'Rotate it',
};

export const credentialFields = {
  notNumber: 'This is not a number.',
  notJson: 'This is not JSON.',
  clear: (title: string) => `Clear ${title}`,
  show: (title: string) => `Show or hide ${title}`,
};

export const hostsField = {
  placeholder: 'api.example.org',
  hint: 'It is sent to these hosts alone, over https. *.example.org means all names below example.org. Press Enter after each.',
};

export const newCredential = {
  chooseTitle: 'How does the other service know you?',
  chooseText:
    'Its documentation says so, mostly under “Authentication”. If it gives you a single key or token, it is probably a bearer token or a header.',
  otherKind: 'Another kind',
  aboutText: 'Steps name it. Templates say secrets.name.field, where its owner allows that.',
  nameHint: 'Short and without spaces is best, such as stripe or crm_production.',
  descriptionHint: 'What it is for, and where a new one comes from when it ends.',
  values: 'Values',
  valuesText: 'Secrets are encrypted when they are stored. Nobody can read them again: they can only be replaced.',
  ownName: 'Name of a field',
  ownNameHint: 'such as token',
  ownTwice: 'This name is there twice.',
  ownBad: 'Letters, digits and _ only, beginning with a letter.',
  showValue: (name: string) => `Show or hide the value of ${name === '' ? 'the field' : name}`,
  removeField: (name: string) => `Remove ${name === '' ? 'the field' : name}`,
  externalHint: 'A secret can also be read from outside when it is used: env:NAME, file:/path or vault:path#field.',
  where: 'Where it may go',
  whereText:
    'Whoever may use the credential can send it only to these hosts, so no workflow can carry it anywhere else.',
  places: 'Templates may put it into',
  placesHint:
    'Steps that choose the credential do not need this. A template such as {{ secrets.stripe.token }} does. What stands in a body may be published by the service that gets it.',
  placeNames: { url: 'the address', header: 'headers', body: 'the body' },
  reminder: 'Reminder',
  reminderText: 'Its owner is reminded to replace it. Nothing happens to the credential itself.',
  rotateAt: 'Replace it by',
  createAndConnect: 'Create and connect',
  connectLater: 'You sign in at the provider next.',
  created: (name: string) => `The credential ${name} was created.`,
};

export const credentialPage = {
  test: 'Test',
  rotate: 'Replace the secret',
  disconnect: 'Disconnect',
  readOnly: 'It is shared with you to use. You can see what it is, but not change it.',
  adminOnly: 'You see it as an administrator. You can share and delete it, but not use it.',

  connectText: 'It can not be used before somebody signs in at the provider.',
  reconnectText: 'The provider does not accept it any more. Steps that use it fail until somebody signs in again.',
  rotateText: 'It should have been replaced by now.',

  updated: words.changed,
  scopes: 'Scopes',
  expires: 'Access ends',
  renewed: 'It is renewed by itself.',

  valuesText: 'Secrets can be replaced, but not read. What is not secret can be seen and changed.',
  noValues: 'There is nothing to see.',
  hint: (hint: string) => `ends with ${hint.replace(/^•+/, '')}`,
  sources: {
    value: 'stored here, encrypted',
    env: 'read from the environment when it is used',
    file: 'read from a file when it is used',
    vault: 'read from the vault when it is used',
  },

  again: 'To let it go elsewhere, enter the secret fields again',
  againWhy: 'So nobody can send a secret to a place of their own choice without knowing it.',

  tryTitle: 'Try it',
  tryText: 'Sends a GET request with the credential to one of its hosts. Only the status is shown.',
  send: words.send,
  works: 'It works',
  fails: 'It does not work',
  status: (status: number) => `Status ${status}`,

  users: 'Who uses it',
  usersText: 'Steps, connectors and MCP servers that name it, and what was sent with it lately.',
  nobody: 'Nothing that you can see uses it.',
  step: (id: string) => `step ${id}`,
  onlyDraft: 'draft only',
  onlyPublished: 'published version only',
  recent: 'Lately',
  recentTable: 'Requests by hour',
  where: 'Where',
  host: 'Host',
  hour: 'Hour',
  requests: 'Requests',
  inChat: 'a chat or a test',
  hiddenWorkflow: 'a workflow that you may not see',
  refused: (count: number) => `(${formatNumber(count)} not sent)`,
  showMore: (count: number) => `Show ${count} more`,

  rotateTitle: (name: string) => `Replace the secret of ${name}`,
  rotateExplained:
    'Runs that are under way take the new one at their next try. What stands in fields that you leave empty stays.',
  keep: 'Stays as it is',
  nextReminder: 'Remind me to replace it by',
  replace: 'Replace',
  replaced: 'The secret was replaced.',

  saved: 'The credential was saved.',
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectText: 'The account is forgotten, and steps that use the credential fail until somebody connects it again.',
  deleteSectionText: 'Deleting it can not be undone, and nobody can read its values before.',
  deleteNothing: 'Nothing that you can see uses it. This can not be undone.',
  deleteStops: 'These stop working:',
  deleteMore: (count: number) => (count === 1 ? 'and one more' : `and ${count} more`),
  deleted: (name: string) => `The credential ${name} was deleted.`,
};

export const credentialPicker = {
  none: 'There are no credentials yet',
  clear: 'Use no credential',
  nothingFits: 'No credential is called like this or goes to such a host.',
  unknown: (name: string) => `You may not use a credential called ${name}, or there is none.`,
  notAllowed: (name: string, host: string) => `${name} may not go to ${host}.`,
  notConnected: (name: string) => `${name} has to be connected before it can be used.`,
  create: 'Create a credential',
};
