/** `/api/v1`: what the administration of the console needs beyond the records of `routes.ts`. */
import { Accepted, accepted, type Endpoint, endpoint } from '../http/endpoint.ts';
import { listGroups, listOrganizations, listUsers, readRemains, readUsage } from './administration-lists.ts';
import * as schemas from './administration-schemas.ts';
import { type InvitationServices, inviteUser, revokeLink, sendLink } from './invitations.ts';
import { renameGroup } from './membership-changes.ts';
import { Group } from './schemas.ts';
import { Nothing } from './session-schemas.ts';

const administrators = { scope: '*', tier: 'default', admin: true } as const;

export function administrationEndpoints(services: InvitationServices): Endpoint[] {
  const { query: db } = services.database;
  return [
    ...userEndpoints(services),
    endpoint({
      path: '/api/v1/group/list',
      summary: 'Lists groups by name, with their members',
      ...administrators,
      body: schemas.GroupListRequest,
      reply: schemas.GroupList,
      handle: ({ body }) => listGroups(db, body),
    }),
    endpoint({
      path: '/api/v1/group/update',
      summary: 'Renames a group',
      ...administrators,
      body: schemas.GroupRename,
      reply: Group,
      handle: ({ caller, body: { id, name } }) => renameGroup(db, caller, id, name),
    }),
    endpoint({
      path: '/api/v1/organization/list',
      summary: 'Lists organizations by name, with what they use',
      ...administrators,
      body: schemas.OrganizationListRequest,
      reply: schemas.OrganizationList,
      handle: ({ body }) => listOrganizations(db, body),
    }),
    endpoint({
      path: '/api/v1/profile/usage',
      summary: "Reads the caller's own credits and storage",
      scope: '*',
      tier: 'default',
      body: Nothing,
      reply: schemas.Usage,
      handle: ({ caller }) => readUsage(db, caller.userId),
    }),
  ];
}

function userEndpoints(services: InvitationServices): Endpoint[] {
  const { query: db } = services.database;
  return [
    endpoint({
      path: '/api/v1/user/list',
      summary: 'Lists users by name, with what they use and when they were last seen',
      ...administrators,
      body: schemas.UserListRequest,
      reply: schemas.UserList,
      handle: async ({ body }) => ({ ...(await listUsers(db, body)), sends_mail: services.sendsMail }),
    }),
    endpoint({
      path: '/api/v1/user/remains',
      summary: 'Tells what prevents the deletion of a user, and what would be deleted as well',
      ...administrators,
      body: schemas.UserId,
      reply: schemas.UserRemains,
      handle: ({ body }) => readRemains(db, body.user_id),
    }),
    endpoint({
      path: '/api/v1/user/invite',
      summary: 'Creates a user, who sets a password with a link that is mailed or returned',
      ...administrators,
      body: schemas.UserInvitation,
      reply: schemas.SentInvitation,
      handle: ({ caller, body }) => inviteUser(services, caller, body),
    }),
    endpoint({
      path: '/api/v1/user/link/create',
      summary: 'Invites a user again, or lets a user set a new password; an earlier link stops working',
      ...administrators,
      body: schemas.LinkRequest,
      reply: schemas.SentInvitation,
      handle: ({ caller, body }) => sendLink(services, caller, body),
    }),
    endpoint({
      path: '/api/v1/user/link/revoke',
      summary: 'Makes the link of a user stop working',
      ...administrators,
      body: schemas.UserId,
      reply: Accepted,
      handle: async ({ caller, body }) => {
        await revokeLink(services.database, caller, body.user_id);
        return accepted;
      },
    }),
  ];
}
