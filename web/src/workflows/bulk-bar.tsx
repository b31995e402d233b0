import type { WorkflowSummary } from '../api/workflows.ts';
import type { IconName } from '../look/icons.tsx';
import { SelectionAction, SelectionBar } from '../look/lists/selection-bar.tsx';
import * as texts from '../texts/workflows.ts';
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
  { action: 'on', label: texts.turn, icon: 'power', concerns: ({ active }, { activate }) => activate && !active },
  { action: 'off', label: texts.turnOff, icon: 'power', concerns: ({ active }, { activate }) => activate && active },
  { action: 'share', label: texts.share, icon: 'share-2', concerns: (_, { share }) => share },
  { action: 'export', label: texts.exportAction, icon: 'download', concerns: (_, rights) => rights.export },
  { action: 'delete', label: texts.deleteAction, icon: 'trash-2', concerns: (_, rights) => rights.delete },
];

/** What can be done with the selected workflows. An action that concerns only some of them says how many. */
export function BulkBar({ workflows, mayWrite, onAction, onClear }: BulkBarProps) {
  return (
    <SelectionBar
      label={texts.selectedWorkflows}
      selected={texts.selected(workflows.length)}
      clear={texts.clear}
      onClear={onClear}
    >
      {OFFERS.map(({ action, label, icon, concerns }) => {
        const concerned = workflows.filter(workflow => concerns(workflow, rightsTo(workflow, mayWrite)));
        if (concerned.length === 0) return null;
        const isSome = concerned.length < workflows.length;
        return (
          <SelectionAction
            key={action}
            icon={icon}
            label={isSome ? `${label} ${concerned.length}` : label}
            onClick={() => onAction(action, concerned)}
          />
        );
      })}
    </SelectionBar>
  );
}
