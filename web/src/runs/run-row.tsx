import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { RunSummary } from '../api/runs.ts';
import { serverNow } from '../api/transport/server-clock.ts';
import { Icon } from '../look/icons.tsx';
import link from '../look/lists/row-link.module.css';
import { StateMark } from '../look/state-mark.tsx';
import { Time } from '../look/time.tsx';
import { shortId } from '../run-parts/words.ts';
import { LOCALE } from '../texts/locale.ts';
import * as texts from '../texts/runs.ts';
import { RunLabels } from './run-labels.tsx';
import classes from './run-list.module.css';
import { durationWord, startWords, versionWord } from './run-words.ts';

interface RunRowProps {
  run: RunSummary;
  index: number;
  top: number;
  height: number;
  withoutWorkflow: boolean;
  /** Undefined where runs can not be selected. */
  isSelected: boolean | undefined;
  onSelect: ((id: string, isSelected: boolean) => void) | undefined;
}

export const RunRow = memo(({ run, index, top, height, withoutWorkflow, isSelected, onSelect }: RunRowProps) => {
  const start = startWords(run);
  const id = shortId(run.id);
  return (
    <tr
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {isSelected !== undefined && (
        <td className={classes.select}>
          <Checkbox
            aria-label={texts.selectRun(id)}
            checked={isSelected}
            onChange={event => onSelect?.(run.id, event.currentTarget.checked)}
          />
        </td>
      )}
      <td className={classes.state}>
        <StateMark state={run.status} label />
      </td>
      <td className={classes.name}>
        <Link to="/runs/$runId" params={{ runId: run.id }} search={{}} className={`${link.link} ${classes.link}`}>
          {withoutWorkflow ? texts.runNoun : <bdi>{run.workflow_name}</bdi>}{' '}
          <span className={withoutWorkflow ? 'mono' : classes.id}>{id}</span>
        </Link>
        {run.labels && <RunLabels labels={run.labels} />}
        {run.held && <span className="dim">{run.held === 'place' ? texts.heldForPlace : texts.heldForTime}</span>}
        {run.error !== '' && <bdi className={classes.error}>{run.error}</bdi>}
      </td>
      <td className={classes.trigger}>
        <Icon name={start.icon} size={14} className="flex-none dim" />
        {start.label}
      </td>
      <td className={classes.version}>{versionWord(run)}</td>
      <td className={classes.started}>
        <Time at={run.created.timestamp} />
      </td>
      <td className={classes.duration}>{durationWord(run, serverNow())}</td>
      <td className={classes.credits}>
        {run.credits === 0 ? '' : run.credits.toLocaleString(LOCALE, { maximumFractionDigits: 2 })}
      </td>
    </tr>
  );
});
