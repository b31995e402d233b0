import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { CREDENTIAL_KINDS } from '../credentials/kinds.ts';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { CONNECTOR_NAME } from './names.ts';
import { credentialFields, ownedFields, ownerFields, sharingFields } from './source-settings.ts';

const { connector: limits } = fixedLimits;
const strict = { additionalProperties: false };
const MOST_LISTED = 100;

const Count = Type.Integer({ minimum: 0 });
const Url = Type.String({ pattern: '^https?://', maxLength: fixedLimits.urlCharacters });
const Text = Type.String({ maxLength: fixedLimits.nameCharacters });
const OperationName = Type.String({ maxLength: 64 });
const Skip = Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

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
  Type.Object({ kind: Type.Literal('cursor'), param, next: expression('JMESPath of the next cursor') }, strict),
);
const page = { kind: Type.Literal('page'), param };
const offset = { kind: Type.Literal('offset'), param };
const Pagination = Type.Union(
  [link, cursor, Type.Object({ ...page, first, items }), Type.Object({ ...offset, items })],
  { description: 'how the next page of a list is asked for' },
);
const PaginationInput = Type.Union(
  [
    link,
    cursor,
    Type.Object({ ...page, first: Type.Optional(first), items: Type.Optional(items) }, strict),
    Type.Object({ ...offset, items: Type.Optional(items) }, strict),
  ],
  { description: 'how the next page of a list is asked for, by operations that have this param' },
);

const Rate = named(
  'ConnectorRate',
  Type.Object(
    {
      calls: Type.Integer({ minimum: 1, maximum: limits.rate.calls }),
      seconds: Type.Number({ minimum: 1, maximum: limits.rate.seconds }),
    },
    { ...strict, description: 'at most so many calls in any such time, of all processes together' },
  ),
);

const Title = Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters });
const settings = {
  title: Type.Optional(Title),
  base_url: Type.Optional({ ...Url, description: 'what the paths of operations are added to' }),
  ...credentialFields,
  pagination: Type.Optional(Nullable(PaginationInput)),
  rate: Type.Optional(Nullable(Rate)),
  ...sharingFields,
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
    skip: Skip,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
);

const Security = named(
  'ConnectorSecurity',
  Type.Object({
    scheme: Type.String(),
    kind: Type.Enum([...CREDENTIAL_KINDS], { description: 'the kind of credential that it asks for' }),
    description: Type.String(),
    fields: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
  }),
);
const Format = Type.Enum(['swagger-2.0', 'openapi-3.0', 'openapi-3.1']);
const Skipped = Type.Array(Type.Object({ method: Type.String(), path: Type.String(), reason: Type.String() }), {
  description: 'operations that can not become tools, at most 1,000',
});

export const Preview = named(
  'ConnectorPreview',
  Type.Object({
    title: Type.String(),
    version: Type.String(),
    description: Type.String(),
    format: Format,
    base_url: Nullable(Type.String({ description: 'null: it must be given' })),
    security: Type.Array(Security),
    tags: Type.Array(Type.Object({ name: Type.String(), count: Count })),
    operations: Count,
    skipped: Skipped,
    skipped_count: Count,
  }),
);

export const Connector = named(
  'Connector',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    base_url: Type.String(),
    credential_id: Nullable(Uuid),
    credential: Nullable(Type.Literal('own')),
    pagination: Nullable(Pagination),
    rate: Nullable(Rate),
    gallery: Nullable(Type.String()),
    document: Type.Object({
      url: Nullable(Type.String()),
      format: Format,
      title: Type.String(),
      version: Type.String({ description: 'of the API' }),
      size: Count,
      sha256: Type.String(),
      read: Type.Integer({ description: 'when it was read, in milliseconds since the epoch' }),
    }),
    security: Type.Array(Security),
    operations: Count,
    enabled: Type.Integer({ minimum: 0, description: 'operations that are tools' }),
    skipped_count: Count,
    version: Type.Integer({ description: 'grows with every change' }),
    ...ownedFields,
  }),
);
export const ConnectorDetails = named(
  'ConnectorDetails',
  Type.Object({
    ...Connector.properties,
    tags: Type.Array(Type.Object({ name: Type.String(), count: Count, enabled: Count })),
    skipped: Skipped,
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
export const ConnectorList = named('ConnectorList', Type.Object({ items: Type.Array(Connector), total: Count }));

export const OperationQuery = named(
  'OperationQuery',
  Type.Object({
    id: Uuid,
    text: Type.Optional({ ...Text, description: 'words of name, title, description or path' }),
    tag: Type.Optional(Text),
    enabled: Type.Optional(Type.Boolean()),
    skip: Skip,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.page })),
  }),
);
export const Operation = named(
  'ConnectorOperation',
  Type.Object({
    name: Type.String(),
    tool: Type.String({ description: 'the name for tool.call and assistants' }),
    method: Type.String(),
    path: Type.String(),
    title: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    deprecated: Type.Boolean(),
    enabled: Type.Boolean(),
    paging: Nullable(Pagination),
  }),
);
export const OperationList = named('OperationList', Type.Object({ items: Type.Array(Operation), total: Count }));
export const OperationId = named('ConnectorOperationId', Type.Object({ id: Uuid, name: OperationName }));
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
    tag: Type.Optional(Text),
    text: Type.Optional(Text),
    all: Type.Optional(Type.Literal(true)),
    enabled: Type.Boolean(),
  }),
);
export const Switched = named(
  'SwitchedOperations',
  Type.Object({
    changed: Count,
    enabled: Type.Integer({ minimum: 0, description: 'operations that are enabled now' }),
    version: Type.Integer(),
  }),
);

const Named = named('NamedUse', Type.Object({ id: Uuid, name: Type.String() }));
export const UsingWorkflow = named(
  'UsingWorkflow',
  Type.Object({
    tool: Type.String(),
    workflow: Named,
    draft: Type.Boolean(),
    published: Type.Boolean(),
  }),
);
export type UsingWorkflow = Static<typeof UsingWorkflow>;
/** Who uses the tools of a connector or an MCP server, as far as the caller may see them. */
export const ToolUses = named(
  'ToolUses',
  Type.Object({
    workflows: Type.Array(UsingWorkflow),
    assistants: Type.Array(Type.Object({ tool: Type.String(), assistant: Named })),
  }),
);
export type ToolUses = Static<typeof ToolUses>;

export const RefreshRequest = named('ConnectorRefreshRequest', Type.Object({ id: Uuid, ...document }));
const CHANGED_PARTS = ['params', 'description', 'path'] as const;
export const Refresh = named(
  'ConnectorRefresh',
  Type.Object({
    refresh_id: Uuid,
    added: Type.Array(Type.String()),
    removed: Type.Array(Type.String()),
    changed: Type.Array(Type.Object({ name: Type.String(), what: Type.Array(Type.Enum([...CHANGED_PARTS])) })),
    unchanged: Count,
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
export const Gallery = named(
  'Gallery',
  Type.Object({
    items: Type.Array(
      Type.Object({
        slug: Type.String(),
        title: Type.String(),
        description: Type.String(),
        categories: Type.Array(Type.String()),
        document_url: Type.String(),
        base_url: Nullable(Type.String({ description: 'null: that of the document, or it must be given' })),
        docs_url: Type.String(),
        auth: Type.Array(Type.Enum([...CREDENTIAL_KINDS])),
        credential: Type.Object({
          kind: Type.Enum([...CREDENTIAL_KINDS]),
          hosts: Type.Array(Type.String()),
          fields: Type.Record(
            Type.String(),
            Type.Union([Type.String(), Type.Array(Type.String()), Type.Record(Type.String(), Type.String())]),
            { description: 'those that are the same for everybody' },
          ),
          hint: Type.String({ description: 'where people get what they must enter' }),
        }),
      }),
    ),
  }),
);

export type Gallery = Static<typeof Gallery>;
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
