/** What the administration of the console shows and changes, beyond the records themselves. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Name, pageFields, Timestamp } from '../http/schema-parts.ts';
import { Group, Organization, OrganizationRole, User, UserCreation } from './schemas.ts';

const Delivery = Type.Enum(['mail', 'link'], {
  description:
    'by mail, or as a link in the response; default: by mail when there is a mail server. Without one, mails are written to the folder outbox',
});

const page = {
  text: Type.Optional(Type.String({ maxLength: fixedLimits.nameCharacters })),
  ...pageFields(fixedLimits.query.items),
};

export const Invitation = named(
  'Invitation',
  Type.Object({
    purpose: about('What the link is for.', Type.Enum(['invitation', 'password'])),
    delivery: about('Whether a mail is sent, or you pass on the link yourself.', Type.Enum(['mail', 'link'])),
    created_at: Timestamp,
    expires_at: Timestamp,
    mailed_at: about('When the mail was sent; null: it was not.', Nullable(Timestamp)),
  }),
);

export const ListedUser = named(
  'ListedUser',
  Type.Object({
    user: User,
    created: Timestamp,
    last_seen_at: Nullable(
      Type.Integer({ description: 'to the minute, in the console or by a key; null means never' }),
    ),
    has_password: about('Whether the user has a password.', Type.Boolean()),
    has_provider: Type.Boolean({ description: 'whether an identity provider lets the user in' }),
    invitation: about('The invitation; null: there is none.', Nullable(Invitation)),
    storage_used: Type.Integer({ description: 'bytes' }),
    keys: about('How many API keys the user has.', Type.Integer()),
    groups: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String(),
      }),
    ),
    organizations: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String(),
        write: about('Whether the user may also change what belongs to it.', Type.Boolean()),
        role: OrganizationRole,
      }),
    ),
  }),
);
export const UserListRequest = named(
  'UserListRequest',
  Type.Object({
    ...page,
    state: Type.Optional(Type.Enum(['enabled', 'disabled', 'invited'])),
    admin: about('Only administrators, or only the others.', Type.Optional(Type.Boolean())),
    id: Type.Optional(Type.String({ ...Uuid, description: 'only this user' })),
  }),
);
export const UserList = named(
  'UserList',
  Type.Object({
    total: Type.Integer(),
    sends_mail: Type.Boolean({
      description: 'whether there is a mail server, so that invitations go by mail unless you ask for a link',
    }),
    items: Type.Array(ListedUser),
  }),
);

export const UserId = named('UserId', Type.Object({ user_id: Uuid }));
export const UserRemains = named(
  'UserRemains',
  Type.Object({
    prevents: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer() }), {
      description: 'what the user must not have any more before the deletion; counted up to a limit',
    }),
    deletes: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer() }), {
      description: 'what is deleted with the user; counted up to a limit',
    }),
  }),
);

const { password: _, ...invitedUser } = UserCreation.properties;
export const UserInvitation = named(
  'UserInvitation',
  Type.Object({
    ...invitedUser,
    delivery: about('Whether a mail is sent, or you pass on the link yourself.', Type.Optional(Delivery)),
  }),
);
export const LinkRequest = named(
  'LinkRequest',
  Type.Object({
    user_id: Uuid,
    delivery: about('Whether a mail is sent, or you pass on the link yourself.', Type.Optional(Delivery)),
  }),
);
export const SentInvitation = named(
  'SentInvitation',
  Type.Object({
    user_id: Uuid,
    invitation: about('The invitation; null: there is none.', Invitation),
    link: Nullable(Type.String({ description: 'shown here and never again; null when it goes by mail' })),
  }),
);

export const GroupRename = named('GroupRename', Type.Object({ id: Uuid, name: Name }));
export const GroupListRequest = named('GroupListRequest', Type.Object(page));
export const GroupList = named(
  'GroupList',
  Type.Object({
    total: Type.Integer(),
    items: Type.Array(Group),
  }),
);

export const ListedOrganization = named(
  'ListedOrganization',
  Type.Object({
    organization: Organization,
    storage_used: Type.Integer({ description: 'bytes' }),
    panels: about('How many panels it has.', Type.Integer()),
    workflows: about('How many workflows it has.', Type.Integer()),
  }),
);
export const OrganizationListRequest = named('OrganizationListRequest', Type.Object(page));
export const OrganizationList = named(
  'OrganizationList',
  Type.Object({
    total: Type.Integer(),
    items: Type.Array(ListedOrganization),
  }),
);

export const CreditUsage = named(
  'CreditUsage',
  Type.Object({
    credits: Nullable(Type.Number({ description: 'what is left; null means unlimited' })),
    storage_used: Type.Integer({ description: 'bytes' }),
    storage_quota: Nullable(Type.Integer({ description: 'bytes; null means unlimited' })),
  }),
);

export type Invitation = Static<typeof Invitation>;
export type ListedUser = Static<typeof ListedUser>;
export type UserListRequest = Static<typeof UserListRequest>;
export type UserList = Static<typeof UserList>;
export type UserRemains = Static<typeof UserRemains>;
export type UserInvitation = Static<typeof UserInvitation>;
export type SentInvitation = Static<typeof SentInvitation>;
export type GroupList = Static<typeof GroupList>;
export type ListedOrganization = Static<typeof ListedOrganization>;
export type OrganizationList = Static<typeof OrganizationList>;
export type CreditUsage = Static<typeof CreditUsage>;
