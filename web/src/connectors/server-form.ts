/** The settings of an MCP server while somebody edits them. PURE. */
import type { McpServer, McpServerUpdate } from '../api/mcp-servers.ts';
import type { Sharing } from '../sharing/shares.ts';
import { type AccessForm, hostsOfUrl, isName, readAccess, toAccess } from './access-form.ts';

export interface ServerForm extends Sharing {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly access: AccessForm;
  readonly enabled: boolean;
}

export function toServerForm(server: McpServer): ServerForm {
  const { name, title, url, enabled, sharing, group_sharing } = server;
  return { name, title, url, access: readAccess(server), enabled, sharing, group_sharing };
}

/** Only what was changed: somebody else may change other things at the same time. */
export function findServerChanges(id: string, before: ServerForm, after: ServerForm): McpServerUpdate {
  const differs = (key: keyof ServerForm) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  return {
    id,
    ...(differs('name') && { name: after.name }),
    ...(differs('title') && { title: after.title.trim() }),
    ...(differs('url') && { url: after.url.trim() }),
    ...(differs('access') && toAccess(after.access)),
    ...(differs('enabled') && { enabled: after.enabled }),
    ...(differs('sharing') && { sharing: [...after.sharing] }),
    ...(differs('group_sharing') && { group_sharing: [...after.group_sharing] }),
  };
}

export function isServerValid({ name, title, url, access }: ServerForm): boolean {
  const hasAccess = access.choice !== 'existing' || access.credentialId !== null;
  return isName(name) && title.trim() !== '' && hostsOfUrl(url).length > 0 && hasAccess;
}
