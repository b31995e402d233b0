import { Button } from '@mantine/core';
import { UNREACHABLE } from '../api/transport/client.ts';
import { Icon } from '../look/icons.tsx';
import { StateMark } from '../look/state-mark.tsx';
import { Problem } from '../look/states/problem.tsx';
import { describeEnd } from '../run-parts/run-sentence.ts';
import type { RunState } from '../run-parts/run-state.ts';
import type { Structure } from '../run-parts/structure.ts';
import type { Connection } from '../run-parts/watching.ts';
import * as texts from '../texts/runs.ts';
import classes from './run-page.module.css';

interface RunBannerProps {
  state: RunState;
  structure: Structure | undefined;
  connection: Connection;
  /** Why what is shown could not be read again. */
  error: Error | undefined;
  /** The step that shows how the run ended, unless it is shown already. */
  endStep: string | undefined;
  onShowStep(key: string): void;
}

/** What one must know before anything else: the service is away, how the run ended, somebody has to decide. */
export function RunBanner({ state, structure, connection, error, endStep, onShowStep }: RunBannerProps) {
  const waiting = [...state.steps.values()].filter(({ status }) => status === 'waiting');
  const wait = waiting[0]?.text || texts.runWaits;
  const end = structure && describeEnd(state, structure);
  return (
    <>
      <Problem>{error?.message}</Problem>
      {connection === 'lost' && (
        <div className={classes.banner} data-kind="lost" role="status">
          <Icon name="triangle-alert" />
          <span className={classes.bannerText}>{texts.whatKnownLastPage(UNREACHABLE)}</span>
        </div>
      )}
      {end && (
        <div className={classes.banner} data-kind={state.status}>
          <StateMark state={state.status} />
          <span className={classes.bannerText}>
            <strong className="semibold">{end.lead}</strong>
            {end.rest !== '' && `: ${end.rest}`}
          </span>
          {endStep !== undefined && (
            <Button size="compact-sm" variant="default" onClick={() => onShowStep(endStep)}>
              {state.status === 'failed' ? texts.showFailedStep : texts.showResult}
            </Button>
          )}
        </div>
      )}
      {state.status === 'waiting' && waiting.length > 0 && (
        <div className={classes.banner} data-kind="waiting">
          <Icon name="circle-pause" />
          <span className={classes.bannerText}>
            {waiting.length > 1 ? texts.waitsAndMore(wait, waiting.length - 1) : wait}
          </span>
        </div>
      )}
    </>
  );
}
