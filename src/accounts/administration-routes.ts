/** `/api/v1`: what the administration of the console needs beyond the records of `routes.ts`. */
import { Accepted, accepted, administrators, endpointWith, everyone } from '../http/endpoint.ts';
import { listGroups, listOrganizations, listUsers, readCreditUsage, readRemains } from './administration-lists.ts';
import * as schemas from './administration-schemas.ts';
import { type InvitationServices, inviteUser, revokeLink, sendLink } from './invitations.ts';
import { renameGroup } from './membership-changes.ts';
import { Group } from './schemas.ts';
import { Nothing } from './sign-in/session-schemas.ts';

const endpoint = endpointWith<InvitationServices>();

export const administrationEndpoints = [
  endpoint({
    path: '/api/v1/user/list',
    summary: 'Lists users by name, with what they use and when they were last seen',
    ...administrators,
    body: schemas.UserListRequest,
    reply: schemas.UserList,
    handle: async ({ database, sendsMail }, { body }) => ({
      ...(await listUsers(database.query, body)),
      sends_mail: sendsMail,
    }),
  }),
  endpoint({
    path: '/api/v1/user/remains',
    summary: 'Tells what prevents the deletion of a user, and what would be deleted as well',
    ...administrators,
    body: schemas.UserId,
    reply: schemas.UserRemains,
    handle: ({ database }, { body }) => readRemains(database.query, body.user_id),
  }),
  endpoint({
    path: '/api/v1/user/invite',
    summary: 'Creates a user, who sets a password with a link that is mailed or returned',
    ...administrators,
    body: schemas.UserInvitation,
    reply: schemas.SentInvitation,
    handle: (services, { caller, body }) => inviteUser(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/user/link/create',
    summary: 'Invites a user again, or lets a user set a new password; an earlier link stops working',
    ...administrators,
    body: schemas.LinkRequest,
    reply: schemas.SentInvitation,
    handle: (services, { caller, body }) => sendLink(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/user/link/revoke',
    summary: 'Makes the link of a user stop working',
    ...administrators,
    body: schemas.UserId,
    reply: Accepted,
    handle: async ({ database }, { caller, body }) => {
      await revokeLink(database, caller, body.user_id);
      return accepted;
    },
  }),
  endpoint({
    path: '/api/v1/group/list',
    summary: 'Lists groups by name, with their members',
    ...administrators,
    body: schemas.GroupListRequest,
    reply: schemas.GroupList,
    handle: ({ database }, { body }) => listGroups(database.query, body),
  }),
  endpoint({
    path: '/api/v1/group/update',
    summary: 'Renames a group',
    ...administrators,
    body: schemas.GroupRename,
    reply: Group,
    handle: ({ database }, { caller, body: { id, name } }) => renameGroup(database.query, caller, id, name),
  }),
  endpoint({
    path: '/api/v1/organization/list',
    summary: 'Lists organizations by name, with what they use',
    ...administrators,
    body: schemas.OrganizationListRequest,
    reply: schemas.OrganizationList,
    handle: ({ database }, { body }) => listOrganizations(database.query, body),
  }),
  endpoint({
    path: '/api/v1/profile/usage',
    summary: "Reads the caller's own credits and storage",
    ...everyone,
    body: Nothing,
    reply: schemas.CreditUsage,
    handle: ({ database }, { caller }) => readCreditUsage(database.query, caller.userId),
  }),
];
