import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
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
      upload: about('Whether files can be uploaded.', Type.Optional(Right)),
      read: about('Whether files can be read.', Type.Optional(Right)),
      list: about('Whether files can be listed.', Type.Optional(Right)),
      update: about('Whether files can be changed.', Type.Optional(Right)),
      delete: about('Whether files can be deleted.', Type.Optional(Right)),
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
  enabled: about('Whether it can be used.', Type.Boolean({ default: true })),
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

const UserShare = named(
  'PanelUserShare',
  Type.Object({
    user_email: about(
      'The e-mail address of the user whom it is shared with.',
      Type.String({ maxLength: fixedLimits.emailCharacters }),
    ),
    write: about('Whether they may also change it.', Type.Boolean()),
  }),
);
const GroupShare = named(
  'PanelGroupShare',
  Type.Object(
    { group_id: about('The id of the group.', Uuid), write: about('Whether they may also change it.', Type.Boolean()) },
    strict,
  ),
);
const shares = { maxItems: fixedLimits.shares };

const changes = {
  organization_id: about('The id of the organization that it belongs to; null: none.', Type.Optional(Nullable(Uuid))),
  group_id: about('The id of the group.', Type.Optional(Nullable(Uuid))),
  enabled: about('Whether it can be used.', Type.Optional(Type.Boolean())),
  database: about('Whether records can be stored.', Type.Optional(Type.Boolean())),
  file_storage: about('The settings of the file storage.', Type.Optional(FileStorageInput)),
  sharing: about('The users whom it is shared with.', Type.Optional(Type.Array(UserShare, shares))),
  group_sharing: about('The groups that it is shared with.', Type.Optional(Type.Array(GroupShare, shares))),
  webhooks: about(
    'The webhooks that are told of changes.',
    Type.Optional(Type.Array(WebhookInput, { maxItems: fixedLimits.panel.webhooks })),
  ),
};

export const PanelCreation = named(
  'PanelCreation',
  Type.Object({
    name: about('The name of the panel.', Name),
    user_id: about('The id of the user.', Type.Optional(Uuid)),
    ...changes,
  }),
);
export const PanelUpdate = named(
  'PanelUpdate',
  Type.Object({
    id: about('The id of the panel.', Uuid),
    name: about('The name of the panel.', Type.Optional(Name)),
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
    id: about('The id of the panel.', Uuid),
    name: about('The name of the panel.', Type.String()),
    organization_id: about('The id of the organization that it belongs to; null: none.', Nullable(Uuid)),
    group_id: about('The id of the group.', Nullable(Uuid)),
    enabled: about('Whether it can be used.', Type.Boolean()),
    database: about('Whether records can be stored.', Type.Boolean()),
    file_storage: about('The settings of the file storage.', FileStorage),
    sharing: about('The users whom it is shared with.', Type.Array(UserShare)),
    group_sharing: about('The groups that it is shared with.', Type.Array(GroupShare)),
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
    ownership: about(
      'Only those of the caller, or only those of others.',
      Type.Optional(Type.Enum(['mine', 'shared'])),
    ),
    skip: about(
      'How many to leave out at the beginning.',
      Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    ),
    limit: about(
      'How many there are at most in the reply.',
      Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED })),
    ),
  }),
);

export const PanelSummary = named(
  'PanelSummary',
  Type.Object({
    panel: about('The panel.', Panel),
    owner: Type.Object(
      {
        id: about('The id of the panel.', Uuid),
        name: about('The name of the panel.', Type.String()),
        email: about('The e-mail address.', Type.String()),
      },
      { description: 'who created the panel' },
    ),
    owned: Type.Boolean({ description: 'whether the caller is an owner, and not one with whom it is shared' }),
    may_use: Type.Boolean({ description: 'whether the caller may use its records and files' }),
    may_write: Type.Boolean({ description: 'whether the caller may change its settings' }),
    files: about('How many files it has.', Count),
    size: Type.Integer({ minimum: 0, description: 'bytes of all files' }),
    records: Type.Integer({ minimum: 0, description: 'at most 10,001 are counted' }),
    created: about('When it was created, and by whom.', Time),
    updated: Type.Integer({ description: 'when the settings were last changed, in milliseconds since the epoch' }),
  }),
);
export const PanelList = named(
  'PanelList',
  Type.Object({
    total: about('How many there are in all.', Count),
    items: about('The panels of this page.', Type.Array(PanelSummary)),
  }),
);

export const NoParams = Type.Object({});
export const PanelId = named('PanelId', Type.Object({ panel_id: about('The id of the panel.', Uuid) }));
export const WatchingWorkflow = named(
  'WatchingWorkflow',
  Type.Object({
    id: about('The id of the workflow.', Uuid),
    name: about('The name of the workflow.', Type.String()),
    active: about('Whether its triggers start runs.', Type.Boolean()),
    node_id: about('The id of the step.', Type.String()),
    type: about('The type.', Type.Enum(['trigger.booster_record', 'trigger.booster_file'])),
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
        name: about('The name of the folder.', Type.String()),
        files: about('The files.', Count),
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
const Named = named(
  'PanelOwner',
  Type.Object({ id: about('The id of the record.', Uuid), name: about('The name of the record.', Type.String()) }),
);
export const PanelOwners = named(
  'PanelOwners',
  Type.Object({
    organizations: about('The organizations.', Type.Array(Named)),
    groups: about('The groups.', Type.Array(Named)),
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
export type UserShare = Static<typeof UserShare>;
export type GroupShare = Static<typeof GroupShare>;
export type Webhook = Static<typeof Webhook>;
/** What the settings of a panel contain of a webhook. Its secret is sealed. */
export interface StoredWebhook extends Omit<Webhook, 'secret'> {
  /** The position of its secret among the different secrets of webhooks with the same URL. */
  secret_number: number;
}
