import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { about, named } from '../http/described.ts';
import { Nullable, Uuid } from '../http/endpoint.ts';
import { limitField, Timestamp } from '../http/schema-parts.ts';
import { Step } from '../runs/schemas.ts';
import { Permissions, Stamp } from '../workflows/schemas.ts';

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof STATUSES)[number];

const Fields = Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'maps names of fields to values' });

export const Approval = named(
  'Approval',
  Type.Object({
    id: Uuid,
    created: about('When it was created, and by whom.', Stamp),
    updated: about('When it was last changed, and by whom.', Stamp),
    permissions: about('What the caller may do with it, and who owns it.', Permissions),
    workflow_id: Uuid,
    workflow_name: Type.String(),
    run_id: Uuid,
    node_id: about('The id of the step.', Type.String()),
    organization_id: about('The id of the organization that it belongs to; null: none.', Nullable(Uuid)),
    status: about('`pending` until it is decided, expires or its run is cancelled.', Type.Enum([...STATUSES])),
    title: about('What has to be decided.', Type.String()),
    message: Type.String({ description: 'Markdown' }),
    form_schema: about(
      'The JSON Schema of the form that has to be filled in; null: there is none.',
      Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'JSON Schema' })),
    ),
    form_values: about('The values that the form is prefilled with.', Fields),
    allow_reject: Type.Boolean(),
    assignee_user_ids: about('The ids of the users who may decide it.', Type.Array(Uuid)),
    expires_at: Timestamp,
    timeout_continues: about(
      'Whether the run continues when nobody decides in time. Otherwise it fails.',
      Type.Boolean(),
    ),
    decision_data: about('The values of the form that were sent with the decision.', Fields),
    comment: about('A comment on the decision.', Type.String()),
    decided_by: about(
      'Who decided it; null: nobody has.',
      Nullable(
        Type.Object({
          id: Uuid,
          email: Type.String(),
          name: Type.String(),
        }),
      ),
    ),
    decided_at: about('When it was decided; null: it was not.', Nullable(Timestamp)),
  }),
);

export const ApprovalId = named('ApprovalId', Type.Object({ approval_id: Uuid }));
export const ApprovalPage = named(
  'ApprovalPage',
  Type.Object({
    items: Type.Array(Approval),
    total: Type.Integer(),
  }),
);
export const PendingCount = named(
  'PendingCount',
  Type.Object({ pending: about('How many wait for a decision.', Type.Integer()) }),
);

/** The limits on approvals that the settings of an installation define; `config.approvals` describes them. */
export interface ApprovalLimits {
  dataCharacters: number;
  commentCharacters: number;
  listed: { default: number; most: number };
}

export function findRequest({ listed }: ApprovalLimits) {
  return named(
    'ApprovalQuery',
    Type.Object({
      status: Type.Optional(Type.Enum([...STATUSES])),
      limit_from: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER - listed.most,
          description: 'index of the first item',
        }),
      ),
      limit_to: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: listed.most,
          description: `index after the last item; by default there are ${listed.default} items`,
        }),
      ),
    }),
  );
}

export function decideRequest({ commentCharacters }: ApprovalLimits) {
  return named(
    'ApprovalDecision',
    Type.Object({
      approval_id: Uuid,
      decision: Type.Enum(['approve', 'reject']),
      data: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          description:
            'form data, only when the decision is approve; fields that are left out retain their prefilled values',
        }),
      ),
      comment: about('A comment on the decision.', Type.Optional(Type.String({ maxLength: commentCharacters }))),
    }),
  );
}

export const DelegateRequest = named(
  'ApprovalDelegation',
  Type.Object({
    approval_id: Uuid,
    user_id: about('Who is to decide instead of the caller. They must be able to read the workflow.', Uuid),
  }),
);

const Person = named(
  'ApprovalPerson',
  Type.Object({
    id: Uuid,
    name: Type.String(),
    email: Type.String(),
  }),
);

export const InboxRequest = named(
  'InboxRequest',
  Type.Object({
    state: Type.Enum(['waiting', 'decided'], {
      description:
        '`waiting`: those that await the user; `decided`: those that the user has decided, of which some may wait for others, ' +
        'and all that ended, also without a decision',
    }),
    text: Type.Optional(
      Type.String({
        maxLength: fixedLimits.nameCharacters,
        description: 'what the title, the message, or the name of the workflow or of its user contains',
      }),
    ),
    limit: limitField(fixedLimits.approval.listed),
    before: Type.Optional(Type.String({ maxLength: 100, description: 'the `next` of the page before' })),
  }),
);

export const InboxItem = named(
  'InboxItem',
  Type.Object({
    id: Uuid,
    created_at: Timestamp,
    status: Type.Enum([...STATUSES]),
    title: Type.String(),
    workflow_id: Uuid,
    workflow_name: Type.String(),
    asked_by: about('On whose behalf the run asks.', Person),
    expires_at: Timestamp,
    decided_by: about('Who decided it; null: nobody has.', Nullable(Person)),
    ended_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
  }),
);

export const InboxPage = named(
  'InboxPage',
  Type.Object({
    items: Type.Array(InboxItem),
    next: Nullable(
      Type.String({ description: 'where the next page begins; a page may be short and still have a next' }),
    ),
  }),
);

export const ApprovalContext = named(
  'ApprovalContext',
  Type.Object({
    assignees: Type.Array(Person, { description: 'who may decide it' }),
    required: Type.Integer({ description: 'how many of them have to approve' }),
    reject_after: Type.Integer({ description: 'how many rejections end it' }),
    decisions: Type.Array(
      Type.Object({
        decision: Type.Enum(['approved', 'rejected']),
        decided_by: about('Who decided, as they were called then.', Person),
        decided_at: Timestamp,
        comment: about('A comment on the decision.', Type.String()),
        data: about('The values of the form that were sent with the decision.', Fields),
      }),
      { description: 'everybody who has decided, in this order' },
    ),
    delegations: Type.Array(
      Type.Object({
        from: about('Who passed their part on.', Person),
        to: about('Who got it.', Person),
        at: Timestamp,
      }),
      { description: 'who passed their part on, the first one first' },
    ),
    remind_at: about('When those who have not decided are reminded next; null: never.', Nullable(Timestamp)),
    escalation: about(
      'Who may decide too after a time; null: nobody else, or the time has passed.',
      Nullable(Type.Object({ at: Timestamp, people: Type.Array(Person) })),
    ),
    run: Type.Object({
      id: Uuid,
      started_at: about('When it started; null: it has not.', Nullable(Timestamp)),
      asked_by: about('On whose behalf the run asks.', Person),
      may_read: Type.Boolean({ description: 'whether the caller may read the run with its inputs and outputs' }),
    }),
    steps: Type.Array(
      Type.Object({
        node_id: about('The id of the step.', Type.String()),
        name: Type.String(),
        type: Type.String(),
        status: Step.properties.status,
        started_at: about('When it started; null: it has not.', Nullable(Timestamp)),
        finished_at: about('When it ended; null: it has not.', Nullable(Timestamp)),
      }),
    ),
    now: Type.Integer({ description: 'the time of the service, by which the deadline counts' }),
  }),
);

export type InboxRequest = Static<typeof InboxRequest>;
export type InboxItem = Static<typeof InboxItem>;
export type InboxPage = Static<typeof InboxPage>;
export type ApprovalContext = Static<typeof ApprovalContext>;
export type Approval = Static<typeof Approval>;
export type ApprovalFindRequest = Static<ReturnType<typeof findRequest>>;
export type DelegateRequest = Static<typeof DelegateRequest>;
export type DecideRequest = Static<ReturnType<typeof decideRequest>>;
