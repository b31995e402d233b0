import Type, { type Static } from 'typebox';
import { sharingFields } from '../accounts/sharing/schemas.ts';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { Description, Name, Timestamp } from '../http/schema-parts.ts';
import { ShownDefinition } from './definition-schema.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

export { Catalog, DescribedCatalog } from './catalog-schema.ts';
export { daysPreview, ScheduleOccurrences, schedulePreview } from './schedule-schemas.ts';

export const Stamp = named(
  'Stamp',
  Type.Object({
    timestamp: about('When it happened, in milliseconds since 1970.', Timestamp),
    user_id: about('Who did it.', Uuid),
  }),
);
/** Any object is accepted and stored completely: only the validation of a workflow reports what is wrong with it. */
export const Definition = named(
  'Definition',
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'nodes and edges; stored as given even when invalid',
  }),
  ShownDefinition,
);
/** A stored definition, in a reply. */
const StoredDefinition = named('Definition', Type.Unknown(), ShownDefinition);

const Scopes = named(
  'ShareScopes',
  Type.Object(
    {
      'workflow.run': about('Whether they may run it.', Type.Optional(Type.Boolean())),
      'workflow.export': about('Whether they may export it.', Type.Optional(Type.Boolean())),
      'workflow.copy': about('Whether they may copy it.', Type.Optional(Type.Boolean())),
    },
    { default: {}, additionalProperties: false, description: 'what a read-only share allows beside reading' },
  ),
);
const Write = Type.Boolean({ default: false });
const WorkflowUserShare = named(
  'UserShare',
  Type.Object({
    user_email: about(
      'The e-mail address of the user whom it is shared with.',
      Type.String({ minLength: 1, maxLength: fixedLimits.emailCharacters }),
    ),
    write: about('Whether they may also change it.', Write),
    scopes: Scopes,
  }),
);
const WorkflowGroupShare = named(
  'GroupShare',
  Type.Object({
    group_id: Uuid,
    write: about('Whether they may also change it.', Write),
    scopes: Scopes,
  }),
);
const sharing = {
  ...sharingFields(WorkflowUserShare, WorkflowGroupShare),
};

export const WorkflowCreation = named(
  'WorkflowCreation',
  Type.Object({
    name: Name,
    description: Type.Optional(Description),
    organization_id: about('The id of the organization that it belongs to; null: none.', Type.Optional(Nullable(Uuid))),
    definition: about('The definition: the steps and the edges between them.', Type.Optional(Definition)),
    ...sharing,
  }),
);
export const WorkflowUpdate = named(
  'WorkflowUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    definition: about('The definition: the steps and the edges between them.', Type.Optional(Definition)),
    ...sharing,
  }),
);

export const LastRun = named(
  'LastRun',
  Type.Object({
    run_id: Uuid,
    status: about('How it ended, or its status.', Type.String()),
    finished_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
    credits: about('The credits that it used.', Type.Number()),
  }),
);
/** What the caller may do with a record. */
export const Permissions = named(
  'Permissions',
  Type.Object({
    owner: about(
      'Who owns it.',
      Type.Object({
        user_id: about('The user who created it.', Uuid),
        group_id: about('The group that owns it; null: the user does.', Nullable(Uuid)),
      }),
    ),
    write: about('Whether the caller may change it.', Type.Boolean()),
    run: about('Whether the caller may run it.', Type.Boolean()),
    export: about('Whether the caller may export it.', Type.Boolean()),
    copy: about('Whether the caller may copy it.', Type.Boolean()),
  }),
);
export const Workflow = named(
  'Workflow',
  Type.Object({
    id: Uuid,
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
    permissions: about('What the caller may do with it, and who owns it.', Permissions),
    name: Type.String(),
    description: Type.String(),
    organization_id: about('The id of the organization that it belongs to; null: none.', Nullable(Uuid)),
    definition: about('The definition: the steps and the edges between them.', StoredDefinition),
    sharing: about('The users whom it is shared with.', Type.Array(WorkflowUserShare)),
    group_sharing: about('The groups that it is shared with.', Type.Array(WorkflowGroupShare)),
    last_run: about('The last run; null: there is none.', Nullable(LastRun)),
    published_version: about(
      'The number of the published version; null: it was never published.',
      Nullable(Type.Integer()),
    ),
    published_at: about('When it was published; null: never.', Nullable(Timestamp)),
    active: about('Whether the triggers of the published version start runs.', Type.Boolean()),
    run_as: about(
      'The user on whose behalf automatic runs execute; null: nobody, because it was never published.',
      Nullable(Uuid),
    ),
  }),
);

export const WorkflowId = named('WorkflowId', Type.Object({ workflow_id: Uuid }));

const Edge = named(
  'IssueEdge',
  Type.Object({
    source: about('The id of the step that the edge leaves.', Type.String()),
    target: about('The id of the step that the edge leads to.', Type.String()),
    source_handle: about('The exit of the source; null: the only one.', Nullable(Type.String())),
  }),
);
export const Issue = named(
  'Issue',
  Type.Object({
    severity: about(
      'An `error` keeps the workflow from being published, a `warning` does not.',
      Type.Enum(['error', 'warning']),
    ),
    message: about('What is wrong.', Type.String()),
    node_id: about('The step that it is about; null: none.', Nullable(Type.String())),
    edge: about('The edge that it is about; null: none.', Nullable(Edge)),
  }),
);
export const ValidationResult = named(
  'ValidationResult',
  Type.Object({
    valid: Type.Boolean(),
    issues: about('What is wrong, or may be.', Type.Array(Issue)),
  }),
);

export const RevisionChanges = named(
  'RevisionChanges',
  Type.Object({
    added_nodes: about('The ids of the steps that were added.', Type.Array(Type.String())),
    removed_nodes: about('The ids of the steps that were removed.', Type.Array(Type.String())),
    changed_nodes: about('The ids of the steps that were changed.', Type.Array(Type.String())),
    added_edges: about('How many edges were added.', Type.Integer()),
    removed_edges: about('How many edges were removed.', Type.Integer()),
  }),
);
export type RevisionChanges = Static<typeof RevisionChanges>;
const Origin = Type.Enum(['created', 'editor', 'builder', 'restore']);
export const RevisionEntry = named(
  'RevisionEntry',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    user_id: Uuid,
    origin: about('How it came about.', Origin),
    changes: about('What changed.', RevisionChanges),
    restored_from: about('The revision that was restored; null: it is no restoration.', Nullable(Uuid)),
    nodes: about('How many steps it has.', Type.Integer()),
    edges: about('How many edges it has.', Type.Integer()),
  }),
);
export const Revision = named(
  'Revision',
  Type.Object({
    id: Uuid,
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
    permissions: about('What the caller may do with it, and who owns it.', Workflow.properties.permissions),
    workflow_id: Uuid,
    definition: about('The definition: the steps and the edges between them.', StoredDefinition),
    origin: about('How it came about.', Origin),
    changes: about('What changed.', RevisionChanges),
    restored_from: about('The revision that was restored; null: it is no restoration.', Nullable(Uuid)),
  }),
);
export const RevisionId = named(
  'RevisionId',
  Type.Object({
    workflow_id: Uuid,
    revision_id: Uuid,
  }),
);

export const publication = ({ noteCharacters }: WorkflowLimits) =>
  named(
    'PublishRequest',
    Type.Object({
      workflow_id: Uuid,
      note: about('A note about the version, for people.', Type.Optional(Type.String({ maxLength: noteCharacters }))),
    }),
  );
export const versionPublication = ({ noteCharacters }: WorkflowLimits) =>
  named(
    'PublishVersionRequest',
    Type.Object({
      workflow_id: Uuid,
      version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
      note: about('A note about the version, for people.', Type.Optional(Type.String({ maxLength: noteCharacters }))),
    }),
  );
export const Activation = named(
  'Activation',
  Type.Object({
    workflow_id: Uuid,
    active: about('Whether its triggers shall start runs.', Type.Boolean()),
  }),
);
export const Regeneration = named(
  'TriggerRegeneration',
  Type.Object({
    workflow_id: Uuid,
    node_id: about('The id of the step.', Type.String()),
  }),
);
export const Deployment = named(
  'Deployment',
  Type.Object({
    published_version: about(
      'The number of the published version; null: it was never published.',
      Nullable(Type.Integer()),
    ),
    published_at: about('When it was published; null: never.', Nullable(Timestamp)),
    active: about('Whether its triggers start runs.', Type.Boolean()),
    run_as: about('The id of the user on whose behalf automatic runs execute.', Nullable(Uuid)),
    draft_changed: about('Whether the draft differs from the published version.', Type.Boolean()),
    triggers: about(
      'The triggers of the published version.',
      Type.Array(
        Type.Object({
          node_id: about('The id of the step.', Type.String()),
          type: Type.String(),
          active: about('Whether it starts runs.', Type.Boolean()),
          next_run_at: about('When it starts the next run; null: at no known time.', Nullable(Timestamp)),
          last_fired_at: about('When it last started a run; null: never.', Nullable(Timestamp)),
          url: about('The address of a webhook or form; null: it has none.', Nullable(Type.String())),
          panel_id: about('The panel whose changes start runs; null: none.', Nullable(Type.String())),
          collection: about('The collection whose changes start runs; null: all.', Nullable(Type.String())),
          folder: about('The folder whose changes start runs; null: all.', Nullable(Type.String())),
          /** Of triggers that poll. */
          last_polled_at: about('When it last looked for something new.', Type.Optional(Timestamp)),
          last_error: about('Why it last failed.', Type.Optional(Type.String())),
          lag_seconds: about('How many seconds it is behind.', Type.Optional(Type.Integer())),
          /** Of triggers that follow a database. */
          lag_bytes: about('How many bytes of its log the database keeps for it.', Type.Optional(Type.Integer())),
        }),
      ),
    ),
    signing_secret: about('The secret with which requests of the workflow are signed.', Type.String()),
  }),
);

export const ExportRequest = named(
  'ExportRequest',
  Type.Object({
    workflow_id: Uuid,
    strip_secrets: Type.Optional(Type.Boolean({ description: 'ignored: credentials are always removed' })),
  }),
);
export const ExportDocument = named(
  'ExportDocument',
  Type.Object({
    version: about('The version of the format.', Type.String()),
    exported_at: Timestamp,
    workflow: Type.Object({
      name: Type.String(),
      description: Type.String(),
      definition: about('The definition: the steps and the edges between them.', StoredDefinition),
      from_id: about('The id of the workflow that was exported.', Uuid),
      secret_keys: about(
        'The credentials that have to be chosen again, as `<step>.credential`.',
        Type.Array(Type.String()),
      ),
    }),
    credentials: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String(),
          kind: Type.String(),
          hosts: about('The hosts that it may be sent to.', Type.Array(Type.String())),
        }),
        {
          description: 'the credentials that the definition names; left out when it names none',
        },
      ),
    ),
    tests: Type.Optional(Type.Array(Type.Unknown(), { description: 'for those who may write the workflow' })),
  }),
);
const target = ({ importNameCharacters }: WorkflowLimits) => ({
  new_name: about(
    'The name of the new workflow; by default that of the document or of the original.',
    Type.Optional(Type.String({ minLength: 1, maxLength: importNameCharacters })),
  ),
  organization_id: about(
    'The organization that the new workflow belongs to; null: none.',
    Type.Optional(Nullable(Uuid)),
  ),
});
/** `readDocument` validates the data, because it has to check the version before anything else. */
export const importRequest = (limits: WorkflowLimits) =>
  named(
    'ImportRequest',
    Type.Object({
      data: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'an export document' }),
      ...target(limits),
    }),
  );
export const copyRequest = (limits: WorkflowLimits) =>
  named('CopyRequest', Type.Object({ workflow_id: Uuid, ...target(limits) }));
export const ImportResult = named(
  'ImportResult',
  Type.Object({
    workflow: Workflow,
    issues: about('What is wrong, or may be.', Type.Array(Issue)),
    secret_keys: about(
      'The credentials that have to be chosen again, as `<step>.credential`.',
      Type.Array(Type.String()),
    ),
  }),
);

export const OwnerChange = named(
  'OwnerChange',
  Type.Object({
    workflow_id: Uuid,
    group_id: Nullable(Uuid),
  }),
);

export type WorkflowUserShare = Static<typeof WorkflowUserShare>;
export type WorkflowGroupShare = Static<typeof WorkflowGroupShare>;
export type LastRun = Static<typeof LastRun>;
export type Workflow = Static<typeof Workflow>;
export type WorkflowUpdate = Static<typeof WorkflowUpdate>;
export type WorkflowCreation = Static<typeof WorkflowCreation>;
export type Issue = Static<typeof Issue>;
export type Deployment = Static<typeof Deployment>;
export type Revision = Static<typeof Revision>;
export type RevisionEntry = Static<typeof RevisionEntry>;
export type ExportDocument = Static<typeof ExportDocument>;
export type ImportResult = Static<typeof ImportResult>;
export type Origin = Static<typeof Origin>;
