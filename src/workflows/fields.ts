/** The fields by which `find` and `count` of workflows can filter and sort. */
import { defineFields } from '../query/fields.ts';
import { lastRun } from './last-run.ts';

export const workflowFields = defineFields(
  {
    id: { type: 'uuid', column: 'workflows.id' },
    name: { type: 'text', column: 'workflows.name' },
    description: { type: 'text', column: 'workflows.description' },
    organization_id: { type: 'uuid', column: 'workflows.organization_id' },
    published_version: { type: 'integer', column: 'workflows.published_version' },
    published_at: { type: 'timestamp', column: 'workflows.published_at' },
    active: { type: 'boolean', column: 'workflows.active' },
    run_as: { type: 'uuid', column: 'workflows.run_as' },
    'last_run.*': { type: 'json', column: lastRun },
    last_run: { type: 'json', column: lastRun },
    'created.timestamp': { type: 'timestamp', column: 'workflows.created_at' },
    'created.user_id': { type: 'uuid', column: 'workflows.created_by' },
    'updated.timestamp': { type: 'timestamp', column: 'workflows.updated_at' },
    'updated.user_id': { type: 'uuid', column: 'workflows.updated_by' },
  },
  { newest: ['workflows.created_at', 'workflows.id'] },
);
