/** What of records can be filtered and sorted by. */
import { fixedLimits } from '../../configuration/limits.ts';
import { defineFields } from '../../query/fields.ts';

const { default: defaultItems, most: maxItems } = fixedLimits.record.foundRecords;

export const recordFields = defineFields(
  {
    key: { type: 'uuid', column: 'booster_records.key' },
    created: { type: 'timestamp', column: 'booster_records.created_at' },
    updated: { type: 'timestamp', column: 'booster_records.updated_at' },
    data: { type: 'json', column: 'booster_records.data' },
    'data.*': { type: 'json', column: 'booster_records.data', containmentIndex: true },
  },
  { newest: ['booster_records.created_at', 'booster_records.key'], defaultItems, maxItems },
);
