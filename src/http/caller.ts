import Type, { type Static } from 'typebox';
import { permissionDenied } from '../errors.ts';

/** What an account may do with workflows in general. */
export const WorkflowPermission = Type.Enum(['write', 'read', 'none']);
export type WorkflowPermission = Static<typeof WorkflowPermission>;

export interface Caller {
  /** The key or the session of the request. Rates are counted by it. */
  keyId: string;
  /** Set when the request relies on a session instead of a key. */
  sessionId?: string;
  /** Set when somebody is known by neither, but by a link of their own or an account elsewhere. */
  channel?: 'link' | 'slack';
  /** The IP address of the request. Undefined on the command line and for work without a request. */
  address?: string;
  userId: string;
  email: string;
  name: string;
  admin: boolean;
  scopes: ReadonlySet<string>;
  workflowPermission: WorkflowPermission;
}

/** The user as one who may use everything of their own, for work without a request. */
export function callerOf({ id, email, name }: { id: string; email: string; name: string }): Caller {
  return { keyId: '', userId: id, email, name, admin: false, scopes: new Set(['*']), workflowPermission: 'write' };
}

/** Checks what the account may do with workflows in general. */
export function requireWorkflowPermission(caller: Caller, permission: 'read' | 'write'): void {
  if (caller.workflowPermission === 'none') throw permissionDenied();
  if (permission === 'write' && caller.workflowPermission !== 'write') throw permissionDenied();
}
