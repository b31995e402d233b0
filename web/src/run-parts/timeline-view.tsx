import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { formatDuration } from '../look/duration.ts';
import { Icon } from '../look/icons.tsx';
import { type State, StateMark } from '../look/state-mark.tsx';
import * as texts from '../texts/run-parts.ts';
import { stepStates } from '../texts/states.ts';
import { ItemsTable } from './items-table.tsx';
import type { LoopItems } from './loop-items.ts';
import { ItemsDone, LoopStrip } from './loop-strip.tsx';
import type { Row } from './rows.ts';
import { type RunState, stepDuration } from './run-state.ts';
import type { Structure } from './structure.ts';
import { createScale, type Scale, type Segment, stepSegments } from './timeline.ts';
import classes from './timeline-view.module.css';

interface TimelineViewProps {
  state: RunState;
  structure: Structure;
  rows: readonly Row[];
  now: number;
  selected: string | undefined;
  onSelect(key: string): void;
  onChooseItem(loop: LoopItems, index: number): void;
}

export function TimelineView({ state, structure, rows, now, selected, onSelect, onChooseItem }: TimelineViewProps) {
  const scale = useMemo(() => createScale(state, now), [state, now]);
  const [tables, setTables] = useState<ReadonlySet<string>>(new Set());
  const toggleTable = (key: string) =>
    setTables(open => new Set([...open].filter(each => each !== key).concat(open.has(key) ? [] : key)));
  if (rows.length === 0) return <NoRows state={state} />;
  return (
    <div className={classes.timeline}>
      <Axis scale={scale} />
      <ol onKeyDown={moveFocus} aria-label={texts.timeline}>
        {rows.map(row => (
          <li key={row.key}>
            <TimelineRow
              row={row}
              state={state}
              scale={scale}
              now={now}
              isSelected={row.key === selected}
              onSelect={onSelect}
            />
            {row.step?.items && <ItemsDone items={row.step.items} depth={row.depth} />}
            {row.loop && row.loop.items.length > 0 && (
              <LoopStrip
                loop={row.loop}
                name={row.name || row.nodeId}
                depth={row.depth}
                chosen={row.chosenItem ?? 0}
                isTableOpen={tables.has(row.key)}
                onToggleTable={() => toggleTable(row.key)}
                onChoose={index => row.loop && onChooseItem(row.loop, index)}
              />
            )}
            {row.loop && tables.has(row.key) && (
              <ItemsTable
                loop={row.loop}
                structure={structure}
                chosen={row.chosenItem ?? 0}
                now={now}
                selected={selected}
                onSelect={onSelect}
              />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function NoRows({ state }: { state: RunState }) {
  const text =
    state.steps.size === 0
      ? state.status === 'queued'
        ? texts.runQueuedStepsAppear
        : texts.noStepBegun
      : texts.noStepMatchesOutputs;
  return <p className={classes.none}>{text}</p>;
}

/** Moves between the rows with the arrow keys, as in a list. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons: (Element | null)[] = [...event.currentTarget.querySelectorAll('button[data-row]')];
  const index = buttons.indexOf(document.activeElement);
  const next = buttons[index + (event.key === 'ArrowDown' ? 1 : -1)];
  if (index === -1 || !(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

function Axis({ scale }: { scale: Scale }) {
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false;
  // On a phone there is room for the first tick and one more.
  const ticks = isNarrow
    ? scale.ticks.filter(({ left }, index) => index === 0 || (left > 45 && left < 60)).slice(0, 2)
    : scale.ticks;
  return (
    <div className={classes.axis} aria-hidden="true">
      <span />
      <div className="relative block h-full">
        {ticks.map(({ left, elapsedMs }) => (
          <span
            key={elapsedMs}
            className={classes.tick}
            data-last={left > 92 || undefined}
            style={{ left: `${left}%` }}
          >
            {elapsedMs === 0 ? '0' : formatDuration(elapsedMs)}
          </span>
        ))}
        {scale.gaps.map(gap => (
          <span key={gap.left} className={classes.gapLabel} style={{ left: `${gap.left}%`, width: `${gap.width}%` }}>
            {formatDuration(gap.lengthMs)}
          </span>
        ))}
      </div>
      <span />
    </div>
  );
}

interface TimelineRowProps {
  row: Row;
  state: RunState;
  scale: Scale;
  now: number;
  isSelected: boolean;
  onSelect(key: string): void;
}

function TimelineRow({ row, state, scale, now, isSelected, onSelect }: TimelineRowProps) {
  const { step } = row;
  const duration = step && stepDuration(step, now);
  const mark: State = step?.status ?? 'queued';
  return (
    <UnstyledButton
      className={classes.row}
      data-row
      data-selected={isSelected || undefined}
      aria-current={isSelected || undefined}
      onClick={() => onSelect(row.key)}
    >
      <span className="row gap-8 min-w-0" style={{ paddingLeft: `${row.depth * 16}px` }}>
        <StateMark state={mark} />
        <bdi className="truncate">{row.name || row.nodeId}</bdi>
        {step?.isPinned && (
          <span className="inline-flex items-center gap-2 dim text-12">
            <Icon name="pin" size={12} />
            {texts.pinned}
          </span>
        )}
      </span>
      <span className="relative block h-full">
        {scale.gaps.map(gap => (
          <span key={gap.left} className={classes.gap} style={{ left: `${gap.left}%`, width: `${gap.width}%` }} />
        ))}
        {step && <Bar step={step.status} segments={stepSegments(step, state, scale)} />}
        {step?.status === 'running' && step.progress !== '' && (
          <span className={`${classes.progress} truncate`}>{step.progress}</span>
        )}
      </span>
      <span className="gap-8 dim text-12 nowrap justify-end flex">
        {step && step.tries.length > 1 && <span className={classes.tries}>{texts.tries(step.tries.length)}</span>}
        {step?.status === 'skipped' ? stepStates.skipped : duration === undefined ? '' : formatDuration(duration)}
      </span>
    </UnstyledButton>
  );
}

const KIND_WORDS: Record<Segment['kind'], string> = {
  queued: stepStates.queued,
  work: texts.work,
  'failed try': texts.failedTry,
  pause: texts.pauseBeforeNextTry,
  waiting: stepStates.waiting,
};

function Bar({ step, segments }: { step: string; segments: readonly Segment[] }) {
  return segments.map(({ kind, left, width, lengthMs }) => (
    <span
      key={`${kind} ${left}`}
      className={classes.segment}
      data-kind={kind}
      data-status={step}
      style={{ left: `${left}%`, width: `${width}%` }}
    >
      <span className="visually-hidden">
        {KIND_WORDS[kind]} {formatDuration(lengthMs)}
      </span>
    </span>
  ));
}
