import { Button } from '@mantine/core';
import { UNREACHABLE } from '../api/client.ts';
import { Icon } from '../look/icons.tsx';
import { firstFailure } from '../run-parts/rows.ts';
import type { RunState } from '../run-parts/run-state.ts';
import type { Connection } from '../run-parts/watching.ts';
import * as texts from '../texts/runs.ts';
import classes from './run-page.module.css';

interface RunBannerProps {
  state: RunState;
  connection: Connection;
  selected: string | undefined;
  onShowStep(key: string): void;
}

/** What one must know before anything else: the service is away, the run failed, somebody has to decide. */
export function RunBanner({ state, connection, selected, onShowStep }: RunBannerProps) {
  const failure = state.status === 'failed' || state.status === 'cancelled' ? firstFailure(state) : undefined;
  const waiting = [...state.steps.values()].filter(({ status }) => status === 'waiting');
  return (
    <>
      {connection === 'lost' && (
        <div className={classes.banner} data-kind="lost" role="status">
          <Icon name="triangle-alert" />
          <span className={classes.bannerText}>{texts.whatKnownLastPage(UNREACHABLE)}</span>
        </div>
      )}
      {state.error !== '' && (
        <div className={classes.banner} data-kind="failed">
          <Icon name="circle-x" />
          <span className={classes.bannerText}>{state.error}</span>
          {failure && failure.key !== selected && (
            <Button size="compact-sm" variant="default" onClick={() => onShowStep(failure.key)}>
              {texts.showFailedStep}
            </Button>
          )}
        </div>
      )}
      {state.status === 'waiting' && waiting.length > 0 && (
        <div className={classes.banner} data-kind="waiting">
          <Icon name="circle-pause" />
          <span className={classes.bannerText}>
            {waiting[0]?.text || texts.runWaits}
            {waiting.length > 1 && texts.more(waiting.length - 1)}
          </span>
        </div>
      )}
    </>
  );
}
