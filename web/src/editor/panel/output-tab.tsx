/** What a step gave in the chosen run, or its pinned output. */

import { useQuery } from '@tanstack/react-query';
import { stepQuery } from '../../api/run.ts';
import { JsonTree } from '../../look/json/json-tree.tsx';
import * as texts from '../../texts/editor-panel.ts';
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
        <p className={classes.pinned}>{texts.outputPinnedRunsDraft}</p>
        <JsonTree label={texts.pinnedOutput(nodeId)} value={pin.output} />
      </>
    );
  }
  if (runId === null) return <p className="dim">{texts.runWorkflowOutputStep}</p>;
  if (step.isLoading) return <p className="dim">{texts.reading}</p>;
  if (!step.data) return <p className="dim">{step.error?.message ?? texts.stepTookNoPart}</p>;
  const { status, error, output_json, output_truncated } = step.data;
  return (
    <>
      {error !== '' && <p className="mb-8 failed text-13 break-anywhere">{error}</p>}
      {output_truncated && <p className="dim">{texts.outputLongerThanWhat}</p>}
      {output_json === '' ? (
        <p className="dim">{status === 'skipped' ? texts.stepSkipped : texts.stepNoOutput}</p>
      ) : (
        <JsonTree label={texts.outputOf(nodeId)} text={output_json} maxHeight={600} />
      )}
    </>
  );
}
