import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { WorkflowPermission } from '../http/caller.ts';
import { about, named } from '../http/described.ts';
import { Nullable, SCOPES, Uuid } from '../http/endpoint.ts';
import { Name } from '../http/schema-parts.ts';
import { ROLES } from './roles.ts';

export const Email = Type.String({ format: 'email', maxLength: fixedLimits.emailCharacters });
const Credits = Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Scopes = Type.Array(Type.Enum([...SCOPES]), {
  minItems: 1,
  maxItems: fixedLimits.scopesPerKey,
  description: `any of ${SCOPES.join(', ')}`,
});

const spendingLimits = {
  credits: about('The credits; null: no limit.', Type.Optional(Nullable(Credits))),
  storage_quota: about('How many bytes of files there may be; null: no limit.', Type.Optional(Nullable(Bytes))),
};

export const NewPassword = Type.String({
  minLength: fixedLimits.passwordCharacters.least,
  maxLength: fixedLimits.passwordCharacters.most,
});

const userChanges = {
  password: Type.Optional(NewPassword),
  admin: about('Whether the user is an administrator.', Type.Optional(Type.Boolean())),
  enabled: about('A disabled user can not sign in, and their keys are refused.', Type.Optional(Type.Boolean())),
  ...spendingLimits,
  permissions: about(
    'What the user may do.',
    Type.Optional(
      Type.Object({ workflow: about('What the user may do with workflows.', Type.Optional(WorkflowPermission)) }),
    ),
  ),
};

export const UserCreation = named(
  'UserCreation',
  Type.Object({
    email: Email,
    name: Name,
    ...userChanges,
  }),
);
export const UserUpdate = named(
  'UserUpdate',
  Type.Object({
    id: Uuid,
    email: Type.Optional(Email),
    name: Type.Optional(Name),
    ...userChanges,
  }),
);
export const User = named(
  'User',
  Type.Object({
    id: Uuid,
    email: Type.String(),
    name: Type.String(),
    admin: about('Whether the user is an administrator.', Type.Boolean()),
    enabled: about('A disabled user can not sign in, and their keys are refused.', Type.Boolean()),
    credits: Nullable(Type.Number({ description: 'what is left; null means unlimited' })),
    storage_quota: Nullable(Type.Integer({ description: 'bytes; null means unlimited' })),
    permissions: about(
      'What the user may do.',
      Type.Object({ workflow: about('What the user may do with workflows.', WorkflowPermission) }),
    ),
  }),
);

export const KeyCreation = named(
  'KeyCreation',
  Type.Object({
    name: Name,
    scopes: about('What the key may be used for.', Scopes),
    user_id: about('The user whose key it is; by default the caller.', Type.Optional(Uuid)),
  }),
);
export const KeyUpdate = named(
  'KeyUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    scopes: about('What the key may be used for.', Type.Optional(Scopes)),
    enabled: about('Whether it can be used.', Type.Optional(Type.Boolean())),
  }),
);
export const KeyDeletion = named('KeyDeletion', Type.Object({ id: Uuid }));
const keyFields = {
  id: Uuid,
  user_id: about('The user whose key it is.', Uuid),
  name: Type.String(),
  scopes: about('What the key may be used for.', Type.Array(Type.String())),
  enabled: about('Whether it can be used.', Type.Boolean()),
  created_at: Type.Integer({ description: 'milliseconds since the epoch' }),
  last_used_at: Nullable(Type.Integer({ description: 'to the minute; null means never' })),
};
export const ApiKey = named('ApiKey', Type.Object(keyFields));
export const CreatedKey = named(
  'CreatedKey',
  Type.Object({
    ...keyFields,
    key: Type.String({ description: 'shown here and never again' }),
  }),
);

export const GroupCreation = named('GroupCreation', Type.Object({ name: Name }));
export const GroupMember = named('GroupMember', Type.Object({ group_id: Uuid, user_id: Uuid }));
export const Group = named(
  'Group',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    members: Type.Array(Type.Object({ user_id: Uuid })),
  }),
);

export const OrganizationCreation = named('OrganizationCreation', Type.Object({ name: Name, ...spendingLimits }));
export const OrganizationUpdate = named(
  'OrganizationUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    ...spendingLimits,
  }),
);
export const OrganizationRole = Type.Enum([...ROLES], {
  type: 'string',
  description: `${ROLES.join(', ')}: each may do what those before it may`,
});
export const OrganizationMember = named(
  'OrganizationMember',
  Type.Object({
    organization_id: Uuid,
    user_id: Uuid,
    role: Type.Optional(OrganizationRole),
    write: Type.Optional(
      Type.Boolean({
        description: 'instead of a role: true for an editor, false for a viewer; a role that agrees stays',
      }),
    ),
  }),
);
export const OrganizationMemberRemoval = named(
  'OrganizationMemberRemoval',
  Type.Object({
    organization_id: Uuid,
    user_id: Uuid,
  }),
);
export const Organization = named(
  'Organization',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    credits: about('The credits that it has left; null: no limit.', Nullable(Type.Number())),
    storage_quota: about('How many bytes of files there may be; null: no limit.', Nullable(Type.Integer())),
    members: Type.Array(
      Type.Object({
        user_id: Uuid,
        write: about('Whether the member may also change things.', Type.Boolean()),
        role: OrganizationRole,
      }),
    ),
  }),
);

export const OwnOrganizations = named(
  'OwnOrganizations',
  Type.Object({
    items: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String(),
        role: about('The role of the caller.', OrganizationRole),
        members: Type.Array(Type.Object({ user_id: Uuid, role: OrganizationRole })),
      }),
    ),
  }),
);

export const NotificationsReading = named(
  'NotificationsReading',
  Type.Object({
    until: Type.Integer({
      minimum: 0,
      maximum: Date.UTC(9999, 11, 31),
      description: 'milliseconds since the epoch',
    }),
  }),
);
export const NotificationReading = named('NotificationReading', Type.Object({ id: Uuid }));
export const Notification = named(
  'Notification',
  Type.Object({
    id: Uuid,
    kind: about('What it is about.', Type.String()),
    title: Type.String(),
    text: about('The text, in plain words.', Type.String()),
    link: about('Where it leads to.', Nullable(Type.String())),
    read: Type.Boolean(),
    created: Type.Integer({ description: 'milliseconds since the epoch' }),
  }),
);

export type Notification = Static<typeof Notification>;
export type User = Static<typeof User>;
export type UserCreation = Static<typeof UserCreation>;
export type UserUpdate = Static<typeof UserUpdate>;
export type ApiKey = Static<typeof ApiKey>;
export type KeyChanges = Omit<Static<typeof KeyUpdate>, 'id'>;
export type Group = Static<typeof Group>;
export type Organization = Static<typeof Organization>;
export type OrganizationCreation = Static<typeof OrganizationCreation>;
export type OrganizationMember = Static<typeof OrganizationMember>;
export type OwnOrganizations = Static<typeof OwnOrganizations>;
