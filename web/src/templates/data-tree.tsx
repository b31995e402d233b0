/** The data of earlier steps. Any value of it is dragged into a field, or inserted there by keyboard. */

import { Menu } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import { NumberField } from '../look/inputs/number-field.tsx';
import type { JsonRow } from '../look/json/json-rows.ts';
import { JsonTree } from '../look/json/json-tree.tsx';
import { sentence } from '../look/sentence.ts';
import { formatNumber } from '../texts/locale.ts';
import * as texts from '../texts/templates.ts';
import classes from './data-tree.module.css';
import { toPlaceTree } from './data-value.ts';
import { writeDraggedPath } from './insert-targets.ts';
import { formatPath } from './paths.ts';
import type { TemplateContext } from './template-context.ts';

interface DataTreeProps {
  readonly templates: TemplateContext;
  /** The variable `loop`, when it is known. */
  readonly loop: unknown;
  readonly iteration: readonly number[];
  onIteration(iteration: readonly number[]): void;
  readonly readOnly?: boolean;
  readonly maxHeight?: number;
}

export function DataTree(props: DataTreeProps) {
  const { templates, loop, iteration, onIteration, readOnly = false, maxHeight = 260 } = props;
  const { data, completion } = templates.step;
  const { targets } = templates;
  const target = useSyncExternalStore(targets.subscribe, targets.current);
  // The same steps are another list with every change of the definition.
  const reachable = completion.steps.map(({ id }) => id).join(' ');
  const { value, missing } = useMemo(
    () => toPlaceTree(data, loop, reachable === '' ? [] : reachable.split(' ')),
    [data, loop, reachable],
  );
  const insert = (row: JsonRow) => target?.insert(row.path);
  return (
    <div className="column gap-6 min-w-0">
      {data.loops.length > 0 && (
        <div className={classes.items}>
          {data.loops.map(({ id, index }, level) => (
            <div key={id} className="row gap-8 text-12">
              <span aria-hidden>{sentence(texts.itemOf, <span className="mono">{id}</span>)}</span>
              <NumberField
                size="xs"
                w={70}
                aria-label={texts.itemOf(id)}
                isInteger
                value={index + 1}
                onChange={next =>
                  typeof next === 'number' &&
                  next >= 1 &&
                  next <= (countAt(loop, data.loops.length - 1 - level) ?? Number.POSITIVE_INFINITY) &&
                  onIteration(withItem(iteration, data.loops.length, level, next - 1))
                }
              />
              <CountOf loop={loop} levels={data.loops.length - 1 - level} />
            </div>
          ))}
        </div>
      )}
      <JsonTree
        label={texts.dataEarlierSteps}
        searchLabel={texts.filterData}
        value={value}
        isFilter
        isRootHidden
        openLevels={3}
        maxHeight={maxHeight}
        formatPath={formatPath}
        {...(!readOnly && {
          onDragRow: (row: JsonRow, transfer: DataTransfer) =>
            writeDraggedPath(transfer, row.path, `{{ ${formatPath(row.path)} }}`),
          onChooseRow: insert,
          rowActions: (row: JsonRow) =>
            row.path.length > 0 && (
              <Menu.Item disabled={!target} onClick={() => insert(row)}>
                {target ? texts.insertInto(target.label) : texts.insertIntoFieldChoose}
              </Menu.Item>
            ),
        })}
      />
      {missing.length > 0 && (
        <p className="tiny dim">{sentence(texts.noDataYet, <span className="mono">{missing.join(', ')}</span>)}</p>
      )}
      {!readOnly && (
        <p className="tiny dim">{target ? texts.dragValueIntoField(target.label) : texts.dragValueIntoFieldChoose}</p>
      )}
    </div>
  );
}

/** The number of items of the loop that is so many levels further out. */
function countAt(loop: unknown, levels: number): number | undefined {
  let at = loop;
  for (let level = 0; level < levels; level++) at = fieldOf(at, 'parent');
  const count = fieldOf(at, 'count');
  return typeof count === 'number' ? count : undefined;
}

function CountOf({ loop, levels }: { loop: unknown; levels: number }) {
  const count = countAt(loop, levels);
  return count === undefined ? null : <span className="dim">{texts.ofItems(formatNumber(count))}</span>;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Choosing another item of an outer loop starts again with the first of the inner ones. */
function withItem(iteration: readonly number[], depth: number, level: number, index: number): number[] {
  return Array.from({ length: depth }, (_, at) => (at === level ? index : at > level ? 0 : (iteration[at] ?? 0)));
}
