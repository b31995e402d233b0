/** Who uses a credential: the steps, connectors and MCP servers that name it, and who really sent it in the last weeks. */
import { type RawBuilder, sql } from 'kysely';
import { findGroupIds } from '../accounts/memberships.ts';
import { isVisibleTo, readMemberships } from '../accounts/sharing/rights.ts';
import { isAccessibleTo } from '../accounts/sharing/shares.ts';
import { fixedLimits } from '../configuration/limits.ts';
import type { Query } from '../database.ts';
import { type Node, readDefinition } from '../engine/definition.ts';
import { findNamedSecrets } from '../engine/secrets.ts';
import type { Caller } from '../http/caller.ts';
import { isObject } from '../platform/is-object.ts';
import { requireVisible } from './access.ts';
import type { CredentialUsers } from './schemas.ts';
import type { CredentialRow } from './tables.ts';

const MOST_WORKFLOWS = 200;
const MOST_SOURCES = 200;

export async function findCredentialUsers(db: Query, caller: Caller, id: string): Promise<CredentialUsers> {
  const { row } = await requireVisible(db, caller, id);
  const groups = await findGroupIds(db, caller);
  return {
    workflows: await findWorkflows(db, caller, groups, row),
    connectors: await findSources(db, caller, 'connectors', row.id),
    mcp_servers: await findSources(db, caller, 'mcp_servers', row.id),
    recent: await findRecentUses(db, caller, groups, row.id),
  };
}

/** Administrators see all workflows in other places, too. */
function mayRead(caller: Caller, groups: ReadonlySet<string>): RawBuilder<boolean> {
  return caller.admin ? sql<boolean>`true` : sql<boolean>`${isAccessibleTo('workflows', caller, groups)}`;
}

async function findWorkflows(
  db: Query,
  caller: Caller,
  groups: ReadonlySet<string>,
  row: CredentialRow,
): Promise<CredentialUsers['workflows']> {
  // The database finds the few definitions that contain the name or the id anywhere. Where it stands is found here.
  const texts = [row.id, JSON.stringify(row.name.toLowerCase()).slice(1, -1)];
  const contains = (definition: RawBuilder<unknown>) =>
    sql<boolean>`EXISTS (SELECT FROM unnest(${texts}::text[]) AS texts (each)
      WHERE strpos(lower(${definition}::text), each) > 0)`;
  const rows = await db
    .selectFrom('workflows')
    .leftJoin('workflow_versions as version', join =>
      join
        .onRef('version.workflow_id', '=', 'workflows.id')
        .onRef('version.version', '=', 'workflows.published_version'),
    )
    .select(['workflows.id', 'workflows.name', 'workflows.definition as draft', 'version.definition as published'])
    .where('workflows.deleted_at', 'is', null)
    .where(mayRead(caller, groups))
    .where(sql<boolean>`(${contains(sql`workflows.definition`)} OR ${contains(sql`version.definition`)})`)
    .orderBy(sql`lower(workflows.name)`)
    .orderBy('workflows.id')
    .limit(MOST_WORKFLOWS)
    .execute();
  return rows.flatMap(({ id, name, ...definitions }) => {
    const draft = findNodes(definitions.draft, row);
    const published = findNodes(definitions.published, row);
    return [...new Set([...draft, ...published])].map(node_id => {
      return { id, name, node_id, draft: draft.includes(node_id), published: published.includes(node_id) };
    });
  });
}

function findNodes(definition: unknown, row: CredentialRow): string[] {
  if (definition === null) return [];
  return readDefinition(definition)
    .nodes.filter(node => isNamedBy(node, row))
    .map(({ id }) => id);
}

function isNamedBy({ params }: Node, { id, name }: CredentialRow): boolean {
  const { credential, verify } = params;
  const compared = isObject(verify) ? verify.credential : undefined;
  const named = [credential, compared, ...findNamedSecrets(params).map(secret => secret.credential)];
  return named.some(
    each => typeof each === 'string' && (each.toLowerCase() === id || each.toLowerCase() === name.toLowerCase()),
  );
}

async function findSources(
  db: Query,
  caller: Caller,
  table: 'connectors' | 'mcp_servers',
  id: string,
): Promise<{ id: string; name: string }[]> {
  const visible = isVisibleTo(table, caller, await readMemberships(db, caller));
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM ${sql.table(table)} WHERE credential_id = ${id} AND ${visible}
    ORDER BY lower(name), id LIMIT ${MOST_SOURCES}`.execute(db);
  return rows;
}

async function findRecentUses(
  db: Query,
  caller: Caller,
  groups: ReadonlySet<string>,
  id: string,
): Promise<CredentialUsers['recent']> {
  const rows = await db
    .selectFrom('credential_uses as uses')
    .leftJoin('workflows', join =>
      join
        .onRef('workflows.id', '=', 'uses.workflow_id')
        .on('workflows.deleted_at', 'is', null)
        .on(mayRead(caller, groups)),
    )
    .select([
      'workflows.id as workflow_id',
      'workflows.name as workflow_name',
      'uses.node_id',
      'uses.host',
      'uses.hour',
    ])
    .select(['uses.count', 'uses.refused'])
    .where('uses.credential_id', '=', id)
    .orderBy('uses.hour', 'desc')
    .orderBy('uses.host')
    .orderBy('uses.workflow_id')
    .orderBy('uses.node_id')
    .limit(fixedLimits.credential.listedUses)
    .execute();
  return rows.map(({ hour, ...use }) => ({ ...use, hour: hour.getTime() }));
}
