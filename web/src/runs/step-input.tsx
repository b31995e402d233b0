import { Loader } from '@mantine/core';
import { CopyButton } from '../look/copy-button.tsx';
import { JsonTree } from '../look/json-tree.tsx';
import type { RenderedInput } from '../run-parts/use-rendered-input.ts';
import * as texts from '../texts/runs.ts';
import classes from './step-panel.module.css';

/** The params of a step as its templates rendered them, computed by the same interpreter that the service uses. */
export function StepInput({ rendered }: { rendered: RenderedInput }) {
  const { params, problems, isRendering, unavailable } = rendered;
  if (unavailable !== undefined) return <p className={classes.none}>{unavailable}</p>;
  if (isRendering || !params) return <Loader size="sm" m="md" aria-label={texts.renderingInput} />;
  const entries = Object.entries(params);
  if (entries.length === 0 && problems.length === 0) return <p className={classes.none}>{texts.stepNoParams}</p>;
  return (
    <>
      <div className={classes.partHead}>
        <span>{texts.renderedAgainDataRun}</span>
        <CopyButton text={() => JSON.stringify(params, undefined, 2)} label={texts.copyInputJSON} />
      </div>
      <dl className={classes.params}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>
              <Value name={name} value={value} />
              <CopyButton text={() => asText(value)} label={texts.copyNamed(name)} />
            </dd>
          </div>
        ))}
        {problems.map(({ param, message }) => (
          <div key={param}>
            <dt className="mono">{param}</dt>
            <dd className={classes.problem}>{message}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (typeof value === 'object' && value !== null) {
    return (
      <div className={classes.value}>
        <JsonTree text={JSON.stringify(value)} label={name} hasSearch={false} />
      </div>
    );
  }
  return <pre className={`${classes.value} mono`}>{asText(value)}</pre>;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}
