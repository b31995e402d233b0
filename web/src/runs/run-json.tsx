import { useMemo } from 'react';
import type { RunDetail } from '../api/run.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { JsonTree } from '../look/json-tree.tsx';
import { parseInput } from '../run-parts/input.ts';
import * as texts from '../texts/runs.ts';
import classes from './step-panel.module.css';

/** The run as the API tells it, with its input and output as JSON instead of texts. */
export function RunJson({ run }: { run: RunDetail }) {
  const text = useMemo(() => JSON.stringify(readableRun(run), undefined, 2), [run]);
  return (
    <div className={classes.whole}>
      <div className={classes.partHead}>
        <span className="dim">{texts.outputsStepsShownTheir}</span>
        <CopyButton text={text} label={texts.copyRunJSON} />
      </div>
      <div className={classes.tree}>
        <JsonTree text={text} label={texts.runJSON} maxHeight={640} />
      </div>
    </div>
  );
}

function readableRun({ input_json, output_json, ...rest }: RunDetail) {
  return { ...rest, input: parseInput(input_json), output: output_json === '' ? null : parseInput(output_json) };
}
