import type { Catalog } from '../graph/catalog.ts';
import { type Definition, displayName, type GraphNode } from '../graph/definition.ts';
import type { PreviewChoice } from '../templates/use-template-context.ts';
import type { EditorIssue } from './issues.ts';

export interface StepPanelProps {
  node: GraphNode;
  definition: Definition;
  catalog: Catalog;
  issues: readonly EditorIssue[];
  preview: PreviewChoice;
  readOnly: boolean;
  onChange(node: GraphNode): void;
  /** Gives the step another id. */
  onRename(id: string): void;
  onClose(): void;
}

export function StepPanel({ node }: StepPanelProps) {
  return <h2>{displayName(node)}</h2>;
}
