import Type, { type Static } from 'typebox';
import { connectionSharingFields, ownershipFields } from '../accounts/sharing/schemas.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Description, Name, pageFields } from '../http/schema-parts.ts';
import { CREDENTIAL_KINDS, TEMPLATE_PLACES } from './kinds.ts';

const { credential: limits } = fixedLimits;

const Kind = Type.Enum([...CREDENTIAL_KINDS]);
const Time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description: 'milliseconds since the epoch' });
const Hosts = Type.Array(Type.String({ minLength: 1, maxLength: limits.hostCharacters }), {
  minItems: 1,
  maxItems: limits.hosts,
  description: 'where it may be sent: api.example.org, *.example.org, api.example.org:8443, http://localhost:3000',
});
const TemplatePlaces = Type.Array(Type.Enum([...TEMPLATE_PLACES]), {
  maxItems: TEMPLATE_PLACES.length,
  uniqueItems: true,
  description:
    'the parts of a request in which {{ secrets.name.field }} may stand; unless given, all for the kind `generic`, and none for the others, which have a place of their own',
});
const Fields = Type.Record(Type.String(), Type.Unknown(), { description: 'values by the names that `kinds` lists' });

export { NoParams } from '../http/schema-parts.ts';
export const CredentialId = named('CredentialId', Type.Object({ id: Uuid }));

const FieldDescription = named(
  'CredentialField',
  Type.Object({
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    secret: about('Whether its value is never shown.', Type.Boolean()),
    required: about('Whether it must be given.', Type.Boolean()),
    type: Type.Enum(['text', 'long_text', 'choice', 'list', 'number', 'json']),
    choices: about('The allowed values, where there are only some.', Type.Optional(Type.Array(Type.String()))),
  }),
);
const KindDescription = named(
  'CredentialKind',
  Type.Object({
    kind: Kind,
    title: Type.String(),
    description: Type.String(),
    fields: about('The fields, by their names.', Type.Array(FieldDescription)),
    own_fields: Type.Boolean({
      description: 'whether it may have further fields of any name, all of them secret texts',
    }),
    connectable: Type.Boolean({ description: 'whether somebody must connect an account in the browser' }),
  }),
);
export const Kinds = named(
  'CredentialKinds',
  Type.Object({ kinds: about('All kinds of credentials.', Type.Array(KindDescription)) }),
);
export type KindDescription = Static<typeof KindDescription>;

export const CredentialCreation = named(
  'CredentialCreation',
  Type.Object({
    name: Name,
    description: Type.Optional(Description),
    kind: Kind,
    hosts: about('The hosts that it may be sent to.', Hosts),
    template_places: Type.Optional(TemplatePlaces),
    fields: about('The fields, by their names.', Fields),
    organization_id: about('The id of the organization that it belongs to; null: none.', Type.Optional(Nullable(Uuid))),
    group_id: Type.Optional(Nullable(Uuid)),
    ...connectionSharingFields,
    rotate_at: about('When the secret should be replaced; null: never.', Type.Optional(Nullable(Time))),
  }),
);
export type CredentialCreation = Static<typeof CredentialCreation>;

export const CredentialUpdate = named(
  'CredentialUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    hosts: about('The hosts that it may be sent to.', Type.Optional(Hosts)),
    template_places: Type.Optional(TemplatePlaces),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'a field that is given replaces the old value, null removes it, and the others stay',
      }),
    ),
    ...connectionSharingFields,
    rotate_at: about('When the secret should be replaced; null: never.', Type.Optional(Nullable(Time))),
    if_version: Type.Optional(Type.Integer({ description: 'refused with 409 unless the credential has this version' })),
  }),
);
export type CredentialUpdate = Static<typeof CredentialUpdate>;

const SecretField = named(
  'SecretField',
  Type.Object({
    set: about('The value is set. It is never shown.', Type.Literal(true)),
    hint: Type.Optional(Type.String({ description: 'the last characters of a long value' })),
    source: Type.Enum(['value', 'env', 'file', 'vault'], { description: 'whether it is stored here, or elsewhere' }),
  }),
);
export type SecretField = Static<typeof SecretField>;

const Stamp = named(
  'CredentialStamp',
  Type.Object({
    timestamp: about('When it happened, in milliseconds since 1970.', Type.Integer()),
    user_id: about('Who did it.', Nullable(Uuid)),
  }),
);

export const Credential = named(
  'Credential',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    kind: Kind,
    hosts: about('The hosts that it may be sent to.', Type.Array(Type.String())),
    fields: Type.Record(Type.String(), Type.Unknown(), {
      description: 'the fields that are set; of a secret one only {set, hint, source}',
    }),
    template_places: TemplatePlaces,
    template_fields: Type.Array(Type.String(), { description: 'the fields that {{ secrets.name.field }} may name' }),
    version: Type.Integer({ description: 'grows with every change' }),
    state: about(
      '`ready`: it can be used. The others say what is to be done.',
      Type.Enum(['ready', 'connect', 'reconnect']),
    ),
    connected: about(
      'The account that it is connected to; null: none.',
      Nullable(
        Type.Object({
          account: about('The account, as its service names it.', Type.Optional(Type.String())),
          expires_at: Type.Optional(Type.Integer()),
          scopes: about('What the account allows.', Type.Optional(Type.Array(Type.String()))),
        }),
      ),
    ),
    rotate_at: Nullable(Type.Integer({ description: 'when the owner is reminded to replace the secret' })),
    last_used_at: about('When it was last used; null: never.', Nullable(Type.Integer())),
    ...ownershipFields,
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
  }),
);
export type Credential = Static<typeof Credential>;

export const CredentialQuery = named(
  'CredentialQuery',
  Type.Object({
    text: Type.Optional(
      Type.String({
        maxLength: fixedLimits.nameCharacters,
        description: 'words of the name, the description or a host',
      }),
    ),
    kind: Type.Optional(Kind),
    usable: Type.Optional(Type.Boolean({ description: 'only those that the caller may use' })),
    ...pageFields(limits.listed),
  }),
);
export type CredentialQuery = Static<typeof CredentialQuery>;
export const CredentialList = named(
  'CredentialList',
  Type.Object({
    items: Type.Array(Credential),
    total: Type.Integer(),
  }),
);
export type CredentialList = Static<typeof CredentialList>;

export const CredentialTest = named(
  'CredentialTest',
  Type.Object({
    id: Uuid,
    url: Type.Optional(
      Type.String({
        maxLength: fixedLimits.urlCharacters,
        description: 'a URL of an allowed host; by default the first page of the first one',
      }),
    ),
  }),
);
export type CredentialTest = Static<typeof CredentialTest>;
export const CredentialTestResult = named(
  'CredentialTestResult',
  Type.Object({
    ok: about('Whether it worked.', Type.Boolean()),
    status: about('The HTTP status of the answer; null: there was none, or none was needed.', Nullable(Type.Integer())),
    message: Type.String(),
  }),
);
export type CredentialTestResult = Static<typeof CredentialTestResult>;

const Named = named('CredentialUser', Type.Object({ id: Uuid, name: Type.String() }));
export const CredentialUsers = named(
  'CredentialUsers',
  Type.Object({
    workflows: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String(),
        node_id: about('The id of the step.', Type.String()),
        draft: about('Whether the draft does.', Type.Boolean()),
        published: about('Whether the published version does.', Type.Boolean()),
      }),
      { description: 'steps that name it, in workflows that the caller may see' },
    ),
    connectors: about('The connectors that use it.', Type.Array(Named)),
    mcp_servers: about('The MCP servers that use it.', Type.Array(Named)),
    recent: about(
      'Where it was used lately.',
      Type.Array(
        Type.Object({
          workflow_id: Nullable(Uuid),
          workflow_name: Nullable(
            Type.String({ description: 'null when there is no workflow, or the caller may not see it' }),
          ),
          node_id: about('The id of the step.', Nullable(Type.String())),
          host: about('The host that it was sent to.', Type.String()),
          hour: Type.Integer({ description: 'its beginning, in milliseconds since the epoch' }),
          count: Type.Integer(),
          refused: Type.Integer({ description: 'how often it was not sent, because the host is not allowed' }),
        }),
      ),
    ),
  }),
);
export type CredentialUsers = Static<typeof CredentialUsers>;
