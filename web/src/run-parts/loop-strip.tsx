import { Button } from '@mantine/core';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import { Icon } from '../look/icons.tsx';
import { IconButton } from '../look/inputs/icon-button.tsx';
import * as texts from '../texts/run-parts.ts';
import { stepStates } from '../texts/states.ts';
import { type LoopItems, placeOfItem } from './loop-items.ts';
import classes from './loop-strip.module.css';
import type { StepState } from './run-state.ts';

interface LoopStripProps {
  loop: LoopItems;
  name: string;
  depth: number;
  chosen: number;
  isTableOpen: boolean;
  onToggleTable(): void;
  onChoose(index: number): void;
}

/** So many squares fit on a screen; further items are on further pages of the strip. */
const PAGE = 100;
/** More squares than this get a line of their own. */
const FEW = 24;

function describePlace({ isRepeat, mostRounds, items, total }: LoopItems, chosen: number): string {
  if (isRepeat) return mostRounds === undefined ? texts.round(chosen + 1) : texts.roundOf(chosen + 1, mostRounds);
  return total === undefined ? texts.itemBegun(chosen + 1, items.length) : texts.itemOfTotal(chosen + 1, total);
}

/** The items of a loop as squares: the colour and the shape say how each ended. */
export function LoopStrip({ loop, name, depth, chosen: index, isTableOpen, onToggleTable, onChoose }: LoopStripProps) {
  const { items, done, failed, firstFailed, isOfFile } = loop;
  const chosen = placeOfItem(loop, index);
  const first = Math.floor(chosen / PAGE) * PAGE;
  const shown = items.slice(first, first + PAGE);
  const go = (place: number) => onChoose(items[Math.max(0, Math.min(items.length - 1, place))]?.index ?? 0);
  const state = items[chosen]?.state ?? 'pending';
  return (
    <div className={classes.strip} style={{ '--depth': depth } as CSSProperties}>
      {/* One slider instead of a hundred buttons: small squares are no targets for fingers or for the Tab key. */}
      <div
        className={classes.squares}
        data-many={items.length > FEW || undefined}
        role="slider"
        tabIndex={0}
        aria-label={texts.itemOf(name)}
        aria-valuemin={1}
        aria-valuemax={items.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={texts.itemState(chosen + 1, items.length, WORDS[state])}
        onKeyDown={event => walk(event, chosen, items.length, go)}
        onPointerDown={event => {
          const pointed = findSquare(event);
          if (pointed !== undefined) onChoose(pointed);
        }}
      >
        {shown.map(item => (
          <span
            key={item.index}
            className={classes.square}
            data-state={item.state}
            data-index={item.index}
            data-chosen={item.index === items[chosen]?.index || undefined}
          />
        ))}
      </div>
      <IconButton
        icon="chevron-left"
        label={texts.previousItem(name)}
        size="sm"
        disabled={chosen === 0}
        onClick={() => go(chosen - 1)}
      />
      <span className="dim text-12">
        {describePlace(loop, items[chosen]?.index ?? 0)}
        {!isOfFile && ` · ${texts.done(done)}`}
        {!isOfFile && failed > 0 && <span className="failed"> · {texts.failed(failed)}</span>}
        {items.length > PAGE && ` · ${texts.squares(first + 1, first + shown.length)}`}
      </span>
      <IconButton
        icon="chevron-right"
        label={texts.nextItem(name)}
        size="sm"
        disabled={chosen >= items.length - 1}
        onClick={() => go(chosen + 1)}
      />
      {firstFailed !== undefined && firstFailed !== items[chosen]?.index && (
        <Button size="compact-xs" variant="default" onClick={() => onChoose(firstFailed)}>
          {texts.firstFailed}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant={isTableOpen ? 'light' : 'default'}
        aria-pressed={isTableOpen}
        leftSection={<Icon name="table" size={12} />}
        onClick={onToggleTable}
      >
        {texts.table}
      </Button>
    </div>
  );
}

/** How far a loop over a file is. Its strip shows only the items that keep their details. */
export function ItemsDone({ items, depth }: { items: NonNullable<StepState['items']>; depth: number }) {
  return (
    <div className={classes.strip} style={{ '--depth': depth } as CSSProperties}>
      <span className="dim text-12">{texts.itemsDone(items)}</span>
    </div>
  );
}

const WORDS = {
  ...stepStates,
  pending: texts.notBegun,
} as const;

function walk(event: KeyboardEvent, chosen: number, length: number, go: (index: number) => void) {
  const targets: Record<string, number> = {
    ArrowLeft: chosen - 1,
    ArrowRight: chosen + 1,
    PageUp: chosen - 10,
    PageDown: chosen + 10,
    Home: 0,
    End: length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  go(target);
}

function findSquare({ target }: PointerEvent): number | undefined {
  const index = target instanceof HTMLElement ? target.dataset.index : undefined;
  return index === undefined ? undefined : Number(index);
}
