/** The fields by which `find` and `count` of each resource can filter and sort. */
import { defineFields } from '../query/fields.ts';

export const userFields = defineFields(
  {
    id: { type: 'uuid', column: 'users.id' },
    email: { type: 'text', column: 'users.email' },
    name: { type: 'text', column: 'users.name' },
    admin: { type: 'boolean', column: 'users.admin' },
    enabled: { type: 'boolean', column: 'users.enabled' },
    credits: { type: 'number', column: 'users.credits' },
    storage_quota: { type: 'integer', column: 'users.storage_quota' },
    'permissions.workflow': { type: 'text', column: 'users.workflow_permission' },
    'created.timestamp': { type: 'timestamp', column: 'users.created_at' },
    'updated.timestamp': { type: 'timestamp', column: 'users.updated_at' },
  },
  { newest: ['users.created_at', 'users.id'] },
);

export const keyFields = defineFields(
  {
    id: { type: 'uuid', column: 'api_keys.id' },
    user_id: { type: 'uuid', column: 'api_keys.user_id' },
    name: { type: 'text', column: 'api_keys.name' },
    scopes: { type: 'text[]', column: 'api_keys.scopes' },
    enabled: { type: 'boolean', column: 'api_keys.enabled' },
    created_at: { type: 'timestamp', column: 'api_keys.created_at' },
    last_used_at: { type: 'timestamp', column: 'api_keys.last_used_at' },
    'created.timestamp': { type: 'timestamp', column: 'api_keys.created_at' },
    'updated.timestamp': { type: 'timestamp', column: 'api_keys.updated_at' },
  },
  { newest: ['api_keys.created_at', 'api_keys.id'] },
);

export const organizationFields = defineFields(
  {
    id: { type: 'uuid', column: 'organizations.id' },
    name: { type: 'text', column: 'organizations.name' },
    credits: { type: 'number', column: 'organizations.credits' },
    storage_quota: { type: 'integer', column: 'organizations.storage_quota' },
    'created.timestamp': { type: 'timestamp', column: 'organizations.created_at' },
    'updated.timestamp': { type: 'timestamp', column: 'organizations.updated_at' },
  },
  { newest: ['organizations.created_at', 'organizations.id'] },
);

export const groupFields = defineFields(
  {
    id: { type: 'uuid', column: 'groups.id' },
    name: { type: 'text', column: 'groups.name' },
    'created.timestamp': { type: 'timestamp', column: 'groups.created_at' },
    'updated.timestamp': { type: 'timestamp', column: 'groups.updated_at' },
  },
  { newest: ['groups.created_at', 'groups.id'] },
);

export const notificationFields = defineFields(
  {
    id: { type: 'uuid', column: 'notifications.id' },
    kind: { type: 'text', column: 'notifications.kind' },
    title: { type: 'text', column: 'notifications.title' },
    read: { type: 'boolean', column: 'notifications.read' },
    created: { type: 'timestamp', column: 'notifications.created_at' },
  },
  { newest: ['notifications.created_at', 'notifications.id'] },
);
