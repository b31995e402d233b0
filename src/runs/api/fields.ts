/** The fields by which `find` and `count` can filter and sort runs. */
import { defineFields } from '../../query/fields.ts';

export const runFields = defineFields(
  {
    id: { type: 'uuid', column: 'runs.id' },
    workflow_id: { type: 'uuid', column: 'runs.workflow_id' },
    organization_id: { type: 'uuid', column: 'runs.organization_id' },
    version: { type: 'integer', column: 'runs.version' },
    trigger_node_id: { type: 'text', column: 'runs.trigger_node_id' },
    trigger_type: { type: 'text', column: 'runs.trigger_type' },
    trigger_depth: { type: 'integer', column: 'runs.trigger_depth' },
    automatic: { type: 'boolean', column: 'runs.automatic' },
    input_json: { type: 'text', column: 'runs.input' },
    status: { type: 'text', column: 'runs.status' },
    started_at: { type: 'timestamp', column: 'runs.started_at' },
    active_since: { type: 'timestamp', column: 'runs.active_since' },
    finished_at: { type: 'timestamp', column: 'runs.finished_at' },
    output_json: { type: 'text', column: 'runs.output' },
    error: { type: 'text', column: 'runs.error' },
    credits: { type: 'number', column: 'runs.credits' },
    'created.timestamp': { type: 'timestamp', column: 'runs.created_at' },
    'created.user_id': { type: 'uuid', column: 'runs.created_by' },
    'updated.timestamp': { type: 'timestamp', column: 'runs.updated_at' },
    'updated.user_id': { type: 'uuid', column: 'runs.created_by' },
  },
  { newest: ['runs.created_at', 'runs.id'] },
);
