import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { stepQuery } from '../api/run.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { JsonTree } from '../look/json-tree.tsx';
import { hasEnded, type StepState } from '../run-parts/run-state.ts';
import { sizeOf } from '../run-parts/words.ts';
import * as texts from '../texts/runs.ts';
import classes from './step-panel.module.css';

interface StepOutputProps {
  runId: string;
  step: StepState;
}

/** The panel scrolls by itself below this height. */
const TREE_PIXELS = 560;

/** The output of a step. A long one is read only when somebody looks at it. */
export function StepOutput({ runId, step }: StepOutputProps) {
  const { text, isCut, isReading, problem } = useOutput(runId, step);
  if (problem !== undefined) return <p className={classes.none}>{problem}</p>;
  if (isReading) return <Loader size="sm" m="md" aria-label={texts.readingOutput} />;
  const isLog = step.nodeType === 'code' && step.text !== '' && text !== JSON.stringify(step.text);
  const log = isLog && <pre className={classes.log}>{step.text}</pre>;
  if (text === '')
    return (
      <>
        {log}
        <p className={classes.none}>{noOutput(step)}</p>
      </>
    );
  return (
    <>
      {log}
      <div className={classes.partHead}>
        <span>
          {isCut ? texts.onlyFirstStored(sizeOf(text.length)) : sizeOf(text.length)}
          {!isLog && step.text !== '' && text !== JSON.stringify(step.text) && ` · ${step.text.slice(0, 200)}`}
        </span>
        <CopyButton text={text} label={texts.copyOutputJSON} />
      </div>
      <div className={classes.tree}>
        <JsonTree text={text} label={texts.output} maxHeight={TREE_PIXELS} />
      </div>
    </>
  );
}

/** The whole stored output as JSON. */
export function useOutput(runId: string, step: StepState) {
  const isWhole = step.outputHead.length >= step.outputCharacters;
  const needsReading = hasEnded(step) && !isWhole;
  const { data, error } = useQuery({ ...stepQuery(runId, step.nodeId, step.iteration), enabled: needsReading });
  return {
    text: needsReading ? (data?.output_json ?? '') : step.outputHead,
    isCut: step.isOutputCut,
    isReading: needsReading && !data && !error,
    problem: error?.message,
  };
}

function noOutput({ status }: StepState): string {
  if (status === 'running') return texts.stepNoOutputYet;
  if (status === 'skipped') return texts.stepSkippedBecauseNo;
  return texts.stepNoOutput;
}
