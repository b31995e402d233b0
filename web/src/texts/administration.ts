/** The words of users, groups and organizations, for administrators. */

import * as words from './common.ts';
import { counted, formatNumber } from './locale.ts';

/** What the service calls by the names of its tables. */
const TABLES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  panels: ['panel', 'panels'],
  workflows: ['workflow', 'workflows'],
  workflow_revisions: ['revision of a workflow', 'revisions of workflows'],
  workflow_versions: ['published version', 'published versions'],
  runs: ['run', 'runs'],
  assistants: ['assistant', 'assistants'],
  connectors: ['connector', 'connectors'],
  mcp_servers: ['MCP server', 'MCP servers'],
  credentials: ['credential', 'credentials'],
  api_keys: ['API key', 'API keys'],
  files: ['file', 'files'],
  notifications: ['notification', 'notifications'],
  approval_assignees: ['approval to decide', 'approvals to decide'],
  conversations: ['conversation', 'conversations'],
};

/** The service stops counting here. */
const MOST_COUNTED = 1000;

function countThings({ what, count }: { what: string; count: number }): string {
  const [one, many] = TABLES[what] ?? [what, what];
  return `${count >= MOST_COUNTED ? 'at least ' : ''}${counted(count, one, many)}`;
}

const common = {
  saved: 'Saved.',
  nothingFits: 'Nothing fits',
  notFound: 'This is not here any more',
  inAuditLog: 'Changes in the audit log',
};

export const limits = {
  creditsHint: 'What is left to spend. Leave it empty for no limit.',
  creditsLeft: (credits: number) => `${formatNumber(credits)} left`,
  quota: 'Storage quota in MB',
  quotaHint: 'Leave it empty for no limit.',
  storageOf: (name: string) => `Storage of ${name}`,
  notANumber: 'This must be a number that is not below zero.',
};

export const users = {
  ...common,
  search: 'Search users',
  states: { enabled: words.active, invited: words.invited, disabled: words.disabled },
  onlyAdministrators: 'Administrators',
  invite: 'Invite',
  columns: { user: 'User' },
  active: words.active,
  invited: words.invited,
  expired: 'Invitation expired',
  disabled: words.disabled,
  nothingFitsText: 'No user fits the filters.',
  curl: `curl -X POST "$HEDDLE_URL/api/v1/user/list" -H "uni-api-key: $KEY" -d '{}'`,
};

export const userPanel = {
  ...common,
  administratorHint: 'Sees and changes everything on these pages.',
  permissions: { write: 'May build and run workflows', read: 'May run workflows', none: 'May not use workflows' },
  hasPassword: 'The user signs in with a password.',
  hasProvider: 'The user signs in with the identity provider.',
  hasNothing: 'The user can not sign in yet: nothing but API keys lets them in.',
  invitation: {
    invitation: 'There is an invitation',
    password: 'There is a link to set a new password',
  },
  byLink: 'as a link that was copied',
  mailWaits: 'the mail is on its way',
  mailed: 'the mail was sent',
  worksUntil: (time: string) => `It works until ${time}.`,
  overSince: (time: string) => `It stopped working at ${time}.`,
  inviteByMail: 'Invite by mail',
  inviteAgain: 'Invite again by mail',
  inviteByLink: 'Make an invitation link',
  resetByMail: 'Mail a link for a new password',
  resetByLink: 'Make a link for a new password',
  mailSent: (email: string) => `A mail to ${email} is on its way.`,
  revoke: 'Revoke the link',
  revoked: 'The link does not work any more.',
  disableQuestion: (name: string) => `Disable ${name}?`,
  disableText:
    'The user is signed out everywhere at once, and their API keys stop working. Their workflows, panels and files stay, but runs on their behalf fail. You can enable the user again.',
  isDisabled: 'The user is disabled: neither the password nor any key lets them in.',
  disabledNow: 'The user is disabled, and signed out everywhere.',
  enabledNow: 'The user is enabled.',
  noKeys: 'The user has no API keys.',
  disableKey: (name: string) => `Disable the key ${name}`,
  enableKey: (name: string) => `Enable the key ${name}`,
  memberships: 'Groups and organizations',
  noMemberships: 'The user is in no group and no organization.',
  deleteUser: 'Delete the user',
  deleteHint: 'Users can only be deleted when they own nothing that others use. Disable them otherwise.',
  prevents: 'It is not possible yet, because the user still has:',
  deletes: 'This is deleted as well, and can not be brought back:',
  deletesNothing: 'Nothing else is deleted with the user.',
  countThings,
};

export const inviteDialog = {
  ...common,
  title: 'Invite somebody',
  emailHint: 'The user signs in with it.',
  nameHint: 'The user can change it.',
  delivery: 'How they get the link',
  byMail: 'By mail, now',
  byLink: 'I copy the link, and give it to them',
  noMail: 'No mail server is configured, so you get a link to copy.',
  send: 'Send the invitation',
  makeLink: 'Make the link',
  sent: (email: string) => `The invitation to ${email} is on its way.`,
  linkText: (email: string) => `Give this link to ${email}, and to nobody else. It is shown only now, and works once.`,
};

const members = {
  addMember: 'Add a member',
  nobodyFits: 'Nobody fits',
  noMembers: 'Nobody is a member yet.',
  countMembers: (count: number) => counted(count, 'member', 'members'),
  unknown: 'unknown user',
};

export const groups = {
  ...common,
  ...members,
  label: words.groups,
  search: 'Search groups',
  searchHint: 'Name of a group',
  create: words.newGroup,
  createTitle: words.newGroup,
  columns: { name: words.group, members: words.members },
  emptyTitle: 'No groups yet',
  emptyText: 'A group is a set of users. Workflows, panels and assistants can be shared with it, or belong to it.',
  nothingFitsText: 'No group has this text in its name.',
  curl: `curl -X POST "$HEDDLE_URL/api/v1/group/create" -H "uni-api-key: $KEY" -d '{"name": "Weavers"}'`,
  deleteGroup: 'Delete the group',
  deleteText: 'What was shared with the group is not shared with its members any more. The users stay.',
};

export const organizations = {
  ...common,
  ...members,
  label: words.organizations,
  search: 'Search organizations',
  searchHint: 'Name of an organization',
  create: words.newOrganization,
  createTitle: words.newOrganization,
  columns: { name: words.organization, members: words.members },
  emptyTitle: 'No organizations yet',
  emptyText:
    'An organization pays together: workflows and panels that belong to it use its credits and its storage instead of those of a user.',
  nothingFitsText: 'No organization has this text in its name.',
  curl: `curl -X POST "$HEDDLE_URL/api/v1/organization/create" -H "uni-api-key: $KEY" -d '{"name": "Mill"}'`,
  roleOf: (name: string) => `Role of ${name}`,
  roles: { viewer: 'Viewer', operator: 'Operator', editor: 'Editor', admin: 'Admin', owner: words.owner },
  rolesText:
    'Each may do what those before may: viewers use what belongs to the organization, operators also run, editors also create, publish and change, admins also choose the members, and owners name owners.',
  ownText: 'What you may do in each of your organizations.',
  owns: (workflows: number, panels: number) =>
    `${counted(workflows, 'workflow', 'workflows')} and ${counted(panels, 'panel', 'panels')} belong to it.`,
  deleteOrganization: 'Delete the organization',
  deleteText: 'It can only be deleted when no workflow and no panel belongs to it. The users stay.',
};

export const usage = {
  title: 'Usage',
  text: 'What you have used of what you may use. An administrator can change the limits.',
};
