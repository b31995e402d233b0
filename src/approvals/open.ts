/** Everything that approvals are opened, decided and ended with. */
import type { HeddleDatabase } from '../database.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { OpenApproval } from '../runs/executing/step-capabilities.ts';
import type { DecidingServices } from './deciding.ts';
import { expiryTask } from './expiry.ts';
import { createOpening, type OpeningServices } from './opening.ts';
import { approvalPage } from './page.ts';
import { approvalEndpoints } from './routes.ts';
import type { ApprovalLimits } from './schemas.ts';
import { gatheringTask } from './tallies.ts';

export type { ApprovalLimits } from './schemas.ts';

export interface ApprovalsOptions extends OpeningServices, DecidingServices {
  limits: ApprovalLimits;
  /** For jobs. */
  machinery: HeddleDatabase;
}

export interface Approvals {
  open: OpenApproval;
  endpoints: Endpoint[];
  links: Link[];
  tasks: Task[];
}

export function openApprovals(options: ApprovalsOptions): Approvals {
  return {
    open: createOpening(options),
    endpoints: approvalEndpoints(options),
    links: [approvalPage(options.publicUrl)],
    tasks: [expiryTask({ ...options, database: options.machinery }), gatheringTask(options.machinery.query)],
  };
}
