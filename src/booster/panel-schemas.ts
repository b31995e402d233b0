import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';

const Name = Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters });

const Right = Type.Enum(['none', 'owner', 'users', 'public'], {
  description: 'who may: none, owner, users (the default), public',
});
const Megabytes = Type.Integer({ minimum: 0, maximum: fixedLimits.panel.megabytes });
/** A misspelt right would silently open a folder, so unknown names are refused. */
const strict = { additionalProperties: false };
const FolderSettings = named(
  'FolderSettings',
  Type.Object(
    {
      upload: Type.Optional(Right),
      read: Type.Optional(Right),
      list: Type.Optional(Right),
      update: Type.Optional(Right),
      delete: Type.Optional(Right),
      types: Type.Optional(
        Type.Array(Type.String({ pattern: '^(\\.[^./\\s]+|[\\w.+-]+/(\\*|[\\w.+-]+))$', maxLength: 100 }), {
          maxItems: fixedLimits.panel.types,
          description: 'accepted files, such as image/*, application/pdf, .csv',
        }),
      ),
      max_file_mb: Type.Optional(Megabytes),
      max_files: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      max_total_mb: Type.Optional(Megabytes),
      keep_days: Type.Optional(Type.Integer({ minimum: 1, maximum: fixedLimits.panel.keepDays })),
      public_links: Type.Optional(Type.Boolean()),
      record_required: Type.Optional(Type.Boolean()),
      keep_without_record: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
);
const LimitMegabytes = Type.Integer({
  minimum: 0,
  maximum: fixedLimits.panel.megabytes,
  description: "0: only the owner's storage quota applies",
});
const fileStorage = {
  enabled: Type.Boolean({ default: true }),
  folders: Type.Record(Type.String({ pattern: '^(\\*|[A-Za-z0-9_-]{1,100})$' }), FolderSettings, {
    additionalProperties: false,
    maxProperties: fixedLimits.panel.folders,
    default: {},
    description: 'settings by folder, or * for all other folders',
  }),
};
const FileStorageInput = named(
  'FileStorageSettings',
  Type.Object({ ...fileStorage, limit_mb: Type.Optional(LimitMegabytes) }, strict),
);
const FileStorage = named('FileStorage', Type.Object({ ...fileStorage, limit_mb: LimitMegabytes }));

const WEBHOOK_EVENTS = [
  'file.stored',
  'file.changed',
  'file.deleted',
  'record.created',
  'record.changed',
  'record.deleted',
] as const;
const webhookFields = {
  url: Type.String({ pattern: '^https?://', maxLength: fixedLimits.urlCharacters }),
  events: Type.Array(Type.Enum([...WEBHOOK_EVENTS]), { minItems: 1, maxItems: 20 }),
};
const SECRET = { pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$' };
const WebhookInput = named(
  'WebhookSettings',
  Type.Object({ ...webhookFields, secret: Type.Optional(Type.String(SECRET)) }, strict),
);
const Webhook = named('PanelWebhook', Type.Object({ ...webhookFields, secret: Type.String(SECRET) }));

const UserShare = named(
  'PanelUserShare',
  Type.Object({
    user_email: Type.String({ maxLength: fixedLimits.emailCharacters }),
    write: Type.Boolean(),
  }),
);
const GroupShare = named('PanelGroupShare', Type.Object({ group_id: Uuid, write: Type.Boolean() }, strict));
const shares = { maxItems: fixedLimits.shares };

const changes = {
  organization_id: Type.Optional(Nullable(Uuid)),
  group_id: Type.Optional(Nullable(Uuid)),
  enabled: Type.Optional(Type.Boolean()),
  database: Type.Optional(Type.Boolean()),
  file_storage: Type.Optional(FileStorageInput),
  sharing: Type.Optional(Type.Array(UserShare, shares)),
  group_sharing: Type.Optional(Type.Array(GroupShare, shares)),
  webhooks: Type.Optional(Type.Array(WebhookInput, { maxItems: fixedLimits.panel.webhooks })),
};

export const PanelCreation = named(
  'PanelCreation',
  Type.Object({ name: Name, user_id: Type.Optional(Uuid), ...changes }),
);
export const PanelUpdate = named(
  'PanelUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    ...changes,
    if_updated: Type.Optional(
      Type.Integer({
        description: 'refused with 409 unless the panel was last updated at this time, as `panel/open` says',
      }),
    ),
  }),
);
export const Panel = named(
  'Panel',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    organization_id: Nullable(Uuid),
    group_id: Nullable(Uuid),
    enabled: Type.Boolean(),
    database: Type.Boolean(),
    file_storage: FileStorage,
    sharing: Type.Array(UserShare),
    group_sharing: Type.Array(GroupShare),
    webhooks: Type.Array(Webhook, { description: 'empty for those who may not change the panel: it holds secrets' }),
  }),
);

const Time = Type.Integer({ description: 'milliseconds since the epoch' });
const Count = Type.Integer({ minimum: 0 });
const MOST_LISTED = 100;

export const PanelListQuery = named(
  'PanelListQuery',
  Type.Object({
    text: Type.Optional(
      Type.String({
        maxLength: fixedLimits.nameCharacters,
        description: 'part of the name, or of the name or e-mail address of the creator',
      }),
    ),
    ownership: Type.Optional(Type.Enum(['mine', 'shared'])),
    skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
  }),
);

export const PanelSummary = named(
  'PanelSummary',
  Type.Object({
    panel: Panel,
    owner: Type.Object(
      { id: Uuid, name: Type.String(), email: Type.String() },
      { description: 'who created the panel' },
    ),
    owned: Type.Boolean({ description: 'whether the caller is an owner, and not one with whom it is shared' }),
    may_use: Type.Boolean({ description: 'whether the caller may use its records and files' }),
    may_write: Type.Boolean({ description: 'whether the caller may change its settings' }),
    files: Count,
    size: Type.Integer({ minimum: 0, description: 'bytes of all files' }),
    records: Type.Integer({ minimum: 0, description: 'at most 10,001 are counted' }),
    created: Time,
    updated: Type.Integer({ description: 'when the settings were last changed, in milliseconds since the epoch' }),
  }),
);
export const PanelList = named('PanelList', Type.Object({ total: Count, items: Type.Array(PanelSummary) }));

export const NoParams = Type.Object({});
export const PanelId = named('PanelId', Type.Object({ panel_id: Uuid }));
export const WatchingWorkflow = named(
  'WatchingWorkflow',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    active: Type.Boolean(),
    node_id: Type.String(),
    type: Type.Enum(['trigger.booster_record', 'trigger.booster_file']),
    collection: Nullable(Type.String({ description: '* for all; null for triggers of files' })),
    folder: Nullable(Type.String({ description: '* for all; null for triggers of records' })),
    events: Type.Array(Type.String()),
  }),
);
export const OpenedPanel = named(
  'OpenedPanel',
  Type.Object({
    ...PanelSummary.properties,
    direct_upload: Type.Boolean(),
    folders: Type.Array(Type.Object({ name: Type.String(), files: Count, size: Count }), {
      description: 'the folders that have files, with their bytes; at most 1,000',
    }),
    link_minutes: Type.Integer({ description: 'the longest lifetime that a link to a file can have' }),
    workflows: Type.Array(WatchingWorkflow, { description: 'those that the caller may see and that its events start' }),
  }),
);
const Named = named('PanelOwner', Type.Object({ id: Uuid, name: Type.String() }));
export const PanelOwners = named(
  'PanelOwners',
  Type.Object({ organizations: Type.Array(Named), groups: Type.Array(Named) }),
);

export type Panel = Static<typeof Panel>;
export type PanelCreation = Static<typeof PanelCreation>;
export type PanelUpdate = Static<typeof PanelUpdate>;
export type PanelChanges = Omit<PanelUpdate, 'id' | 'if_updated'>;
export type PanelListQuery = Static<typeof PanelListQuery>;
export type PanelSummary = Static<typeof PanelSummary>;
export type PanelList = Static<typeof PanelList>;
export type WatchingWorkflow = Static<typeof WatchingWorkflow>;
export type OpenedPanel = Static<typeof OpenedPanel>;
export type PanelOwners = Static<typeof PanelOwners>;
export type FolderSettings = Static<typeof FolderSettings>;
export type Right = Static<typeof Right>;
export type FileStorage = Static<typeof FileStorage>;
export type UserShare = Static<typeof UserShare>;
export type GroupShare = Static<typeof GroupShare>;
export type Webhook = Static<typeof Webhook>;
/** What the settings of a panel contain of a webhook. Its secret is sealed. */
export interface StoredWebhook extends Omit<Webhook, 'secret'> {
  /** The position of its secret among the different secrets of webhooks with the same URL. */
  secret_number: number;
}
