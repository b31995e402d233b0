import { Checkbox, Skeleton } from '@mantine/core';
import type { WorkflowSummary } from '../api/workflows.ts';
import table from '../look/table.module.css';
import * as texts from '../texts/workflows.ts';
import { isSelectable, rightsTo } from './workflow-rights.ts';
import { type RowAction, WorkflowRow } from './workflow-row.tsx';
import classes from './workflow-table.module.css';

interface WorkflowTableProps {
  /** Undefined while the list is read for the first time. */
  workflows: readonly WorkflowSummary[] | undefined;
  mayWrite: boolean;
  selected: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
  onActivate(workflow: WorkflowSummary, active: boolean): void;
  onAction(workflow: WorkflowSummary, action: RowAction, opener: Element | null): void;
}

export function WorkflowTable({ workflows, mayWrite, selected, onSelect, onActivate, onAction }: WorkflowTableProps) {
  const selectable = (workflows ?? []).filter(workflow => isSelectable(rightsTo(workflow, mayWrite)));
  const isAll = selectable.length > 0 && selectable.every(({ id }) => selected.has(id));

  function select(id: string, isSelected: boolean) {
    const ids = new Set(selected);
    if (isSelected) ids.add(id);
    else ids.delete(id);
    onSelect(ids);
  }

  return (
    <table className={`${table.table} ${classes.table}`}>
      <caption className="visually-hidden">{texts.title}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.select}>
            {selectable.length > 0 && (
              <Checkbox
                aria-label={texts.selectAll}
                checked={isAll}
                indeterminate={!isAll && selected.size > 0}
                onChange={() => onSelect(new Set(isAll ? [] : selectable.map(({ id }) => id)))}
              />
            )}
          </th>
          <th scope="col" className={classes.state}>
            {texts.state}
          </th>
          <th scope="col" className={classes.name}>
            {texts.name}
          </th>
          <th scope="col" className={classes.triggers}>
            {texts.started}
          </th>
          <th scope="col" className={classes.version}>
            {texts.publishedColumn}
          </th>
          <th scope="col" className={classes.day}>
            {texts.last24Hours}
          </th>
          <th scope="col" className={classes.rate}>
            {texts.failedColumn}
          </th>
          <th scope="col" className={classes.last}>
            {texts.lastRun}
          </th>
          <td className={classes.menu} />
        </tr>
      </thead>
      <tbody>
        {workflows
          ? workflows.map(workflow => (
              <WorkflowRow
                key={workflow.id}
                workflow={workflow}
                rights={rightsTo(workflow, mayWrite)}
                isSelected={selected.has(workflow.id)}
                onSelect={isSelected => select(workflow.id, isSelected)}
                onActivate={active => onActivate(workflow, active)}
                onAction={(action, opener) => onAction(workflow, action, opener)}
              />
            ))
          : Array.from({ length: 8 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else.
              <tr key={index}>
                <td colSpan={9}>
                  <Skeleton height={16} width={`${90 - ((index * 37) % 50)}%`} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}
