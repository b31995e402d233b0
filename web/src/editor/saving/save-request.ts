/** How the editor's content and what the API knows are converted into each other. */
import type { OpenedWorkflow, SaveRequest } from '../../../../src/workflows/console-schemas.ts';
import { readDefinition } from '../../graph/definition.ts';
import { isSameJson } from '../../graph/difference.ts';
import type { Content } from '../document/merge.ts';
import type { Stored } from './saving.ts';

export function toStored({ workflow, revision_id, updated }: OpenedWorkflow): Stored {
  const { name, description } = workflow;
  const { definition } = readDefinition(workflow.definition);
  return { revisionId: revision_id, updated, content: { name, description, definition } };
}

/** Sends only what changed: a new name makes no new revision. */
export function toSaveRequest(
  workflowId: string,
  base: Stored,
  { name, description, definition }: Content,
): SaveRequest {
  const before = base.content;
  return {
    workflow_id: workflowId,
    base_revision_id: base.revisionId,
    base_updated: base.updated,
    origin: 'editor',
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(!isSameJson(definition, before.definition) && { definition: { ...definition } }),
  };
}
