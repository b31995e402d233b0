import { Button } from '@mantine/core';
import type { WorkflowSummary } from '../api/workflows.ts';
import { Icon, type IconName } from '../look/icons.tsx';
import classes from './bulk-bar.module.css';
import { type Rights, rightsTo } from './workflow-rights.ts';

export type BulkAction = 'on' | 'off' | 'share' | 'export' | 'delete';

interface BulkBarProps {
  workflows: readonly WorkflowSummary[];
  mayWrite: boolean;
  onAction(action: BulkAction, workflows: readonly WorkflowSummary[]): void;
  onClear(): void;
}

interface Offer {
  action: BulkAction;
  label: string;
  icon: IconName;
  /** Whether the action makes sense for a workflow. */
  concerns(workflow: WorkflowSummary, rights: Rights): boolean;
}

const OFFERS: readonly Offer[] = [
  { action: 'on', label: 'Turn on', icon: 'power', concerns: ({ active }, { activate }) => activate && !active },
  { action: 'off', label: 'Turn off', icon: 'power', concerns: ({ active }, { activate }) => activate && active },
  { action: 'share', label: 'Share', icon: 'share-2', concerns: (_, { share }) => share },
  { action: 'export', label: 'Export', icon: 'download', concerns: (_, rights) => rights.export },
  { action: 'delete', label: 'Delete', icon: 'trash-2', concerns: (_, rights) => rights.delete },
];

/** What can be done with the selected workflows. An action that concerns only some of them says how many. */
export function BulkBar({ workflows, mayWrite, onAction, onClear }: BulkBarProps) {
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selected workflows">
      <strong aria-live="polite">{workflows.length} selected</strong>
      {OFFERS.map(({ action, label, icon, concerns }) => {
        const concerned = workflows.filter(workflow => concerns(workflow, rightsTo(workflow, mayWrite)));
        if (concerned.length === 0) return null;
        const isSome = concerned.length < workflows.length;
        return (
          <Button
            key={action}
            size="xs"
            variant="default"
            leftSection={<Icon name={icon} size={14} />}
            onClick={() => onAction(action, concerned)}
          >
            {isSome ? `${label} ${concerned.length}` : label}
          </Button>
        );
      })}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
