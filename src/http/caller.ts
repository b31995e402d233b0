import { permissionDenied } from '../errors.ts';

export type WorkflowPermission = 'write' | 'read' | 'none';

export interface Caller {
  keyId: string;
  userId: string;
  email: string;
  name: string;
  admin: boolean;
  scopes: ReadonlySet<string>;
  workflowPermission: WorkflowPermission;
}

/** Checks what the account may do with workflows in general. */
export function requireWorkflowPermission(caller: Caller, permission: 'read' | 'write'): void {
  if (caller.workflowPermission === 'none') throw permissionDenied();
  if (permission === 'write' && caller.workflowPermission !== 'write') throw permissionDenied();
}
