import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatDuration } from '../look/duration.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import { useVisibleRows } from '../look/lists/use-visible-rows.ts';
import { StateMark } from '../look/state-mark.tsx';
import * as texts from '../texts/run-parts.ts';
import classes from './items-table.module.css';
import { type LoopItem, type LoopItems, placeOfItem, stepInItem } from './loop-items.ts';
import { stepDuration } from './run-state.ts';
import type { Structure } from './structure.ts';

interface ItemsTableProps {
  loop: LoopItems;
  structure: Structure;
  /** The item whose row is scrolled to. */
  chosen: number;
  now: number;
  selected: string | undefined;
  onSelect(key: string): void;
}

const ROW_PIXELS = 32;

/** Every item of a loop against every step of its body. Only the rows that can be seen are drawn. */
export function ItemsTable(props: ItemsTableProps) {
  const { loop, structure, chosen } = props;
  const members = structure.members(loop.nodeId);
  const { ref, indexes, totalPixels, reveal } = useVisibleRows(loop.items.length, ROW_PIXELS);
  useRevealed(reveal, placeOfItem(loop, chosen), indexes.length > 0);
  const above = (indexes[0] ?? 0) * ROW_PIXELS;
  const below = totalPixels - above - indexes.length * ROW_PIXELS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className={classes.scroller} ref={ref} tabIndex={0} aria-label={texts.itemsSteps}>
      <table className={classes.table} aria-rowcount={loop.items.length + 1}>
        <thead>
          <tr>
            <ColumnHead>{texts.item}</ColumnHead>
            {members.map(id => (
              <ColumnHead key={id}>
                <bdi>{structure.nodes.get(id)?.name || id}</bdi>
              </ColumnHead>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer pixels={above} />
          {indexes.map(index => {
            const item = loop.items[index];
            return item && <ItemRow key={index} {...props} place={index} item={item} members={members} />;
          })}
          <Spacer pixels={below} />
        </tbody>
      </table>
    </section>
  );
}

/** The row before is shown too, because the head of the table lies over the first row in view. */
function useRevealed(reveal: (index: number) => void, index: number, isReady: boolean): void {
  const latest = useRef(reveal);
  latest.current = reveal;
  useEffect(() => {
    if (!isReady) return;
    latest.current(Math.max(0, index - 1));
    latest.current(index);
  }, [index, isReady]);
}

function Spacer({ pixels }: { pixels: number }) {
  return pixels > 0 && <tr style={{ height: `${pixels}px` }} />;
}

interface ItemRowProps extends ItemsTableProps {
  item: LoopItem;
  place: number;
  members: readonly string[];
}

function ItemRow({ loop, item, place, members, now, selected, onSelect }: ItemRowProps) {
  return (
    <tr aria-rowindex={place + 2}>
      <th scope="row">{item.index + 1}</th>
      {members.map(id => {
        const step = stepInItem(item, id, loop.iteration);
        const duration = step && stepDuration(step, now);
        return (
          <td key={id}>
            {step && (
              <UnstyledButton
                className={classes.cell}
                data-selected={step.key === selected || undefined}
                onClick={() => onSelect(step.key)}
              >
                <StateMark state={step.status} size={14} />
                {duration === undefined ? '' : formatDuration(duration)}
              </UnstyledButton>
            )}
          </td>
        );
      })}
    </tr>
  );
}
