/** `heddle approval`: list and decide. */
import { Answer, type Invocation } from './command.ts';
import { withConnection } from './connecting.ts';
import { readCount, readFields } from './inputs.ts';
import { ago, toHumanReadable } from './print.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_LISTED = 20;
const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;

export async function listApprovals(invocation: Invocation): Promise<unknown> {
  const limit = readCount('limit', invocation.option('limit'), DEFAULT_LISTED);
  const status = STATUSES.find(each => each === (invocation.option('status') ?? 'pending')) ?? 'pending';
  const { items, total } = await withConnection(invocation, ({ client }) =>
    client.call('/api/v3/workflow/approval/find', { status, limit_to: limit }),
  );
  const rows = items.map(item => ({
    id: item.id,
    title: item.title,
    workflow: item.workflow_name,
    status: item.status,
    asked: ago(item.created.timestamp),
    ...(status === 'pending'
      ? { expires: new Date(item.expires_at).toISOString().slice(0, 16) }
      : { decided_by: item.decided_by?.email ?? null }),
  }));
  const none = status === 'pending' ? 'Nothing awaits your decision.' : 'There are none.';
  return new Answer({ items, total }, rows.length > 0 ? toHumanReadable(rows) : none);
}

export async function decideApproval(invocation: Invocation): Promise<unknown> {
  const given = invocation.argument('DECISION');
  const decision = (['approve', 'reject'] as const).find(each => each === given);
  if (!decision) throw new UsageError(`the decision must be approve or reject, not '${given}'`);
  const data = await readFields('data', invocation.optionValues('data'));
  if (decision === 'reject' && Object.keys(data).length > 0) throw new UsageError('--data goes only with approve');
  const comment = invocation.option('comment');
  const decided = await withConnection(invocation, ({ client }) =>
    client.call('/api/v3/workflow/approval/decide', {
      approval_id: invocation.argument('APPROVAL'),
      decision,
      ...(Object.keys(data).length > 0 && { data }),
      ...(comment !== undefined && { comment }),
    }),
  );
  const effect = decided.status === 'pending' ? 'waits for others' : 'goes on';
  return new Answer(decided, `'${decided.title}' is ${decided.status}; the run ${decided.run_id} ${effect}.`);
}
