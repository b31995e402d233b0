import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { conversationQuery, type RunDetail, stepQuery } from '../api/run.ts';
import { formatBytes } from '../forms/bytes.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { formatDuration, formatExact } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { JsonTree } from '../look/json/json-tree.tsx';
import { Time } from '../look/time.tsx';
import { findFiles, localPath, parseInput } from '../run-parts/input.ts';
import { hasEnded, idempotencyKey, type StepState } from '../run-parts/run-state.ts';
import type { RenderedInput } from '../run-parts/use-rendered-input.ts';
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
function useOutput(runId: string, step: StepState) {
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
            <dd className="flex items-start gap-8 break-anywhere">
              <Value name={name} value={value} />
              <CopyButton text={() => asText(value)} label={texts.copyNamed(name)} />
            </dd>
          </div>
        ))}
        {problems.map(({ param, message }) => (
          <div key={param}>
            <dt className="mono">{param}</dt>
            <dd className="flex items-start gap-8 break-anywhere failed">{message}</dd>
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

/** The files that a step made, with links to download them. The output describes them. */
export function StepFiles({ runId, step }: { runId: string; step: StepState }) {
  const { text, isReading } = useOutput(runId, step);
  const files = useMemo(() => findFiles(parseInput(text), step.fileIds), [text, step.fileIds]);
  if (isReading) return <Loader size="sm" m="md" aria-label={texts.readingFiles} />;
  return (
    <ul className={classes.files}>
      {files.map(file => (
        <li key={file.file_id} className="row gap-8 line-below text-13">
          <Icon name="file" />
          {'filename' in file ? (
            <>
              <a href={localPath(file.file_url)} download={file.filename} className="truncate grow">
                {file.filename}
              </a>
              <span className="dim">
                {file.content_type} · {formatBytes(file.size)}
              </span>
            </>
          ) : (
            <span className="mono">{file.file_id}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What the step and the model said to each other. */
export function StepConversation({ conversationId }: { conversationId: string }) {
  const { data, error } = useQuery(conversationQuery(conversationId));
  if (error) return <p className={classes.none}>{error.message}</p>;
  if (!data) return <Loader size="sm" m="md" aria-label={texts.readingConversation} />;
  return (
    <ol className={classes.messages}>
      {data.messages.map(message => (
        <li key={message.id}>
          <span className="dim">
            {message.role === 'user' ? texts.stepLabel : (message.model ?? texts.model)} · <Time at={message.created} />
            {message.credits > 0 && ` · ${texts.creditsOf(message.credits)}`}
          </span>
          <CopyButton text={message.content} label={texts.copyTheMessage} />
          <p className="pre-wrap break-anywhere">{message.content}</p>
        </li>
      ))}
    </ol>
  );
}

export function StepDetails({ run, step }: { run: RunDetail; step: StepState }) {
  const facts: [string, string][] = [
    [texts.stepLabel, step.nodeId],
    [texts.type, step.nodeType],
    ...(step.iteration.length > 0
      ? [[texts.iteration, JSON.stringify(step.iteration)] satisfies [string, string]]
      : []),
    ...(step.startedAt === null ? [] : [[texts.startedColumn, formatExact(step.startedAt)] satisfies [string, string]]),
    ...(step.finishedAt === null ? [] : [[texts.finished, formatExact(step.finishedAt)] satisfies [string, string]]),
    ...(step.handle === null ? [] : [[texts.continuedAt, step.handle] satisfies [string, string]]),
    // A replay may send the keys of the first run of its chain instead.
    [run.replay_of === null ? texts.idempotencyKey : texts.keyIfNew, idempotencyKey(run.id, step)],
  ];
  return (
    <>
      <dl className={classes.params}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="flex items-start gap-8 break-anywhere">
              <span className="mono">{value}</span>
              <CopyButton text={value} label={texts.copyValue(name)} />
            </dd>
          </div>
        ))}
      </dl>
      {step.tries.length > 1 && (
        <section className={classes.section}>
          <h3 className="text-13 semibold">{texts.triesTitle}</h3>
          <table className={classes.tries}>
            <thead>
              <tr>
                <th scope="col">{texts.no}</th>
                <th scope="col">{texts.after}</th>
                <th scope="col">{texts.took}</th>
                <th scope="col">{texts.ended}</th>
              </tr>
            </thead>
            <tbody>
              {step.tries.map(({ started_at, finished_at, error }, index) => (
                <tr key={started_at}>
                  <td>{index + 1}</td>
                  <td>{formatDuration(started_at - (step.startedAt ?? started_at))}</td>
                  <td>{finished_at === null ? texts.running : formatDuration(finished_at - started_at)}</td>
                  <td>{finished_at === null ? '' : error || texts.trySuccess}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
