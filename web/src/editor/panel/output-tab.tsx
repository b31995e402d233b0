/** What a step gave in the chosen run, or its pinned output. */
import { useQuery } from '@tanstack/react-query';
import { stepQuery } from '../../api/run.ts';
import { JsonTree } from '../../look/json-tree.tsx';
import classes from './step-panel.module.css';

interface OutputTabProps {
  readonly nodeId: string;
  readonly runId: string | null;
  /** Which item of each loop around is looked at. Missing numbers are 0. */
  readonly iteration: readonly number[];
  /** The number of loops around the step. */
  readonly loops: number;
  readonly pin: { output: unknown } | undefined;
}

export function OutputTab({ nodeId, runId, iteration, loops, pin }: OutputTabProps) {
  // The API names the innermost loop first.
  const item = Array.from({ length: loops }, (_, level) => iteration[level] ?? 0).reverse();
  const step = useQuery({ ...stepQuery(runId ?? '', nodeId, item), enabled: runId !== null, retry: false });
  if (pin) {
    return (
      <>
        <p className={classes.pinned}>This output is pinned: runs of the draft use it instead of executing the step.</p>
        <JsonTree label={`Pinned output of ${nodeId}`} value={pin.output} />
      </>
    );
  }
  if (runId === null) return <p className="dim">Run the workflow, and the output of this step is shown here.</p>;
  if (step.isLoading) return <p className="dim">Reading</p>;
  if (!step.data) return <p className="dim">{step.error?.message ?? 'This step took no part in the chosen run.'}</p>;
  const { status, error, output_json, output_truncated } = step.data;
  return (
    <>
      {error !== '' && <p className={classes.problem}>{error}</p>}
      {output_truncated && <p className="dim">The output was longer than what is kept of it.</p>}
      {output_json === '' ? (
        <p className="dim">{status === 'skipped' ? 'The step was skipped.' : 'The step has no output.'}</p>
      ) : (
        <JsonTree label={`Output of ${nodeId}`} text={output_json} maxHeight={600} />
      )}
    </>
  );
}
