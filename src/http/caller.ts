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
