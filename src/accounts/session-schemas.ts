import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Email, Name, NewPassword, WorkflowPermission } from './schemas.ts';

const Time = Type.Integer({ description: 'milliseconds since the epoch' });
/** Passwords of other times may be shorter than new ones. */
const KnownPassword = Type.String({ maxLength: fixedLimits.passwordCharacters.most });
const Token = Type.String({ maxLength: 200, description: 'what follows # in the link' });

export const Nothing = Type.Object({});

export const SignInOptions = named(
  'SignInOptions',
  Type.Object({
    oidc: Nullable(Type.Object({ name: Type.String({ description: 'of the identity provider, for its button' }) })),
  }),
);
export const SignIn = named(
  'SignIn',
  Type.Object({
    email: Type.String({ maxLength: fixedLimits.emailCharacters }),
    password: KnownPassword,
  }),
);
export const Profile = named(
  'Profile',
  Type.Object({
    id: Uuid,
    email: Type.String(),
    name: Type.String(),
    admin: Type.Boolean(),
    permissions: Type.Object({ workflow: WorkflowPermission }),
    has_password: Type.Boolean(),
  }),
);
export const Session = named(
  'Session',
  Type.Object({
    user: Profile,
    session_id: Nullable(Uuid),
    version: Type.String(),
    public_url: Type.String(),
  }),
);
export const SessionEnd = named(
  'SessionEnd',
  Type.Object({
    id: Type.Optional(Type.String({ ...Uuid, description: 'another session of the caller' })),
  }),
);
export const ListedSession = named(
  'ListedSession',
  Type.Object({
    id: Uuid,
    created_at: Time,
    last_seen_at: Type.Integer({ description: 'to the minute' }),
    ends_at: Type.Integer({ description: 'when it ends if nobody uses it' }),
    address: Type.String(),
    agent: Type.String(),
    current: Type.Boolean(),
  }),
);

export const LinkToken = named('LinkToken', Type.Object({ token: Token }));
export const Link = named(
  'OneTimeLink',
  Type.Object({ purpose: Type.Enum(['setup', 'password', 'invitation']), email: Type.String() }),
);
export const LinkAcceptance = named(
  'LinkAcceptance',
  Type.Object({
    token: Token,
    email: Type.Optional(Email),
    name: Type.Optional(Name),
    password: NewPassword,
  }),
);

export const ProfileUpdate = named('ProfileUpdate', Type.Object({ name: Type.Optional(Name) }));
export const PasswordChange = named(
  'PasswordChange',
  Type.Object({ current: Type.Optional(KnownPassword), password: NewPassword }),
);

export const PeopleSearch = named(
  'PeopleSearch',
  Type.Object({
    text: Type.Optional(Type.String({ maxLength: fixedLimits.nameCharacters })),
    ids: Type.Optional(Type.Array(Uuid, { maxItems: fixedLimits.people.ids })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: fixedLimits.people.ids })),
  }),
);
export const Person = named('Person', Type.Object({ id: Uuid, name: Type.String(), email: Type.String() }));
export const GroupName = named('GroupName', Type.Object({ id: Uuid, name: Type.String() }));

export type Session = Static<typeof Session>;
export type SignInOptions = Static<typeof SignInOptions>;
export type ListedSession = Static<typeof ListedSession>;
export type Link = Static<typeof Link>;
export type LinkAcceptance = Static<typeof LinkAcceptance>;
export type Person = Static<typeof Person>;
