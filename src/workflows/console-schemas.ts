/** The bodies and replies of the endpoints that the console uses. */

import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { limitField, pageFields, Timestamp } from '../http/schema-parts.ts';
import {
  Definition,
  Deployment,
  ExportDocument,
  Issue,
  LastRun,
  Permissions,
  RevisionChanges,
  Stamp,
  Workflow,
  WorkflowUpdate,
} from './schemas.ts';

const MOST_LISTED = 100;

export const ListQuery = named(
  'WorkflowListQuery',
  Type.Object({
    text: Type.Optional(
      Type.String({
        maxLength: fixedLimits.nameCharacters,
        description: 'part of the name, the description, or of an id, name, type or tool of a step, in any case',
      }),
    ),
    ownership: about(
      'Only those of the caller, or only those of others.',
      Type.Optional(Type.Enum(['mine', 'shared'])),
    ),
    state: Type.Optional(
      Type.Enum(['active', 'inactive', 'draft', 'failing'], {
        description: 'inactive: published and turned off; draft: never published; failing: the last run failed',
      }),
    ),
    trigger: Type.Optional(
      Type.String({ maxLength: fixedLimits.nameCharacters, description: 'a type such as trigger.webhook' }),
    ),
    sort: Type.Optional(Type.Enum(['updated', 'name', 'last_run'])),
    ...pageFields(MOST_LISTED),
  }),
);

const HourOfRuns = named(
  'HourOfRuns',
  Type.Object({
    success: about('How many succeeded.', Type.Integer()),
    failed: about('How many failed.', Type.Integer()),
    other: about('How many ended in another way, or have not ended.', Type.Integer()),
  }),
);
export const WorkflowSummary = named(
  'WorkflowSummary',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
    permissions: about('What the caller may do with it, and who owns it.', Permissions),
    organization_id: about('The id of the organization that it belongs to; null: none.', Nullable(Uuid)),
    active: about('Whether its triggers start runs.', Type.Boolean()),
    published_version: about(
      'The number of the published version; null: it was never published.',
      Nullable(Type.Integer()),
    ),
    published_at: about('When it was published; null: never.', Nullable(Timestamp)),
    draft_changed: about('Whether the draft differs from the published version.', Type.Boolean()),
    steps: about('How many steps it has.', Type.Integer()),
    triggers: Type.Array(
      Type.Object({
        node_id: about('The id of the step.', Type.String()),
        type: Type.String(),
        next_run_at: about('When it starts the next run; null: at no known time.', Nullable(Timestamp)),
        last_fired_at: about('When it last started a run; null: never.', Nullable(Timestamp)),
      }),
      { description: 'of the published version, or of the draft when nothing is published' },
    ),
    last_run: about('The last run; null: there is none.', Nullable(LastRun)),
    waiting: Type.Integer({ description: 'runs that wait for people' }),
    day: Type.Object(
      {
        total: Type.Integer(),
        failed: about('How many failed.', Type.Integer()),
        hours: Type.Array(HourOfRuns, { description: '24, the oldest first' }),
      },
      { description: 'runs that ended or paused in the last 24 hours' },
    ),
  }),
);
export const WorkflowList = named(
  'WorkflowList',
  Type.Object({
    total: Type.Integer(),
    items: Type.Array(WorkflowSummary),
  }),
);

export const ParamIssue = named(
  'ParamIssue',
  Type.Object({
    ...Issue.properties,
    param: Nullable(Type.String({ description: 'the top-level param of the step; without a step, `settings`' })),
    instead: Type.Optional(about('The top-level param that it suggests to use instead.', Type.String())),
  }),
);
export const CheckRequest = named(
  'WorkflowCheck',
  Type.Object({
    definition: about('The definition: the steps and the edges between them.', Definition),
    workflow_id: Type.Optional({
      ...Uuid,
      description: 'whose variables the definition sees; without it, those of the caller',
    }),
  }),
);
export const CheckResult = named(
  'WorkflowCheckResult',
  Type.Object({
    valid: Type.Boolean(),
    issues: about('What is wrong, or may be.', Type.Array(ParamIssue)),
  }),
);

const RevisionState = {
  revision_id: about('The revision that the draft has now.', Uuid),
  updated: Type.Integer({ description: 'when the revision last changed; moves may be merged into a revision' }),
};
export const OpenedWorkflow = named('OpenedWorkflow', Type.Object({ workflow: Workflow, ...RevisionState }));
export const SaveRequest = named(
  'WorkflowSave',
  Type.Object({
    workflow_id: Uuid,
    base_revision_id: about(
      'The revision that the change was made from. It is refused when somebody else saved meanwhile.',
      Uuid,
    ),
    base_updated: Type.Optional(
      Type.Integer({
        description: '`updated` of the base; with it, changes that only move nodes need no new revision',
      }),
    ),
    name: WorkflowUpdate.properties.name,
    description: WorkflowUpdate.properties.description,
    definition: about('The definition: the steps and the edges between them.', WorkflowUpdate.properties.definition),
    origin: about('How it came about.', Type.Optional(Type.Enum(['editor']))),
  }),
);
export const SaveResult = named(
  'WorkflowSaveResult',
  Type.Object({ ...RevisionState, issues: about('What is wrong, or may be.', Type.Array(ParamIssue)) }),
);

const VersionPerson = named(
  'VersionPerson',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    email: Type.String(),
  }),
);
export const VersionsQuery = named(
  'VersionsQuery',
  Type.Object({
    workflow_id: Uuid,
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'only older versions' })),
    limit: limitField(100, { default: 20 }),
  }),
);
export const Versions = Type.Array(
  Type.Object({
    version: Type.Integer(),
    note: about('A note about the version, for people.', Type.String()),
    at: Timestamp,
    by: about('Who did it.', VersionPerson),
  }),
);

const AddressedTrigger = named(
  'AddressedTrigger',
  Type.Object({
    node_id: about('The id of the step.', Type.String()),
    name: Type.String(),
    url: Nullable(Type.String({ description: 'null until it is published' })),
    last_called_at: about('When it was last called; null: never.', Nullable(Timestamp)),
    methods: Type.Optional(Type.Array(Type.String(), { description: 'of a webhook that accepts more than POST' })),
    reply: Type.Optional(Type.String({ description: 'of a webhook whose calls wait for their runs' })),
    verify: Type.Optional(Type.String({ description: 'how a webhook checks its senders' })),
    addresses: Type.Optional(
      Type.Array(Type.String(), { description: 'from which addresses and networks calls may come' }),
    ),
  }),
);

export const Publication = named(
  'Publication',
  Type.Object({
    deployment: about('The state of its publication.', Deployment),
    published: about(
      'What is published now; null: nothing.',
      Nullable(
        Type.Object({
          version: Type.Integer(),
          note: about('A note about the version, for people.', Type.String()),
          at: Timestamp,
          by: about('Who did it.', VersionPerson),
          definition: about('The definition: the steps and the edges between them.', Type.Unknown()),
        }),
      ),
    ),
    changes: about('What changed.', RevisionChanges),
    authors: Type.Array(
      Type.Object({
        ...VersionPerson.properties,
        revisions: about('How many revisions there are since the published version.', Type.Integer()),
      }),
      {
        description: 'of the revisions since the published version',
      },
    ),
    issues: about('What is wrong, or may be.', Type.Array(ParamIssue)),
    run_as: about('The id of the user on whose behalf automatic runs execute.', Nullable(VersionPerson)),
    conditions: Type.Array(
      Type.Object({
        node_id: about('The id of the step.', Type.String()),
        filtered: Type.Integer({ description: 'how many calls or events started no run in the last day' }),
        failed: Type.Integer({ description: 'how many started a run because the expression failed' }),
        problem: Nullable(Type.String({ description: 'why the expression failed last' })),
      }),
      { description: 'of the published triggers with `when`' },
    ),
    schedules: Type.Array(
      Type.Object({
        node_id: about('The id of the step.', Type.String()),
        cron: about('The times, as a cron expression of five fields.', Type.String()),
        timezone: about('The time zone, such as `Europe/Berlin`.', Type.String()),
        next_runs: about('The next times.', Type.Array(Timestamp)),
        error: about('What went wrong. Empty when nothing did.', Type.String()),
      }),
      { description: 'of the draft' },
    ),
    webhooks: Type.Array(AddressedTrigger, { description: 'of the draft' }),
    forms: Type.Array(AddressedTrigger, { description: 'of the draft' }),
  }),
);

export const Example = named(
  'WorkflowExample',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    features: about('What it shows.', Type.Array(Type.String())),
    document: ExportDocument,
  }),
);

export type ListQuery = Static<typeof ListQuery>;
export type WorkflowSummary = Static<typeof WorkflowSummary>;
export type WorkflowList = Static<typeof WorkflowList>;
export type ParamIssue = Static<typeof ParamIssue>;
export type CheckResult = Static<typeof CheckResult>;
export type OpenedWorkflow = Static<typeof OpenedWorkflow>;
export type SaveRequest = Static<typeof SaveRequest>;
export type SaveResult = Static<typeof SaveResult>;
export type VersionPerson = Static<typeof VersionPerson>;
export type Publication = Static<typeof Publication>;
export type Example = Static<typeof Example>;
export type VersionsQuery = Static<typeof VersionsQuery>;
export type Versions = Static<typeof Versions>;
