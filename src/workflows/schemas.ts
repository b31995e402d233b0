import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { ShownDefinition } from './definition-schema.ts';
import type { WorkflowLimits } from './workflow-limits.ts';

export const Timestamp = Type.Integer({ description: 'milliseconds since the epoch' });
export const Stamp = named('Stamp', Type.Object({ timestamp: Timestamp, user_id: Uuid }));
const Name = Type.String({ minLength: 1, maxLength: fixedLimits.nameCharacters });
const Description = Type.String({ maxLength: fixedLimits.descriptionCharacters });
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
      'workflow.run': Type.Optional(Type.Boolean()),
      'workflow.export': Type.Optional(Type.Boolean()),
      'workflow.copy': Type.Optional(Type.Boolean()),
    },
    { default: {}, additionalProperties: false, description: 'what a read-only share allows beside reading' },
  ),
);
const Write = Type.Boolean({ default: false });
const UserShare = named(
  'UserShare',
  Type.Object({
    user_email: Type.String({ minLength: 1, maxLength: fixedLimits.emailCharacters }),
    write: Write,
    scopes: Scopes,
  }),
);
const GroupShare = named('GroupShare', Type.Object({ group_id: Uuid, write: Write, scopes: Scopes }));
const sharing = {
  sharing: Type.Optional(Type.Array(UserShare, { maxItems: fixedLimits.shares })),
  group_sharing: Type.Optional(Type.Array(GroupShare, { maxItems: fixedLimits.shares })),
};

export const WorkflowCreation = named(
  'WorkflowCreation',
  Type.Object({
    name: Name,
    description: Type.Optional(Description),
    organization_id: Type.Optional(Nullable(Uuid)),
    definition: Type.Optional(Definition),
    ...sharing,
  }),
);
export const WorkflowUpdate = named(
  'WorkflowUpdate',
  Type.Object({
    id: Uuid,
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    definition: Type.Optional(Definition),
    ...sharing,
  }),
);

export const LastRun = named(
  'LastRun',
  Type.Object({
    run_id: Uuid,
    status: Type.String(),
    finished_at: Nullable(Timestamp),
    credits: Type.Number(),
  }),
);
/** What the caller may do with a record. */
export const Permissions = named(
  'Permissions',
  Type.Object({
    owner: Type.Object({ user_id: Uuid, group_id: Nullable(Uuid) }),
    write: Type.Boolean(),
    run: Type.Boolean(),
    export: Type.Boolean(),
    copy: Type.Boolean(),
  }),
);
export const Workflow = named(
  'Workflow',
  Type.Object({
    id: Uuid,
    created: Stamp,
    updated: Stamp,
    permissions: Permissions,
    name: Type.String(),
    description: Type.String(),
    organization_id: Nullable(Uuid),
    definition: StoredDefinition,
    sharing: Type.Array(UserShare),
    group_sharing: Type.Array(GroupShare),
    last_run: Nullable(LastRun),
    published_version: Nullable(Type.Integer()),
    published_at: Nullable(Timestamp),
    active: Type.Boolean(),
    run_as: Nullable(Uuid),
  }),
);

export const WorkflowId = named('WorkflowId', Type.Object({ workflow_id: Uuid }));

const Edge = named(
  'IssueEdge',
  Type.Object({ source: Type.String(), target: Type.String(), source_handle: Nullable(Type.String()) }),
);
export const Issue = named(
  'Issue',
  Type.Object({
    severity: Type.Enum(['error', 'warning']),
    message: Type.String(),
    node_id: Nullable(Type.String()),
    edge: Nullable(Edge),
  }),
);
export const ValidationResult = named(
  'ValidationResult',
  Type.Object({ valid: Type.Boolean(), issues: Type.Array(Issue) }),
);

export const Catalog = named(
  'Catalog',
  Type.Object({
    node_types: Type.Array(
      Type.Object({
        type: Type.String(),
        title: Type.String(),
        description: Type.String(),
        category: Type.Enum(['trigger', 'action', 'logic']),
        is_trigger: Type.Boolean(),
        terminal: Type.Boolean(),
        handles: Type.Array(Type.String()),
        default_output: Type.Optional(
          Type.Boolean({ description: 'true: an edge may also leave without a source_handle' }),
        ),
        params_schema: Type.Unknown(),
      }),
    ),
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        display_name: Type.String(),
        description: Type.String(),
        category: Type.String(),
        icon: Type.String(),
        input_schema: Type.Unknown(),
      }),
    ),
  }),
);

export const Changes = named(
  'RevisionChanges',
  Type.Object({
    added_nodes: Type.Array(Type.String()),
    removed_nodes: Type.Array(Type.String()),
    changed_nodes: Type.Array(Type.String()),
    added_edges: Type.Integer(),
    removed_edges: Type.Integer(),
  }),
);
const Origin = Type.Enum(['created', 'editor', 'builder', 'restore']);
export const RevisionEntry = named(
  'RevisionEntry',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    user_id: Uuid,
    origin: Origin,
    changes: Changes,
    restored_from: Nullable(Uuid),
    nodes: Type.Integer(),
    edges: Type.Integer(),
  }),
);
export const Revision = named(
  'Revision',
  Type.Object({
    id: Uuid,
    created: Stamp,
    updated: Stamp,
    permissions: Workflow.properties.permissions,
    workflow_id: Uuid,
    definition: StoredDefinition,
    origin: Origin,
    changes: Changes,
    restored_from: Nullable(Uuid),
  }),
);
export const RevisionId = named('RevisionId', Type.Object({ workflow_id: Uuid, revision_id: Uuid }));

export const publication = ({ noteCharacters }: WorkflowLimits) =>
  named(
    'PublishRequest',
    Type.Object({ workflow_id: Uuid, note: Type.Optional(Type.String({ maxLength: noteCharacters })) }),
  );
export const versionPublication = ({ noteCharacters }: WorkflowLimits) =>
  named(
    'PublishVersionRequest',
    Type.Object({
      workflow_id: Uuid,
      version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
      note: Type.Optional(Type.String({ maxLength: noteCharacters })),
    }),
  );
export const Activation = named('Activation', Type.Object({ workflow_id: Uuid, active: Type.Boolean() }));
export const Regeneration = named('TriggerRegeneration', Type.Object({ workflow_id: Uuid, node_id: Type.String() }));
export const Deployment = named(
  'Deployment',
  Type.Object({
    published_version: Nullable(Type.Integer()),
    published_at: Nullable(Timestamp),
    active: Type.Boolean(),
    run_as: Nullable(Uuid),
    draft_changed: Type.Boolean(),
    triggers: Type.Array(
      Type.Object({
        node_id: Type.String(),
        type: Type.String(),
        active: Type.Boolean(),
        next_run_at: Nullable(Timestamp),
        last_fired_at: Nullable(Timestamp),
        url: Nullable(Type.String()),
        panel_id: Nullable(Type.String()),
        collection: Nullable(Type.String()),
        folder: Nullable(Type.String()),
        /** Of triggers that poll. */
        last_polled_at: Type.Optional(Timestamp),
        last_error: Type.Optional(Type.String()),
        lag_seconds: Type.Optional(Type.Integer()),
      }),
    ),
    signing_secret: Type.String(),
  }),
);

export const schedulePreview = ({ cronCharacters }: WorkflowLimits) =>
  named(
    'SchedulePreview',
    Type.Object({
      cron: Type.String({ maxLength: cronCharacters }),
      timezone: Type.String({ maxLength: fixedLimits.nameCharacters, default: 'UTC' }),
    }),
  );
export const ScheduleOccurrences = named(
  'ScheduleOccurrences',
  Type.Object({
    valid: Type.Boolean(),
    error: Type.String(),
    next_runs: Type.Array(Timestamp),
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
    version: Type.String(),
    exported_at: Timestamp,
    workflow: Type.Object({
      name: Type.String(),
      description: Type.String(),
      definition: StoredDefinition,
      from_id: Uuid,
      secret_keys: Type.Array(Type.String()),
    }),
    credentials: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), kind: Type.String(), hosts: Type.Array(Type.String()) }), {
        description: 'the credentials that the definition names; left out when it names none',
      }),
    ),
    tests: Type.Optional(Type.Array(Type.Unknown(), { description: 'for those who may write the workflow' })),
  }),
);
const target = ({ importNameCharacters }: WorkflowLimits) => ({
  new_name: Type.Optional(Type.String({ minLength: 1, maxLength: importNameCharacters })),
  organization_id: Type.Optional(Nullable(Uuid)),
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
    issues: Type.Array(Issue),
    secret_keys: Type.Array(Type.String()),
  }),
);

export const OwnerChange = named('OwnerChange', Type.Object({ workflow_id: Uuid, group_id: Nullable(Uuid) }));

export type UserShare = Static<typeof UserShare>;
export type GroupShare = Static<typeof GroupShare>;
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
export type Catalog = Static<typeof Catalog>;
export type Origin = Static<typeof Origin>;
