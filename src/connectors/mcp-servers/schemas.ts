import Type, { type Static } from 'typebox';
import { connectionSharingFields } from '../../accounts/sharing/schemas.ts';
import { fixedLimits } from '../../configuration/limits.ts';
import { about, named } from '../../http/described.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';
import { pageFields, Timestamp, Name as Title } from '../../http/schema-parts.ts';
import { CONNECTOR_NAME } from '../names.ts';
import { credentialFields, ownerFields, sourceFields } from '../source-settings.ts';

const { tools: mostTools, toolNameCharacters } = fixedLimits.mcpServer;
const MOST_LISTED = 100;

const Name = Type.String({
  ...CONNECTOR_NAME,
  description: 'what the names of its tools begin with: lower-case letters, digits and _',
});
const Url = Type.String({
  pattern: '^https?://',
  maxLength: fixedLimits.urlCharacters,
  description: 'where the server speaks streamable HTTP',
});

export const McpServerCreation = named(
  'McpServerCreation',
  Type.Object({
    name: Name,
    title: Type.Optional(Title),
    url: Url,
    ...credentialFields,
    enabled: about('Whether it can be used.', Type.Optional(Type.Boolean())),
    ...ownerFields,
    ...connectionSharingFields,
  }),
);
export type McpServerCreation = Static<typeof McpServerCreation>;

export const McpServerUpdate = named(
  'McpServerUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    title: Type.Optional(Title),
    url: Type.Optional(Url),
    ...credentialFields,
    enabled: about('Whether it can be used.', Type.Optional(Type.Boolean())),
    ...connectionSharingFields,
  }),
);
export type McpServerUpdate = Static<typeof McpServerUpdate>;

export const McpServerId = named('McpServerId', Type.Object({ id: Uuid }));

export const McpServerQuery = named(
  'McpServerQuery',
  Type.Object({
    text: Type.Optional(Type.String({ maxLength: fixedLimits.nameCharacters, description: 'part of name or title' })),
    ...pageFields(MOST_LISTED),
  }),
);
export type McpServerQuery = Static<typeof McpServerQuery>;

export const ToolSwitch = named(
  'McpToolSwitch',
  Type.Object({
    id: Uuid,
    names: Type.Optional(
      Type.Array(Type.String({ maxLength: toolNameCharacters }), {
        maxItems: mostTools,
        description: 'tools by the names that the server gives them',
      }),
    ),
    all: Type.Optional(Type.Literal(true, { description: 'instead of names: all tools that are listed' })),
    enabled: about('Whether the tools are offered.', Type.Boolean()),
  }),
);
export type ToolSwitch = Static<typeof ToolSwitch>;

export const ConnectRequest = named(
  'McpServerConnection',
  Type.Object({
    id: Uuid,
    return_to: Type.Optional(
      Type.String({
        maxLength: fixedLimits.urlCharacters,
        description: 'the page of the console that comes afterwards',
      }),
    ),
  }),
);
export type ConnectRequest = Static<typeof ConnectRequest>;
export const ConnectReply = named(
  'McpServerConnectionReply',
  Type.Object({ url: Type.String({ description: 'where the user signs in' }) }),
);

const ServerTool = named(
  'McpServerTool',
  Type.Object({
    name: Type.String({ description: 'the name that the server gives it' }),
    tool: Type.String({ description: 'the name for tool.call and assistants' }),
    title: Type.String(),
    description: Type.String(),
    enabled: about('Whether it is offered.', Type.Boolean()),
  }),
);

export const McpServerSummary = named(
  'McpServerSummary',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    title: Type.String(),
    url: Type.String(),
    enabled: about('Whether it can be used.', Type.Boolean()),
    state: Type.Enum(['ready', 'unreachable', 'connect'], {
      description: 'for the caller; connect: the server asks for an account, see `connect`',
    }),
    error: Nullable(Type.String({ description: 'why the state is not ready' })),
    checked_at: about('When it was last checked; null: never.', Nullable(Timestamp)),
    tool_count: Type.Integer({ minimum: 0, description: 'tools that the server listed last, disabled ones included' }),
    left_out: Type.Integer({
      minimum: 0,
      description: 'tools that are not offered because they are too many or too large',
    }),
    ...sourceFields,
  }),
);
export type McpServerSummary = Static<typeof McpServerSummary>;

export const McpServer = named(
  'McpServer',
  Type.Object({ ...McpServerSummary.properties, tools: about('The tools of the server.', Type.Array(ServerTool)) }),
);
export type McpServer = Static<typeof McpServer>;

export const McpServerList = named(
  'McpServerList',
  Type.Object({
    items: Type.Array(McpServerSummary),
    total: Type.Integer({ minimum: 0 }),
  }),
);
export type McpServerList = Static<typeof McpServerList>;
