import Type, { type Static } from 'typebox';
import { fixedLimits } from '../configuration/limits.ts';
import { isObject } from '../platform/is-object.ts';
import { effect, type NodeLimits, type NodeType } from './node.ts';
import { freeObject, strict, text } from './param-schemas.ts';
import { type ApprovalRequest, type StepContext, StepError, type StepOutcome } from './step.ts';
import { widget } from './widgets.ts';

export function humanApproval(limits: NodeLimits): NodeType<'human.approval'> {
  const paramsSchema = createParamsSchema(limits);
  return {
    type: 'human.approval',
    title: 'Approval',
    description:
      'Waits for a person to approve or reject, optionally with a form. Output: {decision, data, comment, decided_by, ' +
      'decided_at, approval_id}; the decision is approved, rejected or expired. With required or reject_after also ' +
      'decisions, a list of {decision, decided_by, decided_at, comment, data}.',
    category: 'logic',
    terminal: false,
    handles: ['approved', 'rejected', 'timeout'],
    openHandles: ['rejected', 'timeout'],
    failingHandles: ['timeout'],
    paramsSchema,
    outputSchema: Type.Object({
      decision: Type.Enum(['approved', 'rejected', 'expired']),
      data: Type.Unknown(),
      comment: Type.Unknown(),
      decided_by: Type.Unknown(),
      decided_at: Type.Unknown(),
      approval_id: Type.String(),
      decisions: Type.Optional(
        Type.Array(
          Type.Object({
            decision: Type.Enum(['approved', 'rejected']),
            decided_by: Type.Unknown(),
            decided_at: Type.Integer(),
            comment: Type.String(),
            data: Type.Unknown(),
          }),
          { description: 'Everybody who has decided, in this order. Only with required or reject_after.' },
        ),
      ),
    }),
    texts: { form_schema: 'form schema' },
    resources: ({ notify }) => ({ credentials: listCredentials(notify) }),
    execution: effect(paramsSchema, (params, context) => openApproval(params, context, limits)),
  };
}

type Params = Static<ReturnType<typeof createParamsSchema>>;

async function openApproval(params: Params, context: StepContext, { approvalHours }: NodeLimits): Promise<StepOutcome> {
  const opened = await context.openApproval({
    title: params.title,
    message: params.message ?? '',
    assignees: readPeople(params.assignees),
    formSchema: params.form_schema ?? null,
    formValues: params.form_values ?? {},
    allowReject: params.allow_reject ?? true,
    timeoutHours: params.timeout_hours ?? approvalHours.default,
    ...readVotes(params),
    ...(params.remind_hours !== undefined && { remindHours: params.remind_hours }),
    ...readEscalation(params),
    ...readNotices(params),
    ...(params.by_link === true && { byLink: true }),
    ...(params.not === 'starter' && { excludesStarter: true }),
  });
  return { output: opened, text: `Waits for ${opened.assignees.join(', ')}`, isWaiting: true };
}

function readPeople(people: string | string[]): string[] {
  return [people].flat().flatMap(names => names.split(',').flatMap(name => name.trim() || []));
}

function readEscalation({ escalate_to, escalate_hours }: Params): Pick<ApprovalRequest, 'escalation'> {
  if (escalate_to === undefined && escalate_hours === undefined) return {};
  if (escalate_to === undefined) throw new StepError("'escalate_hours' needs 'escalate_to'");
  if (escalate_hours === undefined) throw new StepError("'escalate_to' needs 'escalate_hours'");
  return { escalation: { hours: escalate_hours, people: readPeople(escalate_to) } };
}

function readNotices({ notify }: Params): Pick<ApprovalRequest, 'notify'> {
  if (notify === undefined) return {};
  return {
    notify: notify.map(({ to, ...notice }) => ({ ...notice, ...(to !== undefined && { to: readPeople(to) }) })),
  };
}

function listCredentials(notify: unknown): string[] {
  const notices: unknown[] = Array.isArray(notify) ? notify : [];
  return notices.flatMap(notice =>
    isObject(notice) && typeof notice.credential === 'string' ? [notice.credential] : [],
  );
}

const Notice = Type.Object(
  {
    channel: Type.Enum(['slack', 'teams'], { title: 'Chat', description: 'slack, or teams for Microsoft Teams.' }),
    credential: Type.String({
      title: 'Credential',
      description: 'The name or id of a credential of kind Slack app (only for slack) or Incoming webhook.',
      minLength: 1,
      ...widget('credential'),
    }),
    to: Type.Optional(
      Type.Unsafe<string | string[]>({
        type: ['string', 'array'],
        title: 'To',
        description:
          'Only with a Slack app: channels, or e-mail addresses of people in Slack, as a list or separated by commas. ' +
          'Without it, each assignee gets a direct message.',
        items: { type: 'string' },
      }),
    ),
  },
  strict,
);

/** Who has to decide, who may not, and who else is told when. */
function paramsOfSeveral({ most }: NodeLimits['approvalHours']) {
  return {
    required: Type.Optional(
      Type.Unsafe<number | 'all'>({
        type: ['integer', 'string'],
        title: 'Required',
        description: 'How many assignees have to approve, or all.',
        minimum: 1,
        maximum: fixedLimits.approval.assignees,
        pattern: '^all$',
        default: 1,
      }),
    ),
    reject_after: Type.Optional(
      Type.Integer({
        title: 'Rejections',
        description:
          'How many rejections end the approval. It is also rejected when too few are left who could still approve.',
        minimum: 1,
        maximum: fixedLimits.approval.assignees,
        default: 1,
      }),
    ),
    not: Type.Optional(
      Type.Enum(['starter'], {
        title: 'Who may not decide',
        description:
          'With starter, the user for whom the run executes may not decide, also if the assignees name them.',
      }),
    ),
    remind_hours: Type.Optional(
      Type.Number({
        title: 'Reminders',
        description: 'After each so many hours, those who have not decided are reminded.',
        minimum: fixedLimits.approval.reminderHours,
        maximum: most,
      }),
    ),
    escalate_to: Type.Optional(
      people('Escalate to', 'Users who may decide too after escalate_hours, and are notified then, as in assignees.'),
    ),
    escalate_hours: Type.Optional(
      Type.Number({
        title: 'Escalate after',
        description: 'Hours after which those in escalate_to may decide too.',
        exclusiveMinimum: 0,
        maximum: most,
      }),
    ),
  };
}

function people(title: string, description: string) {
  return Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    title,
    description,
    minLength: 1,
    minItems: 1,
    items: { type: 'string', minLength: 1 },
    ...widget('people'),
  });
}

/** With either param, the output lists the decisions, also when one of them is enough. */
function readVotes({ required, reject_after }: Params): Pick<ApprovalRequest, 'votes'> {
  if (required === undefined && reject_after === undefined) return {};
  return { votes: { required: required ?? 1, rejectAfter: reject_after ?? 1 } };
}

function createParamsSchema({ approvalHours }: NodeLimits) {
  return Type.Object(
    {
      title: text('Title', 'Subject of the approval.'),
      message: Type.Optional(
        Type.String({
          title: 'Message',
          description: 'What the decision is about, in Markdown.',
          ...widget('long-text'),
        }),
      ),
      assignees: people(
        'Assignees',
        'E-mail addresses or ids of the users who may decide, as a list or separated by commas.',
      ),
      form_schema: Type.Optional(
        freeObject(
          'Form',
          'JSON Schema {type: object, properties, required} with fields of type string, number, integer or boolean, ' +
            'or files {type: object, format: file}.',
        ),
      ),
      form_values: Type.Optional(freeObject('Form values', 'Values that the form shows at first, by field.')),
      allow_reject: Type.Optional(
        Type.Boolean({
          title: 'Allow rejection',
          description: 'Whether the approval can be rejected. When not, the step only collects the form.',
          default: true,
        }),
      ),
      timeout_hours: Type.Optional(
        Type.Number({
          title: 'Timeout',
          description: 'Hours to decide. After that the run continues on timeout if connected, else the step fails.',
          exclusiveMinimum: 0,
          maximum: approvalHours.most,
          default: approvalHours.default,
        }),
      ),
      ...paramsOfSeveral(approvalHours),
      notify: Type.Optional(
        Type.Array(Notice, {
          title: 'Post in chats',
          description: 'Where the question is posted in Slack or Microsoft Teams, besides the e-mails.',
          maxItems: fixedLimits.approval.notices,
        }),
      ),
      by_link: Type.Optional(
        Type.Boolean({
          title: 'Decide by link',
          description:
            'Whether the link in the e-mail leads to a page on which its reader decides without signing in. Whoever has ' +
            'the mail can then decide.',
          default: false,
        }),
      ),
    },
    strict,
  );
}
