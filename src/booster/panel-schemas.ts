import Type, { type Static } from 'typebox';
import { sharingFields } from '../accounts/sharing/schemas.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Count, Name, pageFields, Timestamp } from '../http/schema-parts.ts';

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
      upload: about('Who may upload files; `none`: nobody, programs included.', Type.Optional(Right)),
      read: about('Who may read files; `none`: nobody, programs included.', Type.Optional(Right)),
      list: about('Who may list files; `none`: nobody, programs included.', Type.Optional(Right)),
      update: about('Who may change files; `none`: nobody, programs included.', Type.Optional(Right)),
      delete: about('Who may delete files; `none`: nobody, programs included.', Type.Optional(Right)),
      types: Type.Optional(
        Type.Array(Type.String({ pattern: '^(\\.[^./\\s]+|[\\w.+-]+/(\\*|[\\w.+-]+))$', maxLength: 100 }), {
          maxItems: fixedLimits.panel.types,
          description: 'accepted files, such as image/*, application/pdf, .csv',
        }),
      ),
      max_file_mb: about('The greatest size of a file, in MB.', Type.Optional(Megabytes)),
      max_files: about(
        'How many files there may be.',
        Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      ),
      max_total_mb: about('How large all files may be together, in MB.', Type.Optional(Megabytes)),
      keep_days: about(
        'After how many days files are deleted.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: fixedLimits.panel.keepDays })),
      ),
      public_links: about('Whether links may be made that never expire.', Type.Optional(Type.Boolean())),
      record_required: about('Whether each file must belong to a record.', Type.Optional(Type.Boolean())),
      keep_without_record: about('Whether files stay when their record is deleted.', Type.Optional(Type.Boolean())),
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
  enabled: about(
    'Whether the file storage is on. The endpoints work while it is off, too.',
    Type.Boolean({ default: true }),
  ),
  folders: Type.Record(Type.String({ pattern: '^(\\*|[A-Za-z0-9_-]{1,100})$' }), FolderSettings, {
    additionalProperties: false,
    maxProperties: fixedLimits.panel.folders,
    default: {},
    description: 'settings by folder, or * for all other folders',
  }),
};
const FileStorageInput = named(
  'FileStorageSettings',
  Type.Object(
    {
      ...fileStorage,
      limit_mb: about(
        'How large all files may be together, in MB; 0: no limit of its own.',
        Type.Optional(LimitMegabytes),
      ),
    },
    strict,
  ),
);
const FileStorage = named(
  'FileStorage',
  Type.Object({
    ...fileStorage,
    limit_mb: about('How large all files may be together, in MB; 0: no limit of its own.', LimitMegabytes),
  }),
);

const WEBHOOK_EVENTS = [
  'file.stored',
  'file.changed',
  'file.deleted',
  'record.created',
  'record.changed',
  'record.deleted',
] as const;
const webhookFields = {
  url: about(
    'Where the events are sent to.',
    Type.String({ pattern: '^https?://', maxLength: fixedLimits.urlCharacters }),
  ),
  events: about(
    'The events that it is told of.',
    Type.Array(Type.Enum([...WEBHOOK_EVENTS]), { minItems: 1, maxItems: 20 }),
  ),
};
const SECRET = { pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] };
const WebhookInput = named(
  'WebhookSettings',
  Type.Object(
    {
      ...webhookFields,
      secret: about(
        'The secret with which the events are signed; by default a new one.',
        Type.Optional(Type.String(SECRET)),
      ),
    },
    strict,
  ),
);
const Webhook = named(
  'PanelWebhook',
  Type.Object({ ...webhookFields, secret: about('The secret with which the events are signed.', Type.String(SECRET)) }),
);

const PanelUserShare = named(
  'PanelUserShare',
  Type.Object({
    user_email: about(
      'The e-mail address of the user whom it is shared with.',
      Type.String({ maxLength: fixedLimits.emailCharacters }),
    ),
    write: about('Whether they may also change it.', Type.Boolean()),
  }),
);
const PanelGroupShare = named(
  'PanelGroupShare',
  Type.Object({ group_id: Uuid, write: about('Whether they may also change it.', Type.Boolean()) }, strict),
);

const changes = {
  organization_id: about('The id of the organization that it belongs to; null: none.', Type.Optional(Nullable(Uuid))),
  group_id: Type.Optional(Nullable(Uuid)),
  enabled: about('A disabled panel answers no requests, and its links are dead.', Type.Optional(Type.Boolean())),
  database: about('Whether records can be stored.', Type.Optional(Type.Boolean())),
  file_storage: about('The settings of the file storage.', Type.Optional(FileStorageInput)),
  ...sharingFields(PanelUserShare, PanelGroupShare),
  webhooks: about(
    'The webhooks that are told of changes.',
    Type.Optional(Type.Array(WebhookInput, { maxItems: fixedLimits.panel.webhooks })),
  ),
};

export const PanelCreation = named(
  'PanelCreation',
  Type.Object({
    name: Name,
    user_id: Type.Optional(Uuid),
    ...changes,
  }),
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
    organization_id: about('The id of the organization that it belongs to; null: none.', Nullable(Uuid)),
    group_id: Nullable(Uuid),
    enabled: about('A disabled panel answers no requests, and its links are dead.', Type.Boolean()),
    database: about('Whether records can be stored.', Type.Boolean()),
    file_storage: about('The settings of the file storage.', FileStorage),
    sharing: about('The users whom it is shared with.', Type.Array(PanelUserShare)),
    group_sharing: about('The groups that it is shared with.', Type.Array(PanelGroupShare)),
    webhooks: Type.Array(Webhook, { description: 'empty for those who may not change the panel: it holds secrets' }),
  }),
);

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
    ownership: about(
      'Only those of the caller, or only those of others.',
      Type.Optional(Type.Enum(['mine', 'shared'])),
    ),
    ...pageFields(MOST_LISTED),
  }),
);

export const PanelSummary = named(
  'PanelSummary',
  Type.Object({
    panel: Panel,
    owner: Type.Object(
      {
        id: Uuid,
        name: Type.String(),
        email: Type.String(),
      },
      { description: 'who created the panel' },
    ),
    owned: Type.Boolean({ description: 'whether the caller is an owner, and not one with whom it is shared' }),
    may_use: Type.Boolean({ description: 'whether the caller may use its records and files' }),
    may_write: Type.Boolean({ description: 'whether the caller may change its settings' }),
    files: about('How many files it has.', Count),
    size: Type.Integer({ minimum: 0, description: 'bytes of all files' }),
    records: Type.Integer({ minimum: 0, description: 'at most 10,001 are counted' }),
    created: Timestamp,
    updated: Type.Integer({ description: 'when the settings were last changed, in milliseconds since the epoch' }),
  }),
);
export const PanelList = named(
  'PanelList',
  Type.Object({
    total: Count,
    items: Type.Array(PanelSummary),
  }),
);

export { NoParams } from '../http/schema-parts.ts';
export const PanelId = named('PanelId', Type.Object({ panel_id: Uuid }));
export const WatchingWorkflow = named(
  'WatchingWorkflow',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    active: about('Whether its triggers start runs.', Type.Boolean()),
    node_id: about('The id of the step.', Type.String()),
    type: Type.Enum(['trigger.booster_record', 'trigger.booster_file']),
    collection: Nullable(Type.String({ description: '* for all; null for triggers of files' })),
    folder: Nullable(Type.String({ description: '* for all; null for triggers of records' })),
    events: about('The events that it is told of.', Type.Array(Type.String())),
  }),
);
export const OpenedPanel = named(
  'OpenedPanel',
  Type.Object({
    ...PanelSummary.properties,
    direct_upload: about('Whether browsers can upload directly to the storage.', Type.Boolean()),
    folders: Type.Array(
      Type.Object({
        name: Type.String(),
        files: Count,
        size: about('The size in bytes.', Count),
      }),
      {
        description: 'the folders that have files, with their bytes; at most 1,000',
      },
    ),
    link_minutes: Type.Integer({ description: 'the longest lifetime that a link to a file can have' }),
    workflows: Type.Array(WatchingWorkflow, { description: 'those that the caller may see and that its events start' }),
  }),
);
const Named = named('PanelOwner', Type.Object({ id: Uuid, name: Type.String() }));
export const PanelOwners = named(
  'PanelOwners',
  Type.Object({
    organizations: Type.Array(Named),
    groups: Type.Array(Named),
  }),
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
export type PanelUserShare = Static<typeof PanelUserShare>;
export type PanelGroupShare = Static<typeof PanelGroupShare>;
export type Webhook = Static<typeof Webhook>;
/** What the settings of a panel contain of a webhook. Its secret is sealed. */
export interface StoredWebhook extends Omit<Webhook, 'secret'> {
  /** The position of its secret among the different secrets of webhooks with the same URL. */
  secret_number: number;
}
