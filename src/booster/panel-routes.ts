/** `/api/v1/panel`: panels and their settings, for their owners. */
import { findGroupIds } from '../accounts/memberships.ts';
import { type Endpoint, EntityQuery, endpoint, Uuid } from '../http/endpoint.ts';
import { defineFields } from '../query/fields.ts';
import { listingEndpoints } from '../query/listing.ts';
import { rowSize } from '../query/row-size.ts';
import { deletePanel } from './panel-deletion.ts';
import { Panel, PanelCreation, PanelUpdate } from './panel-schemas.ts';
import { createPanel, type PanelStore, toPanel, updatePanel, visiblePanels } from './panels.ts';
import { type DeliveryServices, deliveryEndpoints } from './webhooks/routes.ts';

const access = { scope: '*', tier: 'default' } as const;

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

export function panelEndpoints(services: () => PanelServices): Endpoint[] {
  const db = () => services().database.query;
  return [
    endpoint({
      path: '/api/v1/panel/create',
      summary: 'Creates a panel',
      ...access,
      body: PanelCreation,
      reply: Panel,
      handle: ({ caller, body }) => createPanel(services(), caller, body),
    }),
    endpoint({
      path: '/api/v1/panel/update',
      failures: [409],
      summary: 'Changes what is sent of a panel; lists and settings that are sent replace the old ones whole',
      ...access,
      body: PanelUpdate,
      reply: Panel,
      handle: ({ caller, body }) => updatePanel(services(), caller, body),
    }),
    endpoint({
      path: '/api/v1/panel/delete',
      summary: 'Deletes a panel',
      ...access,
      query: EntityQuery,
      reply: Uuid,
      handle: ({ caller, query }) => deletePanel(services(), caller, query.entity_id),
    }),
    ...listingEndpoints({
      path: '/api/v1/panel',
      plural: 'panels',
      access,
      db,
      fields,
      visible: async ({ caller }) => {
        const groups = await findGroupIds(db(), caller);
        return db => visiblePanels(db, caller, groups);
      },
      item: Panel,
      toItem: row => toPanel(services().sealer, row),
      size: rowSize({ json: ['file_storage', 'sharing', 'group_sharing', 'webhooks'].map(name => `panels.${name}`) }),
    }),
    ...deliveryEndpoints(services),
  ];
}
