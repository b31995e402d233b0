/** The records of a collection as the items of a loop, in the order of their keys. */

import { fixedLimits } from '../../../configuration/limits.ts';
import type { RecordsParam } from '../../../nodes/loop-sources.ts';
import type { ReadPage } from './keyed-items.ts';
import type { CallSource } from './source-calls.ts';

const { most: mostFound } = fixedLimits.record.foundRecords;

export function recordPages({ panel_id, collection, filters }: RecordsParam, call: CallSource): ReadPage {
  return async (after, most) => {
    const sorting = { sort_key: 'key', sort_order: 1, limit_from: 0, limit_to: Math.min(most, mostFound) };
    const params = { ...sorting, ...(filters && { filters }) };
    const found = await call('booster_record_find', {
      ...{ panel_id, collection, params },
      ...(after !== null && { after_key: after }),
    });
    const records = found as { key: string }[];
    return records.map(record => ({ item: record, key: record.key }));
  };
}
