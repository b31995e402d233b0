/** The endpoints of `/api/v1` that are commands too, such as `heddle user create`. */
import { type AccountServices, accountEndpoints } from '../accounts/routes.ts';
import { type PanelServices, panelEndpoints } from '../booster/panel-routes.ts';
import { fileEndpoints } from '../files/routes.ts';
import type { FileServices } from '../files/store.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { workflowOwnerEndpoint } from '../workflows/routes.ts';

export const provisioningEndpoints: readonly Endpoint<AccountServices & PanelServices & FileServices>[] = [
  ...accountEndpoints,
  ...panelEndpoints,
  ...fileEndpoints,
  workflowOwnerEndpoint,
];
