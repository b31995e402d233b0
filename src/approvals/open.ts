/** Everything that approvals are opened, decided and ended with. */
import type { Tell } from '../accounts/notifications.ts';
import type { HeddleDatabase } from '../database.ts';
import type { FileServices } from '../files/store.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Threads } from '../platform/threads/threads.ts';
import type { RunLimits } from '../runs/run-limits.ts';
import type { OpenApproval } from '../runs/waiting.ts';
import { expiryTask } from './expiry.ts';
import { createOpening } from './opening.ts';
import { approvalPage } from './page.ts';
import { approvalEndpoints } from './routes.ts';
import type { ApprovalLimits } from './schemas.ts';
import { gatheringTask } from './tallies.ts';

export type { ApprovalLimits } from './schemas.ts';

export interface ApprovalsOptions {
  database: HeddleDatabase;
  files: FileServices;
  /** For the checks of forms. */
  threads: Threads;
  tell: Tell;
  publicUrl(): string;
  runLimits: RunLimits;
  limits: ApprovalLimits;
}

export interface Approvals {
  open: OpenApproval;
  endpoints: Endpoint[];
  links: Link[];
  tasks: Task[];
}

export function openApprovals(options: ApprovalsOptions): Approvals {
  return {
    open: createOpening({ ...options, dataCharacters: options.limits.dataCharacters }),
    endpoints: approvalEndpoints(options),
    links: [approvalPage(options.publicUrl)],
    tasks: [expiryTask(options), gatheringTask(options.database.query)],
  };
}
