/** Caches the plans of published versions, which never change, so that a call need not read the definition. */
import type { Query } from '../../database.ts';
import type { RunPlan, RunPlans } from './run-plans.ts';

export interface PublishedVersion {
  workflowId: string;
  version: number;
}

/** Returns undefined when the workflow was deleted. */
export type GetPublishedPlan = (published: PublishedVersion, owner: string) => Promise<RunPlan | undefined>;

/** The size of the cache, in characters of definitions. */
const CACHED_CHARACTERS = 10_000_000;

export function createGetPublishedPlan(db: Query, plans: Pick<RunPlans, 'get'>): GetPublishedPlan {
  const cached = new Map<string, RunPlan>();
  let characters = 0;

  function keep(key: string, plan: RunPlan): RunPlan {
    if (!cached.delete(key)) characters += plan.text.length;
    cached.set(key, plan);
    for (const [oldest, { text }] of cached) {
      if (characters <= CACHED_CHARACTERS || oldest === key) break;
      cached.delete(oldest);
      characters -= text.length;
    }
    return plan;
  }

  return async ({ workflowId, version }, owner) => {
    const key = `${workflowId} ${version}`;
    const found = cached.get(key);
    if (found) return keep(key, found);
    const row = await db
      .selectFrom('workflow_versions')
      .select(({ cast, ref }) => cast<string>(ref('definition'), 'text').as('text'))
      .where('workflow_id', '=', workflowId)
      .where('version', '=', version)
      .executeTakeFirst();
    return row && keep(key, await plans.get(row.text, owner));
  };
}
