/** `/api/v1`: accounts are for administrators; keys, notifications and the members of one's own organizations for everyone. */
import {
  Accepted,
  accepted,
  administrators,
  type Endpoint,
  EntityQuery,
  endpointWith,
  everyone,
  Uuid,
} from '../http/endpoint.ts';
import { listingEndpoints } from '../query/listing.ts';
import { rowSize } from '../query/row-size.ts';
import { groupFields, keyFields, notificationFields, organizationFields, userFields } from './fields.ts';
import { addKey, changeKey, removeKey, requiredOwner, toApiKey } from './keys.ts';
import {
  addGroup,
  addGroupMember,
  addOrganization,
  changeOrganization,
  removeGroupOrOrganization,
  removeMember,
  setOrganizationMember,
} from './membership-changes.ts';
import { listOwnOrganizations, selectGroups, selectOrganizations } from './memberships.ts';
import { markAllRead, markRead, toNotification } from './notifications.ts';
import * as schemas from './schemas.ts';
import { Nothing } from './sign-in/session-schemas.ts';
import { changeUser, registerUser, removeUser, type UserServices } from './user-changes.ts';
import { toUser } from './users.ts';

export interface AccountServices extends UserServices {
  /** Called when a key or its user has changed: see `Identities.evict`. */
  evictIdentity(userId: string): void;
}

const endpoint = endpointWith<AccountServices>();

export const accountEndpoints: Endpoint<AccountServices>[] = [
  endpoint({
    path: '/api/v1/user/create',
    summary: 'Creates a user',
    ...administrators,
    body: schemas.UserCreation,
    reply: schemas.User,
    handle: (services, { caller, body }) => registerUser(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/user/update',
    summary: 'Changes the fields of a user that are sent',
    ...administrators,
    body: schemas.UserUpdate,
    reply: schemas.User,
    handle: async (services, { caller, body: { id, ...changes } }) => {
      const user = await changeUser(services, caller, id, changes);
      services.evictIdentity(user.id);
      return user;
    },
  }),
  endpoint({
    path: '/api/v1/user/delete',
    summary: 'Deletes a user with all keys, memberships and notifications',
    ...administrators,
    query: EntityQuery,
    reply: Uuid,
    handle: async ({ database, evictIdentity }, { caller, query: { entity_id } }) => {
      const id = await removeUser(database.query, caller, entity_id);
      evictIdentity(id);
      return id;
    },
  }),
  ...listingEndpoints({
    path: '/api/v1/user',
    plural: 'users',
    access: administrators,
    fields: userFields,
    visible: () => db => db.selectFrom('users').selectAll('users'),
    item: schemas.User,
    toItem: toUser,
  }),
  endpoint({
    path: '/api/v1/key/create',
    summary: 'Creates an API key, which is shown only in this response',
    ...everyone,
    body: schemas.KeyCreation,
    reply: schemas.CreatedKey,
    handle: ({ database }, { caller, body }) => addKey(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/key/update',
    summary: 'Renames, disables or enables a key, or changes its scopes, with immediate effect',
    ...everyone,
    body: schemas.KeyUpdate,
    reply: schemas.ApiKey,
    handle: async ({ database, evictIdentity }, { caller, body: { id, ...changes } }) => {
      const key = await changeKey(database.query, caller, id, changes);
      evictIdentity(key.user_id);
      return key;
    },
  }),
  endpoint({
    path: '/api/v1/key/delete',
    summary: 'Deletes a key',
    ...everyone,
    body: schemas.KeyDeletion,
    reply: schemas.ApiKey,
    handle: async ({ database, evictIdentity }, { caller, body }) => {
      const key = await removeKey(database.query, caller, body.id);
      evictIdentity(key.user_id);
      return key;
    },
  }),
  ...listingEndpoints({
    path: '/api/v1/key',
    plural: 'keys',
    access: everyone,
    fields: keyFields,
    visible:
      ({ caller }) =>
      db => {
        const owner = requiredOwner(caller);
        const keys = db.selectFrom('api_keys').selectAll('api_keys');
        return owner === undefined ? keys : keys.where('user_id', '=', owner);
      },
    item: schemas.ApiKey,
    toItem: toApiKey,
  }),
  endpoint({
    path: '/api/v1/organization/create',
    summary: 'Creates an organization',
    ...administrators,
    body: schemas.OrganizationCreation,
    reply: schemas.Organization,
    handle: ({ database }, { caller, body }) => addOrganization(database.query, caller, body),
  }),
  endpoint({
    path: '/api/v1/organization/update',
    summary: 'Changes the fields of an organization that are sent; its owners may rename it',
    ...everyone,
    body: schemas.OrganizationUpdate,
    reply: schemas.Organization,
    handle: ({ database }, { caller, body: { id, ...changes } }) =>
      changeOrganization(database.query, caller, id, changes),
  }),
  endpoint({
    path: '/api/v1/organization/member/set',
    summary: 'Adds a member, or changes their role; for administrators, and for admins and owners of the organization',
    ...everyone,
    body: schemas.OrganizationMember,
    reply: Accepted,
    handle: async ({ database }, { caller, body }) => {
      await setOrganizationMember(database.query, caller, body);
      return accepted;
    },
  }),
  endpoint({
    path: '/api/v1/organization/member/remove',
    summary: 'Removes a member; for administrators, and for admins and owners of the organization',
    ...everyone,
    body: schemas.OrganizationMemberRemoval,
    reply: Accepted,
    handle: async ({ database }, { caller, body: { organization_id, user_id } }) => {
      await removeMember(database.query, caller, 'organization', organization_id, user_id);
      return accepted;
    },
  }),
  endpoint({
    path: '/api/v1/organization/mine',
    summary: "Lists the caller's organizations by name, with their role in each",
    ...everyone,
    body: Nothing,
    reply: schemas.OwnOrganizations,
    handle: ({ database }, { caller }) => listOwnOrganizations(database.query, caller),
  }),
  deletionEndpoint('organization', '/api/v1/organization/delete', 'Deletes an organization'),
  ...listingEndpoints({
    path: '/api/v1/organization',
    plural: 'organizations',
    access: administrators,
    fields: organizationFields,
    visible: () => selectOrganizations,
    item: schemas.Organization,
    toItem: organization => organization,
  }),
  endpoint({
    path: '/api/v1/group/create',
    summary: 'Creates a group',
    ...administrators,
    body: schemas.GroupCreation,
    reply: schemas.Group,
    handle: ({ database }, { caller, body }) => addGroup(database.query, caller, body.name),
  }),
  endpoint({
    path: '/api/v1/group/member/set',
    summary: 'Adds a member',
    ...administrators,
    body: schemas.GroupMember,
    reply: Accepted,
    handle: async ({ database }, { caller, body: { group_id, user_id } }) => {
      await addGroupMember(database.query, caller, group_id, user_id);
      return accepted;
    },
  }),
  endpoint({
    path: '/api/v1/group/member/remove',
    summary: 'Removes a member',
    ...administrators,
    body: schemas.GroupMember,
    reply: Accepted,
    handle: async ({ database }, { caller, body: { group_id, user_id } }) => {
      await removeMember(database.query, caller, 'group', group_id, user_id);
      return accepted;
    },
  }),
  deletionEndpoint('group', '/api/v1/group/delete', 'Deletes a group'),
  ...listingEndpoints({
    path: '/api/v1/group',
    plural: 'groups',
    access: administrators,
    fields: groupFields,
    visible: () => selectGroups,
    item: schemas.Group,
    toItem: group => group,
  }),
  endpoint({
    path: '/api/v1/notification/read',
    summary: 'Marks a notification as read',
    ...everyone,
    body: schemas.NotificationReading,
    reply: schemas.Notification,
    handle: ({ database }, { caller, body }) => markRead(database.query, body.id, caller.userId),
  }),
  endpoint({
    path: '/api/v1/notification/read_all',
    summary: 'Marks all notifications of the caller as read that were created until a time',
    ...everyone,
    body: schemas.NotificationsReading,
    reply: Accepted,
    handle: async ({ database }, { caller, body }) => {
      await markAllRead(database.query, caller.userId, new Date(body.until));
      return accepted;
    },
  }),
  ...listingEndpoints({
    path: '/api/v1/notification',
    plural: "the caller's notifications",
    access: everyone,
    fields: notificationFields,
    visible:
      ({ caller }) =>
      db =>
        db.selectFrom('notifications').selectAll('notifications').where('user_id', '=', caller.userId),
    item: schemas.Notification,
    toItem: toNotification,
    size: rowSize({ texts: ['notifications.title', 'notifications.text'] }),
  }),
];

function deletionEndpoint(kind: 'organization' | 'group', path: string, summary: string): Endpoint<AccountServices> {
  return endpoint({
    path,
    summary,
    ...administrators,
    query: EntityQuery,
    reply: Uuid,
    handle: ({ database }, { caller, query: { entity_id } }) =>
      removeGroupOrOrganization(database.query, caller, kind, entity_id),
  });
}
