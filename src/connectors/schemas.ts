import Type, { type Static } from 'typebox';
import { connectionSharingFields } from '../accounts/sharing/schemas.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { CREDENTIAL_KINDS } from '../credentials/kinds.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Count, pageFields, Name as Title } from '../http/schema-parts.ts';
import { CONNECTOR_NAME } from './names.ts';
import { credentialFields, ownerFields, sourceFields } from './source-settings.ts';
import { UsingWorkflow } from './use-schemas.ts';

export { Gallery } from './gallery-schemas.ts';
export { ToolUses, UsingWorkflow } from './use-schemas.ts';

const { connector: limits } = fixedLimits;
const strict = { additionalProperties: false };
export const MOST_LISTED = 100;

const Url = Type.String({ pattern: '^https?://', maxLength: fixedLimits.urlCharacters });
const Text = Type.String({ maxLength: fixedLimits.nameCharacters });
const OperationName = Type.String({ maxLength: 64 });

const document = {
  url: Type.Optional({ ...Url, description: 'where the document is read' }),
  document: Type.Optional(Type.String({ description: 'the document itself, as JSON or YAML' })),
  file_id: Type.Optional({ ...Uuid, description: 'an uploaded file of the caller' }),
};
const gallery = Type.Optional(Type.String({ maxLength: 100, description: 'the slug of an entry of the gallery' }));

const param = Type.String({ minLength: 1, maxLength: 200, description: 'the name of the param' });
const expression = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const items = Nullable(expression('JMESPath of the list in a reply; null when the reply is the list'));
const first = Type.Integer({ minimum: 0, maximum: 1, description: 'the number of the first page' });
const link = named('LinkPaging', Type.Object({ kind: Type.Literal('link') }, strict));
const cursor = named(
  'CursorPaging',
  Type.Object(
    {
      kind: Type.Literal('cursor'),
      param,
      next: expression('JMESPath of the next cursor'),
    },
    strict,
  ),
);
const page = { kind: Type.Literal('page'), param };
const offset = { kind: Type.Literal('offset'), param };
export const Pagination = Type.Union(
  [link, cursor, Type.Object({ ...page, first, items }), Type.Object({ ...offset, items })],
  { description: 'how the next page of a list is asked for' },
);
const PaginationInput = Type.Union(
  [
    link,
    cursor,
    Type.Object(
      {
        ...page,
        first: about('The number of the first page.', Type.Optional(first)),
        items: Type.Optional(items),
      },
      strict,
    ),
    Type.Object({ ...offset, items: Type.Optional(items) }, strict),
  ],
  { description: 'how the next page of a list is asked for, by operations that have this param' },
);

export const ConnectorRate = named(
  'ConnectorRate',
  Type.Object(
    {
      calls: about('How many calls.', Type.Integer({ minimum: 1, maximum: limits.rate.calls })),
      seconds: about('In how many seconds.', Type.Number({ minimum: 1, maximum: limits.rate.seconds })),
    },
    { ...strict, description: 'at most so many calls in any such time, of all processes together' },
  ),
);
export type ConnectorRate = Static<typeof ConnectorRate>;

const AllowedHosts = Type.Array(Type.String({ pattern: '^[a-z0-9.:\\[\\]-]+$', maxLength: 300 }), {
  maxItems: 100,
  description:
    'Hosts, with their port if it is not the usual one, to which operations with servers of their own may go although the ' +
    'connector has another base URL than its document.',
});
const settings = {
  title: Type.Optional(Title),
  base_url: Type.Optional({ ...Url, description: 'what the paths of operations are added to' }),
  allowed_hosts: Type.Optional(AllowedHosts),
  ...credentialFields,
  pagination: about('How lists are read page by page; null: they are not.', Type.Optional(Nullable(PaginationInput))),
  rate: about('How often it may be called; null: no limit.', Type.Optional(Nullable(ConnectorRate))),
  ...connectionSharingFields,
};

export const DocumentSource = named('DocumentSource', Type.Object({ ...document, gallery }));
export const ConnectorCreation = named(
  'ConnectorCreation',
  Type.Object({
    name: Type.String({ ...CONNECTOR_NAME, description: 'what the names of its tools begin with; it stays' }),
    ...document,
    gallery,
    enable: Type.Optional(
      Type.Object(
        {
          tags: Type.Optional(Type.Array(Text, { maxItems: 1000 })),
          names: Type.Optional(Type.Array(OperationName, { maxItems: limits.enabled })),
        },
        {
          ...strict,
          description: `which operations are enabled; by default all of them, or none when there are more than ${limits.enabledAtImport}`,
        },
      ),
    ),
    ...settings,
    ...ownerFields,
  }),
);
export const ConnectorUpdate = named(
  'ConnectorUpdate',
  Type.Object({
    id: Uuid,
    ...settings,
    if_version: Type.Optional(Type.Integer({ description: 'refused with 409 unless this is the present version' })),
  }),
);
export const ConnectorId = named('ConnectorId', Type.Object({ id: Uuid }));
export const ConnectorQuery = named(
  'ConnectorQuery',
  Type.Object({
    text: Type.Optional({ ...Text, description: 'parts of name or title' }),
    ...pageFields(MOST_LISTED),
  }),
);

const Security = named(
  'ConnectorSecurity',
  Type.Object({
    scheme: about('The security scheme of the document.', Type.String()),
    kind: Type.Enum([...CREDENTIAL_KINDS], { description: 'the kind of credential that it asks for' }),
    description: Type.String(),
    fields: about(
      'The fields, by their names.',
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
    ),
  }),
);
const Format = Type.Enum(['swagger-2.0', 'openapi-3.0', 'openapi-3.1']);
const Skipped = Type.Array(
  Type.Object({
    method: about('The HTTP method.', Type.String()),
    path: Type.String(),
    reason: about('Why.', Type.String()),
  }),
  {
    description: 'operations that can not become tools, at most 1,000',
  },
);

export const Preview = named(
  'ConnectorPreview',
  Type.Object({
    title: Type.String(),
    version: Type.String(),
    description: Type.String(),
    format: about('The format of the document.', Format),
    base_url: Nullable(Type.String({ description: 'null: it must be given' })),
    other_hosts: Type.Array(
      Type.Object({
        host: Type.String(),
        operations: Type.Array(Type.String(), { description: `The names of the first ${MOST_LISTED} that go there.` }),
        count: about('How many operations go there.', Count),
      }),
      {
        description:
          'Hosts of operations with servers of their own. With another `base_url` than that of the document they are ' +
          'called only if `allowed_hosts` has them.',
      },
    ),
    security: about('How the API lets callers in.', Type.Array(Security)),
    tags: Type.Array(
      Type.Object({
        name: Type.String(),
        count: Count,
      }),
    ),
    operations: about('How many operations there are.', Count),
    skipped: about('What of the document can not be used, and why.', Skipped),
    skipped_count: about('How many operations can not be used.', Count),
  }),
);

export const Connector = named(
  'Connector',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    base_url: about('The address that the paths of the operations follow.', Type.String()),
    allowed_hosts: AllowedHosts,
    pagination: about('How lists are read page by page; null: they are not.', Nullable(Pagination)),
    rate: about('How often it may be called; null: no limit.', Nullable(ConnectorRate)),
    gallery: about('The name of the entry in the gallery that it was made from.', Nullable(Type.String())),
    document: Type.Object({
      url: Nullable(Type.String()),
      format: about('The format of the document.', Format),
      title: Type.String(),
      version: Type.String({ description: 'of the API' }),
      size: about('The size in bytes.', Count),
      sha256: about('The SHA-256 of its content, in hexadecimal.', Type.String()),
      read: Type.Integer({ description: 'when it was read, in milliseconds since the epoch' }),
    }),
    security: about('How the API lets callers in.', Type.Array(Security)),
    operations: about('How many operations there are.', Count),
    enabled: Type.Integer({ minimum: 0, description: 'operations that are tools' }),
    skipped_count: about('How many operations can not be used.', Count),
    version: Type.Integer({ description: 'grows with every change' }),
    ...sourceFields,
  }),
);
export const ConnectorDetails = named(
  'ConnectorDetails',
  Type.Object({
    ...Connector.properties,
    tags: Type.Array(
      Type.Object({
        name: Type.String(),
        count: Count,
        enabled: about('How many of them are tools.', Count),
      }),
    ),
    skipped: about('What of the document can not be used, and why.', Skipped),
    account: Nullable(
      Type.Object(
        {
          credential_id: Uuid,
          kind: Type.Enum([...CREDENTIAL_KINDS]),
          state: Type.Enum(['ready', 'connect', 'reconnect'], { description: 'connect: see `credential/connect`' }),
        },
        { description: "the caller's own account there, where the connector asks for one" },
      ),
    ),
  }),
);
export const AccountSetting = named(
  'AccountSetting',
  Type.Object({
    id: Uuid,
    kind: Type.Enum([...CREDENTIAL_KINDS]),
    fields: Type.Record(Type.String(), Type.Unknown(), {
      description: 'values by the names that `credential/kinds` lists',
    }),
  }),
);
export const ConnectorList = named(
  'ConnectorList',
  Type.Object({
    items: Type.Array(Connector),
    total: Count,
  }),
);

export const OperationQuery = named(
  'OperationQuery',
  Type.Object({
    id: Uuid,
    text: Type.Optional({ ...Text, description: 'words of name, title, description or path' }),
    tag: about('Those with this tag.', Type.Optional(Text)),
    enabled: about('Only operations that are tools, or only the others.', Type.Optional(Type.Boolean())),
    ...pageFields(limits.page),
  }),
);
export const Operation = named(
  'ConnectorOperation',
  Type.Object({
    name: Type.String(),
    tool: Type.String({ description: 'the name for tool.call and assistants' }),
    method: about('The HTTP method.', Type.String()),
    path: Type.String(),
    title: Type.String(),
    description: Type.String(),
    tags: about('The tags that the document gives it.', Type.Array(Type.String())),
    deprecated: about('Whether the document calls it deprecated.', Type.Boolean()),
    enabled: about('Whether it is a tool.', Type.Boolean()),
    paging: about('How its list is read page by page; null: it is not.', Nullable(Pagination)),
  }),
);
export const OperationList = named(
  'OperationList',
  Type.Object({
    items: Type.Array(Operation),
    total: Count,
  }),
);
export const OperationId = named(
  'ConnectorOperationId',
  Type.Object({
    id: Uuid,
    name: OperationName,
  }),
);
export const OperationDetails = named(
  'OperationDetails',
  Type.Object({
    ...Operation.properties,
    input_schema: Type.Unknown({ description: 'the JSON Schema of the params of its tool' }),
  }),
);
export const OperationSwitch = named(
  'OperationSwitch',
  Type.Object({
    id: Uuid,
    names: Type.Optional(Type.Array(OperationName, { maxItems: limits.operations })),
    tag: about('Those with this tag.', Type.Optional(Text)),
    text: Type.Optional(Text),
    all: Type.Optional(Type.Literal(true)),
    enabled: about('Whether they become tools.', Type.Boolean()),
  }),
);
export const Switched = named(
  'SwitchedOperations',
  Type.Object({
    changed: about('How many changed.', Count),
    enabled: Type.Integer({ minimum: 0, description: 'operations that are enabled now' }),
    version: Type.Integer(),
  }),
);

export const RefreshRequest = named('ConnectorRefreshRequest', Type.Object({ id: Uuid, ...document }));
const CHANGED_PARTS = ['params', 'description', 'path'] as const;
export const Refresh = named(
  'ConnectorRefresh',
  Type.Object({
    refresh_id: Uuid,
    added: about('The names of the operations that are new.', Type.Array(Type.String())),
    removed: about('The names of the operations that are gone.', Type.Array(Type.String())),
    changed: about(
      'Operations that differ, and in what.',
      Type.Array(
        Type.Object({
          name: Type.String(),
          what: Type.Array(Type.Enum([...CHANGED_PARTS])),
        }),
      ),
    ),
    unchanged: about('How many operations are the same.', Count),
    used: Type.Array(UsingWorkflow, { description: 'workflows of the caller that use a removed operation' }),
  }),
);
export const RefreshApplication = named('ConnectorRefreshApplication', Type.Object({ id: Uuid, refresh_id: Uuid }));

export const GalleryQuery = named(
  'GalleryQuery',
  Type.Object({
    text: Type.Optional({ ...Text, description: 'words of title, description or categories' }),
  }),
);
export type DocumentSource = Static<typeof DocumentSource>;
export type ConnectorCreation = Static<typeof ConnectorCreation>;
export type ConnectorUpdate = Static<typeof ConnectorUpdate>;
export type ConnectorQuery = Static<typeof ConnectorQuery>;
export type Preview = Static<typeof Preview>;
export type Connector = Static<typeof Connector>;
export type ConnectorDetails = Static<typeof ConnectorDetails>;
export type AccountSetting = Static<typeof AccountSetting>;
export type ConnectorList = Static<typeof ConnectorList>;
export type OperationQuery = Static<typeof OperationQuery>;
export type Operation = Static<typeof Operation>;
export type OperationList = Static<typeof OperationList>;
export type OperationDetails = Static<typeof OperationDetails>;
export type OperationSwitch = Static<typeof OperationSwitch>;
export type Switched = Static<typeof Switched>;
export type RefreshRequest = Static<typeof RefreshRequest>;
export type Refresh = Static<typeof Refresh>;
export type PaginationInput = Static<typeof PaginationInput>;
export type ChangedPart = (typeof CHANGED_PARTS)[number];
