import type { CredentialKind } from '../../../src/credentials/kinds.ts';

export interface SecretState {
  set: true;
  hint?: string;
  source: 'value' | 'env' | 'file' | 'vault';
}
export interface UserShare {
  user_email: string;
  write: boolean;
}
export interface GroupShare {
  group_id: string;
  write: boolean;
}
export interface Owner {
  user_id: string | null;
  group_id: string | null;
  organization_id: string | null;
}
export interface Credential {
  id: string;
  name: string;
  description: string;
  kind: CredentialKind;
  hosts: string[];
  fields: Record<string, unknown>;
  version: number;
  state: 'ready' | 'connect' | 'reconnect';
  connected: { account?: string; expires_at?: number; scopes?: string[] } | null;
  rotate_at: number | null;
  last_used_at: number | null;
  owner: Owner;
  permissions: { use: boolean; write: boolean };
  sharing?: UserShare[];
  group_sharing?: GroupShare[];
  created: { user_id: string; timestamp: number };
  updated: { user_id: string; timestamp: number };
}
export interface CredentialField {
  name: string;
  title: string;
  description: string;
  secret: boolean;
  required: boolean;
  type: 'text' | 'long_text' | 'choice' | 'list' | 'number' | 'json';
  choices?: string[];
}
export interface KindDescription {
  kind: CredentialKind;
  title: string;
  description: string;
  fields: CredentialField[];
  connectable: boolean;
}
export interface CredentialCreation {
  name: string;
  description?: string;
  kind: CredentialKind;
  hosts: string[];
  fields: Record<string, unknown>;
  organization_id?: string;
  group_id?: string;
  sharing?: UserShare[];
  group_sharing?: GroupShare[];
  rotate_at?: number | null;
}
export interface CredentialUpdate {
  id: string;
  name?: string;
  description?: string;
  hosts?: string[];
  fields?: Record<string, unknown>;
  sharing?: UserShare[];
  group_sharing?: GroupShare[];
  rotate_at?: number | null;
  if_version?: number;
}
export interface CredentialQuery {
  text?: string;
  kind?: CredentialKind;
  skip?: number;
  limit?: number;
}
export interface CredentialList {
  items: Credential[];
  total: number;
}
export interface CredentialTest {
  ok: boolean;
  status: number | null;
  message: string;
}
export interface CredentialUsers {
  workflows: { id: string; name: string; node_id: string; draft: boolean; published: boolean }[];
  connectors: { id: string; name: string }[];
  mcp_servers: { id: string; name: string }[];
  recent: {
    workflow_id: string | null;
    workflow_name: string | null;
    node_id: string | null;
    host: string;
    hour: number;
    count: number;
  }[];
}
