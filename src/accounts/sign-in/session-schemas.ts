import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { WorkflowPermission } from '../../http/caller.ts';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { limitField, Name, Timestamp } from '../../http/schema-parts.ts';
import { Email, NewPassword } from '../schemas.ts';

/** Passwords of other times may be shorter than new ones. */
const KnownPassword = Type.String({ maxLength: fixedLimits.passwordCharacters.most });
const Token = Type.String({ maxLength: 200, description: 'what follows # in the link' });

export const Nothing = Type.Object({});

export const SignInOptions = named(
  'SignInOptions',
  Type.Object({
    oidc: about(
      'The identity provider; null: there is none.',
      Nullable(Type.Object({ name: Type.String({ description: 'of the identity provider, for its button' }) })),
    ),
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
    admin: about('Whether the user is an administrator.', Type.Boolean()),
    permissions: about(
      'What the user may do.',
      Type.Object({ workflow: about('What the user may do with workflows.', WorkflowPermission) }),
    ),
    has_password: about('Whether the user has a password.', Type.Boolean()),
  }),
);
export const Session = named(
  'Session',
  Type.Object({
    user: Profile,
    session_id: Nullable(Uuid),
    version: about('The version of Heddle.', Type.String()),
    public_url: about('The address of the service.', Type.String()),
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
    created_at: Timestamp,
    last_seen_at: Type.Integer({ description: 'to the minute' }),
    ends_at: Type.Integer({ description: 'when it ends if nobody uses it' }),
    address: about('The IP address that it was last used from.', Type.String()),
    agent: about('The browser.', Type.String()),
    current: about('Whether it is the session of this request.', Type.Boolean()),
  }),
);

export const LinkToken = named('LinkToken', Type.Object({ token: about('The token of the link.', Token) }));
export const OneTimeLink = named(
  'OneTimeLink',
  Type.Object({
    purpose: about('What the link is for.', Type.Enum(['setup', 'password', 'invitation'])),
    email: Type.String(),
  }),
);
export const LinkAcceptance = named(
  'LinkAcceptance',
  Type.Object({
    token: about('The token of the link.', Token),
    email: Type.Optional(Email),
    name: Type.Optional(Name),
    password: NewPassword,
  }),
);

export const ProfileUpdate = named('ProfileUpdate', Type.Object({ name: Type.Optional(Name) }));
export const PasswordChange = named(
  'PasswordChange',
  Type.Object({
    current: about('The present password, which a user who has one must name.', Type.Optional(KnownPassword)),
    password: NewPassword,
  }),
);

export const PeopleSearch = named(
  'PeopleSearch',
  Type.Object({
    text: Type.Optional(Type.String({ maxLength: fixedLimits.nameCharacters })),
    ids: Type.Optional(Type.Array(Uuid, { maxItems: fixedLimits.people.ids })),
    limit: limitField(fixedLimits.people.ids),
  }),
);
export const Person = named(
  'Person',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    email: Type.String(),
  }),
);
export const GroupName = named('GroupName', Type.Object({ id: Uuid, name: Type.String() }));

export type Session = Static<typeof Session>;
export type SignInOptions = Static<typeof SignInOptions>;
export type ListedSession = Static<typeof ListedSession>;
export type OneTimeLink = Static<typeof OneTimeLink>;
export type LinkAcceptance = Static<typeof LinkAcceptance>;
export type Profile = Static<typeof Profile>;
export type Person = Static<typeof Person>;
