/** Which tools of a server are offered. A new tool is, until somebody says otherwise. */
import { recordAudit } from '../../audit/record.ts';
import type { Query } from '../../database.ts';
import { notAListedTool, validationError } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { lockSourceForUpdate, requireSourceRight, sourceSubject } from '../sources.ts';
import type { ToolSwitch } from './schemas.ts';
import { readServer } from './showing.ts';

export async function switchTools(db: Query, caller: Caller, { id, names, all, enabled }: ToolSwitch): Promise<void> {
  if ((names === undefined) === (all === undefined)) throw validationError('names', "must be given, or 'all' instead");
  await requireSourceRight(db, caller, 'mcp_server', id, 'write');
  const { tools } = await readServer(db, caller, id);
  const listed = new Set(tools.map(({ name }) => name));
  const unknown = names?.find(name => !listed.has(name));
  if (unknown !== undefined) throw notAListedTool(unknown);
  const chosen = new Set(names ?? listed);
  await db.transaction().execute(async transaction => {
    const server = await lockSourceForUpdate(transaction, 'mcp_server', id);
    const before = new Set(server.disabled_tools);
    const after = enabled ? before.difference(chosen) : before.union(chosen);
    if (before.size === after.size) return;
    await transaction
      .updateTable('mcp_servers')
      .set({ disabled_tools: [...after].sort(), version: server.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await recordAudit(transaction, caller, {
      action: 'mcp_server.update',
      subject: sourceSubject('mcp_server', server),
      details: { disabled_tools: { from: before.size, to: after.size } },
    });
  });
}
