import Type, { type Static } from 'typebox';
import { fixedLimits } from '../../configuration/limits.ts';
import { Nullable, Uuid } from '../../http/endpoint.ts';

const { tools: mostTools, toolNameCharacters } = fixedLimits.mcpServer;
const MOST_LISTED = 100;

const Name = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,30}$',
  description: 'what the names of its tools begin with: lower-case letters, digits and _, at most 31 characters',
});
const Title = Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters });
const Url = Type.String({
  pattern: '^https?://',
  maxLength: fixedLimits.urlCharacters,
  description: 'where the server speaks streamable HTTP',
});
const CredentialId = Type.Optional(
  Nullable({ ...Uuid, description: 'the credential that requests are sent with; null for none' }),
);
const OwnCredential = Type.Optional(
  Nullable(Type.Literal('own', { description: 'everybody connects an account of their own, see `connect`' })),
);
const UserShare = Type.Object({
  user_email: Type.String({ maxLength: fixedLimits.emailCharacters }),
  write: Type.Boolean(),
});
const GroupShare = Type.Object({ group_id: Uuid, write: Type.Boolean() });
const shares = { maxItems: fixedLimits.shares };
const Time = Type.Integer({ description: 'milliseconds since the epoch' });
const sharing = {
  sharing: Type.Optional(Type.Array(UserShare, shares)),
  group_sharing: Type.Optional(Type.Array(GroupShare, shares)),
};

export const McpServerCreation = Type.Object({
  name: Name,
  title: Type.Optional(Title),
  url: Url,
  credential_id: CredentialId,
  credential: OwnCredential,
  enabled: Type.Optional(Type.Boolean()),
  organization_id: Type.Optional(Nullable({ ...Uuid, description: 'the owner, instead of the caller' })),
  group_id: Type.Optional(Nullable({ ...Uuid, description: 'the owner, instead of the caller' })),
  ...sharing,
});
export type McpServerCreation = Static<typeof McpServerCreation>;

export const McpServerUpdate = Type.Object({
  id: Uuid,
  name: Type.Optional(Name),
  title: Type.Optional(Title),
  url: Type.Optional(Url),
  credential_id: CredentialId,
  credential: OwnCredential,
  enabled: Type.Optional(Type.Boolean()),
  ...sharing,
});
export type McpServerUpdate = Static<typeof McpServerUpdate>;

export const McpServerId = Type.Object({ id: Uuid });

export const McpServerQuery = Type.Object({
  text: Type.Optional(Type.String({ maxLength: fixedLimits.nameCharacters, description: 'part of name or title' })),
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
});
export type McpServerQuery = Static<typeof McpServerQuery>;

export const ToolSwitch = Type.Object({
  id: Uuid,
  names: Type.Optional(
    Type.Array(Type.String({ maxLength: toolNameCharacters }), {
      maxItems: mostTools,
      description: 'tools by the names that the server gives them',
    }),
  ),
  all: Type.Optional(Type.Literal(true, { description: 'instead of names: all tools that are listed' })),
  enabled: Type.Boolean(),
});
export type ToolSwitch = Static<typeof ToolSwitch>;

export const ConnectRequest = Type.Object({
  id: Uuid,
  return_to: Type.Optional(
    Type.String({ maxLength: fixedLimits.urlCharacters, description: 'the page of the console that comes afterwards' }),
  ),
});
export type ConnectRequest = Static<typeof ConnectRequest>;
export const ConnectReply = Type.Object({ url: Type.String({ description: 'where the user signs in' }) });

const ServerTool = Type.Object({
  name: Type.String({ description: 'the name that the server gives it' }),
  tool: Type.String({ description: 'the name for tool.call and assistants' }),
  title: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
});

export const McpServerSummary = Type.Object({
  id: Uuid,
  name: Type.String(),
  title: Type.String(),
  url: Type.String(),
  credential_id: Nullable(Uuid),
  credential: Nullable(Type.Literal('own')),
  enabled: Type.Boolean(),
  state: Type.Enum(['ready', 'unreachable', 'connect'], {
    description: 'for the caller; connect: the server asks for an account, see `connect`',
  }),
  error: Nullable(Type.String({ description: 'why the state is not ready' })),
  checked_at: Nullable(Time),
  tool_count: Type.Integer({ minimum: 0, description: 'tools that the server listed last, disabled ones included' }),
  left_out: Type.Integer({
    minimum: 0,
    description: 'tools that are not offered because they are too many or too large',
  }),
  owner: Type.Object({ user_id: Nullable(Uuid), group_id: Nullable(Uuid), organization_id: Nullable(Uuid) }),
  permissions: Type.Object({ use: Type.Boolean(), write: Type.Boolean() }),
  sharing: Type.Array(UserShare, { description: 'empty for those who may not change it' }),
  group_sharing: Type.Array(GroupShare, { description: 'empty for those who may not change it' }),
  created: Time,
  updated: Time,
});
export type McpServerSummary = Static<typeof McpServerSummary>;

export const McpServer = Type.Object({ ...McpServerSummary.properties, tools: Type.Array(ServerTool) });
export type McpServer = Static<typeof McpServer>;

export const McpServerList = Type.Object({ items: Type.Array(McpServerSummary), total: Type.Integer({ minimum: 0 }) });
export type McpServerList = Static<typeof McpServerList>;
