/** `/api/v1/panel`: panels and their settings, for their owners. */
import { findGroupIds } from '../accounts/memberships.ts';
import { type Endpoint, EntityQuery, endpointWith, everyone, Uuid } from '../http/endpoint.ts';
import { defineFields } from '../query/fields.ts';
import { listingEndpoints } from '../query/listing.ts';
import { rowSize } from '../query/row-size.ts';
import { deletePanel } from './panel-deletion.ts';
import { Panel, PanelCreation, PanelUpdate } from './panel-schemas.ts';
import { createPanel, type PanelStore, toPanel, updatePanel, type VisiblePanel, visiblePanels } from './panels.ts';
import { type DeliveryServices, deliveryEndpoints } from './webhooks/routes.ts';

const fields = defineFields(
  {
    id: { type: 'uuid', column: 'panels.id' },
    name: { type: 'text', column: 'panels.name' },
    organization_id: { type: 'uuid', column: 'panels.organization_id' },
    group_id: { type: 'uuid', column: 'panels.group_id' },
    enabled: { type: 'boolean', column: 'panels.enabled' },
    database: { type: 'boolean', column: 'panels.database' },
    'created.timestamp': { type: 'timestamp', column: 'panels.created_at' },
    'updated.timestamp': { type: 'timestamp', column: 'panels.updated_at' },
  },
  { newest: ['panels.created_at', 'panels.id'] },
);

export type PanelServices = DeliveryServices & PanelStore;

const endpoint = endpointWith<PanelServices>();

export const panelEndpoints: Endpoint<PanelServices>[] = [
  endpoint({
    path: '/api/v1/panel/create',
    summary: 'Creates a panel',
    ...everyone,
    body: PanelCreation,
    reply: Panel,
    handle: (services, { caller, body }) => createPanel(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/panel/update',
    failures: [409],
    summary: 'Changes what is sent of a panel; lists and settings that are sent replace the old ones whole',
    ...everyone,
    body: PanelUpdate,
    reply: Panel,
    handle: (services, { caller, body }) => updatePanel(services, caller, body),
  }),
  endpoint({
    path: '/api/v1/panel/delete',
    summary: 'Deletes a panel',
    ...everyone,
    query: EntityQuery,
    reply: Uuid,
    handle: (services, { caller, query }) => deletePanel(services, caller, query.entity_id),
  }),
  ...listingEndpoints({
    path: '/api/v1/panel',
    plural: 'panels',
    access: everyone,
    fields,
    visible: async ({ caller }, db) => {
      const groups = await findGroupIds(db, caller);
      return db => visiblePanels(db, caller, groups);
    },
    item: Panel,
    toItem: (row: VisiblePanel, { sealer }: PanelServices) => toPanel(sealer, row),
    size: rowSize({ json: ['file_storage', 'sharing', 'group_sharing', 'webhooks'].map(name => `panels.${name}`) }),
  }),
  ...deliveryEndpoints,
];
