/** `heddle workflow run`. */
import { Answer, type Invocation } from './command.ts';
import { withConnection } from './connecting.ts';
import { readFields } from './inputs.ts';
import { followRun, reportRun } from './run-progress.ts';
import { UsageError } from './usage-error.ts';
import { requireWorkflow } from './workflows.ts';

export async function runWorkflow(invocation: Invocation): Promise<unknown> {
  const input = await readFields('input', invocation.optionValues('input'));
  const idempotencyKey = invocation.option('idempotency-key');
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  return withConnection(
    invocation,
    async connection => {
      const { client } = connection;
      const workflow = await requireWorkflow(connection, invocation.argument('WORKFLOW'));
      const isDraft = invocation.flag('draft');
      if (!isDraft && workflow.published_version === null) {
        throw new UsageError(`'${workflow.name}' is not published: add --draft, or publish it first`);
      }
      const request = {
        workflow_id: workflow.id,
        input,
        version: isDraft ? ('draft' as const) : ('published' as const),
      };
      if (invocation.flag('no-wait')) {
        const run = await client.runs.start(request, { ...options, wait: false });
        return new Answer(run, run.id);
      }
      const last = await followRun(client.runs.stream(request, options), !process.stderr.isTTY);
      if (!last) throw new UsageError('the run ended without telling how');
      return reportRun(connection, last.run_id);
    },
    { isLong: true },
  );
}
