/** The approvals of a process: how they are opened, and their tasks. */
import type { HeddleDatabase } from '../database.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { OpenApproval } from '../runs/executing/step-capabilities.ts';
import { type ApprovalOpeningServices, createApprovalOpening } from './opening.ts';
import { approvalTasks } from './tasks.ts';

interface ApprovalsOptions extends ApprovalOpeningServices {
  /** The database connections of background tasks. */
  background: HeddleDatabase;
}

export interface Approvals {
  open: OpenApproval;
  tasks: Task[];
}

export function openApprovals(options: ApprovalsOptions): Approvals {
  return {
    open: createApprovalOpening(options),
    tasks: approvalTasks(options.background, options),
  };
}
