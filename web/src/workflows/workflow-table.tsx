import { Checkbox } from '@mantine/core';
import type { WorkflowSummary } from '../api/workflows.ts';
import { ColumnHead } from '../look/lists/column-head.tsx';
import table from '../look/lists/table.module.css';
import * as texts from '../texts/workflows.ts';
import { isSelectable, rightsTo } from './workflow-rights.ts';
import { type RowAction, WorkflowRow } from './workflow-row.tsx';
import classes from './workflow-table.module.css';

interface WorkflowTableProps {
  workflows: readonly WorkflowSummary[];
  mayWrite: boolean;
  selected: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
  onActivate(workflow: WorkflowSummary, active: boolean): void;
  onAction(workflow: WorkflowSummary, action: RowAction, opener: Element | null): void;
}

export function WorkflowTable({ workflows, mayWrite, selected, onSelect, onActivate, onAction }: WorkflowTableProps) {
  const selectable = workflows.filter(workflow => isSelectable(rightsTo(workflow, mayWrite)));
  const isAll = selectable.length > 0 && selectable.every(({ id }) => selected.has(id));

  function select(id: string, isSelected: boolean) {
    const ids = new Set(selected);
    if (isSelected) ids.add(id);
    else ids.delete(id);
    onSelect(ids);
  }

  return (
    <table className={`${table.table} ${classes.table}`}>
      <caption className="visually-hidden">{texts.workflows}</caption>
      <thead>
        <tr>
          <ColumnHead className={classes.select}>
            {selectable.length > 0 && (
              <Checkbox
                aria-label={texts.selectAll}
                checked={isAll}
                indeterminate={!isAll && selected.size > 0}
                onChange={() => onSelect(new Set(isAll ? [] : selectable.map(({ id }) => id)))}
              />
            )}
          </ColumnHead>
          <ColumnHead className={classes.state}>{texts.state}</ColumnHead>
          <ColumnHead className={classes.name}>{texts.name}</ColumnHead>
          <ColumnHead className={classes.triggers}>{texts.startedBy}</ColumnHead>
          <ColumnHead className={classes.version}>{texts.publishedColumn}</ColumnHead>
          <ColumnHead className={classes.day}>{texts.last24Hours}</ColumnHead>
          <ColumnHead className={classes.rate}>{texts.failedColumn}</ColumnHead>
          <ColumnHead className={classes.last}>{texts.lastRun}</ColumnHead>
          <td className={classes.menu} />
        </tr>
      </thead>
      <tbody>
        {workflows.map(workflow => (
          <WorkflowRow
            key={workflow.id}
            workflow={workflow}
            rights={rightsTo(workflow, mayWrite)}
            isSelected={selected.has(workflow.id)}
            onSelect={isSelected => select(workflow.id, isSelected)}
            onActivate={active => onActivate(workflow, active)}
            onAction={(action, opener) => onAction(workflow, action, opener)}
          />
        ))}
      </tbody>
    </table>
  );
}
