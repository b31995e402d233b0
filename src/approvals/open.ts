/** The approvals of a process: how they are opened, their endpoints and their tasks. */
import type { HeddleDatabase } from '../database.ts';
import type { Endpoint, Link } from '../http/endpoint.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { OpenApproval } from '../runs/executing/step-capabilities.ts';
import type { DecidingServices } from './deciding.ts';
import { createOpening, type OpeningServices } from './opening.ts';
import { approvalPage } from './page.ts';
import { approvalEndpoints } from './routes.ts';
import type { ApprovalLimits } from './schemas.ts';
import { approvalTasks } from './tasks.ts';

interface ApprovalsOptions extends OpeningServices, DecidingServices {
  limits: ApprovalLimits;
  /** The database connections of background tasks. */
  machinery: HeddleDatabase;
  /** Whether the console is served, which has a page of its own for the link in the mail. */
  hasConsole: boolean;
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
    links: options.hasConsole ? [] : [approvalPage(options.publicUrl)],
    tasks: approvalTasks(options.machinery),
  };
}
