/** Which workflows start when a record changes. Pure. */
import type { WatchingWorkflow } from '../../../src/booster/panel-schemas.ts';

/** A trigger watches one collection, or all of them. */
export function watching(workflows: readonly WatchingWorkflow[], collection: string): WatchingWorkflow[] {
  return workflows.filter(
    ({ type, collection: watched }) =>
      type === 'trigger.booster_record' && (watched === '*' || watched === null || watched === collection),
  );
}
