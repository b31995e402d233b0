/** What a waiting step waits for, how long it still does, and how to end that. */

import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { resumeStep } from '../api/run.ts';
import { useMayWrite } from '../api/session.ts';
import { CopyButton } from '../look/copy-button.tsx';
import { formatClock, formatDuration } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { parseJson } from '../look/json/parse-json.ts';
import { Problem } from '../look/states/problem.tsx';
import { useAction } from '../look/use-action.ts';
import type { StepState } from '../run-parts/run-state.ts';
import { readWait, type WaitDetails } from '../run-parts/wait-details.ts';
import { waits as texts } from '../texts/waits.ts';
import panel from './step-panel.module.css';
import classes from './step-wait.module.css';

interface StepWaitProps {
  runId: string;
  step: StepState;
  now: number;
}

export function StepWait({ runId, step, now }: StepWaitProps) {
  const wait = readWait(step.outputHead);
  if (!wait) return null;
  return (
    <section className={`${panel.part} column gap-8`} aria-label={texts.waitsFor}>
      {wait.event && <p className="break-anywhere">{texts.event(wait.event.name, wait.event.key)}</p>}
      {wait.url !== undefined && (
        <div className={classes.url}>
          <span className="dim">{texts.url}</span>
          <code className="font-mono text-12 break-anywhere">{wait.url}</code>
          <CopyButton text={wait.url} label={texts.copyUrl} />
        </div>
      )}
      <p className="break-anywhere" role="timer">
        {countdown(wait, now)}
      </p>
      <Resume runId={runId} step={step} wait={wait} />
    </section>
  );
}

function countdown({ until, kind }: WaitDetails, now: number): string {
  if (until <= now) return texts.due;
  // Whole seconds, so that the text does not jump between units of a second.
  const left = formatDuration(Math.ceil((until - now) / 1000) * 1000);
  return (kind === 'time' ? texts.ends : texts.givesUp)(left, formatClock(until, now));
}

interface ResumeProps {
  runId: string;
  step: StepState;
  wait: WaitDetails;
}

/** Continues the step as if the time had passed, or with what somebody would have sent. */
function Resume({ runId, step, wait }: ResumeProps) {
  const mayWrite = useMayWrite();
  const [text, setText] = useState('');
  const { isBusy, problem, perform } = useAction();
  if (!mayWrite) return null;
  const resume = async () => {
    const body = parseJson(text);
    if (body === undefined && text.trim() !== '') throw new Error(texts.notJson);
    const place = { run_id: runId, node_id: step.nodeId, iteration: [...step.iteration] };
    await resumeStep({ ...place, ...(body !== undefined && { body }) });
  };
  return (
    <div className="column items-start gap-8">
      {wait.kind !== 'time' && (
        <Textarea
          className="w-full"
          label={wait.kind === 'call' ? texts.body : texts.data}
          value={text}
          autosize
          maxRows={8}
          onChange={event => setText(event.currentTarget.value)}
        />
      )}
      <Problem>{problem}</Problem>
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        leftSection={<Icon name="skip-forward" />}
        onClick={() => perform(resume, texts.resumed)}
      >
        {texts.resume}
      </Button>
    </div>
  );
}
