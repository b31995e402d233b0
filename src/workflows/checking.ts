/** Definitions from a caller's view: which of the assistants and panels that they name the caller may use. */
import { visiblePanels } from '../booster/panels.ts';
import type { Query } from '../database.ts';
import { type Issue, NodeTypes, referencedResources, validateDefinition } from '../engine/validation.ts';
import { workflowNotValid } from '../errors.ts';
import type { Caller } from '../http/authentication.ts';
import { limits } from '../limits.ts';
import { catalogEntry, createNodeRegistry } from '../nodes/registry.ts';
import { createTemplateCache } from '../templates/template-cache.ts';
import type { Catalog } from './schemas.ts';
import { scheduleProblem } from './triggers.ts';

export interface Checker {
  catalog(): Catalog;
  issuesOf(db: Query, caller: Caller, definition: unknown): Promise<Issue[]>;
  /** Throws `The workflow is not valid` with the errors; warnings pass. */
  requireValid(db: Query, caller: Caller, definition: unknown): Promise<void>;
}

const CACHED_TEMPLATES = 5_000;

export function createChecker(): Checker {
  const registry = createNodeRegistry(limits.workflow);
  const nodeTypes = new NodeTypes(Object.values(registry));
  const templates = createTemplateCache({ entries: CACHED_TEMPLATES });

  async function issuesOf(db: Query, caller: Caller, definition: unknown): Promise<Issue[]> {
    const named = referencedResources(definition, nodeTypes);
    return validateDefinition(definition, {
      nodeTypes,
      templates,
      tools: new Set(),
      assistants: new Set(),
      panels: await usablePanels(db, caller, named.panels),
      scheduleProblem,
      limits: limits.workflow,
    });
  }

  const node_types = Object.values(registry).map(node => ({ ...catalogEntry(node), handles: [...node.handles] }));
  return {
    catalog: () => ({ node_types, tools: [] }),
    issuesOf,
    async requireValid(db, caller, definition) {
      const errors = (await issuesOf(db, caller, definition)).filter(({ severity }) => severity === 'error');
      if (errors.length > 0) throw workflowNotValid(errors.map(({ message }) => message).join('; '));
    },
  };
}

async function usablePanels(db: Query, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const panels = await visiblePanels(db, caller).where('panels.id', 'in', ids).where('enabled', '=', true).execute();
  return new Set(panels.map(({ id }) => id));
}
