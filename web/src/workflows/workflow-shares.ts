/** What a share of a workflow allows beside reading it. */
import type { WorkflowUserShare } from '../api/workflows.ts';
import type { Share } from '../sharing/shares.ts';
import * as words from '../texts/common.ts';

export const SCOPES = [
  { key: 'workflow.run', label: words.runAction },
  { key: 'workflow.export', label: words.exportAction },
  { key: 'workflow.copy', label: words.copy },
] as const;

export type ScopeKey = (typeof SCOPES)[number]['key'];

export type GrantedScopes = Pick<WorkflowUserShare, 'scopes'>;
export type WorkflowShare = Share<GrantedScopes>;

/** A new share may read and run: what most people mean by sharing. */
export const NEW_SHARE: GrantedScopes = { scopes: { 'workflow.run': true } };

export function withScope(entry: WorkflowShare, scope: ScopeKey, allowed: boolean): WorkflowShare {
  const scopes = { ...entry.share.scopes, [scope]: allowed };
  return entry.kind === 'user'
    ? { kind: 'user', share: { ...entry.share, scopes } }
    : { kind: 'group', share: { ...entry.share, scopes } };
}
