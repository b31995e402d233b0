/** Caches the plans of published versions, which never change, so that a call need not read the definition. */
import type { Query } from '../../database.ts';
import { WeightedCache } from '../../platform/weighted-cache.ts';
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
  const cached = new WeightedCache<string, RunPlan>({ most: CACHED_CHARACTERS, weigh: ({ text }) => text.length });
  return async ({ workflowId, version }, owner) => {
    const key = `${workflowId} ${version}`;
    const found = cached.get(key);
    if (found) return found;
    const row = await db
      .selectFrom('workflow_versions')
      .select(({ cast, ref }) => cast<string>(ref('definition'), 'text').as('text'))
      .where('workflow_id', '=', workflowId)
      .where('version', '=', version)
      .executeTakeFirst();
    return row && cached.add(key, await plans.get(row.text, owner));
  };
}
